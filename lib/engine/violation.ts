/** What a check of the engine's rules looks at and what it reports. */

import type { TokenCounter, TranscriptIndex } from './accounting';
import type { Run } from './run';
import type { Config, Guards, MemorySystem } from './system';

export interface Violation {
  /** "R7". */
  rule: string;
  /** Call at which it shows. */
  call: number;
  message: string;
}

/** A run and all that it came from. `counter` is the policy's own. */
export interface Subject {
  run: Run;
  index: TranscriptIndex;
  system: MemorySystem;
  config: Config;
  guards: Guards;
  counter: TokenCounter;
}

export type Report = (rule: string, call: number, message: string) => void;
