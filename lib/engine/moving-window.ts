/** The window from call to call, each made from the one before it by what has come and changed: the ledger is read once. */

import { FrontAnchor, type Insert, type Item, State } from './run';

/** Leading messages come before every anchor; no transcript is this long. */
const LEADING = FrontAnchor.instructions - 2 ** 40;

function stands(state: number): boolean {
  return state === State.verbatim || state === State.truncated;
}

/**
 * Told of the changes of a call (first the messages that came, then the inserts, then the changes of state), `items`
 * gives the window there.
 */
export class MovingWindow {
  private window: Item[] = [];
  private readonly inWindow = new Set<Item>();
  private readonly leading = new Set<Item>();
  private hasGaps = false;
  private isUnordered = false;

  /** The list of inserts may grow. */
  constructor(private readonly inserts: readonly Insert[]) {}

  /** A message stands before all others. Told before it arrives. */
  lead(message: Item): void {
    this.leading.add(message);
  }

  arrive(message: Item, state: number): void {
    if (stands(state)) this.add(message);
    this.isUnordered ||= this.leading.has(message);
  }

  insert(number: number): void {
    this.add(~number);
    this.isUnordered = true;
  }

  move(item: Item, state: number, into: number): void {
    if (into >= 0 || !stands(state)) {
      this.hasGaps = this.inWindow.delete(item) || this.hasGaps;
    } else if (!this.inWindow.has(item)) {
      // Gone within this same call and back again: its old place in the list must not count twice.
      this.close();
      this.add(item);
      this.isUnordered = true;
    }
  }

  /** The window as it stands, in the order in which the model sees it. Only good until the next change is told. */
  items(): readonly Item[] {
    this.close();
    if (this.isUnordered) this.window.sort((one, other) => this.order(one, other));
    this.isUnordered = false;
    return this.window;
  }

  private add(item: Item): void {
    if (this.inWindow.has(item)) return;
    this.inWindow.add(item);
    this.window.push(item);
  }

  private close(): void {
    if (this.hasGaps) this.window = this.window.filter((item) => this.inWindow.has(item));
    this.hasGaps = false;
  }

  /** An insert stands before the message whose place it shares; among themselves they stand in the order of their making. */
  private order(one: Item, other: Item): number {
    return this.placeOf(one) - this.placeOf(other) || (one < 0 && other < 0 ? other - one : one - other);
  }

  private placeOf(item: Item): number {
    if (item < 0) return (this.inserts[~item] as Insert).anchor;
    return this.leading.has(item) ? LEADING + item : item;
  }
}
