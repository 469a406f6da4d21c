/** Tool groups while a window grows: what has arrived of each group, which calls still wait for a result. */

import { ASSISTANT, type TranscriptIndex } from './accounting';

/** Follows the appended messages. With `whole` off every message is a group of its own. */
export class Groups {
  /** Messages appended so far. */
  appended = 0;
  private lastAssistant = -1;
  /** Heads of groups of several members of which one has a lasting pin: the others cannot go without it. */
  private readonly pinned = new Set<number>();
  private readonly roles: Uint8Array;
  private readonly group: Int32Array;

  constructor(
    private readonly index: TranscriptIndex,
    private readonly whole: boolean,
  ) {
    this.roles = index.roles;
    this.group = index.links.group;
  }

  append(message: number, pinned: boolean): void {
    this.appended = message + 1;
    if (this.roles[message] === ASSISTANT) this.lastAssistant = message;
    if (!pinned || !this.whole) return;
    const head = this.group[message] as number;
    const { lastResult, nextMember } = this.index.links;
    // A result that is still to come need not be known yet.
    const isAlone = (nextMember[head] as number) < 0 && (lastResult[head] as number) < this.appended;
    if (!isAlone) this.pinned.add(head);
  }

  headOf(message: number): number {
    return this.whole ? (this.group[message] as number) : message;
  }

  /** The last member that has arrived. */
  lastOf(head: number): number {
    if (!this.whole) return head;
    const { lastResult, nextMember } = this.index.links;
    let last = lastResult[head] as number;
    if (last < this.appended) return last < 0 ? head : last;
    last = head;
    for (let member = head; member >= 0 && member < this.appended; member = nextMember[member] as number) last = member;
    return last;
  }

  hasPinnedMember(head: number): boolean {
    return this.pinned.size > 0 && this.pinned.has(head);
  }

  /** Whether a result of the group is still to come. A call that a later answer has passed over is given up. */
  isOpen(head: number): boolean {
    return this.whole && isOpen(this.index, head, this.appended, this.lastAssistant);
  }

  /** Members that have arrived, from the head on. */
  membersOf(head: number): number[] {
    const members: number[] = [];
    if (!this.whole) return [head];
    const { nextMember } = this.index.links;
    for (let member = head; member >= 0 && member < this.appended; member = nextMember[member] as number) {
      members.push(member);
    }
    return members;
  }
}

/** Whether a group's calls still wait for a result after `appended` messages, the last assistant message among them given. */
export function isOpen(index: TranscriptIndex, head: number, appended: number, lastAssistant: number): boolean {
  const { lastResult, unanswered } = index.links;
  if ((lastResult[head] as number) >= appended) return true;
  return (unanswered[head] as number) > 0 && lastAssistant === head;
}
