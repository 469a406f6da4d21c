/** No memory system: every message stays. The baseline that shows what it would have cost, and where it overflows. */

import { counterParameter, windowParameter } from '../engine/common-parameters';
import { whole } from '../engine/figures';
import type { SystemDescription } from '../engine/system';
import type { Message } from '../engine/transcript';

export const none: SystemDescription = {
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
  present: (item, _run, index) => index.transcript.messages[item] as Message,
  pins: (window) => Array.from(window, () => null),
  explain: () => 'Nothing is ever taken.',
};
