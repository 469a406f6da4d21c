/** Which positions of a managed window can be taken: lasting pins, recency, calls in flight, the newest group. */

import { TOOL, type TranscriptIndex, USER } from '../../engine/accounting';
import type { Groups } from '../../engine/groups';
import { isCorrection, Pin, rulePins, withPinsByHand } from '../../engine/pins';
import { RuleHolds } from '../../engine/rule-holds';
import type { Slots } from '../../engine/slots';
import type { GroupedView } from '../../engine/spans';
import type { Guards, MemoryContext } from '../../engine/system';
import type { Settings } from './settings';

export class Holds implements GroupedView {
  /** Every position before this one holds a lasting pin and so can never be taken. */
  firstLoose = 0;
  /** Every position before this one can never go into a summary: a lasting pin, or a summary that is made once. */
  firstFree = 0;
  /** No user message stands before this position. */
  private noUserBefore = 0;
  private readonly mask: Uint8Array;
  private readonly insertMask: number[] = [];
  private readonly rules: RuleHolds;
  /** Per group head: members that a rule holds. Empty where there are no rules or no groups. */
  private readonly ruled: Uint32Array;
  private readonly index: TranscriptIndex;
  private readonly wholeGroups: boolean;
  private readonly summariesOnce: boolean;
  /** Whether pins by hand sit on positions, as published. */
  readonly slips: boolean;
  /** Set by `survey`: nothing from this position on can be taken, what stands there, and the group of the newest item. */
  end = 0;
  private recentPlace = Number.POSITIVE_INFINITY;
  private newestHead = -1;
  /** The group asked about last, and the answer. */
  private askedHead = -1;
  private askedFree = false;
  /** First position that was found held for the moment only since the last survey. */
  waitingFrom = Number.POSITIVE_INFINITY;

  constructor(
    context: MemoryContext,
    private readonly settings: Settings,
    guard: Guards,
    private readonly slots: Slots,
    private readonly groups: Groups,
  ) {
    const { index } = context;
    this.index = index;
    this.wholeGroups = guard.toolGroups === true;
    this.summariesOnce = guard.summariesOnce === true;
    this.slips = !guard.stablePins && settings.explicitSet.size > 0;
    this.mask = rulePins(index, settings);
    if (guard.stablePins && settings.explicit.length > 0) {
      this.mask = withPinsByHand(index, this.mask, settings.explicit);
    }
    this.rules = new RuleHolds(context);
    this.ruled = new Uint32Array(this.rules.areAny && this.wholeGroups ? index.roles.length : 0);
  }

  /**
   * A message that has its place in the window now: rules take hold of it, and let go of what is no longer among their
   * newest. `loosened` hears of every position that this leaves without a lasting pin.
   */
  arrived(message: number, loosened: (position: number) => void): void {
    const { rules, ruled } = this;
    if (!rules.areAny) return;
    const released = rules.append(message);
    if (ruled.length > 0 && rules.isHeld(message)) this.countMember(message, 1);
    for (const one of released) {
      if (ruled.length > 0) this.countMember(one, -1);
      const positions = this.wholeGroups ? this.positionsOf(this.groups.headOf(one)) : [this.slots.find(one)];
      for (const position of positions) {
        if (position < 0 || this.isLasting(position)) continue;
        this.firstLoose = Math.min(this.firstLoose, position);
        this.firstFree = Math.min(this.firstFree, position);
        loosened(position);
      }
    }
  }

  private countMember(message: number, by: number): void {
    const head = this.groups.headOf(message);
    this.ruled[head] = (this.ruled[head] as number) + by;
  }

  /** Whether a message has a pin of its own that never ends. */
  isPinned(message: number): boolean {
    return this.mask[message] !== 0;
  }

  /** A summary took the place of what stood at a position. As published its wording can make it a correction. */
  summarised(position: number, insert: number, content: string): void {
    const counts = !this.summariesOnce && this.settings.pinCorrections;
    this.insertMask[insert] = counts && isCorrection(content, this.settings.correctionMarkers) ? Pin.correction : 0;
    this.replacedAt(position);
  }

  /** A span that began at a position was replaced: what stands before it is as it was. */
  replacedAt(position: number): void {
    this.noUserBefore = Math.min(this.noUserBefore, position);
    this.firstLoose = Math.min(this.firstLoose, position);
    this.firstFree = Math.min(this.firstFree, position);
    this.slipped();
  }

  /** The item at a position is gone; that frees none of the others. */
  removedAt(position: number): void {
    this.noUserBefore = Math.min(this.noUserBefore, position);
    if (position < this.firstLoose) this.firstLoose--;
    if (position < this.firstFree) this.firstFree--;
    this.slipped();
  }

