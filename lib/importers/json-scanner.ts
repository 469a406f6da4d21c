/** A JSON scanner that is fed lines, or pieces of long ones: hands out whole values, and finds the first mistake. */

import { NESTING_LIMIT, stringEnd } from './nesting';
import { ValueBuilder } from './value-builder';

type State = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'between';

export interface ScannedValue {
  value: unknown;
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
/** What a literal is made of: one that reaches the end of a piece may go on in the next. */
const LITERAL_RUN = /[\w.+-]*/y;
const LONGEST_LITERAL = 1000;

/** Answers of `token` that are no index. */
const UNFINISHED = -1;

export class JsonScanner {
  private state: State = 'between';
  /** Open brackets, as the character codes that close them. */
  private readonly stack: number[] = [];
  private readonly builder = new ValueBuilder();
  private startLine = 0;
  private mended = false;
  /** The token just taken is NaN or Infinity. */
  private notANumber = false;
  /** Where the text of a key or of a member begins in the piece; -1 where none is under way. */
  private from = -1;
  /** Where that text began in the file. */
  private began = { line: 0, column: 0 };
  /** The piece ended inside a string, and whether it ended with a backslash that escapes what comes. */
  private inString: { escapes: boolean } | undefined;
  /** That string has just ended in this piece. */
  private inStringEnded = false;
  /** The start of a literal at the end of the last piece. */
  private carried = '';
  /** The line of the last piece, and how many code units of it have gone by. */
  private lineNumber = 0;
  private column = 0;
  mistake: ScanMistake | undefined;

  constructor(private readonly limit: number = NESTING_LIMIT) {}

  /** A value has begun and is not complete: the next line must continue it. */
  get open(): boolean {
    return this.state !== 'between' && this.mistake === undefined;
  }

  /** Code units of text that is held. */
  get heldLength(): number {
    return this.builder.heldLength;
  }

  /** What can be kept of the open value; see the builder. */
  salvage(): { value: unknown; kept: number } | undefined {
    return this.builder.salvage();
  }

  /** Takes a line, or a piece of one where it does not end with it. */
  feed(piece: string, lineNumber: number, ends = true): ScannedValue[] {
    const values: ScannedValue[] = [];
    if (lineNumber !== this.lineNumber) this.column = 0;
    this.lineNumber = lineNumber;
    const text = this.carried + piece;
    this.column -= this.carried.length;
    this.carried = '';
    if (this.from >= 0) this.from = 0;
    let index = this.inString ? this.resumeString(text) : 0;
    if (index === UNFINISHED) return this.pause(text, ends, values);
    if (this.inStringEnded) {
      this.inStringEnded = false;
      if (!this.taken(text, index, values)) return values;
      index++;
    }
    for (; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === 32 || code === 9 || code === 13) continue;
      if (this.state === 'between') {
        // A comma after a complete value: an array's lines without the array's brackets.
        if (code === 44 && this.startLine > 0) continue;
        this.startLine = lineNumber;
        this.mended = false;
        this.state = 'value';
      }
      if (!ends && this.mayGoOn(text, index, code)) {
        this.startMember(code, index);
        this.keepUpTo(text, index);
        if (this.from >= 0) this.from = 0;
        this.carried = text.slice(index);
        this.column += index + this.carried.length;
        return values;
      }
      this.startMember(code, index);
      const end = this.token(text, index, code);
      if (typeof end === 'string') return this.fail(end, index, false, values);
      if (end === UNFINISHED) {
        if (ends) return this.fail('it ends inside a string', text.length, true, values);
        this.inString = { escapes: endsEscaping(text, index + 1) };
        return this.pause(text, ends, values);
      }
      if (!this.taken(text, end, values, index)) return values;
      index = end;
    }
    return this.pause(text, ends, values);
  }

