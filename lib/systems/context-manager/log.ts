/** The committed log as positions of the conversation: where it begins, its user turns, and where a cap or a fold would cut it. */

import type { TranscriptIndex } from '../../engine/accounting';
import { cleanCuts, resultCuts } from './boundaries';
import type { Settings } from './settings';

export class TurnLog {
  start = 0;
  /** Positions of user messages, the one that began the turn under way included. */
  private readonly users: number[] = [];
  /** How many of them are before the log. */
  private before = 0;

  /** With `whole` no cut falls inside a tool group. */
  constructor(
    private readonly index: TranscriptIndex,
    private readonly settings: Settings,
    private readonly whole: boolean,
  ) {}

  /** A user message begins a turn. */
  begin(position: number): void {
    this.users.push(position);
  }

  /** Where the log begins once a turn has ended, under its cap. Called before the next turn begins. */
  capped(end: number): number {
    const { strategy, maxMessages, windowSize } = this.settings;
    let start = this.start;
    if (strategy === 'keep_recent') {
      const from = end - maxMessages;
      // A result is nothing without its call: published code steps back over results, as far as the log goes.
      if (from > start) start = Math.max(start, resultCuts(this.index)[from] as number);
    } else if (strategy === 'sliding_window') {
      const first = this.users.length - windowSize;
      if (first > this.before) start = this.users[first] ?? end;
    }
    return this.clean(start);
  }

  /** Where a fold would cut that leaves the last turns, or null where there is nothing before them. */
  foldedAt(end: number): number | null {
    const { keepTurns } = this.settings;
    // The last user message has begun the turn under way.
    const turns = this.users.length - 1;
    if (turns - this.before <= keepTurns) return null;
    const cut = this.clean(keepTurns > 0 ? (this.users[turns - keepTurns] as number) : end);
    return cut > this.start ? cut : null;
  }

  /** What is before a position is in the log no more. */
  forgetBefore(start: number): void {
    this.start = start;
    while (this.before < this.users.length && (this.users[this.before] as number) < start) this.before++;
  }

  private clean(cut: number): number {
    return this.whole ? (cleanCuts(this.index)[cut] as number) : cut;
  }
}
