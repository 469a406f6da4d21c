/** Where ids stand in a line: the places of one id in order, and places that are at fault, counted. */

import { RankSet } from './rank-set';

/** The places of one id, ascending. Most ids have one; some agents use an id again and again. */
export class Occurrences {
  private readonly ranks: number[] = [];
  private from = 0;

  get count(): number {
    return this.ranks.length - this.from;
  }

  /** The place number `position` (0-based), or -1. */
  at(position: number): number {
    return this.ranks[this.from + position] ?? -1;
  }

  get last(): number {
    return this.count > 0 ? (this.ranks[this.ranks.length - 1] as number) : -1;
  }

  /** The first place after a rank, or -1. */
  after(rank: number): number {
    return this.ranks[this.lowerBound(rank + 1)] ?? -1;
  }

  add(rank: number): void {
    if (this.last < rank) this.ranks.push(rank);
    else this.ranks.splice(this.lowerBound(rank), 0, rank);
  }

  delete(rank: number): void {
    const place = this.lowerBound(rank);
    if (this.ranks[place] !== rank) return;
    if (place > this.from) this.ranks.splice(place, 1);
    else this.from++;
    if (this.from > 64 && this.from * 2 > this.ranks.length) {
      this.ranks.splice(0, this.from);
      this.from = 0;
    }
  }

  private lowerBound(rank: number): number {
    let low = this.from;
    let high = this.ranks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ranks[middle] as number) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Occurrences by id. */
export class Book {
  private readonly pages = new Map<number, Occurrences>();

  of(id: number): Occurrences {
    let page = this.pages.get(id);
    if (!page) {
      page = new Occurrences();
      this.pages.set(id, page);
    }
    return page;
  }
}

/** At most one place a key is at fault; several keys may share a place. */
export class Offenders {
  readonly ranks: RankSet;
  private readonly keysAt: Uint16Array;
  private readonly placeOf = new Map<number, number>();

  constructor(size: number) {
    this.ranks = new RankSet(size);
    this.keysAt = new Uint16Array(size);
  }

  /** The place of a key from now on; -1 for none. */
  set(key: number, rank: number): void {
    const before = this.placeOf.get(key) ?? -1;
    if (before === rank) return;
    if (before >= 0) {
      this.keysAt[before] = (this.keysAt[before] as number) - 1;
      if (this.keysAt[before] === 0) this.ranks.delete(before);
    }
    if (rank < 0) {
      this.placeOf.delete(key);
      return;
    }
    this.placeOf.set(key, rank);
    this.keysAt[rank] = (this.keysAt[rank] as number) + 1;
    this.ranks.add(rank);
  }
}
