/** One pass over a text: its sentences and lines, and how many names, paths and values each holds. */

import { characterStart } from './notes';

/** Longest sentence looked at, in code units. What is longer is prose without stops, or data. */
const LONGEST_SENTENCE = 600;

export interface Sentence {
  text: string;
  /** Whether it starts a line of the text. */
  startsLine: boolean;
}

function endsSentence(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // 。！？ end a sentence wherever they stand.
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f) return true;
  if (unit !== 46 && unit !== 33 && unit !== 63) return false;
  const next = text.charCodeAt(at + 1);
  if (!(Number.isNaN(next) || next === 32 || next === 9)) return false;
  // "1. step", "e.g. this" and "J. Smith" go on.
  const before = text.charCodeAt(at - 2);
  return !(unit === 46 && (at < 2 || before === 32 || before === 46 || before === 10));
}

/** Sentences of a text outside fenced code, list markers and emphasis taken off. Linear. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let fenced = false;
  for (let lineStart = 0; lineStart < text.length; ) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    if (text.startsWith('```', lineStart)) fenced = !fenced;
    else if (!fenced)
      splitLine(text.slice(lineStart, limited(text, lineStart, lineEnd, 4 * LONGEST_SENTENCE)), sentences);
    lineStart = lineEnd + 1;
  }
  return sentences;
}

/** The end, or a place near `longest` code units after the start where a character begins. */
function limited(text: string, start: number, end: number, longest: number): number {
  return end - start <= longest ? end : characterStart(text, start + longest);
}

function splitLine(line: string, into: Sentence[]): void {
  let start = 0;
  for (let at = 0; at <= line.length; at++) {
    const last = at === line.length;
    if (!last && !endsSentence(line, at)) continue;
    const text = bare(line.slice(start, limited(line, start, last ? at : at + 1, LONGEST_SENTENCE)));
    if (text.length > 1) into.push({ text, startsLine: start === 0 });
    start = at + 1;
  }
}

/** Without list markers, quote marks and heading signs in front, and without ** around words. */
export function bare(text: string): string {
  let start = 0;
  while (start < text.length && isMarker(text.charCodeAt(start))) start++;
  let digits = start;
  while (digits < text.length && digits - start < 3 && isDigit(text.charCodeAt(digits))) digits++;
  if (digits > start && (text[digits] === '.' || text[digits] === ')') && text[digits + 1] === ' ') start = digits + 2;
  const rest = text.slice(start).trim();
  return rest.includes('**') ? rest.replaceAll('**', '') : rest;
}

/** Space, tab, - * • > # */
function isMarker(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 45 || unit === 42 || unit === 0x2022 || unit === 62 || unit === 35;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** . , ; : ! ? ) ] } " ' */
function closes(unit: number): boolean {
  return (
    unit === 46 ||
    unit === 44 ||
    unit === 59 ||
    unit === 58 ||
    unit === 33 ||
    unit === 63 ||
    unit === 41 ||
    unit === 93 ||
    unit === 125 ||
    unit === 34 ||
    unit === 39
  );
}

/** Marks inside a name or before a value: _ @ = ` $ % */
function isMark(unit: number): boolean {
  return unit === 95 || unit === 64 || unit === 61 || unit === 96 || unit === 36 || unit === 37;
}

/** What one run of characters without spaces is made of, gathered while the pass goes over it. */
class Run {
  private letters = 0;
  private digits = 0;
  private slashes = 0;
  private marks = 0;
  private humps = 0;
  private startsWithSlash = false;
  /** Letters and digits since the last full stop inside the run, and whether the first of them is a small letter. */
  private extension = -1;
  private smallExtension = false;
  private length = 0;
  private previous = 0;

  add(unit: number): void {
    if (this.length === 0) this.startsWithSlash = unit === 47;
    this.length++;
    const small = unit >= 97 && unit <= 122;
    if (unit === 46 && this.length > 2) {
      this.extension = 0;
    } else if (this.extension >= 0) {
      if (this.extension === 0) this.smallExtension = small;
      this.extension++;
    }
    if (small) this.letters++;
    else if (isDigit(unit)) this.digits++;
    else if (unit >= 65 && unit <= 90) {
      this.letters++;
      if (this.previous >= 97 && this.previous <= 122) this.humps++;
    } else if (unit === 47 || unit === 92) this.slashes++;
    else if (isMark(unit)) this.marks++;
    this.previous = unit;
  }

  /** Paths, addresses and file names weigh 2, identifiers and numbers 1, words nothing. */
  weight(): number {
    const { letters, digits, slashes, extension } = this;
    if (letters > 1 && (slashes > 1 || (slashes === 1 && (extension >= 0 || this.startsWithSlash)))) return 2;
    if (extension >= 1 && extension <= 5 && letters > extension && this.smallExtension) return 2;
    return (this.marks > 0 && letters + digits > 0) || this.humps > 0 || digits > 0 ? 1 : 0;
  }
}

/** Names, paths and values in a sentence, weighed and summed. Linear. */
export function signalsOf(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; ) {
    let unit = text.charCodeAt(at);
    if (unit === 32 || unit === 9 || unit === 40 || unit === 91 || unit === 123 || unit === 34 || unit === 39) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < text.length && text.charCodeAt(end) !== 32 && text.charCodeAt(end) !== 9) end++;
    let last = end;
    while (last > at && closes(text.charCodeAt(last - 1))) last--;
    const run = new Run();
    for (; at < last; at++) {
      unit = text.charCodeAt(at);
      run.add(unit);
    }
    weight += run.weight();
    at = end;
  }
  return weight;
}
