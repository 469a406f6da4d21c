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
  while (start < text.length && ' \t-*•>#'.includes(text[start] as string)) start++;
  let digits = start;
  while (digits < text.length && digits - start < 3 && isDigit(text.charCodeAt(digits))) digits++;
  if (digits > start && (text[digits] === '.' || text[digits] === ')') && text[digits + 1] === ' ') start = digits + 2;
  return text.slice(start).replaceAll('**', '').trim();
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}
function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

/** Weight of one run of characters without spaces: paths, addresses and file names 2, identifiers and numbers 1. */
function weightOf(text: string, start: number, end: number): number {
  let letters = 0;
  let digits = 0;
  let slashes = 0;
  let marks = 0;
  let lastDot = -1;
  let humps = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    const before = at > start ? text.charCodeAt(at - 1) : 0;
    if (isDigit(unit)) digits++;
    else if (isLower(unit)) letters++;
    else if (isUpper(unit)) {
      letters++;
      if (isLower(before)) humps++;
    } else if (unit === 47 || unit === 92) slashes++;
    else if (unit === 46) lastDot = at;
    else if (unit === 95 || unit === 64 || unit === 61 || unit === 96 || unit === 36 || unit === 37) marks++;
  }
  const extension = lastDot > start + 1 ? end - lastDot - 1 : 0;
  const fileName = extension >= 1 && extension <= 5 && letters > extension && isLower(text.charCodeAt(lastDot + 1));
  if (letters > 1 && (slashes > 1 || (slashes === 1 && (lastDot >= 0 || text.charCodeAt(start) === 47)))) return 2;
  if (fileName) return 2;
  return (marks > 0 && letters + digits > 0) || humps > 0 || digits > 0 ? 1 : 0;
}

/** Names, paths and values in a sentence, weighed and summed. Linear. */
export function signalsOf(text: string): number {
  let weight = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 32;
    if (unit !== 32 && unit !== 9) continue;
    let end = at;
    while (end > start && '.,;:!?)]}"\''.includes(text[end - 1] as string)) end--;
    while (start < end && '([{"\''.includes(text[start] as string)) start++;
    if (end > start) weight += weightOf(text, start, Math.min(end, start + 200));
    start = at + 1;
  }
  return weight;
}
