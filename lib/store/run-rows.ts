/** Scoreboard rows as a run keeps them, and an old row held against the present one, figure by figure. */

import { type FigureUnit, shownNumber } from '../metrics/figure';
import type { FigureInfo, Scoreboard, ScoreboardRow } from '../metrics/scoreboard';
import type { RunRecord } from '../storage/records';
import type { LaneEntry } from './lanes';

type StoredRow = RunRecord['rows'][number];

/** A figure of a lane, then and now. */
export interface FigureChange {
  id: string;
  label: string;
  definition: string;
  old: string;
  now: string;
  /** With its sign; the empty text where one of the two has no number. */
  difference: string;
  /** By the figure's better end; null where nothing changed, or neither end is better. */
  verdict: 'better' | 'worse' | null;
}

export interface LaneChange {
  id: string;
  /** As it is called now, or was called then. */
  lane: string;
  /** It is only in one of the two. */
  only: 'old' | 'now' | null;
  figures: FigureChange[];
}

/** A row for each lane, with its id, and every figure by id as a number and as people read it. */
export function boardRows({ figures, rows }: Scoreboard, entries: readonly LaneEntry[]): StoredRow[] {
  return rows.map(({ lane, system, cells }, place) => ({
    id: entries[place]?.id ?? '',
    lane,
    system,
    cells: Object.fromEntries(
      figures.map(({ id, label }, column) => {
        const cell = cells[column];
        return [id, { label, value: cell?.value ?? null, shown: cell?.shown ?? '' }];
      }),
    ),
  }));
}

interface StoredCell {
  label: string;
  value: number | null;
  shown: string;
}

function cellOf(row: StoredRow | undefined, figure: string): StoredCell | null {
  const cells = row?.cells as { [figure: string]: Partial<StoredCell> | undefined } | undefined;
  const cell = cells && Object.hasOwn(cells, figure) ? cells[figure] : undefined;
  if (!cell || typeof cell !== 'object') return null;
  const { label = figure, value = null, shown = '' } = cell;
  return { label: String(label), value: typeof value === 'number' ? value : null, shown: String(shown) };
}

/** Old rows against the present scoreboard, lanes by their ids: those of now in their order, then those that are gone. */
export function laneChanges(old: RunRecord['rows'], board: Scoreboard, entries: readonly LaneEntry[]): LaneChange[] {
  const before = new Map(old.map((row) => [String(row.id), row]));
  const changes = board.rows.map((row, place): LaneChange => {
    const id = entries[place]?.id ?? '';
    const was = before.get(id);
    before.delete(id);
    return { id, lane: row.lane, only: was ? null : 'now', figures: figureChanges(was, row, board.figures) };
  });
  for (const [id, row] of before) {
    changes.push({ id, lane: String(row.lane), only: 'old', figures: figureChanges(row, undefined, board.figures) });
  }
  return changes;
}

function figureChanges(
  old: StoredRow | undefined,
  now: ScoreboardRow | undefined,
  figures: readonly FigureInfo[],
): FigureChange[] {
  const changes = figures.map((figure, column): FigureChange => {
    const was = cellOf(old, figure.id);
    const is = now?.cells[column];
    return { ...changeOf(figure, was?.value ?? null, is?.value ?? null), old: was?.shown ?? '', now: is?.shown ?? '' };
  });
  // A figure that is not worked out today, or that no lane has a number for, is shown as it was.
  for (const id of Object.keys((old?.cells as object | undefined) ?? {})) {
    const was = cellOf(old, id);
    if (!was || was.value === null || figures.some((figure) => figure.id === id)) continue;
    changes.push({ id, label: was.label, definition: '', old: was.shown, now: '', difference: '', verdict: null });
  }
  return changes;
}

function changeOf(figure: FigureInfo, old: number | null, now: number | null): Omit<FigureChange, 'old' | 'now'> {
  const { id, label, definition, unit } = figure;
  if (old === null || now === null) return { id, label, definition, difference: '', verdict: null };
  const by = now - old;
  return { id, label, definition, difference: signed(by, unit), verdict: verdictOf(by, figure) };
}

/** What a difference means by the figure's better end. */
function verdictOf(by: number, { better }: Pick<FigureInfo, 'better'>): FigureChange['verdict'] {
  if (by === 0 || better === null) return null;
  return by > 0 === (better === 'high') ? 'better' : 'worse';
}

/** "+0.05", "−1,200"; "0" where nothing changed. */
function signed(by: number, unit: FigureUnit): string {
  if (by === 0) return '0';
  return `${by > 0 ? '+' : '−'}${shownNumber(Math.abs(by), unit)}`;
}

/** What a cell of the scoreboard differs from in the baseline; the empty text where it does not, or there is none. */
export function againstBaseline(
  baseline: RunRecord['rows'] | undefined,
  lane: string,
  figure: FigureInfo,
  now: number | null,
): { text: string; verdict: FigureChange['verdict'] } {
  const was = cellOf(
    baseline?.find((row) => row.id === lane),
    figure.id,
  );
  if (!was || was.value === null || now === null || was.value === now) return { text: '', verdict: null };
  const by = now - was.value;
  return { text: signed(by, figure.unit), verdict: verdictOf(by, figure) };
}
