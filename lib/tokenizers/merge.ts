/** Byte-pair merging of one piece: again and again the adjacent pair of lowest rank, the leftmost among equals. */

import { NO_RANK, type Vocabulary } from './vocabulary';

/** Up to this many bytes the next pair is found by looking at all of them, which beats a heap on short pieces. */
const SCAN_BYTES = 128;

const scanStarts = new Int32Array(SCAN_BYTES + 1);
const scanRanks = new Int32Array(SCAN_BYTES + 1);

/** How many tokens are left of `bytes[from, to)` once no pair merges. O(n log n). */
export function mergedLength(vocabulary: Vocabulary, bytes: Uint8Array, from: number, to: number): number {
  return to - from <= SCAN_BYTES
    ? mergeByScanning(vocabulary, bytes, from, to)
    : mergeByHeap(vocabulary, bytes, from, to);
}

function mergeByScanning(vocabulary: Vocabulary, bytes: Uint8Array, from: number, to: number): number {
  const starts = scanStarts;
  const ranks = scanRanks;
  let parts = to - from;
  // Part p is bytes[starts[p], starts[p + 1]); ranks[p] is that of the pair (p, p + 1).
  for (let part = 0; part <= parts; part++) {
    starts[part] = from + part;
    ranks[part] = part + 1 < parts ? vocabulary.rankOf(bytes, from + part, from + part + 2) : NO_RANK;
  }
  while (parts > 1) {
    let lowest = NO_RANK;
    let chosen = -1;
    for (let part = 0; part < parts - 1; part++) {
      const rank = ranks[part] as number;
      if (rank < lowest) {
        lowest = rank;
        chosen = part;
      }
    }
    if (chosen < 0) break;
    starts.copyWithin(chosen + 1, chosen + 2, parts + 1);
    ranks.copyWithin(chosen, chosen + 1, parts);
    parts--;
    const start = starts[chosen] as number;
    ranks[chosen] = chosen + 1 < parts ? vocabulary.rankOf(bytes, start, starts[chosen + 2] as number) : NO_RANK;
    if (chosen > 0) {
      ranks[chosen - 1] = vocabulary.rankOf(bytes, starts[chosen - 1] as number, starts[chosen + 1] as number);
    }
  }
  return parts;
}

/** Heap keys are rank × 2^32 + position, so that order of keys is order of merging; exact below 2^53. */
const RANK_STEP = 0x100000000;

function push(heap: number[], key: number): void {
  let at = heap.length;
  heap.push(key);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as number;
    if (above <= key) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = key;
}

/** Takes the lowest key off a heap that is not empty. */
function pop(heap: number[]): number {
  const lowest = heap[0] as number;
  const key = heap.pop() as number;
  const length = heap.length;
  if (length === 0) return lowest;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= length) break;
    if (child + 1 < length && (heap[child + 1] as number) < (heap[child] as number)) child++;
    const below = heap[child] as number;
    if (below >= key) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = key;
  return lowest;
}

function mergeByHeap(vocabulary: Vocabulary, bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  // Part at p is bytes[from + p, from + next[p]); ranks[p] is that of the pair which starts there, NO_RANK for none.
  const next = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  const ranks = new Int32Array(length + 1).fill(NO_RANK);
  const heap: number[] = [];
  for (let at = 0; at <= length; at++) {
    next[at] = at + 1;
    previous[at] = at - 1;
  }
  const offer = (at: number): void => {
    const middle = next[at] as number;
    const rank = middle < length ? vocabulary.rankOf(bytes, from + at, from + (next[middle] as number)) : NO_RANK;
    ranks[at] = rank;
    if (rank !== NO_RANK) push(heap, rank * RANK_STEP + at);
  };
  for (let at = 0; at < length - 1; at++) offer(at);
  let parts = length;
  while (heap.length > 0) {
    const key = pop(heap);
    const at = key % RANK_STEP;
    // A pair that has changed since has another rank, so its old key no longer fits.
    if ((ranks[at] as number) * RANK_STEP + at !== key) continue;
    const gone = next[at] as number;
    const after = next[gone] as number;
    next[at] = after;
    previous[after] = at;
    ranks[gone] = NO_RANK;
    parts--;
    offer(at);
    if ((previous[at] as number) >= 0) offer(previous[at] as number);
  }
  return parts;
}
