/**
 * Cuts text into the pieces that a byte-pair encoding merges within: gpt-tokenizer's three split patterns as scanners over
 * UTF-8 bytes. Every run of characters is read a constant number of times and nothing is kept on a stack, where the
 * patterns as regular expressions throw on 20 million unbroken ideographs.
 */

import { CLOSING, classAt, LETTER, NEWLINE, NUMBER, OPENING, OTHER, SPACE, widthOf } from './character-classes';

/** The end of the piece that starts at byte `from`. Needs `from < end`; well-formed UTF-8; `end` is the end of the text. */
export type Split = (bytes: Uint8Array, from: number, end: number) => number;

const SPACE_BYTE = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

function runEnd(bytes: Uint8Array, from: number, end: number, mask: number): number {
  let at = from;
  while (at < end && (classAt(bytes, at) & mask) !== 0) at += widthOf(bytes[at] as number);
  return at;
}

/** `'(?:s|d|m|t|ll|ve|re)` at `from`, or `from` where there is none; `caseBit` 0x20 takes capitals too, 0 does not. */
function contractionEnd(bytes: Uint8Array, from: number, end: number, caseBit: number): number {
  if (from + 1 >= end || bytes[from] !== APOSTROPHE) return from;
  const first = (bytes[from + 1] as number) | caseBit;
  if (first === 0x73 || first === 0x64 || first === 0x6d || first === 0x74) return from + 2;
  if (from + 2 >= end) return from;
  const second = (bytes[from + 2] as number) | caseBit;
  if (first === 0x6c) return second === 0x6c ? from + 3 : from;
  return (first === 0x76 || first === 0x72) && second === 0x65 ? from + 3 : from;
}

/** `\p{N}{1,3}`, where the first is known to be a number. */
function numberEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  for (let taken = 0; taken < 3 && at < end && (classAt(bytes, at) & NUMBER) !== 0; taken++) {
    at += widthOf(bytes[at] as number);
  }
  return at;
}

/**
 * `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last newline of the run; else all but the last character, which goes with what
 * follows; all of it at the end of the text. Without `newlines` the first alternative is left out.
 */
function whitespaceEnd(bytes: Uint8Array, from: number, end: number, newlines: boolean): number {
  let at = from;
  let last = from;
  let afterNewline = from;
  while (at < end) {
    const flags = classAt(bytes, at);
    if ((flags & SPACE) === 0) break;
    last = at;
    at += widthOf(bytes[at] as number);
    if ((flags & NEWLINE) !== 0) afterNewline = at;
  }
  if (newlines && afterNewline > from) return afterNewline;
  return at === end || last === from ? at : last;
}

/** `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+` */
export const splitR50k: Split = (bytes, from, end) => {
  const contraction = contractionEnd(bytes, from, end, 0);
  if (contraction > from) return contraction;
  const start = bytes[from] === SPACE_BYTE && from + 1 < end ? from + 1 : from;
  const run = classAt(bytes, start) & (LETTER | NUMBER | OTHER);
  return run === 0 ? whitespaceEnd(bytes, from, end, false) : runEnd(bytes, start, end, run);
};

/** ` ?[^\s\p{L}\p{N}]+[\r\n]*`, with `slashes` `[\r\n/]*` at the end, or `from` where it does not match. */
function symbolsEnd(bytes: Uint8Array, from: number, end: number, slashes: boolean): number {
  const start = bytes[from] === SPACE_BYTE ? from + 1 : from;
  let at = runEnd(bytes, start, end, OTHER);
  if (at === start) return from;
  while (at < end) {
    const byte = bytes[at];
    if (byte !== 0x0a && byte !== 0x0d && !(slashes && byte === SLASH)) break;
    at++;
  }
  return at;
}

/** `C|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s`, C a contraction. */
export const splitCl100k: Split = (bytes, from, end) => {
  const flags = classAt(bytes, from);
  if ((flags & LETTER) !== 0) return runEnd(bytes, from, end, LETTER);
  if ((flags & NUMBER) !== 0) return numberEnd(bytes, from, end);
  const contraction = contractionEnd(bytes, from, end, 0x20);
  if (contraction > from) return contraction;
  if ((flags & NEWLINE) === 0) {
    const start = from + widthOf(bytes[from] as number);
    const word = runEnd(bytes, start, end, LETTER);
    if (word > start) return word;
    const symbols = symbolsEnd(bytes, from, end, false);
    if (symbols > from) return symbols;
  }
  return runEnd(bytes, from, end, SPACE) === end ? end : whitespaceEnd(bytes, from, end, true);
};

/**
 * The two word alternatives of o200k, `U*L+` before `U+L*` (U OPENING, L CLOSING), both with an optional contraction;
 * `from` where neither matches. Where `U*` has swallowed the last L, `U*L+` gives back to the last L inside the run.
 */
function o200kWordEnd(bytes: Uint8Array, from: number, end: number, closingOnly: boolean): number {
  let at = from;
  let afterClosing = from;
  while (at < end) {
    const flags = classAt(bytes, at);
    if ((flags & OPENING) === 0) break;
    at += widthOf(bytes[at] as number);
    if ((flags & CLOSING) !== 0) afterClosing = at;
  }
  const word = runEnd(bytes, at, end, CLOSING);
  if (word > at) return contractionEnd(bytes, word, end, 0x20);
  if (afterClosing > from) return contractionEnd(bytes, afterClosing, end, 0x20);
  return closingOnly || at === from ? from : contractionEnd(bytes, at, end, 0x20);
}

/**
 * `P?U*L+C?|P?U+L*C?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`, P one of `[^\r\n\p{L}\p{N}]`,
 * U OPENING, L CLOSING, C a contraction.
 */
export const splitO200k: Split = (bytes, from, end) => {
  const flags = classAt(bytes, from);
  if ((flags & LETTER) !== 0) return o200kWordEnd(bytes, from, end, false);
  if ((flags & NUMBER) !== 0) return numberEnd(bytes, from, end);
  if ((flags & NEWLINE) === 0) {
    const start = from + widthOf(bytes[from] as number);
    // A mark is P, U and L at once: alone it already is `U*L+`, which comes before `PU+L*`.
    const mark = (flags & CLOSING) !== 0;
    const word = o200kWordEnd(bytes, start, end, mark);
    if (word > start) return word;
    if (mark) return contractionEnd(bytes, start, end, 0x20);
    const symbols = symbolsEnd(bytes, from, end, true);
    if (symbols > from) return symbols;
  }
  return whitespaceEnd(bytes, from, end, true);
};
