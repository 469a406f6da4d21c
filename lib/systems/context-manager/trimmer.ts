/** The trimmer: while the window is too large it leaves out the oldest tool groups of the log, then of the turn under way. */

import { type TranscriptIndex, USER } from '../../engine/accounting';
import type { Groups } from '../../engine/groups';
import type { Conversation } from '../../engine/items';

/** Positions of the conversation: the log is shown from `view` to `turn`, the turn under way goes from there to `end`. */
export interface Bounds {
  view: number;
  turn: number;
  end: number;
}

/** Groups left out, by the position of their first message, and how many messages each has. Oldest from `base` on. */
interface Taken {
  heads: number[];
  sizes: number[];
  base: number;
}

export class Trimmer {
  /** Characters and number of the messages that are left out at the moment. */
  characters = 0;
  count = 0;
  private readonly out: Uint8Array;
  private readonly log: Taken = { heads: [], sizes: [], base: 0 };
  private readonly turn: Taken = { heads: [], sizes: [], base: 0 };
  /** Next positions to look at. */
  private logAt = 0;
  private turnAt = 0;
  /** Positions passed over because their group was held, oldest first. */
  private waiting: number[] = [];
  /** Whether a group that had waited was taken, so that the log's groups are no longer in order. */
  private isUnordered = false;
  private touched: number[] = [];

  /** With `whole` a group reaches across the log and the turn, and one that waits for a result is held. */
  constructor(
    private readonly index: TranscriptIndex,
    private readonly conversation: Conversation,
    private readonly sizes: Int32Array,
    private readonly groups: Groups,
    private readonly whole: boolean,
  ) {
    this.out = new Uint8Array(conversation.messages.length);
  }

  isOut(position: number): boolean {
    return this.out[position] === 1;
  }

  /** Positions whose state may have changed since the last time, ascending, each once. */
  changes(): number[] {
    const changed = this.touched;
    if (changed.length < 2) {
      if (changed.length === 1) this.touched = [];
      return changed;
    }
    this.touched = [];
    changed.sort((a, b) => a - b);
    return changed.filter((position, place) => position !== changed[place - 1]);
  }

  /** Leaves out as little as makes the window fit. `fits` tells for characters and messages left out. */
  fit(bounds: Bounds, fits: (characters: number, count: number) => boolean): boolean {
    while (!fits(this.characters, this.count)) {
      if (!this.takeFromLog(bounds) && !this.takeFromTurn(bounds)) return false;
    }
    for (;;) {
      const taken = this.turn.heads.length > 0 ? this.turn : this.log;
      if (taken.heads.length <= taken.base) return true;
      const { characters, count } = this.lastOf(taken);
      if (!fits(this.characters - characters, this.count - count)) return true;
      this.restore(taken, bounds);
    }
  }

  /** The turn from `from` on has ended: what was left out of it is judged again as a part of the log. */
  commit(from: number, bounds: Bounds): void {
    while (this.turn.heads.length > 0) this.putBack(this.turn);
    this.waiting = this.waiting.filter((position) => position < this.logAt);
    this.turnAt = bounds.turn;
    for (let position = from; position < bounds.turn; position++) {
      const head = this.headOf(position);
      if (head >= bounds.view && head < from && this.out[head]) this.joinGroup(this.log, head, position);
    }
  }

  /** A message of the turn under way came in: a late result of a group that was left out goes with it. */
  arrive(position: number, bounds: Bounds): void {
    const head = this.headOf(position);
    if (head < position && head >= bounds.turn && this.out[head]) this.joinGroup(this.turn, head, position);
  }

  private joinGroup(taken: Taken, head: number, position: number): void {
    const place = taken.heads.lastIndexOf(head);
    if (place < 0) return;
    taken.sizes[place] = (taken.sizes[place] as number) + 1;
    this.set(position, 1);
  }

  /** The log is shown from a later position on. What was left out before that is no longer counted here. */
  advance(view: number): void {
    const { log } = this;
    if (this.isUnordered) this.sortLog([]);
    const cutOff: number[] = [];
    while (log.base < log.heads.length && (log.heads[log.base] as number) < view) {
      for (const position of this.members(log.heads[log.base] as number, log.sizes[log.base] as number)) {
        // A late result loses its call and is a group of its own, left out where its turn has come.
        if (position >= view && position < this.logAt) cutOff.push(position);
        else this.set(position, 0);
      }
      log.base++;
    }
    if (cutOff.length > 0) this.sortLog(cutOff);
    if (log.base > 64 && log.base * 2 > log.heads.length) {
      log.heads.splice(0, log.base);
      log.sizes.splice(0, log.base);
      log.base = 0;
    }
    this.logAt = Math.max(this.logAt, view);
    if (this.waiting.length > 0) this.waiting = this.waiting.filter((position) => position >= view);
  }

  /** Puts the log's groups in order again, with single results among them. */
  private sortLog(singles: readonly number[]): void {
    const { log } = this;
    const entries = singles.map((head) => ({ head, size: 1 }));
    for (let place = log.base; place < log.heads.length; place++) {
      entries.push({ head: log.heads[place] as number, size: log.sizes[place] as number });
    }
    entries.sort((a, b) => a.head - b.head);
    log.heads = entries.map((entry) => entry.head);
    log.sizes = entries.map((entry) => entry.size);
    log.base = 0;
    this.isUnordered = false;
  }

