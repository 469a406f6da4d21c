/** A line-fed JSON scanner: finds where values start and end, and the line and column of the first mistake. */

import { NESTING_LIMIT, stringEnd } from './nesting';

type State = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'between';

export interface ScannedValue {
  text: string;
  /** 1-based line on which the value starts. */
  line: number;
  /** True where NaN or Infinity had to be read as null. */
  mended: boolean;
}

export interface ScanMistake {
  line: number;
  /** 1-based column, in UTF-16 units. */
  column: number;
  reason: string;
  /** The line ended inside the value, as a cut-off line does. */
  cut: boolean;
}

const LITERAL = /-?\d[\d.eE+-]*|true|false|null/y;
const NOT_A_NUMBER = /-?(?:NaN|Infinity)/y;

/** Feed it lines; complete top-level values come out, several to a line or one over many lines. */
export class JsonScanner {
  private state: State = 'between';
  /** Open brackets, as the character codes that close them. */
  private readonly stack: number[] = [];
  private parts: string[] = [];
  private length = 0;
  private startLine = 0;
  private mended = false;
  /** The token just taken is NaN or Infinity. */
  private notANumber = false;
  mistake: ScanMistake | undefined;

  constructor(private readonly limit: number = NESTING_LIMIT) {}

  /** A value has begun and is not complete: the next line must continue it. */
  get open(): boolean {
    return this.state !== 'between' && this.mistake === undefined;
  }

  /** Code units of the value that is still open. */
  get openLength(): number {
    return this.length;
  }

  /** The text of the open value so far: what a salvage may work on. */
  takeOpen(): string {
    const text = this.parts.join('');
    this.parts = [];
    return text;
  }

  feed(line: string, lineNumber: number): ScannedValue[] {
    const values: ScannedValue[] = [];
    let from = this.state === 'between' ? -1 : 0;
    for (let index = 0; index < line.length; index++) {
      const code = line.charCodeAt(index);
      if (code === 32 || code === 9 || code === 13) continue;
      if (this.state === 'between') {
        // A comma after a complete value: an array's lines without the array's brackets.
        if (code === 44 && this.startLine > 0) continue;
        from = index;
        this.startLine = lineNumber;
        this.mended = false;
        this.parts = [];
        this.length = 0;
        this.state = 'value';
      }
      const end = this.token(line, index, code);
      if (typeof end === 'string' || end < 0) {
        const column = end === -1 ? line.length : index;
        this.mistake = {
          line: lineNumber,
          column: column + 1,
          reason: typeof end === 'string' ? end : 'it ends inside a string',
          cut: end === -1,
        };
        if (from >= 0) this.keep(line.slice(from, column));
        return values;
      }
      if (this.notANumber) {
        this.notANumber = false;
        this.mended = true;
        this.keep(`${line.slice(from, index)}null`);
        from = end + 1;
      }
      index = end;
      if (this.stack.length === 0 && this.state === 'comma-or-end') {
        this.keep(line.slice(from, index + 1));
        values.push({ text: this.parts.join(''), line: this.startLine, mended: this.mended });
        this.parts = [];
        this.state = 'between';
        from = -1;
      }
    }
    if (from >= 0) {
      this.keep(from === 0 ? line : line.slice(from));
      this.keep('\n');
    }
    return values;
  }

  private keep(text: string): void {
    this.parts.push(text);
    this.length += text.length;
  }

  /** Takes one token: its last index, -1 for an unfinished string, or what is wrong. */
  private token(line: string, index: number, code: number): number | string {
    switch (this.state) {
      case 'value':
      case 'value-or-end':
        if (code === 93 && this.state === 'value-or-end') return this.close(index, code);
        return this.value(line, index, code);
      case 'key':
      case 'key-or-end':
        if (code === 125 && this.state === 'key-or-end') return this.close(index, code);
        if (code !== 34) return `expected a key in double quotes, found ${shown(line, index)}`;
        this.state = 'colon';
        return stringEnd(line, index + 1);
      case 'colon':
        if (code !== 58) return `expected ":" after a key, found ${shown(line, index)}`;
        this.state = 'value';
        return index;
      default:
        if (code === 44) {
          this.state = this.stack.at(-1) === 125 ? 'key' : 'value';
          return index;
        }
        if (code === this.stack.at(-1)) return this.close(index, code);
        return `expected "," or "${String.fromCharCode(this.stack.at(-1) ?? 44)}", found ${shown(line, index)}`;
    }
  }

  private value(line: string, index: number, code: number): number | string {
    if (code === 123 || code === 91) {
      if (this.stack.length >= this.limit) return `nested more than ${this.limit.toLocaleString('en-US')} levels deep`;
      this.stack.push(code === 123 ? 125 : 93);
      this.state = code === 123 ? 'key-or-end' : 'value-or-end';
      return index;
    }
    this.state = 'comma-or-end';
    if (code === 34) return stringEnd(line, index + 1);
    LITERAL.lastIndex = index;
    if (LITERAL.test(line)) return LITERAL.lastIndex - 1;
    NOT_A_NUMBER.lastIndex = index;
    if (this.stack.length > 0 && NOT_A_NUMBER.test(line)) {
      this.notANumber = true;
      return NOT_A_NUMBER.lastIndex - 1;
    }
    return this.stack.length === 0 ? 'not JSON' : `expected a value, found ${shown(line, index)}`;
  }

  private close(index: number, code: number): number | string {
    if (this.stack.pop() !== code) return 'brackets do not match';
    this.state = 'comma-or-end';
    return index;
  }
}

function shown(line: string, index: number): string {
  const point = line.codePointAt(index) ?? 32;
  return point < 32 ? `U+${point.toString(16).padStart(4, '0').toUpperCase()}` : `"${String.fromCodePoint(point)}"`;
}

/**
 * What can be kept of a value that breaks off: everything up to the last complete element of the outermost open array
 * that has one, closed with the brackets that are open there. Undefined where there is no such array.
 */
export function salvage(text: string): { text: string; kept: number } | undefined {
  const stack: { close: string; elements: number; end: number }[] = [];
  /** The last character that is no white space: a comma after a bracket ends an element that is counted already. */
  let previous = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 32) continue;
    if (code === 34) {
      index = stringEnd(text, index + 1);
      if (index < 0) break;
    } else if (code === 123 || code === 91) {
      stack.push({ close: code === 123 ? '}' : ']', elements: 0, end: -1 });
    } else if (code === 125 || code === 93) {
      stack.pop();
      const level = stack.at(-1);
      if (level) {
        level.elements++;
        level.end = index + 1;
      }
    } else if (code === 44) {
      const level = stack.at(-1);
      if (level && previous !== 125 && previous !== 93) {
        level.elements++;
        level.end = index;
      }
    }
    previous = code;
  }
  const depth = stack.findIndex((level) => level.close === ']' && level.elements > 0);
  const level = stack[depth];
  if (!level) return undefined;
  const closers = stack
    .slice(0, depth + 1)
    .map((open) => open.close)
    .reverse()
    .join('');
  return { text: text.slice(0, level.end) + closers, kept: level.elements };
}
