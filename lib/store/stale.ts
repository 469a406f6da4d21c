/** Whether what is shown of lanes is still of their settings. */

import type { LaneEntry } from './lanes';
import type { LaneOutcome, State } from './state';

/** Whether what is shown of a lane is of settings that it no longer has. */
export function isStale({ lane }: LaneEntry, outcome: LaneOutcome | undefined): boolean {
  return !outcome || outcome.lane !== lane || outcome.score?.of !== outcome.number;
}

/** Whether every lane that is shown has a score of its present settings, or none at all because it cannot run. */
export function areScored({ lanes, comparison }: Pick<State, 'lanes' | 'comparison'>): boolean {
  const shown = lanes.filter(({ hidden }) => !hidden).map((entry) => ({ entry, outcome: comparison.get(entry.id) }));
  const isReady = shown.every(({ entry, outcome }) => outcome?.failed || !isStale(entry, outcome));
  return isReady && shown.some(({ outcome }) => outcome?.score);
}
