/** The tokens of one encoding by their bytes: which sequence is a token, and which of two merges comes first (its rank). */

import { ByteTable, hashBytes } from './byte-table';

/** gpt-tokenizer's table: the token of each rank as text, or as bytes where it is not text. It may have holes. */
export type RankTable = readonly (string | readonly number[] | undefined)[];

/** The rank of what is no token: after every real one. */
export const NO_RANK = 0x7fffffff;

const encoder = new TextEncoder();

/** Writes `text` as UTF-8 and returns the bytes written; `into` has room for three bytes a unit. */
function writeUtf8(text: string, into: Uint8Array): number {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return encoder.encodeInto(text, into).written;
    into[index] = unit;
  }
  return text.length;
}

function opensWithByteOrderMark(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from >= 3 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;
}

export class Vocabulary {
  /** Length in bytes of the longest token. */
  readonly longest: number;
  readonly #ranks: ByteTable;
  /** Ranks of all two-byte tokens, by first × 256 + second: most lookups of a merge. */
  readonly #pairs = new Int32Array(0x10000).fill(NO_RANK);

  constructor(table: RankTable) {
    // UTF-8 takes at most three bytes for a UTF-16 unit.
    let mostBytes = 0;
    for (const token of table) if (token !== undefined) mostBytes += token.length * (typeof token === 'string' ? 3 : 1);
    this.#ranks = new ByteTable(table.length, mostBytes);
    let scratch = new Uint8Array(1024);
    let longest = 0;
    for (let rank = 0; rank < table.length; rank++) {
      const token = table[rank];
      if (token === undefined) continue;
      if (token.length * 3 > scratch.length) scratch = new Uint8Array(token.length * 6);
      let length = token.length;
      if (typeof token === 'string') length = writeUtf8(token, scratch);
      else {
        scratch.set(token);
        // gpt-tokenizer never finds these: it decodes bytes before it looks them up, which strips the mark.
        if (opensWithByteOrderMark(scratch, 0, length)) continue;
      }
      if (length > longest) longest = length;
      if (length === 2) this.#pairs[((scratch[0] as number) << 8) | (scratch[1] as number)] = rank;
      this.#ranks.add(scratch, 0, length, hashBytes(scratch, 0, length), rank);
    }
    this.longest = longest;
  }

  /** Whether a whole piece is one token. `hash` is `hashBytes` of the same slice. */
  has(bytes: Uint8Array, from: number, to: number, hash: number): boolean {
    return this.#ranks.find(bytes, from, to, hash) >= 0;
  }

  /** The rank of the token that a merge would make of `bytes[from, to)`, or NO_RANK. */
  rankOf(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (length === 2) return this.#pairs[((bytes[from] as number) << 8) | (bytes[from + 1] as number)] as number;
    if (length > this.longest) return NO_RANK;
    // The same decoding gives marked text the rank of the text behind the mark. Equal counts matter more than beauty.
    const start = opensWithByteOrderMark(bytes, from, to) ? from + 3 : from;
    const rank = this.#ranks.find(bytes, start, to, hashBytes(bytes, start, to));
    return rank < 0 ? NO_RANK : rank;
  }
}
