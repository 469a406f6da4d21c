/** Where the messages stand in a JSON text, so that what is wrong with one can be said at its line. */

/** What a scan has passed: strings are skipped whole, brackets counted. */
const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const COMMA = 44;

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}

/** The index after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === QUOTE) return at + 1;
    at++;
  }
  return at;
}

/**
 * Lines (from 1) on which the elements of the list of messages begin, in valid JSON that is the list itself or an
 * object with the list under `messages`. Linear, never recursive.
 */
export function elementLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  /** The depth inside the list of messages; 0 while it has not been found. */
  let inside = text.trimStart().startsWith('[') ? 1 : 0;
  let key = '';
  let awaits = true;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === NEWLINE) line++;
    if (isSpace(unit)) {
      at++;
      continue;
    }
    const character = text[at];
    if (inside > 0 && depth === inside && awaits && character !== ']') {
      lines.push(line);
      awaits = false;
    }
    if (unit === QUOTE) {
      const end = stringEnd(text, at);
      if (depth === 1) key = text.slice(at + 1, end - 1);
      at = end;
      continue;
    }
    if (character === '[' || character === '{') {
      depth++;
      if (character === '[' && depth === 2 && key === 'messages' && inside === 0) {
        inside = 2;
        awaits = true;
      }
    } else if (character === ']' || character === '}') {
      if (depth === inside) return lines;
      depth--;
    } else if (unit === COMMA && depth === inside) awaits = true;
    at++;
  }
  return lines;
}
