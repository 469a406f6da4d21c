/** Which span the next pass of compaction takes, and when the next pass is worth trying at all. */

import type { Recorder } from '../../engine/recorder';
import type { Slots } from '../../engine/slots';
import { groupedSpan, publishedSpan, type Span } from '../../engine/spans';
import type { Guards } from '../../engine/system';
import type { Holds } from './holds';

export class Passes {
  /** Policy tokens appended so far. */
  appended = 0;
  /** Where the oldest span that is worth a pass starts, or -1 where none was found. */
  worthFrom = -1;
  /** How many tokens must have been appended before another pass is tried after a futile one. */
  private retryAt = 0;
  private readonly wholeGroups: boolean;
  private readonly stopsFutile: boolean;

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
    const from = Math.max(holds.firstFree, holds.exhausted);
    for (let span = groupedSpan(holds, from, maxSpan); span; span = groupedSpan(holds, span.end, maxSpan)) {
      if (this.tokensOf(span) >= this.leastGain) {
        this.worthFrom = span.start;
        return span;
      }
    }
    this.worthFrom = -1;
    const oldest = groupedSpan(holds, holds.firstFree, maxSpan);
    // Where there is none, looking again at every call would read the whole window each time.
    if (!oldest) this.wait();
    return oldest;
  }

  tokensOf(span: Span): number {
    let total = 0;
    for (let position = span.start; position < span.end; position++) {
      total += this.recorder.costOfItem(this.slots.at(position));
    }
    return total;
  }
}
