/** Scoreboard rows as a run keeps them, and an old row held against the present one, figure by figure. */

import { digitsOf, isOfSettings, shownNumber } from '../metrics/figure';
import { rounded } from '../metrics/numbers';
import { FIGURES } from '../metrics/registry';
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
  /** With its sign, of the numbers as they are shown; the empty text where there is none, or nothing is held against each other. */
  difference: string;
  /** By the figure's better end; null where nothing that is shown changed, or neither end is better. */
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

/** What the clock says is another number each time: it is held against nothing. */
const OF_THE_CLOCK: ReadonlySet<string> = new Set(FIGURES.filter((one) => !isOfSettings(one)).map(({ id }) => id));

/**
 * Old rows beside the present scoreboard, lanes by their ids: those of now in their order, then those that are gone. A row
 * that is not `alike` was measured differently: no differences are worked out for it.
 */
export function laneChanges(
  old: RunRecord['rows'],
  board: Scoreboard,
  entries: readonly LaneEntry[],
  alike: readonly boolean[],
): LaneChange[] {
  const before = new Map(old.map((row) => [String(row.id), row]));
  const changes = board.rows.map((row, place): LaneChange => {
    const id = entries[place]?.id ?? '';
    const was = before.get(id);
    before.delete(id);
    const figures = figureChanges(was, row, board.figures, alike[place] === true);
    return { id, lane: row.lane, only: was ? null : 'now', figures };
  });
  for (const [id, row] of before) {
    const figures = figureChanges(row, undefined, board.figures, false);
    changes.push({ id, lane: String(row.lane), only: 'old', figures });
  }
  return changes;
}

function figureChanges(
  old: StoredRow | undefined,
  now: ScoreboardRow | undefined,
  figures: readonly FigureInfo[],
  alike: boolean,
): FigureChange[] {
  const changes = figures.flatMap((figure, column): FigureChange[] => {
    if (OF_THE_CLOCK.has(figure.id)) return [];
    const was = cellOf(old, figure.id);
    const is = now?.cells[column] ?? null;
    return [{ ...namesOf(figure), ...shownBeside(figure, was, is), ...differenceOf(figure, was, is, alike) }];
  });
  // A figure that is not worked out today, or that no lane has a number for, is shown as it was.
  for (const id of Object.keys((old?.cells as object | undefined) ?? {})) {
    const was = cellOf(old, id);
    if (!was || was.value === null || OF_THE_CLOCK.has(id) || figures.some((figure) => figure.id === id)) continue;
    changes.push({ id, label: was.label, definition: '', old: was.shown, now: '', difference: '', verdict: null });
  }
  return changes;
}

function namesOf({ id, label, definition }: FigureInfo): Pick<FigureChange, 'id' | 'label' | 'definition'> {
  return { id, label, definition };
}

type Numbered = Pick<StoredCell, 'value' | 'shown'> | null;

/** As the two stand beside each other: amounts of money with the same digits, the rest as each of them was shown. */
function shownBeside({ unit }: FigureInfo, was: Numbered, is: Numbered): Pick<FigureChange, 'old' | 'now'> {
  const pair = [was?.value ?? null, is?.value ?? null];
  const text = (one: Numbered) =>
    unit === 'dollars' && typeof one?.value === 'number' ? shownNumber(one.value, unit, pair) : (one?.shown ?? '');
  return { old: text(was), now: text(is) };
}

type Difference = Pick<FigureChange, 'difference' | 'verdict'>;

const NO_DIFFERENCE: Difference = { difference: '', verdict: null };

/**
 * The difference of two numbers as they are shown: one that the digits hide is none. "0" where nothing changed. Money has the
 * digits of `column`, of the numbers that it stands among; of the two alone without one.
 */
function differenceOf(
  figure: FigureInfo,
  was: Numbered,
  is: Numbered,
  alike: boolean,
  column?: readonly (number | null)[],
): Difference {
  if (!alike || typeof was?.value !== 'number' || typeof is?.value !== 'number') return NO_DIFFERENCE;
  const { unit } = figure;
  const among = column && unit === 'dollars' ? column : [was.value, is.value, ...(column ?? [])];
  const digits = digitsOf(unit, among);
  const by = rounded(rounded(is.value, digits) - rounded(was.value, digits), digits);
  if (by === 0) return { difference: '0', verdict: null };
  const text = shownNumber(Math.abs(by), unit, among);
  return { difference: `${by > 0 ? '+' : '−'}${text}`, verdict: verdictOf(by, figure) };
}

/** What a difference means by the figure's better end. */
function verdictOf(by: number, { better }: Pick<FigureInfo, 'better'>): FigureChange['verdict'] {
  if (better === null) return null;
  return by > 0 === (better === 'high') ? 'better' : 'worse';
}

/**
 * What a cell of the scoreboard differs from in the baseline, with the digits of its column; the empty text where it does not, or
 * there is none.
 */
export function againstBaseline(
  baseline: RunRecord['rows'] | undefined,
  lane: string,
  figure: FigureInfo,
  now: number | null,
  column?: readonly (number | null)[],
): { text: string; verdict: FigureChange['verdict'] } {
  const was = baseline && !OF_THE_CLOCK.has(figure.id) ? cellOf(rowOf(baseline, lane), figure.id) : null;
  const { difference, verdict } = differenceOf(figure, was, { value: now, shown: '' }, true, column);
  return { text: difference === '0' ? '' : difference, verdict };
}

function rowOf(rows: RunRecord['rows'], lane: string): StoredRow | undefined {
  return rows.find((row) => row.id === lane);
}
