/** The scoreboard as CSV, Markdown or JSON: what a spreadsheet, a page and a program read without harm. */

import { REPLAY_LIMITS } from './limits';
import type { Scoreboard } from './scoreboard';

export type ScoreboardFormat = 'csv' | 'markdown' | 'json';
export const SCOREBOARD_FORMATS: readonly ScoreboardFormat[] = ['csv', 'markdown', 'json'];

/** A text that a spreadsheet would take for a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * A text as a field of CSV (RFC 4180): quoted where it must be, and with an apostrophe before what a spreadsheet would run
 * (OWASP, CSV injection).
 */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A number as a program reads it: full precision, no exponent that a spreadsheet could take for text. */
function csvNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

/** A text inside a cell of a Markdown table: nothing in it ends the cell, the line, or becomes markup. */
export function markdownText(text: string): string {
  return text
    .replace(/[\r\n\t\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~$&]/g, '\\$&')
    .trim();
}

/** One line a lane, the figures' ids as titles, numbers unrounded, empty where there is none; ends with a line break. */
function scoreboardCsv({ figures, rows }: Scoreboard): string {
  const lines = [
    ['lane', 'system', ...figures.map(({ id }) => id)].map(csvText),
    ...rows.map(({ lane, system, cells }) => [
      csvText(lane),
      csvText(system),
      ...cells.map(({ value }) => csvNumber(value)),
    ]),
  ];
  return `${lines.map((fields) => fields.join(',')).join('\r\n')}\r\n`;
}

/** A table with a row a figure and a column a lane, best in bold, worst in italics; definitions and limits below. */
function scoreboardMarkdown({ figures, rows }: Scoreboard): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    line(['', ...rows.map(({ lane }) => markdownText(lane))]),
    line(['---', ...rows.map(() => '---:')]),
    ...figures.map(({ label }, column) =>
      line([
        markdownText(label),
        ...rows.map(({ cells }) => {
          const cell = cells[column];
          const shown = markdownText(cell?.shown ?? '');
          return cell?.mark === 'best' ? `**${shown}**` : cell?.mark === 'worst' ? `_${shown}_` : shown;
        }),
      ]),
    ),
    '',
    '**Best**, _worst_ of the lanes.',
    '',
    ...figures.map(({ label, definition }) => `- ${markdownText(label)}: ${markdownText(definition)}`),
    '',
    ...REPLAY_LIMITS.map((sentence) => `> ${markdownText(sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Figures by id for each lane, unrounded, with marks and the calls behind them, and what each figure means. */
function scoreboardJson({ figures, rows }: Scoreboard): string {
  const lanes = rows.map(({ lane, system, cells }) => ({
    lane,
    system,
    figures: Object.fromEntries(
      figures.map(({ id }, column) => {
        const cell = cells[column];
        return [id, { value: cell?.value ?? null, mark: cell?.mark ?? null, calls: Array.from(cell?.calls ?? []) }];
      }),
    ),
  }));
  return `${JSON.stringify({ figures, lanes, limits: REPLAY_LIMITS }, null, 2)}\n`;
}

export function exportScoreboard(board: Scoreboard, format: ScoreboardFormat): string {
  if (format === 'csv') return scoreboardCsv(board);
  return format === 'markdown' ? scoreboardMarkdown(board) : scoreboardJson(board);
}
