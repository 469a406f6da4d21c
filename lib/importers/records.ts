/** Text to records: JSON lines, whole and pretty-printed values, several to a line, or plain text; the bad lines named. */

import type { FileRecord } from './importer';
import { couldStandAlone, isBlank, isWholeValue, startsLikeJson } from './json-lines';
import { JsonScanner, type ScanMistake, type ScannedValue, salvage } from './json-scanner';
import { countOf, formatNumber } from './json-values';
import { NESTING_LIMIT, nestsDeeperThan } from './nesting';
import { RepairList, SkipList } from './skip-list';

/** Longest line that is read, in UTF-16 code units. */
const LINE_CAP = 64 * 1024 * 1024;
/** Longest value that spans lines, in UTF-16 code units; engines hold strings of about twice that. */
const VALUE_CAP = 256 * 1024 * 1024;
/** Without a JSON object or array by then, the file is text. */
const TEXT_AFTER_LINES = 200;
const TEXT_AFTER_LENGTH = 1024 * 1024;
/** A broken value that took up to so many lines may be cut lines of JSON lines: those after the first are read again. */
const REREAD_LINES = 8;

interface RecordLimits {
  lineCap?: number;
}

const TOO_DEEP = `nested more than ${formatNumber(NESTING_LIMIT)} levels deep`;

/** Feed it text in any pieces; records come out in `records`, for the caller to take. */
export class RecordReader {
  /** Complete records that nobody has taken yet. */
  records: FileRecord[] = [];
  readonly skipped = new SkipList();
  readonly repaired = new RepairList();
  /** How many objects and arrays were read. */
  structured = 0;
  /** The first mistake, with its column. */
  mistake: ScanMistake | undefined;
  tooDeep = false;
  overCap = false;
  /** No JSON: every line is a record of its own, as a string. */
  asText = false;

  private readonly lineCap: number;
  private pending: string[] = [];
  private pendingLength = 0;
  private line = 0;
  private scanner: JsonScanner | undefined;
  private scanLines: string[] = [];
  private scanFirst = 0;
  /** Lines seen before it is known whether this is JSON at all; undefined afterwards. */
  private early: FileRecord[] | undefined = [];
  private earlyLength = 0;
  /** The first broken line while nothing was read: at the end its complete elements may be all there is. */
  private broken: { scanner: JsonScanner; line: number } | undefined;

  constructor(limits: RecordLimits = {}) {
    this.lineCap = limits.lineCap ?? LINE_CAP;
  }

