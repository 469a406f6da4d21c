/** Where everything of the scoreboard's picture stands: no text is cut, long ones go on in the next line. */

import {
  type BoardNotes,
  boardLine,
  type ExportedBoard,
  figureText,
  leftOutLine,
  noteLines,
} from '@/lib/store/board-notes';
import { LIMITS } from '@/lib/store/scoreboard';

export const ROW = 26;
export const LINE = 17;
export const EDGE = 24;
/** Between two paragraphs below. */
const PARAGRAPH = 5;
/** Between a column and the one before it. */
const GAP = 16;
const LEAST_COLUMN = 110;
const MOST_COLUMN = 170;
const LEAST_WIDTH = 600;

/** How wide a text is, in pixels. */
type Measure = (text: string) => number;

export interface Measures {
  text: Measure;
  /** The best values. */
  bold: Measure;
  title: Measure;
}

export interface PictureLayout {
  width: number;
  height: number;
  title: string[];
  /** The middle of the first line of the title. */
  titleTop: number;
  /** The names of the lanes, line by line, and the right end of each column. */
  heads: { lines: string[]; right: number }[];
  /** The figures by name, each with what it counts. */
  labels: string[];
  /** Where heads end and figures begin. */
  tableTop: number;
  /** What stands below, each line with its middle. */
  foot: { text: string; y: number }[];
}

/** A text in lines of at most a width; a word that is wider is broken. */
export function wrapped(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && measure(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  lines.push(line);
  return lines;
}

/** The mark before a value: its rank, and whether something must be known beside it. */
export function signOf({ mark, note }: { mark: 'best' | 'worst' | null; note?: unknown }): string {
  return `${note ? '! ' : ''}${mark === 'best' ? '▲ ' : mark === 'worst' ? '▼ ' : ''}`;
}

export function pictureLayout(
  board: ExportedBoard,
  notes: BoardNotes,
  title: string,
  { text: measure, bold, title: titleWidth }: Measures,
): PictureLayout {
  const labels = board.figures.map(figureText);
  const labelsWidth = labels.reduce((widest, text) => Math.max(widest, measure(text)), 0);
  const columns = board.rows.map(({ lane, cells }) => {
    const values = cells.reduce((widest, cell) => Math.max(widest, bold(`${signOf(cell)}${cell.shown}`)), 0);
    return Math.max(LEAST_COLUMN, values, Math.min(measure(lane), MOST_COLUMN));
  });
  const columnsWidth = columns.reduce((sum, width) => sum + width + GAP, 0);
  const width = Math.max(LEAST_WIDTH, Math.ceil(EDGE * 2 + labelsWidth + columnsWidth));
  let right = width - EDGE - columnsWidth;
  const heads = board.rows.map(({ lane }, place) => {
    const own = columns[place] as number;
    right += own + GAP;
    return { lines: wrapped(lane, own, measure), right };
  });
  const inner = width - EDGE * 2;
  const titleLines = wrapped(title, inner, titleWidth);
  const headLines = heads.reduce((most, { lines }) => Math.max(most, lines.length), 1);
  const tableTop = EDGE + titleLines.length * 20 + 12 + headLines * LINE + 6;
  const impossible = board.rows.flatMap(({ lane, problem }) =>
    problem === undefined ? [] : [`${lane} cannot run: ${problem}`],
  );
  const hidden = leftOutLine(board);
  const left = hidden === '' ? [] : [hidden];
  const marks =
    board.rows.length > 1 ? [`${signOf({ mark: 'best' })}best, ${signOf({ mark: 'worst' })}worst of the lanes.`] : [];
  const noted = noteLines(board).map((note) => `! ${note}`);
  const foot: PictureLayout['foot'] = [];
  let y = tableTop + ROW * labels.length + 20;
  for (const paragraph of [...marks, boardLine(notes), ...left, ...impossible, ...noted, ...LIMITS]) {
    for (const text of wrapped(paragraph, inner, measure)) {
      foot.push({ text, y });
      y += LINE;
    }
    y += PARAGRAPH;
  }
  return {
    width,
    height: y + EDGE - LINE,
    title: titleLines,
    titleTop: EDGE + 4,
    heads,
    labels,
    tableTop,
    foot,
  };
}
