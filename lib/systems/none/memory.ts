/** A memory that keeps everything. */

import type { TokenCounts } from '../../engine/accounting';
import type { Recorder } from '../../engine/recorder';
import { State } from '../../engine/run';
import type { Memory, Steps } from '../../engine/system';

export class Everything implements Memory {
  tokens: number;
  items = 0;

  constructor(
    private readonly counts: TokenCounts,
    private readonly recorder: Recorder,
  ) {
    this.tokens = counts.tools;
  }

  append(message: number): void {
    const cost = this.counts.message[message] as number;
    this.tokens += cost;
    this.items++;
    this.recorder.arrive(message, State.verbatim, cost, this.tokens);
  }

  needsPreparing(): boolean {
    return false;
  }

  *prepare(): Steps<void> {}
}
