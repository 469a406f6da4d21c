/** Messages that stay before the ones a window shows anyway: because a rule holds their group, or their group is not whole yet. */

import type { Groups } from '../../engine/groups';
import type { RuleHolds } from '../../engine/rule-holds';

export class Kept {
  /** Those that any pass may take once their group is whole, ascending, and their tokens. */
  waiting: readonly number[] = [];
  waitingTokens = 0;
  /** Those that a rule holds: not looked at again before it lets go. */
  private readonly pinned = new Set<number>();
  private pinnedTokens = 0;

  constructor(
    private readonly counts: Int32Array,
    private readonly groups: Groups,
    private readonly rules: RuleHolds,
  ) {}

  get tokens(): number {
    return this.waitingTokens + this.pinnedTokens;
  }

  get count(): number {
    return this.waiting.length + this.pinned.size;
  }

  get first(): number | undefined {
    const [pinned] = this.pinned;
    return pinned ?? this.waiting[0];
  }

  /** Whether a rule holds a member of a group. */
  isPinned(head: number): boolean {
    return this.rules.areAny && this.groups.membersOf(head).some((member) => this.rules.isHeld(member));
  }

  /** A message has come in: rules take hold of it, and let go of others. */
  append(message: number): void {
    const released = this.rules.append(message);
    if (released.length === 0 || this.pinned.size === 0) return;
    const waiting = [...this.waiting];
    for (const one of released) {
      const head = this.groups.headOf(one);
      if (this.isPinned(head)) continue;
      for (const member of this.groups.membersOf(head)) {
        if (!this.pinned.delete(member)) continue;
        this.pinnedTokens -= this.counts[member] as number;
        waiting.push(member);
      }
    }
    this.set(waiting.sort((earlier, later) => earlier - later));
  }

  /** What a pass looked at and left, ascending. */
  leave(messages: readonly number[]): void {
    const waiting: number[] = [];
    for (const message of messages) {
      if (this.isPinned(this.groups.headOf(message))) {
        this.pinned.add(message);
        this.pinnedTokens += this.counts[message] as number;
      } else waiting.push(message);
    }
    this.set(waiting);
  }

  private set(waiting: readonly number[]): void {
    this.waiting = waiting;
    this.waitingTokens = 0;
    for (const message of waiting) this.waitingTokens += this.counts[message] as number;
  }
}
