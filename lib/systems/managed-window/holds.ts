/** Which positions of a managed window can be taken: lasting pins, recency, calls in flight, the newest group. */

import { TOOL, type TranscriptIndex, USER } from '../../engine/accounting';
import type { Groups } from '../../engine/groups';
import { isCorrection, LASTING, Pin, rulePins } from '../../engine/pins';
import type { Slots } from '../../engine/slots';
import type { GroupedView } from '../../engine/spans';
import type { Guards } from '../../engine/system';
import type { Settings } from './settings';

export class Holds implements GroupedView {
  /** Every position before this one holds a lasting pin and so can never be taken. */
  firstLoose = 0;
  /** No user message stands before this position. */
  private noUserBefore = 0;
  private readonly mask: Uint8Array;
  private readonly insertMask: number[] = [];

  constructor(
    private readonly index: TranscriptIndex,
    private readonly settings: Settings,
    private readonly guard: Guards,
    private readonly slots: Slots,
    private readonly groups: Groups,
  ) {
    this.mask = rulePins(index, settings);
    if (guard.stablePins && settings.explicit.length > 0) {
      this.mask = this.mask.slice();
      for (const message of settings.explicit) {
        if (message < this.mask.length) (this.mask[message] as number) |= Pin.byHand;
      }
    }
  }

  /** Whether a message has a pin of its own that never ends. */
  isPinned(message: number): boolean {
    return this.mask[message] !== 0;
  }

  /** A summary took the place of what stood at a position. As published its wording can make it a correction. */
  summarised(position: number, insert: number, content: string): void {
    const counts = !this.guard.summariesOnce && this.settings.pinCorrections;
    this.insertMask[insert] = counts && isCorrection(content, this.settings.correctionMarkers) ? Pin.correction : 0;
    this.changedAt(position);
  }

  /** What stands at and after a position has moved. */
  changedAt(position: number): void {
    this.noUserBefore = Math.min(this.noUserBefore, position);
    // A position pinned by hand lends its pin to the whole group there, also to members before it; it may have another group now.
    const slips = !this.guard.stablePins && this.settings.explicitSet.size > 0;
    this.firstLoose = slips ? 0 : Math.min(this.firstLoose, position);
  }

  get length(): number {
    return this.slots.length;
  }

  isFree(position: number): boolean {
    return !(this.guard.summariesOnce && this.slots.at(position) < 0) && !this.isHeld(position);
  }

  hasCalls(position: number): boolean {
    const item = this.slots.at(position);
    return item >= 0 && (this.index.transcript.messages[item]?.tool_calls?.length ?? 0) > 0;
  }

  isToolResult(position: number): boolean {
    const item = this.slots.at(position);
    return item >= 0 && this.index.roles[item] === TOOL;
  }

  firstOfGroup(position: number): number {
    const item = this.slots.at(position);
    return item < 0 || this.groups.headOf(item) === item ? position : this.slots.find(this.groups.headOf(item));
  }

  lastOfGroup(position: number): number {
    const item = this.slots.at(position);
    if (item < 0) return position;
    const last = this.groups.lastOf(this.groups.headOf(item));
    return last === item ? position : this.slots.find(last);
  }

  private lastingMask(position: number): number {
    const item = this.slots.at(position);
    let bits = item >= 0 ? (this.mask[item] as number) & LASTING : (this.insertMask[~item] as number);
    if (this.settings.pinFirstUser && position === this.firstUser()) bits |= Pin.firstUser;
    if (!this.guard.stablePins && this.settings.explicitSet.has(position)) bits |= Pin.byHand;
    return bits;
  }

  /** Position of the first user message. As published a summary, being a user message, can be taken for it. */
  private firstUser(): number {
    const { roles } = this.index;
    while (this.noUserBefore < this.length) {
      const item = this.slots.at(this.noUserBefore);
      if (item >= 0 ? roles[item] === USER : !this.guard.summariesOnce) break;
      this.noUserBefore++;
    }
    return this.noUserBefore;
  }

  private isLasting(position: number): boolean {
    if (this.lastingMask(position) !== 0) return true;
    const item = this.slots.at(position);
    if (item < 0 || !this.guard.toolGroups) return false;
    const head = this.groups.headOf(item);
    if (this.groups.hasPinnedMember(head)) return true;
    if (this.guard.stablePins || this.settings.explicitSet.size === 0) return false;
    return this.positionsOf(head).some((member) => this.settings.explicitSet.has(member));
  }

  /** Whether the item there must stay at this call. */
  isHeld(position: number): boolean {
    const recentFrom = this.length - this.settings.keepRecent;
    if (position >= recentFrom || this.isLasting(position)) return true;
    const item = this.slots.at(position);
    if (item < 0 || !this.guard.toolGroups) return false;
    const head = this.groups.headOf(item);
    if (this.groups.isOpen(head)) return true;
    const newest = this.slots.at(this.length - 1);
    if (newest >= 0 && this.groups.headOf(newest) === head) return true;
    return (
      recentFrom > 0 &&
      recentFrom < this.length &&
      this.groups.lastOf(head) >= this.slots.placeOf(this.slots.at(recentFrom))
    );
  }

  /** Moves `firstLoose` past what can never be taken. */
  skipPinned(): void {
    while (this.firstLoose < this.length && this.isLasting(this.firstLoose)) this.firstLoose++;
  }

  /** Positions at which the arrived members of a group stand, ascending. */
  positionsOf(head: number): number[] {
    return this.groups
      .membersOf(head)
      .map((member) => this.slots.find(member))
      .filter((position) => position >= 0);
  }
}
