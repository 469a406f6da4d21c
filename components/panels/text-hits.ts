/** Where a text that is looked for stands in lines, in any case, and a line cut into what is a hit and what is not. */

/** Hits in order: the line of each, and where in the line it begins (UTF-16 units). */
export interface Hits {
  line: readonly number[];
  from: readonly number[];
}

/** Characters that mean something in an expression. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** The words themselves in any case, whatever they mean elsewhere. */
function expressionOf(query: string): RegExp {
  return new RegExp(query.replace(SYNTAX, '\\$&'), 'giu');
}

export function hitsIn(lines: readonly string[], query: string): Hits {
  const hits = { line: [] as number[], from: [] as number[] };
  if (query === '') return hits;
  const expression = expressionOf(query);
  for (let line = 0; line < lines.length; line++) {
    for (const { index } of (lines[line] as string).matchAll(expression)) {
      hits.line.push(line);
      hits.from.push(index);
    }
  }
  return hits;
}

export interface Piece {
  text: string;
  /** Where it begins in the whole line. */
  from: number;
  hit: boolean;
}

/** A stretch of a line, from a place on, at most so many units, in pieces. */
export function piecesOf(line: string, query: string, from: number, most: number): Piece[] {
  const shown = line.slice(from, from + most);
  if (query === '') return [{ text: shown, from, hit: false }];
  const pieces: Piece[] = [];
  let done = 0;
  const add = (to: number, hit: boolean) => {
    if (to > done) pieces.push({ text: shown.slice(done, to), from: from + done, hit });
    done = to;
  };
  for (const { 0: text, index } of shown.matchAll(expressionOf(query))) {
    add(index, false);
    add(index + text.length, true);
  }
  add(shown.length, false);
  return pieces;
}