  /** Goes on inside a string that the last piece began: the index of its quote, or UNFINISHED. */
  private resumeString(text: string): number {
    const skip = this.inString?.escapes ? 1 : 0;
    if (text.length < skip) return UNFINISHED;
    const end = stringEnd(text, skip);
    if (end < 0) {
      if (text.length > 0) this.inString = { escapes: endsEscaping(text, skip) };
      return UNFINISHED;
    }
    this.inString = undefined;
    this.inStringEnded = true;
    return end;
  }

  private pause(text: string, ends: boolean, values: ScannedValue[]): ScannedValue[] {
    if (ends && this.inString) return this.fail('it ends inside a string', text.length, true, values);
    this.keepUpTo(text, text.length);
    if (this.from >= 0) this.from = 0;
    this.column += text.length;
    return values;
  }

  private fail(reason: string, index: number, cut: boolean, values: ScannedValue[]): ScannedValue[] {
    this.mistake = { line: this.lineNumber, column: this.column + index + 1, reason, cut };
    return values;
  }

  private startMember(code: number, index: number): void {
    if (this.from >= 0 || !this.isMemberStart(code)) return;
    this.from = index;
    this.began = { line: this.lineNumber, column: this.column + index + 1 };
  }

  /** Whether a character begins a key or a member whose text is kept. */
  private isMemberStart(code: number): boolean {
    if (this.stack.length !== this.builder.depth) return false;
    if (this.state === 'key' || this.state === 'key-or-end') return code === 34;
    if (this.state !== 'value' && this.state !== 'value-or-end') return false;
    if (code === 93 && this.state === 'value-or-end') return false;
    return !((code === 123 || code === 91) && this.builder.buildsNext);
  }

  private keepUpTo(text: string, index: number): void {
    if (this.from >= 0 && index > this.from) this.builder.keep(text.slice(this.from, index));
  }

  /** A literal that reaches the end of a piece may be longer. */
  private mayGoOn(text: string, index: number, code: number): boolean {
    if (text.length - index > LONGEST_LITERAL || code === 34 || code < 43) return false;
    LITERAL_RUN.lastIndex = index;
    LITERAL_RUN.test(text);
    return LITERAL_RUN.lastIndex === text.length && LITERAL_RUN.lastIndex > index;
  }

  /** After a token that ends at `end`: closes what it completes. False where that is no JSON after all. */
  private taken(text: string, end: number, values: ScannedValue[], start = end): boolean {
    if (this.notANumber) {
      this.notANumber = false;
      this.mended = true;
      this.keepUpTo(text, start);
      this.builder.keep('null');
      this.from = end + 1;
    }
    if (this.from >= 0 && this.stack.length === this.builder.depth) {
      const isKey = this.state === 'colon';
      if (!isKey && this.state !== 'comma-or-end') return true;
      this.keepUpTo(text, end + 1);
      this.from = -1;
      try {
        if (isKey) this.builder.key();
        else this.builder.value();
      } catch (cause) {
        this.mistake = { ...this.began, reason: cause instanceof Error ? cause.message : 'not JSON', cut: false };
        return false;
      }
    }
    if (this.stack.length === 0 && this.state === 'comma-or-end') {
      values.push({ value: this.builder.take(), line: this.startLine, mended: this.mended });
      this.state = 'between';
    }
    return true;
  }

  /** Takes one token: its last index, UNFINISHED for a string that does not end, or what is wrong. */
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
      if (this.from < 0) this.builder.open(code === 123);
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
    if (this.stack.length < this.builder.depth) this.builder.close();
    this.state = 'comma-or-end';
    return index;
  }
}

function shown(line: string, index: number): string {
  const point = line.codePointAt(index) ?? 32;
  return point < 32 ? `U+${point.toString(16).padStart(4, '0').toUpperCase()}` : `"${String.fromCodePoint(point)}"`;
}

/** Whether a text ends with a backslash that escapes what comes after it; `from` is where its string begins in it. */
function endsEscaping(text: string, from: number): boolean {
  let slash = text.length - 1;
  while (slash >= from && text.charCodeAt(slash) === 92) slash--;
  return (text.length - 1 - slash) % 2 === 1;
}
