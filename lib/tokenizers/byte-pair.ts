/** Exact byte-pair token counts, equal to gpt-tokenizer's on every text, in O(n log n) also on one unbroken piece. */

import { ByteTable, hashBytes } from './byte-table';
import { mergedLength } from './merge';
import type { Split } from './split';
import { type RankTable, Vocabulary } from './vocabulary';

/** Counts of pieces that are no longer than the longest token are kept: at most this many, in this many bytes. */
const CACHED_PIECES = 0x10000;
const CACHED_BYTES = 0x100000;

/** Texts of up to a third as many UTF-16 units are encoded into a buffer that is kept; longer ones get their own. */
const BUFFER_BYTES = 0x40000;

const encoder = new TextEncoder();

/**
 * Makes the counting function of one encoding. Text that spells a special token (`<|endoftext|>`) is ordinary text; a lone
 * surrogate is encoded as U+FFFD. The tables and caches it keeps take about 11 MB for 200,000 tokens and never grow.
 */
export function bytePairCount(table: RankTable, split: Split): (text: string) => number {
  const vocabulary = new Vocabulary(table);
  const counts = new ByteTable(CACHED_PIECES, CACHED_BYTES);
  const buffer = new Uint8Array(BUFFER_BYTES);

  function countPiece(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (length > vocabulary.longest) return mergedLength(vocabulary, bytes, from, to);
    const hash = hashBytes(bytes, from, to);
    if (vocabulary.has(bytes, from, to, hash)) return 1;
    let count = counts.find(bytes, from, to, hash);
    if (count < 0) {
      count = mergedLength(vocabulary, bytes, from, to);
      counts.add(bytes, from, to, hash, count);
    }
    return count;
  }

  return (text) => {
    let bytes = buffer;
    let end = 0;
    if (text.length * 3 <= BUFFER_BYTES) end = encoder.encodeInto(text, buffer).written;
    else {
      bytes = encoder.encode(text);
      end = bytes.length;
    }
    let tokens = 0;
    for (let at = 0; at < end; ) {
      const next = split(bytes, at, end);
      tokens += countPiece(bytes, at, next);
      at = next;
    }
    return tokens;
  };
}
