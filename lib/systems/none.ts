/** No memory system: every message stays. The baseline that shows what it would have cost, and where it overflows. */

import type { TokenCounts } from '../engine/accounting';
import { counterParameter, windowParameter } from '../engine/common-parameters';
import { whole } from '../engine/figures';
import type { Recorder } from '../engine/recorder';
import { State } from '../engine/run';
import type { Memory, MemorySystem, Steps } from '../engine/system';
import type { Message } from '../engine/transcript';

class Everything implements Memory {
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

export const none: MemorySystem = {
  id: 'none',
  label: 'No memory system',
  summary: 'Keeps everything: what it would have cost to forget nothing, and where the window overflows.',
  parameters: [windowParameter(), counterParameter('chars4', 'How pressure is counted.')],
  guards: [],
  unit: 'tokens',
  counterOf: (config) => config.counter as string,
  limitOf: (config) => {
    const limit = config.window as number;
    return { limit, arithmetic: `${whole(limit)} tokens, the whole window` };
  },
  thresholds: () => [],
  validate: () => [],
  countsTools: true,
  roomFor: (amount) => ({ parameter: 'window', value: amount }),
  create: ({ counts, recorder }) => new Everything(counts, recorder),
  present: (item, _run, index) => index.transcript.messages[item] as Message,
  pins: (window) => Array.from(window, () => null),
  explain: () => 'Nothing is ever taken.',
};