  private headOf(position: number): number {
    const head = this.index.links.group[this.conversation.messages[position] as number] as number;
    return this.conversation.positions[head] as number;
  }

  /** The first `size` members of the group whose first message stands at a position. */
  private members(head: number, size: number): number[] {
    const { messages, positions } = this.conversation;
    const members: number[] = [];
    let member = messages[head] as number;
    for (; members.length < size && member >= 0; member = this.index.links.nextMember[member] as number) {
      members.push(positions[member] as number);
    }
    return members;
  }

  private isHeld(position: number, end: number): boolean {
    if (!this.whole) return false;
    const newest = this.headOf(end - 1);
    return newest === position || this.groups.isOpen(this.conversation.messages[position] as number);
  }

  private takeWaiting(taken: Taken, bounds: Bounds): boolean {
    for (let place = 0; place < this.waiting.length; place++) {
      const position = this.waiting[place] as number;
      if (position < bounds.turn !== (taken === this.log) || this.isHeld(position, bounds.end)) continue;
      this.waiting.splice(place, 1);
      this.take(taken, position, bounds.end);
      this.isUnordered ||= taken === this.log;
      return true;
    }
    return false;
  }

  private takeFromLog(bounds: Bounds): boolean {
    if (this.takeWaiting(this.log, bounds)) return true;
    while (this.logAt < bounds.turn) {
      const position = this.logAt++;
      if (this.out[position]) continue;
      const head = this.headOf(position);
      // Other members come and go with the first.
      if (head !== position && head >= bounds.view) continue;
      if (this.isHeld(position, bounds.end)) {
        this.waiting.push(position);
        continue;
      }
      this.take(this.log, position, this.whole ? bounds.end : bounds.turn);
      return true;
    }
    return false;
  }

  /** User messages of the turn stay, and so does its newest group. */
  private takeFromTurn(bounds: Bounds): boolean {
    if (this.takeWaiting(this.turn, bounds)) return true;
    const { messages } = this.conversation;
    while (this.turnAt < bounds.end) {
      const position = this.turnAt;
      const head = this.headOf(position);
      const isOwn = head === position || head < bounds.turn;
      if (isOwn && !this.whole && !this.hasLater(position, bounds)) return false;
      this.turnAt++;
      if (!isOwn || this.out[position] || this.index.roles[messages[position] as number] === USER) continue;
      if (this.whole && head < bounds.turn) continue;
      if (this.isHeld(position, bounds.end)) {
        this.waiting.push(position);
        continue;
      }
      this.take(this.turn, position, bounds.end);
      return true;
    }
    return false;
  }

  /** Whether another group of the turn begins after a position. */
  private hasLater(position: number, bounds: Bounds): boolean {
    for (let later = position + 1; later < bounds.end; later++) {
      const head = this.headOf(later);
      if (head === later || head < bounds.turn) return true;
    }
    return false;
  }

  private take(taken: Taken, head: number, end: number): void {
    const { positions, messages } = this.conversation;
    let size = 0;
    let member = messages[head] as number;
    if (this.headOf(head) !== head) {
      // A result whose call is elsewhere is alone.
      this.set(head, 1);
      size = 1;
      member = -1;
    }
    while (member >= 0 && (positions[member] as number) < end && member < this.groups.appended) {
      this.set(positions[member] as number, 1);
      size++;
      member = this.index.links.nextMember[member] as number;
    }
    taken.heads.push(head);
    taken.sizes.push(size);
  }

  private set(position: number, out: 0 | 1): void {
    if (this.out[position] === out) return;
    this.out[position] = out;
    const sign = out === 1 ? 1 : -1;
    this.characters += sign * (this.sizes[this.conversation.messages[position] as number] as number);
    this.count += sign;
    this.touched.push(position);
  }

  private lastOf(taken: Taken): { characters: number; count: number } {
    const head = taken.heads[taken.heads.length - 1] as number;
    const size = taken.sizes[taken.sizes.length - 1] as number;
    let characters = 0;
    for (const position of this.members(head, size)) {
      characters += this.sizes[this.conversation.messages[position] as number] as number;
    }
    return { characters, count: size };
  }

  private restore(taken: Taken, bounds: Bounds): void {
    const head = this.putBack(taken);
    // What lies after the new place is looked at again, and held again where it still is.
    if (taken === this.log) {
      this.logAt = Math.min(this.logAt, head);
      this.turnAt = bounds.turn;
      this.waiting = this.waiting.filter((position) => position < this.logAt);
    } else {
      this.turnAt = Math.min(this.turnAt, head);
      this.waiting = this.waiting.filter((position) => position < this.turnAt);
    }
  }

  private putBack(taken: Taken): number {
    const head = taken.heads.pop() as number;
    for (const position of this.members(head, taken.sizes.pop() as number)) this.set(position, 0);
    return head;
  }
}
