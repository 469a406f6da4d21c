/** Plain-text tables and one-line previews: aligned in any terminal, wide characters included, and free of control codes. */

/** Characters that take two columns, and those that take none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;
const NARROWLESS = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** Text of which every character takes one column: ASCII and the signs that our own tables use. */
const SIMPLE = /^[\x20-\x7e…→─×−]*$/;
/** Controls, and marks that would turn the direction of what follows. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

function widthOf(cluster: string): number {
  if (NARROWLESS.test(cluster)) return 0;
  return WIDE.test(cluster) ? 2 : 1;
}

/** Columns that a text takes. */
function columnsOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment);
  return width;
}

/** A text on one line, safe for a terminal. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}

/** The start of a text on one line of at most so many columns, `…` where there is more. */
export function preview(text: string, columns: number): string {
  const line = oneLine(text.slice(0, columns * 8));
  if (SIMPLE.test(line) && line.length < columns && text.length <= columns * 8) return line;
  if (SIMPLE.test(line) && line.length >= columns) return `${line.slice(0, columns - 1)}…`;
  let width = 0;
  let shown = '';
  for (const { segment } of segmenter.segment(line)) {
    width += widthOf(segment);
    if (width > columns - 1) return `${shown}…`;
    shown += segment;
  }
  return text.length > columns * 8 ? `${shown}…` : shown;
}

export interface Column {
  title: string;
  align?: 'right';
}

/** Rows under their titles and a rule, two spaces between columns, no space at the ends of lines. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((column) => columnsOf(column.title));
  for (const row of rows) {
    for (const [position, cell] of row.entries()) widths[position] = Math.max(widths[position] ?? 0, columnsOf(cell));
  }
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, position) => {
        const space = ' '.repeat(Math.max(0, (widths[position] ?? 0) - columnsOf(cell)));
        return columns[position]?.align === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  return [
    line(columns.map((column) => column.title)),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map(line),
  ];
}
