/** What every token counter offers, and the two lengths of a text that all parts share: code points and UTF-8 bytes. */

/** The exact encodings of gpt-tokenizer, newest first. */
export type EncodingId =
  | 'o200k_base'
  | 'o200k_harmony'
  | 'cl100k_base'
  | 'p50k_base'
  | 'p50k_edit'
  | 'r50k_base'
  | 'gpt2';

/** A counter's stable name, as in scenario files, links and on the command line. */
export type CounterId = 'chars4' | 'words' | 'utf8' | EncodingId;

export interface Counter {
  readonly id: CounterId;
  /** For people: "o200k_base (GPT-4o and later)". */
  readonly label: string;
  /** True where the number is what a model's own tokenizer gives, false for an estimate. */
  readonly exact: boolean;
  /** Policy tokens of a text. Never throws; a lone surrogate counts as U+FFFD. */
  count(text: string): number;
  /** Where the count depends on the number of code points alone: the same count from that number. */
  countCodePoints?(codePoints: number): number;
  /** The encoding that was asked for, where its tables could not load and this counter stands in. */
  readonly fellBackFrom?: EncodingId;
  /** Why it could not load, in the words of the error. */
  readonly fallbackReason?: string;
}

const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/;

/** Length in Unicode code points; a lone surrogate is one. Allocates nothing. */
export function codePointLength(text: string): number {
  const length = text.length;
  // The engine's own search skips text without pairs, which is nearly all of it, many times faster than a loop.
  const first = text.search(surrogatePair);
  if (first < 0) return length;
  let pairs = 1;
  for (let index = first + 2; index < length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00) continue;
    if ((text.charCodeAt(index - 1) & 0xfc00) === 0xd800) pairs++;
  }
  return length - pairs;
}

/** Length in UTF-8 bytes, as TextEncoder would write it: a lone surrogate is three (U+FFFD). Allocates nothing. */
export function utf8Length(text: string): number {
  const length = text.length;
  let bytes = length;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      bytes++;
      continue;
    }
    bytes += 2;
    // A pair is four bytes for its two units: 2 extra for the first, none for the second.
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++;
  }
  return bytes;
}
