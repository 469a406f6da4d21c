/** Figures of what a lane decides and what it forgets: compactions and their rhythm, messages lost, task, corrections, recall. */

import { type Figure, wholeRun } from './figure';
import type { Kept } from './run-metrics';
import type { Score } from './score';

function shareOf({ kept, total }: Kept): number | null {
  return total === 0 ? null : kept / total;
}

/** 1 word for word or cut, 0.5 in a summary, 0 gone. */
function taskValue({ metrics: { task } }: Score): number | null {
  if (task === null) return null;
  return task === 'verbatim' || task === 'truncated' ? 1 : task === 'summarised' ? 0.5 : 0;
}

export const DECISIONS_MADE: readonly Figure[] = [
  {
    id: 'compactions',
    label: 'Compactions',
    unit: 'decisions',
    better: null,
    definition: 'Decisions that put a summary, or nothing, in the place of a span.',
    value: ({ metrics }) => metrics.compactions,
    calls: ({ rhythm }) => rhythm.calls,
  },
  {
    id: 'evictions',
    label: 'Evictions',
    unit: 'decisions',
    better: null,
    definition:
      'Decisions that dropped messages or summaries (evicted, trimmed, left as a line); one may take a whole tool group.',
    value: ({ metrics }) => metrics.evictions,
    calls: ({ callsBehind }) => callsBehind.evictions,
  },
  {
    id: 'truncations',
    label: 'Truncated',
    unit: 'messages',
    better: null,
    definition: 'Messages that were cut when they came in.',
    value: ({ metrics }) => metrics.truncations,
    calls: ({ callsBehind }) => callsBehind.truncations,
  },
  {
    id: 'refused',
    label: 'Refused',
    unit: 'messages',
    better: 'low',
    definition: 'Messages that could not be taken in at all.',
    value: ({ metrics }) => metrics.refused,
    calls: ({ callsBehind }) => callsBehind.refused,
  },
  {
    id: 'cadence',
    label: 'Cadence',
    unit: 'calls',
    better: 'high',
    definition: 'The mean number of calls from one call with a compaction to the next.',
    value: ({ rhythm }) => rhythm.cadence,
    calls: ({ rhythm }) => rhythm.calls,
  },
  {
    id: 'thrash',
    label: 'Thrash',
    unit: 'share',
    better: 'low',
    definition: 'The share of the calls with a compaction that come at most two calls after the one before.',
    value: ({ rhythm }) => rhythm.thrash,
    calls: ({ rhythm }) => rhythm.quickCalls,
  },
  {
    id: 'generations',
    label: 'Summary generations',
    unit: 'generations',
    better: 'low',
    definition: 'The most generations of summaries inside one summary: 1 where only messages were summarised.',
    value: ({ generations }) => generations,
    calls: ({ callsBehind }) => callsBehind.deepest,
  },
];

export const FORGOTTEN: readonly Figure[] = [
  {
    id: 'lostMessages',
    label: 'Messages lost',
    unit: 'messages',
    better: 'low',
    definition: 'Messages that neither the last window nor a summary in it carries.',
    value: ({ metrics }) => metrics.lostMessages,
    calls: ({ callsBehind }) => callsBehind.lost,
  },
  {
    id: 'lostTokens',
    label: 'Tokens lost',
    unit: 'tokens',
    better: 'low',
    definition: 'The yardstick tokens of the lost messages, whole.',
    value: ({ metrics }) => metrics.lostSentTokens,
    calls: ({ callsBehind }) => callsBehind.lost,
  },
  {
    id: 'task',
    label: 'Task',
    unit: 'share',
    better: 'high',
    definition:
      'What became of the task, the first user message with words of a person, by the last call: 1 word for word or cut, 0.5 in a summary, 0 gone.',
    value: taskValue,
    calls: ({ callsBehind }) => callsBehind.task,
    shown: ({ metrics }) => metrics.task ?? 'none',
  },
  {
    id: 'corrections',
    label: 'Corrections',
    unit: 'share',
    better: 'high',
    definition: 'The share of the corrections that are still in the last window, word for word or cut.',
    value: ({ metrics }) => shareOf(metrics.corrections),
    calls: wholeRun,
    shown: ({ metrics: { corrections } }) => `${corrections.kept} of ${corrections.total}`,
  },
  {
    id: 'pins',
    label: 'Pins',
    unit: 'share',
    better: 'high',
    definition: 'The share of the messages pinned by hand that are still in the last window, word for word or cut.',
    value: ({ metrics }) => shareOf(metrics.pins),
    calls: wholeRun,
    shown: ({ metrics: { pins } }) => `${pins.kept} of ${pins.total}`,
  },
  {
    id: 'recall',
    label: 'Recall',
    unit: 'share',
    better: 'high',
    definition: '1 − misses ÷ uses of earlier facts: a hit rate as for a cache, with the transcript as the trace.',
    value: ({ recall }) => recall,
    calls: ({ callsBehind }) => callsBehind.misses,
  },
  {
    id: 'misses',
    label: 'Misses',
    unit: 'uses',
    better: 'low',
    definition: 'Uses of an earlier fact at a call whose window had it nowhere.',
    value: ({ misses }) => misses,
    calls: ({ callsBehind }) => callsBehind.misses,
  },
  {
    id: 'probes',
    label: 'Probes held',
    unit: 'share',
    better: 'high',
    definition: "The share of the scenario's probes that the lane's windows held.",
    value: ({ probes }) => (probes ? shareOf({ kept: probes.held, total: probes.total }) : null),
    calls: ({ callsBehind }) => callsBehind.probes,
    shown: ({ probes }) => (probes ? `${probes.held} of ${probes.total}` : 'none'),
  },
];
