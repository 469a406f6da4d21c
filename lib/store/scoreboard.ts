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
  /** The lanes of the rows, and what each came to. */
  entries: readonly LaneEntry[];
  scores: readonly NonNullable<LaneOutcome['score']>[];
}

let last: { lanes: readonly LaneEntry[]; comparison: State['comparison']; made: LaneBoard } | null = null;

/** The same object while nothing of it changes: neither scores nor names, colours and order of the lanes that have one. */
export function laneBoard({ lanes, comparison }: Pick<State, 'lanes' | 'comparison'>): LaneBoard {
  if (last?.lanes === lanes && last.comparison === comparison) return last.made;
  const entries = lanes.filter(({ id, hidden }) => !hidden && comparison.get(id)?.score);
  const scores = entries.flatMap((entry) => comparison.get(entry.id)?.score ?? []);
  const isSame =
    last?.made.entries.length === entries.length &&
    entries.every((entry, place) => {
      const before = last?.made.entries[place];
      return before?.id === entry.id && before.colour === entry.colour && laneName(before) === laneName(entry);
    }) &&
    scores.every((score, place) => score === last?.made.scores[place]);
  const made: LaneBoard =
    isSame && last
      ? last.made
      : {
          board: scoreboard(
            scores.map(({ score }, place) => ({ ...score, lane: laneName(entries[place] as LaneEntry) })),
          ),
          entries,
          scores,
        };
  last = { lanes, comparison, made };
  return made;
}