  /** A position pinned by hand lends its pin to the whole group there, also to members before it; it may have another group now. */
  private slipped(): void {
    if (!this.slips) return;
    this.firstLoose = 0;
    this.firstFree = 0;
  }

  get length(): number {
    return this.slots.length;
  }

  /** Looks at the window as it stands now. Needed after every change, before positions are asked about. */
  survey(): void {
    const { slots, groups } = this;
    const recentFrom = slots.length - this.settings.keepRecent;
    this.end = Math.max(0, recentFrom);
    this.recentPlace =
      recentFrom > 0 && recentFrom < slots.length ? slots.placeOf(slots.at(recentFrom)) : Number.POSITIVE_INFINITY;
    const newest = slots.length > 0 ? slots.at(slots.length - 1) : -1;
    this.newestHead = newest >= 0 ? groups.headOf(newest) : -1;
    this.askedHead = -1;
    this.waitingFrom = Number.POSITIVE_INFINITY;
    while (this.firstLoose < slots.length && this.isLasting(this.firstLoose)) this.firstLoose++;
    this.firstFree = Math.max(this.firstFree, this.firstLoose);
    while (this.firstFree < slots.length && this.isNeverFree(this.firstFree)) this.firstFree++;
  }

  /** Whether the item there can go into no summary at any later call either. */
  isNeverFree(position: number): boolean {
    return (this.summariesOnce && this.slots.at(position) < 0) || this.isLasting(position);
  }

  isFree(position: number): boolean {
    const item = this.slots.at(position);
    if (item < 0) return !this.summariesOnce && !this.isHeld(position);
    if (!this.wholeGroups) return !this.isHeld(position);
    // Members of a group are free together, but for those among the newest: the answer is kept for the next member.
    const head = this.groups.headOf(item);
    if (head !== this.askedHead) {
      this.askedHead = head;
      this.askedFree = !this.isHeld(position);
      if (!this.askedFree && this.waitingFrom > position && !this.isLasting(position)) this.waitingFrom = position;
    }
    return this.askedFree && position < this.end;
  }

  hasCalls(position: number): boolean {
    const item = this.slots.at(position);
    return item >= 0 && (this.index.transcript.messages[item]?.tool_calls?.length ?? 0) > 0;
  }

  isToolResult(position: number): boolean {
    const item = this.slots.at(position);
    return item >= 0 && this.index.roles[item] === TOOL;
  }

  placeOf(position: number): number {
    return this.slots.placeOf(this.slots.at(position));
  }

  headPlace(position: number): number {
    const item = this.slots.at(position);
    return item >= 0 ? this.groups.headOf(item) : this.slots.placeOf(item);
  }

  lastPlace(position: number): number {
    const item = this.slots.at(position);
    return item >= 0 ? this.groups.lastOf(this.groups.headOf(item)) : this.slots.placeOf(item);
  }

  /** Position of the first user message. As published a summary, being a user message, can be taken for it. */
  private firstUser(): number {
    const { roles } = this.index;
    while (this.noUserBefore < this.length) {
      const item = this.slots.at(this.noUserBefore);
      if (item >= 0 ? roles[item] === USER : !this.summariesOnce) break;
      this.noUserBefore++;
    }
    return this.noUserBefore;
  }

  private isLasting(position: number): boolean {
    const item = this.slots.at(position);
    if ((item >= 0 ? (this.mask[item] as number) : (this.insertMask[~item] as number)) !== 0) return true;
    if (item >= 0 && this.rules.isHeld(item)) return true;
    if (this.settings.pinFirstUser && position === this.firstUser()) return true;
    if (this.slips && this.settings.explicitSet.has(position)) return true;
    if (item < 0 || !this.wholeGroups) return false;
    const head = this.groups.headOf(item);
    if (this.groups.hasPinnedMember(head) || (this.ruled[head] ?? 0) > 0) return true;
    return this.slips && this.positionsOf(head).some((member) => this.settings.explicitSet.has(member));
  }

  /** Whether the item there must stay at this call. */
  isHeld(position: number): boolean {
    if (position >= this.end || this.isLasting(position)) return true;
    const item = this.slots.at(position);
    if (item < 0 || !this.wholeGroups) return false;
    const head = this.groups.headOf(item);
    return this.groups.isOpen(head) || head === this.newestHead || this.groups.lastOf(head) >= this.recentPlace;
  }

  /** Positions at which the arrived members of a group stand, ascending. */
  positionsOf(head: number): number[] {
    return this.groups
      .membersOf(head)
      .map((member) => this.slots.find(member))
      .filter((position) => position >= 0);
  }
}
