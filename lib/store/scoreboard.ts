/** The scoreboard of the comparison: a row for each lane that has a score, under its present name. */

import { REPLAY_LIMITS } from '../metrics/limits';
import { type Scoreboard, scoreboard, sortedRows } from '../metrics/scoreboard';
import { exportScoreboard } from '../metrics/scoreboard-export';
import { type LaneEntry, laneName } from './lanes';
import type { LaneOutcome, State } from './state';

export type { Cell, Scoreboard } from '../metrics/scoreboard';

/** What a replay cannot show, a sentence each. */
export const LIMITS = REPLAY_LIMITS;

/** Files that a scoreboard can be written as. */
export const BOARD_FILES = [
  { format: 'csv', label: 'CSV', extension: 'csv', type: 'text/csv' },
  { format: 'markdown', label: 'Markdown', extension: 'md', type: 'text/markdown' },
  { format: 'json', label: 'JSON', extension: 'json', type: 'application/json' },
] as const;

export function boardText(board: Scoreboard, format: (typeof BOARD_FILES)[number]['format']): string {
  return exportScoreboard(board, format);
}

export interface BoardOrder {
  figure: string;
  worstFirst: boolean;
}

/** Positions of the rows in an order; that of the lanes where there is none. */
export function rowOrder(board: Scoreboard, order: BoardOrder | null): number[] {
  return order ? sortedRows(board, order.figure, order.worstFirst) : board.rows.map((_row, place) => place);
}

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
  // A curve that was drawn anew has no score yet: until then nothing of the board changes.
  const before = last?.lanes === lanes ? last : null;
  if (before && entries.every(({ id }) => before.comparison.get(id)?.score === comparison.get(id)?.score)) {
    if (entries.length === before.made.entries.length) {
      last = { ...before, comparison };
      return before.made;
    }
  }
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