  write(text: string): void {
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end < 0) break;
      this.endLine(text.slice(start, end));
      start = end + 1;
    }
    if (start < text.length) this.hold(start === 0 ? text : text.slice(start));
  }

  end(): void {
    if (this.pendingLength > 0) this.endLine('', true);
    if (this.scanner) this.breakOff();
    if (this.broken && this.structured === 0) this.salvage(this.broken.scanner, this.broken.line, this.broken.line);
    if (this.early && this.skipped.count > 0 && !startsLikeJson(this.early)) this.becomeText();
  }

  private hold(piece: string): void {
    this.pendingLength += piece.length;
    if (this.pendingLength <= this.lineCap) this.pending.push(piece);
    else this.pending = [];
  }

  private endLine(rest: string, last = false): void {
    this.line++;
    const length = this.pendingLength + rest.length;
    let line = rest;
    if (this.pendingLength > 0) {
      this.pending.push(rest);
      line = this.pending.join('');
      this.pending = [];
      this.pendingLength = 0;
    }
    if (line.endsWith('\r')) line = line.slice(0, -1);
    if (length > this.lineCap) {
      this.overCap = true;
      this.scanner = undefined;
      this.skipped.add(
        this.line,
        `the line has ${formatNumber(length)} characters; the most that is read is ${formatNumber(this.lineCap)}`,
      );
      return;
    }
    this.readLine(line, this.line, last);
  }

  private readLine(line: string, number: number, last: boolean): void {
    if (this.asText) {
      this.records.push({ value: line, line: number });
      return;
    }
    if (this.early) this.holdEarly(line, number);
    if (this.scanner) this.continueValue(line, number);
    else if (!isBlank(line)) this.startValue(line, number, last);
    if (this.early && (this.early.length >= TEXT_AFTER_LINES || this.earlyLength > TEXT_AFTER_LENGTH)) {
      if (this.structured === 0 && !this.scanner && !startsLikeJson(this.early)) this.becomeText();
      else if (!this.scanner) this.early = undefined;
    }
  }

  private startValue(line: string, number: number, last: boolean): void {
    if (nestsDeeperThan(line, NESTING_LIMIT)) {
      this.tooDeep = true;
      this.skipped.add(number, TOO_DEEP);
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.scanLine(line, number, last);
      return;
    }
    this.emit(value, number);
  }

  /** A line that is not one JSON value: several, the start of a longer one, or broken. */
  private scanLine(line: string, number: number, last: boolean): void {
    const scanner = new JsonScanner();
    const values = scanner.feed(line, number);
    const read = this.emitScanned(values);
    if (read > 1) this.repaired.add(number, 'several JSON values stood on one line');
    else if (read === 1 && /,\s*$/.test(line.slice(-20)))
      this.repaired.add(number, 'a comma after the value was ignored');
    if (scanner.mistake) {
      if (this.structured === 0) this.broken ??= { scanner, line: number };
      this.fail(scanner.mistake, line, last);
    } else if (scanner.open) {
      this.scanner = scanner;
      this.scanLines = [line];
      this.scanFirst = number;
    }
  }

  private continueValue(line: string, number: number): void {
    const scanner = this.scanner as JsonScanner;
    if (this.scanLines.length <= REREAD_LINES) this.scanLines.push(line);
    const values = scanner.feed(line, number);
    if (scanner.mistake) {
      this.scanner = undefined;
      this.emitScanned(values);
      this.breakIn(scanner, scanner.mistake, line, number);
      return;
    }
    this.emitScanned(values);
    if (scanner.openLength > VALUE_CAP) {
      this.scanner = undefined;
      this.overCap = true;
      this.skipped.add(this.scanFirst, `the value has more than ${formatNumber(VALUE_CAP)} characters`);
    } else if (!scanner.open) {
      this.scanner = undefined;
    } else if (values.length > 0) {
      // One value ended on this line and the next began.
      this.scanFirst = number;
      this.scanLines = [line];
    }
  }

  /** A value that spans lines has a mistake in it. */
  private breakIn(scanner: JsonScanner, mistake: ScanMistake, line: string, number: number): void {
    const first = this.scanFirst;
    if (couldStandAlone(line) && this.rereads()) return;
    if (isWholeValue(line)) {
      this.skipped.add(first, `the value on lines ${formatNumber(first)}-${formatNumber(number - 1)} is cut off`);
      this.salvage(scanner, first, number - 1);
      this.startValue(line, number, false);
      return;
    }
    this.note(mistake);
    this.skipped.add(mistake.line, `${mistake.reason}, in the value that starts on line ${formatNumber(first)}`);
    this.salvage(scanner, first, number);
  }

  /** Where the broken value looks like a cut line among JSON lines: names that line and reads those after it again. */
  private rereads(): boolean {
    const first = this.scanFirst;
    const lines = this.scanLines;
    if (lines.length < 2 || lines.length > REREAD_LINES || !lines.slice(1).every(couldStandAlone)) return false;
    this.skipped.add(first, 'the line is cut off');
    for (let back = 1; back < lines.length; back++) {
      const line = lines[back] as string;
      if (this.scanner) this.continueValue(line, first + back);
      else if (!isBlank(line)) this.startValue(line, first + back, false);
    }
    return true;
  }

  /** The file ends inside a value. */
  private breakOff(): void {
    const scanner = this.scanner as JsonScanner;
    const first = this.scanFirst;
    this.scanner = undefined;
    if (this.rereads()) {
      if (this.scanner) this.breakOff();
      return;
    }
    const reason = `the file ends inside the value that starts on line ${formatNumber(first)} (cut off)`;
    this.note({ line: this.line, column: 1, reason: 'the file ends before the value does', cut: true });
    this.skipped.add(this.line, reason);
    if (this.line > first || this.structured === 0) this.salvage(scanner, first, this.line);
  }

  /** Keeps the complete elements of a broken value. */
  private salvage(scanner: JsonScanner, first: number, last: number): void {
    const kept = salvage(scanner.takeOpen());
    if (!kept) return;
    try {
      this.emit(JSON.parse(kept.text), first);
      this.repaired.add(
        first,
        `a broken value on lines ${formatNumber(first)}-${formatNumber(last)}: its first ${countOf(kept.kept, 'complete element')} are kept`,
      );
    } catch {
      // What is left is no JSON either; the mistake is listed already.
    }
  }

  private fail(mistake: ScanMistake, line: string, last: boolean): void {
    this.note(mistake);
    const reason = `${mistake.reason} (column ${formatNumber(mistake.column)})`;
    const said = mistake.cut ? `${last ? 'the last line' : 'the line'} is cut off: ${reason}` : reason;
    this.skipped.add(mistake.line, /^\s*<[!a-zA-Z/?]/.test(line) ? 'HTML or other markup, not JSON' : said);
  }

  private note(mistake: ScanMistake): void {
    if (mistake.reason.startsWith('nested')) this.tooDeep = true;
    this.mistake ??= mistake;
  }

  private emitScanned(values: readonly ScannedValue[]): number {
    let read = 0;
    for (const { text, line, mended } of values) {
      try {
        this.emit(JSON.parse(text), line);
        read++;
        if (mended) this.repaired.add(line, 'NaN or Infinity, which JSON does not have, was read as null');
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : 'not JSON';
        this.note({ line, column: 1, reason, cut: false });
        this.skipped.add(line, reason);
      }
    }
    return read;
  }

  private emit(value: unknown, line: number): void {
    let record = value;
    if (typeof value === 'string' && /^\s*[[{]/.test(value) && !nestsDeeperThan(value, NESTING_LIMIT)) {
      try {
        record = JSON.parse(value);
        this.repaired.add(line, 'a JSON string that holds JSON was read as that JSON');
      } catch {
        // A text that only starts like JSON stays a text.
      }
    }
    if (typeof record === 'object' && record !== null) {
      this.structured++;
      this.early = undefined;
      this.broken = undefined;
    }
    this.records.push({ value: record, line });
  }

  private holdEarly(line: string, number: number): void {
    this.early?.push({ value: line, line: number });
    this.earlyLength += line.length;
  }

  private becomeText(): void {
    this.asText = true;
    this.skipped.clear();
    this.records = this.early ?? [];
    this.early = undefined;
  }
}
