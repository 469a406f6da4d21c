/** The scoreboard of the comparison: a row for each lane that has a score, under its present name. */

import { type Scoreboard, scoreboard } from '../metrics/scoreboard';
import { type LaneEntry, laneName } from './lanes';
import type { LaneOutcome, State } from './state';

export interface LaneBoard {
  board: Scoreboard;
  /** The lanes of the rows. */
  entries: readonly LaneEntry[];
}

let last: { lanes: readonly LaneEntry[]; comparison: State['comparison']; made: LaneBoard } | null = null;

/** The same object while neither lanes nor their scores have changed. */
export function laneBoard({ lanes, comparison }: Pick<State, 'lanes' | 'comparison'>): LaneBoard {
  if (last?.lanes === lanes && last.comparison === comparison) return last.made;
  const entries = lanes.filter(({ id, hidden }) => !hidden && comparison.get(id)?.score);
  const scores = entries.flatMap((entry) => {
    const found = comparison.get(entry.id)?.score;
    return found ? [{ ...found.score, lane: laneName(entry) }] : [];
  });
  const made = { board: scoreboard(scores), entries };
  last = { lanes, comparison, made };
  return made;
}

/** Whether what is shown of a lane is of settings that it no longer has. */
export function isStale({ lane }: LaneEntry, outcome: LaneOutcome | undefined): boolean {
  return !outcome || outcome.lane !== lane || outcome.score?.of !== outcome.number;
}
