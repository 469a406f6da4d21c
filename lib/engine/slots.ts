/** The window while it changes: items in order, found by binary search because their places in the transcript only grow. */

import type { Insert, Item } from './run';

export class Slots {
  length = 0;
  private items: Int32Array = new Int32Array(64);

  constructor(private readonly inserts: readonly Insert[]) {}

  at(position: number): Item {
    return this.items[position] as number;
  }

  push(item: Item): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = item;
  }

  /** Items from `start` to `end` as a copy. */
  slice(start: number, end: number): Int32Array {
    return this.items.slice(start, end);
  }

  /** Takes out `start` to `end`; puts one item in their place where given. */
  replace(start: number, end: number, item?: Item): void {
    const kept = item === undefined ? start : start + 1;
    this.items.copyWithin(kept, end, this.length);
    this.length -= end - kept;
    if (item !== undefined) this.items[start] = item;
  }

  /** Place in the transcript: a message's index, an insert's anchor. */
  placeOf(item: Item): number {
    return item >= 0 ? item : (this.inserts[~item] as Insert).anchor;
  }

  /** Position of a message in the window, or -1. */
  find(message: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.placeOf(this.at(middle)) < message) low = middle + 1;
      else high = middle;
    }
    // An insert may share its place with the message that follows it.
    for (let position = low; position < this.length && this.placeOf(this.at(position)) === message; position++) {
      if (this.at(position) === message) return position;
    }
    return -1;
  }
}
