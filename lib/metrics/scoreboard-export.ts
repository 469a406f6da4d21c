/** The scoreboard as CSV, Markdown or JSON: what a spreadsheet, a page and a program read without harm. */

import { counted } from '../engine/figures';
import { REPLAY_LIMITS } from './limits';
import type { FigureInfo, Scoreboard, ScoreboardRow } from './scoreboard';
import { type BoardNotes, billText, notesFields, notesText } from './scoreboard-notes';

export type ScoreboardFormat = 'csv' | 'markdown' | 'json';
export const SCOREBOARD_FORMATS: readonly ScoreboardFormat[] = ['csv', 'markdown', 'json'];

/** A row on its way out: of a lane that could not run it has the reason, and no numbers. */
export interface ExportedRow extends ScoreboardRow {
  problem?: string;
}

export interface ExportedBoard extends Scoreboard {
  rows: ExportedRow[];
  /** Names of lanes that are hidden, and so left out. */
  hidden?: readonly string[];
}

/** "2 hidden lanes are left out: small, large."; the empty text where none is hidden. */
export function hiddenText({ hidden = [] }: Pick<ExportedBoard, 'hidden'>): string {
  if (hidden.length === 0) return '';
  return `${counted(hidden.length, 'hidden lane')} ${hidden.length === 1 ? 'is' : 'are'} left out: ${hidden.join(', ')}.`;
}

/** The row of a lane that could not run. */
export function impossibleRow(
  { figures }: Scoreboard,
  { lane, system, problem }: { lane: string; system: string; problem: string },
): ExportedRow {
  const cells = figures.map(() => ({ value: null, shown: 'cannot run', mark: null, calls: new Int32Array(0) }));
  return { lane, system, cells, problem };
}

/** What is wrong with a lane beside its numbers, each said once: "Over budget, Largest call: 163,552 tokens …". */
export function rowNotes({ figures }: Pick<Scoreboard, 'figures'>, { cells }: Pick<ScoreboardRow, 'cells'>): string[] {
  const labels = new Map<string, string[]>();
  for (const [column, { note }] of cells.entries()) {
    if (!note) continue;
    const label = figures[column]?.label ?? '';
    labels.set(note.text, [...(labels.get(note.text) ?? []), label]);
  }
  return [...labels].map(([text, of]) => `${of.join(', ')}: ${text}`);
}

/** Units that a value says itself, or has none. */
const UNITS_SHOWN: readonly FigureInfo['unit'][] = ['dollars', 'milliseconds', 'share', 'ratio'];

/** What a figure counts, where neither its values nor its name say: tokens, calls, messages. */
export function unitBeside({ label, unit }: FigureInfo): string {
  return UNITS_SHOWN.includes(unit) || label.toLowerCase().includes(unit) ? '' : unit;
}

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

/**
 * One line a lane, the figures' ids as titles, numbers unrounded, empty where there is none; ends with a line break. What all
 * lanes have in common stands in columns of its own, so that the file is a table and nothing else, and goes along with every
 * line that is taken out of it.
 */
function scoreboardCsv({ figures, rows, hidden = [] }: ExportedBoard, notes: BoardNotes): string {
  const left = hiddenText({ hidden });
  const lines = [
    [
      'lane',
      'system',
      ...figures.map(({ id }) => id),
      'yardstick',
      'prices',
      'problem',
      ...(left ? ['leftOut'] : []),
      'limits',
    ].map(csvText),
    ...rows.map(({ lane, system, cells, problem }) => [
      csvText(lane),
      csvText(system),
      ...cells.map(({ value }) => csvNumber(value)),
      csvText(notes.yardstick),
      csvText(billText(notes)),
      csvText(problem === undefined ? rowNotes({ figures }, { cells }).join(' ') : `Cannot run: ${problem}`),
      ...(left ? [csvText(left)] : []),
      csvText(REPLAY_LIMITS.join(' ')),
    ]),
  ];
  return `${lines.map((fields) => fields.join(',')).join('\r\n')}\r\n`;
}

/** A table with a row a figure and a column a lane, best in bold, worst in italics; yardstick, prices, definitions and limits below. */
function scoreboardMarkdown({ figures, rows, hidden = [] }: ExportedBoard, notes: BoardNotes): string {
  const left = hiddenText({ hidden });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    line(['', ...rows.map(({ lane }) => markdownText(lane))]),
    line(['---', ...rows.map(() => '---:')]),
    ...figures.map(({ label }, column) =>
      line([
        markdownText(label),
        ...rows.map(({ cells }) => {
          const cell = cells[column];
          const shown = `${markdownText(cell?.shown ?? '')}${cell?.note ? ' \\!' : ''}`;
          return cell?.mark === 'best' ? `**${shown}**` : cell?.mark === 'worst' ? `_${shown}_` : shown;
        }),
      ]),
    ),
    '',
    '**Best**, _worst_ of the lanes.',
    '',
    markdownText(notesText(notes)),
    '',
    ...(left ? [markdownText(left), ''] : []),
    ...rows.flatMap(({ lane, problem }) =>
      problem === undefined ? [] : [`${markdownText(lane)} cannot run: ${markdownText(problem)}`, ''],
    ),
    ...rows.flatMap(({ lane, cells }) =>
      rowNotes({ figures }, { cells }).flatMap((note) => [`\\! ${markdownText(lane)}, ${markdownText(note)}`, '']),
    ),
    ...figures.map((figure) => {
      const unit = unitBeside(figure);
      return `- ${markdownText(figure.label)}${unit === '' ? '' : `, ${unit}`}: ${markdownText(figure.definition)}`;
    }),
    '',
    ...REPLAY_LIMITS.map((sentence) => `> ${markdownText(sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Figures by id for each lane, unrounded, with marks and the calls behind them, what each figure means, yardstick and prices. */
function scoreboardJson({ figures, rows, hidden = [] }: ExportedBoard, notes: BoardNotes): string {
  const lanes = rows.map(({ lane, system, cells, problem }) => ({
    lane,
    system,
    ...(problem === undefined ? {} : { problem }),
    figures: Object.fromEntries(
      figures.map(({ id }, column) => {
        const cell = cells[column];
        const note = cell?.note ? { note: { text: cell.note.text, calls: Array.from(cell.note.calls) } } : {};
        const value = cell?.value ?? null;
        return [id, { value, mark: cell?.mark ?? null, calls: Array.from(cell?.calls ?? []), ...note }];
      }),
    ),
  }));
  return `${JSON.stringify({ ...notesFields(notes), figures, lanes, ...(hidden.length > 0 ? { hidden } : {}), limits: REPLAY_LIMITS }, null, 2)}\n`;
}

/** A scoreboard with what stands behind its numbers; it has no date but the registry's, so that it can be kept and compared. */
export function exportScoreboard(board: ExportedBoard, format: ScoreboardFormat, notes: BoardNotes): string {
  if (format === 'csv') return scoreboardCsv(board, notes);
  return format === 'markdown' ? scoreboardMarkdown(board, notes) : scoreboardJson(board, notes);
}
