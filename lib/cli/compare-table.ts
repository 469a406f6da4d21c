/** The scoreboard for a terminal: a row a figure, a column a lane, with the best and the worst marked. */

import type { FigureInfo, Scoreboard } from '../metrics/scoreboard';
import { type Column, oneLine, preview, table } from './table';

/** Columns that a lane's name takes at the most. */
const NAME = 24;
/** After a number, so that columns stay aligned. */
const MARKS = { best: ' +', worst: ' -' } as const;
const NOTED = ' !';

export function scoreboardTable({ figures, rows }: Scoreboard): string[] {
  const columns: Column[] = [
    { title: '' },
    ...rows.map(({ lane }): Column => ({ title: preview(lane, NAME), align: 'right' })),
  ];
  const lines = figures.map(({ label }, column) => [
    label,
    ...rows.map(({ cells }) => {
      const cell = cells[column];
      return `${oneLine(cell?.shown ?? '')}${cell?.mark ? MARKS[cell.mark] : cell?.note ? NOTED : '  '}`;
    }),
  ]);
  return table(columns, lines);
}

/** What each figure means, a line each. */
export function definitionLines(figures: readonly FigureInfo[]): string[] {
  return figures.map(({ label, id, definition }) => `  ${label} (${id}): ${definition}`);
}
