/** First in, first out by tool groups: the oldest group that may be taken, with the held ones passed over until they are free. */

import type { Groups } from './groups';

export class GroupQueue {
  private next = 0;
  /** Heads passed over because they were held when their turn came, oldest first. */
  private readonly waiting: number[] = [];

  /** `stays` says which messages are never taken, whatever comes. */
  constructor(
    private readonly groups: Groups,
    private readonly stays: (message: number) => boolean,
  ) {}

  /** Head of the oldest group that is not held at the moment, or -1. It is in the queue no more. */
  take(isHeld: (head: number) => boolean): number {
    for (let position = 0; position < this.waiting.length; position++) {
      const head = this.waiting[position] as number;
      if (isHeld(head)) continue;
      this.waiting.splice(position, 1);
      return head;
    }
    while (this.next < this.groups.appended) {
      const message = this.next++;
      const head = this.groups.headOf(message);
      // Other members come and go with their head.
      if (head !== message || this.stays(message)) continue;
      if (!isHeld(head)) return head;
      this.waiting.push(head);
    }
    return -1;
  }
}
