/** Figures of what a lane takes: pressure, tokens sent, the bill and the summarizer's work. */

import { counted, decimal, whole } from '../engine/figures';
import { type CellNote, type Figure, wholeRun } from './figure';
import type { Score } from './score';

/** The largest request is over what the model takes: also where the lane's own count stays under its limit. */
function overWindow({ overWindow: over, metrics: { sentPeak } }: Score): CellNote | null {
  if (!over) return null;
  const { window, policyTokens, calls } = over;
  const less = 1 - policyTokens / sentPeak;
  const own =
    less >= 0.005 ? ` Its own count says ${whole(policyTokens)} there, ${decimal(less * 100, 0)} % less.` : '';
  return {
    text: `${whole(sentPeak)} tokens by the yardstick, over the window of ${whole(window)}: at ${counted(calls.length, 'call')} in all.${own}`,
    calls,
  };
}

export const PRESSURE: readonly Figure[] = [
  {
    id: 'peakPressure',
    label: 'Peak pressure',
    unit: 'share',
    better: 'low',
    definition: 'The highest of policy tokens ÷ limit over the calls, after preparing; 1 is the limit.',
    value: ({ metrics }) => metrics.peakPressure,
    calls: ({ callsBehind }) => callsBehind.peak,
  },
  {
    id: 'meanPressure',
    label: 'Mean pressure',
    unit: 'share',
    better: null,
    definition: 'The mean of policy tokens ÷ limit over the calls.',
    value: ({ metrics }) => metrics.meanPressure,
    calls: wholeRun,
  },
  {
    id: 'overBudget',
    label: 'Over budget',
    unit: 'calls',
    better: 'low',
    definition: 'Calls whose policy tokens are over the limit.',
    value: ({ metrics }) => metrics.callsOverBudget,
    calls: ({ callsBehind }) => callsBehind.overBudget,
    note: overWindow,
  },
];

const BILL: Figure = {
  id: 'bill',
  label: 'Bill',
  unit: 'dollars',
  better: 'low',
  definition:
    "Input (read from the cache, written to it, neither), output, and the summarizer's own requests, at their prices.",
  value: ({ cost }) => cost,
  calls: wholeRun,
};

export const TOKENS_AND_BILL: readonly Figure[] = [
  {
    id: 'sentTokens',
    label: 'Sent',
    unit: 'tokens',
    better: 'low',
    definition: 'The sum over the calls of the yardstick tokens sent, tool schemas included.',
    value: ({ metrics }) => metrics.sentTokens,
    calls: wholeRun,
  },
  {
    id: 'sentPeak',
    label: 'Largest call',
    unit: 'tokens',
    better: 'low',
    definition: 'The yardstick tokens of the largest call.',
    value: ({ metrics }) => metrics.sentPeak,
    calls: ({ callsBehind }) => callsBehind.sentPeak,
    note: overWindow,
  },
  BILL,
  {
    id: 'billRatio',
    label: 'Bill ÷ none',
    unit: 'ratio',
    better: 'low',
    definition: 'The bill ÷ the bill of keeping everything; under 1 the lane saves money.',
    value: ({ costRatio }) => costRatio,
    calls: wholeRun,
    follows: BILL,
  },
  {
    id: 'readShare',
    label: 'Read from cache',
    unit: 'share',
    better: 'high',
    definition: 'The share of the sent tokens that is read from the simulated prompt cache.',
    value: ({ readShare }) => readShare,
    calls: ({ callsBehind }) => callsBehind.breaks,
  },
  {
    id: 'cacheBreaks',
    label: 'Cache breaks',
    unit: 'calls',
    better: 'low',
    definition: 'Calls whose window does not begin with the whole window of the call before.',
    value: ({ cost, callsBehind }) => (cost === null ? null : callsBehind.breaks.length),
    calls: ({ callsBehind }) => callsBehind.breaks,
  },
  {
    id: 'summarizerCalls',
    label: 'Summarizer calls',
    unit: 'requests',
    better: 'low',
    definition: 'Requests made of the summarizer, failed ones included.',
    value: ({ metrics }) => metrics.summarizerCalls,
    calls: ({ callsBehind }) => callsBehind.summarizer,
  },
  {
    id: 'summarizerTokens',
    label: 'Summarizer tokens',
    unit: 'tokens',
    better: 'low',
    definition: 'Yardstick tokens that the summarizer was given and wrote.',
    value: ({ metrics }) => metrics.summarizerInputTokens + metrics.summarizerOutputTokens,
    calls: ({ callsBehind }) => callsBehind.summarizer,
  },
];
