/** First in, first out by tool groups: the oldest group that may be taken, with the held ones passed over until they are free. */

import type { Groups } from './groups';

export class GroupQueue {
  private next = 0;
  /** Heads passed over because they were held when their turn came, oldest first. */
  private readonly waiting: number[] = [];
  /** Heads put aside: they are not looked at before they are told of again. */
  private readonly parked = new Set<number>();

  /** `stays` says which messages are never taken, whatever comes. */
  constructor(
    private readonly groups: Groups,
    private readonly stays: (message: number) => boolean,
  ) {}

  /** Head of the oldest group that is not held at the moment, or -1. It is in the queue no more. What `isPinned` is put aside. */
  take(isHeld: (head: number) => boolean, isPinned: (head: number) => boolean): number {
    let position = 0;
    while (position < this.waiting.length) {
      const head = this.waiting[position] as number;
      const pinned = isPinned(head);
      if (!pinned && isHeld(head)) {
        position++;
        continue;
      }
      this.waiting.splice(position, 1);
      if (!pinned) return head;
      this.parked.add(head);
    }
    while (this.next < this.groups.appended) {
      const message = this.next++;
      const head = this.groups.headOf(message);
      // Other members come and go with their head.
      if (head !== message || this.stays(message)) continue;
      if (isPinned(head)) this.parked.add(head);
      else if (isHeld(head)) this.waiting.push(head);
      else return head;
    }
    return -1;
  }

  /** A group that was put aside is pinned no more: it has its place among the others by age. */
  unpinned(head: number): void {
    if (!this.parked.delete(head)) return;
    let place = this.waiting.length;
    while (place > 0 && (this.waiting[place - 1] as number) > head) place--;
    this.waiting.splice(place, 0, head);
  }
}
