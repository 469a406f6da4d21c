/** The figures of the scoreboard, in the order of its columns: the one list that tables, exports, bounds and definitions read. */

import { PROVIDER_LABELS, PROVIDERS } from '../engine/provider-rules';
import { type Figure, wholeRun } from './figure';
import { PRESSURE, TOKENS_AND_BILL } from './figures-cost';
import { DECISIONS_MADE, FORGOTTEN } from './figures-memory';

const INVALID: readonly Figure[] = [
  {
    id: 'invalid',
    label: 'Invalid windows',
    unit: 'calls',
    better: 'low',
    definition: 'Calls whose window at least one provider would reject.',
    value: ({ invalidAny }) => invalidAny,
    calls: ({ callsBehind }) => callsBehind.invalidAny,
  },
  ...PROVIDERS.map(
    (provider): Figure => ({
      id: `invalid-${provider}`,
      label: `Invalid, ${PROVIDER_LABELS[provider]}`,
      unit: 'calls',
      better: 'low',
      definition: `Calls whose window ${PROVIDER_LABELS[provider]} would reject.`,
      value: ({ invalid }) => invalid[provider],
      calls: ({ callsBehind }) => callsBehind.invalid[provider],
    }),
  ),
];

export const FIGURES: readonly Figure[] = [
  ...PRESSURE,
  ...TOKENS_AND_BILL,
  ...DECISIONS_MADE,
  ...FORGOTTEN,
  ...INVALID,
  {
    id: 'computeMs',
    label: 'Computing',
    unit: 'milliseconds',
    better: null,
    definition:
      'Milliseconds that the replay took on this machine, without counting tokens. It depends on the machine and on what was reckoned before: no lane is better by it.',
    value: ({ computeMs }) => computeMs,
    calls: wholeRun,
  },
];
