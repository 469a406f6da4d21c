/**
 * A map from byte sequences to numbers in flat typed arrays. It looks up a slice of a buffer without making a string of it,
 * keeps no text alive, and never grows: its size is set when it is made.
 */

/** FNV-1a over `bytes[from, to)`, with the high bits folded into the low ones that choose the slot. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

export class ByteTable {
  #size = 0;
  readonly #pool: Uint8Array;
  /** Entry e holds `pool[ends[e], ends[e + 1])`. */
  readonly #ends: Uint32Array;
  readonly #values: Int32Array;
  /** Open addressing, linear probing; entry + 1, or 0 where free. At most half full. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(maxEntries: number, maxBytes: number) {
    this.#pool = new Uint8Array(maxBytes);
    this.#ends = new Uint32Array(maxEntries + 1);
    this.#values = new Int32Array(maxEntries);
    let slots = 16;
    while (slots < maxEntries * 2) slots *= 2;
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  /** The value of `bytes[from, to)`, or -1. `hash` is `hashBytes` of the same slice. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const pool = this.#pool;
    const ends = this.#ends;
    const length = to - from;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = (this.#slots[slot] as number) - 1;
      if (entry < 0) return -1;
      const start = ends[entry] as number;
      if ((ends[entry + 1] as number) - start !== length) continue;
      let same = 0;
      while (same < length && pool[start + same] === bytes[from + same]) same++;
      if (same === length) return this.#values[entry] as number;
    }
  }

  /** Adds a sequence that is not in the table yet. A full table is emptied first. Values are 0 or more. */
  add(bytes: Uint8Array, from: number, to: number, hash: number, value: number): void {
    if (this.#size === this.#values.length || (this.#ends[this.#size] as number) + to - from > this.#pool.length) {
      this.#slots.fill(0);
      this.#size = 0;
    }
    const entry = this.#size++;
    const start = this.#ends[entry] as number;
    // Sequences are short: a loop is quicker than a view for each.
    for (let at = from; at < to; at++) this.#pool[start + at - from] = bytes[at] as number;
    this.#ends[entry + 1] = start + to - from;
    this.#values[entry] = value;
    let slot = hash & this.#mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = entry + 1;
  }
}
