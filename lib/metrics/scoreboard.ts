/** The scoreboard: one row a lane, one cell a figure, best and worst marked. Plain values that cross to another thread. */

import { type CellNote, type Figure, shownColumn } from './figure';
import { FIGURES } from './registry';
import type { Score } from './score';

/** Where a cell stands among the lanes. */
export type Mark = 'best' | 'worst' | null;

export interface Cell {
  /** Null where the lane has no such number. */
  value: number | null;
  /** As people read it. */
  shown: string;
  mark: Mark;
  /** The calls behind it, ascending; empty where it is of the whole run. */
  calls: Int32Array;
  /** What must be known beside it. */
  note?: CellNote;
}

/** A figure without its functions. */
export type FigureInfo = Pick<Figure, 'id' | 'label' | 'unit' | 'better' | 'definition'>;

export interface ScoreboardRow {
  lane: string;
  system: string;
  /** In the order of the figures. */
  cells: Cell[];
}

export interface Scoreboard {
  figures: FigureInfo[];
  rows: ScoreboardRow[];
}

/**
 * Rows in the order of the lanes. Figures that no lane has a number for are left out. Where `ranked` is false a row takes no
 * part in best and worst.
 */
export function scoreboard(
  scores: readonly Score[],
  figures: readonly Figure[] = FIGURES,
  ranked: readonly boolean[] = scores.map(() => true),
): Scoreboard {
  const columns = figures
    .map((figure) => ({
      figure,
      values: scores.map((score) => figure.value(score)),
      shown: shownColumn(figure, scores),
    }))
    .filter(({ values }) => values.some((value) => value !== null));
  const marks = columns.map(({ figure, values }) =>
    marksOf(
      values.map((value, row) => (ranked[row] ? value : null)),
      figure.better,
    ),
  );
  const board: Scoreboard = {
    figures: columns.map(({ figure: { id, label, unit, better, definition } }) => ({
      id,
      label,
      unit,
      better,
      definition,
    })),
    rows: scores.map((score, row) => ({
      lane: score.lane,
      system: score.system,
      cells: columns.map(({ figure, values, shown }, column) => {
        const note = figure.note?.(score);
        return {
          value: values[row] ?? null,
          shown: shown[row] as string,
          mark: marks[column]?.[row] ?? null,
          calls: figure.calls(score),
          ...(note ? { note } : {}),
        };
      }),
    })),
  };
  const follows = columns.map(({ figure }) => columns.findIndex((other) => other.figure === figure.follows));
  return alikeMarks(evenMarks(board, ranked), follows);
}

/** Of a figure and the one that it follows what reads the same in either is marked the same in both. */
function alikeMarks(board: Scoreboard, follows: readonly number[]): Scoreboard {
  const rows = board.rows.map((row) => ({ ...row, cells: [...row.cells] }));
  for (const [column, leader] of follows.entries()) {
    if (leader < 0) continue;
    const isMarked = (at: number, mark: Mark) => rows.some(({ cells }) => cells[at]?.mark === mark);
    const areMarked = [column, leader].every((at) => isMarked(at, 'best') && isMarked(at, 'worst'));
    for (const { cells } of rows) {
      const [own, led] = [cells[column], cells[leader]];
      if (!own || !led) continue;
      const mark = areMarked ? (led.mark ?? own.mark) : null;
      if (own.mark !== mark) cells[column] = { ...own, mark };
      if (led.mark !== mark) cells[leader] = { ...led, mark };
    }
  }
  return { ...board, rows };
}

/**
 * What reads the same is marked the same: differences that the shown digits hide are none to choose by. Nothing is the best that
 * has a note of what is wrong beside it.
 */
export function evenMarks(board: Scoreboard, ranked?: readonly boolean[]): Scoreboard {
  const marks = board.figures.map((_figure, column) => {
    const cells = board.rows.flatMap(({ cells }) => cells[column] ?? []);
    const reading = (mark: Cell['mark']) => cells.find((cell) => cell.mark === mark)?.shown;
    return { best: reading('best'), worst: reading('worst') };
  });
  const even = (cell: Cell, column: number): Cell => {
    const { best, worst } = marks[column] ?? {};
    const mark =
      cell.value === null || best === worst
        ? null
        : cell.shown === best
          ? 'best'
          : cell.shown === worst
            ? 'worst'
            : null;
    const noted = mark === 'best' && cell.note ? null : mark;
    return noted === cell.mark ? cell : { ...cell, mark: noted };
  };
  return {
    ...board,
    rows: board.rows.map((row, place) => (ranked?.[place] === false ? row : { ...row, cells: row.cells.map(even) })),
  };
}

/** The best and the worst of a figure, ties together; nothing where all are the same or neither end is better. */
export function marksOf(values: readonly (number | null)[], better: Figure['better']): Mark[] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (better === null || least >= most) return values.map(() => null);
  const [best, worst] = better === 'low' ? [least, most] : [most, least];
  return values.map((value) => (value === best ? 'best' : value === worst ? 'worst' : null));
}

/** Positions of the rows in the order of a figure, the better end first, lanes without a number last; stable. */
export function sortedRows({ figures, rows }: Scoreboard, figureId: string, worstFirst = false): number[] {
  const column = figures.findIndex(({ id }) => id === figureId);
  const highFirst = (figures[column]?.better === 'high') !== worstFirst;
  const valueIn = (row: number) => rows[row]?.cells[column]?.value ?? null;
  return rows
    .map((_row, position) => position)
    .sort((one, other) => {
      const first = valueIn(one);
      const second = valueIn(other);
      if (first === null || second === null) return Number(first === null) - Number(second === null);
      return highFirst ? second - first : first - second;
    });
}
