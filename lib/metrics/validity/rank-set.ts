/** A set of small whole numbers that knows its neighbours: the next and the previous member in a few steps, whatever its size. */

const BITS = 5;
const MASK = 31;

/** Members lie in 0 … size − 1. Every operation takes as many steps as `size` has digits in base 32. */
export class RankSet {
  count = 0;
  /** `levels[0]` has a bit a number; each level above, a bit for every word below that is not empty. */
  private readonly levels: Int32Array[] = [];

  constructor(readonly size: number) {
    let words = size;
    do {
      words = (words + MASK) >> BITS;
      this.levels.push(new Int32Array(Math.max(1, words)));
    } while (words > 1);
  }

  has(member: number): boolean {
    return (((this.levels[0] as Int32Array)[member >> BITS] as number) & (1 << (member & MASK))) !== 0;
  }

  add(member: number): void {
    if (this.has(member)) return;
    this.count++;
    let place = member;
    for (const level of this.levels) {
      const word = place >> BITS;
      level[word] = (level[word] as number) | (1 << (place & MASK));
      place = word;
    }
  }

  delete(member: number): void {
    if (!this.has(member)) return;
    this.count--;
    let place = member;
    for (const level of this.levels) {
      const word = place >> BITS;
      level[word] = (level[word] as number) & ~(1 << (place & MASK));
      if (level[word] !== 0) return;
      place = word;
    }
  }

  /** The smallest member over a number; `size` where there is none. `next(-1)` is the first. */
  next(after: number): number {
    let place = after + 1;
    for (let height = 0; height < this.levels.length; height++) {
      const level = this.levels[height] as Int32Array;
      const word = place >> BITS;
      if (word >= level.length) return this.size;
      const rest = (level[word] as number) & (-1 << (place & MASK));
      if (rest !== 0) return this.descend(height, (word << BITS) | (31 - Math.clz32(rest & -rest)), false);
      place = word + 1;
    }
    return this.size;
  }

  /** The largest member under a number; -1 where there is none. */
  previous(before: number): number {
    let place = before - 1;
    for (let height = 0; height < this.levels.length && place >= 0; height++) {
      const level = this.levels[height] as Int32Array;
      const word = place >> BITS;
      const rest = (level[word] as number) & (-1 >>> (MASK - (place & MASK)));
      if (rest !== 0) return this.descend(height, (word << BITS) | (31 - Math.clz32(rest)), true);
      place = word - 1;
    }
    return -1;
  }

  /** From a bit that is set at a height down to the member under it that lies last, or first. */
  private descend(from: number, bit: number, last: boolean): number {
    let place = bit;
    for (let height = from - 1; height >= 0; height--) {
      const word = (this.levels[height] as Int32Array)[place] as number;
      place = (place << BITS) | (31 - Math.clz32(last ? word : word & -word));
    }
    return place;
  }
}
