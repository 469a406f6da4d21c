/** Which span the next pass of compaction takes, and when the next pass is worth trying at all. */

import type { Recorder } from '../../engine/recorder';
import type { Slots } from '../../engine/slots';
import { groupedSpan, publishedSpan, type Span } from '../../engine/spans';
import type { Guards } from '../../engine/system';
import type { Holds } from './holds';

/**
 * The front of the window, up to which no run of free items will ever be of use: each is closed on both sides by what can
 * go into no summary, and too small. So a scan need not look at it again.
 */
class Settled {
  until = 0;

  constructor(
    private readonly holds: Holds,
    private readonly isOfUse: (run: Span) => boolean,
  ) {}

  /** A scan found nothing of use before a position. Runs that are still open, or wait for something, are not settled. */
  advance(position: number): void {
    const { holds } = this;
    let end = Math.min(position, holds.waitingFrom);
    while (end > this.until && !holds.isNeverFree(end - 1)) end--;
    this.until = Math.max(this.until, end);
  }

  /** `after` items stand where `before` stood from `start` on. Without a summary between them two runs may be one now. */
  changed(start: number, before: number, after: number): void {
    if (start >= this.until) return;
    this.until -= before - after;
    if (after === 0) this.reopen(start);
  }

  /** A position that a lasting pin closed is free to be taken some time: the run around it is judged again. */
  loosened(position: number): void {
    if (position >= this.until) return;
    const { holds } = this;
    let start = position;
    while (start > 0 && !holds.isNeverFree(start - 1)) start--;
    let end = position + 1;
    while (end < this.until && !holds.isNeverFree(end)) end++;
    // A run that reaches the end of the front is open there.
    if (end >= this.until || this.isOfUse({ start, end })) this.until = start;
  }

  private reopen(position: number): void {
    const { holds } = this;
    let start = position;
    while (start > 0 && !holds.isNeverFree(start - 1)) start--;
    let end = start;
    while (end < this.until && !holds.isNeverFree(end)) end++;
    if (this.isOfUse({ start, end })) this.until = start;
  }
}

export class Passes {
  /** Policy tokens appended so far. */
  appended = 0;
  /** How many tokens must have been appended before another pass is tried after a futile one. */
  private retryAt = 0;
  private readonly wholeGroups: boolean;
  private readonly stopsFutile: boolean;
  /** Whether runs stay closed: summaries are made once, groups are whole, pins stay where they are or say where they end. */
  private readonly runsClose: boolean;
  private readonly tooSmall: Settled;
  private readonly noSpan: Settled;

  constructor(
    private readonly holds: Holds,
    private readonly slots: Slots,
    private readonly recorder: Recorder,
    private readonly maxSpan: number,
    guard: Guards,
    /** Tokens that a pass must free so that another may follow; 0 without the guard. */
    readonly leastGain: number,
  ) {
    this.wholeGroups = guard.toolGroups === true;
    this.stopsFutile = guard.minGain === true;
    this.runsClose = this.wholeGroups && this.stopsFutile && guard.summariesOnce === true && !holds.slips;
    this.tooSmall = new Settled(holds, (run) => this.tokensOf(run) >= this.leastGain);
    this.noSpan = new Settled(holds, (run) => run.end - run.start >= 2);
  }

  get areDue(): boolean {
    return this.appended >= this.retryAt;
  }

  /** A futile pass is the last one: no other is tried until as much as it should have freed has come in. */
  wait(): void {
    this.retryAt = this.appended + this.leastGain;
  }

  next(): Span | null {
    const { holds, maxSpan } = this;
    holds.survey();
    if (!this.wholeGroups) return publishedSpan(holds, holds.firstFree, maxSpan);
    if (!this.stopsFutile) return groupedSpan(holds, holds.firstFree, maxSpan);
    // The oldest span that can free enough; where none can, the oldest one.
    const worth = this.scan(this.tooSmall, (span) => this.tokensOf(span) >= this.leastGain);
    if (worth) return worth;
    const oldest = this.scan(this.noSpan, () => true);
    // Where there is none, looking again at every call would read the whole window each time.
    if (!oldest) this.wait();
    return oldest;
  }

  private scan(settled: Settled, isWanted: (span: Span) => boolean): Span | null {
    const { holds, maxSpan } = this;
    let span = groupedSpan(holds, Math.max(holds.firstFree, settled.until), maxSpan);
    while (span && !isWanted(span)) span = groupedSpan(holds, span.end, maxSpan);
    if (this.runsClose) settled.advance(span ? span.start : holds.end);
    return span;
  }

  /** `after` items stand where `before` stood from `start` on: one summary, or nothing. */
  changed(start: number, before: number, after: number): void {
    if (!this.runsClose) return;
    this.tooSmall.changed(start, before, after);
    this.noSpan.changed(start, before, after);
  }

  /** A position has lost its last lasting pin. */
  loosened(position: number): void {
    if (!this.runsClose) return;
    this.tooSmall.loosened(position);
    this.noSpan.loosened(position);
  }

  tokensOf(span: Span): number {
    let total = 0;
    for (let position = span.start; position < span.end; position++) {
      total += this.recorder.costOfItem(this.slots.at(position));
    }
    return total;
  }
}
