/** Which lanes of the comparison are scored, which cannot run, and what was said of a probe. */

import type { ProbeResult } from '../probes/evaluate';
import type { Probe } from '../probes/probe';
import type { LaneEntry } from './lanes';
import { type Held, isStale } from './stale';
import type { LaneOutcome, State } from './state';

/** Whether every lane that is shown has a score of its present settings, or none at all because it cannot run. */
export function areScored(state: Held & Pick<State, 'lanes'>): boolean {
  const shown = state.lanes.filter(({ hidden }) => !hidden);
  const outcomeOf = ({ id }: LaneEntry) => state.comparison.get(id);
  const isReady = shown.every((entry) => outcomeOf(entry)?.failed || !isStale(entry, state));
  return isReady && shown.some((entry) => outcomeOf(entry)?.score);
}

/** A lane's verdict on a probe as it is now; one that has changed since it was judged has none yet. */
export function verdictOf(outcome: LaneOutcome | undefined, probe: Probe): ProbeResult | undefined {
  const { score } = outcome ?? {};
  return score?.judged.probes.includes(probe) ? score.probes.find(({ id }) => id === probe.id) : undefined;
}

export interface FailedLane {
  entry: LaneEntry;
  reason: string;
}

let lastFailed: { of: Pick<State, 'lanes' | 'comparison'>; failed: readonly FailedLane[] } | null = null;

/** Lanes in sight whose settings cannot run, with the reason; the same list while nothing of it changes. */
export function failedLanes(of: Pick<State, 'lanes' | 'comparison'>): readonly FailedLane[] {
  if (lastFailed?.of.lanes === of.lanes && lastFailed.of.comparison === of.comparison) return lastFailed.failed;
  const failed = of.lanes.flatMap((entry) => {
    const reason = entry.hidden ? null : (of.comparison.get(entry.id)?.failed ?? null);
    return reason === null ? [] : [{ entry, reason }];
  });
  const { failed: before = [] } = lastFailed ?? {};
  const isSame =
    before.length === failed.length &&
    failed.every(({ entry, reason }, place) => before[place]?.entry === entry && before[place]?.reason === reason);
  lastFailed = { of, failed: isSame ? before : failed };
  return lastFailed.failed;
}
