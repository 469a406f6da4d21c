/** A stored scenario as the page's state: today's parameters, and a last result that still is of its lane. */

import type { ResultRecord, ScenarioRecord } from '../storage/records';
import { restoreJudging } from './judging';
import { defaultLane, laneProblems, restoreLane } from './lane';
import { laneOf, oneLane, restoreLanes } from './lanes';
import type { Result, State } from './state';

/** What a scenario changes in the state before its transcript has been read. */
export function restoredSettings(scenario: ScenarioRecord): Partial<State> {
  const lanes = restoreLanes(scenario.lanes, scenario.active) ?? oneLane(defaultLane());
  const { yardstick, probes, prices, view } = scenario;
  return {
    ...lanes,
    ...restoreJudging(probes, prices),
    problems: laneProblems(laneOf(lanes)),
    yardstick,
    showSent: view.showSent === true,
  };
}

/**
 * The last good result, to be drawn at once with the settings that made it; the replay then makes it again. Null where it
 * is of another conversation, or of a memory system that no lane of the scenario has.
 */
export function restoredResult(
  { conversation, lanes }: Pick<ScenarioRecord, 'conversation' | 'lanes'>,
  stored: ResultRecord | undefined,
): Result | null {
  if (stored?.conversation !== conversation) return null;
  // Settings that cannot run leave the result of those before them: only the system must be one of the scenario's.
  if (!lanes.some(({ lane }) => lane.system === stored.lane.system)) return null;
  return { run: stored.run, lane: restoreLane(stored.lane), metrics: null, computeMs: 0, version: 0 };
}
