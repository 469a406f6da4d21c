/** The window at a call as a transcript of its own: the messages as the model gets them, and the tool schemas. */

import type { TranscriptIndex } from '../engine/accounting';
import { windowAt } from '../engine/ledger';
import type { Run } from '../engine/run';
import type { Config, Guards, MemorySystem } from '../engine/system';
import type { Transcript } from '../engine/transcript';

/** A finished replay with what is needed to say how its messages went out. */
export interface ReplayedLane {
  run: Run;
  index: TranscriptIndex;
  system: MemorySystem;
  config: Config;
  guards: Guards;
}

/** Any exporter takes it. `call` counts model calls from 0; the last one is the next call. */
export function windowTranscript({ run, index, system, config, guards }: ReplayedLane, call: number): Transcript {
  const { tools } = index.transcript;
  const messages = Array.from(windowAt(run, call), (item) => system.present(item, run, index, config, guards));
  return tools ? { messages, tools } : { messages };
}
