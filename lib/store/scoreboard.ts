/** The scoreboard of the comparison: a row for each lane that has a score, under its present name. */

import { REPLAY_LIMITS } from '../metrics/limits';
import { type Scoreboard, scoreboard, sortedRows } from '../metrics/scoreboard';
import { type ExportedBoard, exportScoreboard } from '../metrics/scoreboard-export';
import type { BoardNotes } from '../metrics/scoreboard-notes';
import { type LaneEntry, laneName } from './lanes';
import { type Held, isOfOtherYardsticks } from './stale';
import type { LaneOutcome, State } from './state';

export type { Cell, FigureInfo, Scoreboard } from '../metrics/scoreboard';

/** What a replay cannot show, a sentence each. */
export const LIMITS = REPLAY_LIMITS;

/** Files that a scoreboard can be written as. */
export const BOARD_FILES = [
  { format: 'csv', label: 'CSV', extension: 'csv', type: 'text/csv' },
  { format: 'markdown', label: 'Markdown', extension: 'md', type: 'text/markdown' },
  { format: 'json', label: 'JSON', extension: 'json', type: 'application/json' },
] as const;

export function boardText(
  board: ExportedBoard,
  format: (typeof BOARD_FILES)[number]['format'],
  notes: BoardNotes,
): string {
  return exportScoreboard(board, format, notes);
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
  /** Which rows are measured as is set now: only those are held against anything. */
  ranked: readonly boolean[];
}

interface Made extends LaneBoard {
  scores: readonly NonNullable<LaneOutcome['score']>[];
}

let last: Made | null = null;

/**
 * A row for each lane in sight that has a score; one that is not measured as is set now takes no part in best and worst. The
 * same object while nothing of it changes: neither scores nor names, colours and order of their lanes.
 */
export function laneBoard(state: Held & Pick<State, 'lanes'>): LaneBoard {
  const { lanes, comparison } = state;
  const entries = lanes.filter(({ id, hidden }) => !hidden && comparison.get(id)?.score);
  const scores = entries.flatMap((entry) => comparison.get(entry.id)?.score ?? []);
  const ranked = entries.map(({ id }) => !isOfOtherYardsticks(comparison.get(id), state));
  if (last && isSame(last, entries, scores, ranked)) return last;
  const named = scores.map(({ score }, place) => ({ ...score, lane: laneName(entries[place] as LaneEntry) }));
  last = { board: scoreboard(named, undefined, ranked), entries, scores, ranked };
  return last;
}

function isSame(
  before: Made,
  entries: readonly LaneEntry[],
  scores: Made['scores'],
  ranked: readonly boolean[],
): boolean {
  return (
    before.entries.length === entries.length &&
    entries.every((entry, place) => {
      const old = before.entries[place] as LaneEntry;
      const isLane = old.id === entry.id && old.colour === entry.colour && laneName(old) === laneName(entry);
      return isLane && scores[place] === before.scores[place] && ranked[place] === before.ranked[place];
    })
  );
}
