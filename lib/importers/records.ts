/** Text to records: JSON lines, whole and pretty-printed values, several to a line, or plain text; the bad lines named. */

import type { FileRecord } from './importer';
import { couldStandAlone, isBlank, isWholeValue, startsLikeJson, withoutMarks } from './json-lines';
import { JsonScanner, type ScanMistake, type ScannedValue } from './json-scanner';
import { countOf, formatNumber } from './json-values';
import { type LineSink, LineSplitter } from './line-splitter';
import { NESTING_LIMIT, nestsDeeperThan } from './nesting';
import { RepairList, SkipList } from './skip-list';

/** Longest line that is read, in UTF-16 code units: as long as an inflated archive may get. */
const LINE_CAP = 1024 * 1024 * 1024;
/** Longest text of a single member or element; engines hold strings of about twice that. */
const HELD_CAP = 256 * 1024 * 1024;
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

  private readonly splitter: LineSplitter;
  private readonly lineCap: number;
  /** The latest line that was looked at. */
  private lines = 0;
  private scanner: JsonScanner | undefined;
  private scanLines: string[] = [];
  private scanFirst = 0;
  /** Lines seen before it is known whether this is JSON at all; undefined afterwards. */
  private early: FileRecord[] | undefined = [];
  private earlyLength = 0;
  /** The first broken line while nothing was read: at the end its complete elements may be all there is. */
  private broken: { scanner: JsonScanner; line: number } | undefined;

  /** The rest of a long line that is passed over, as its beginning could not be read. */
  private passesOver = 0;

  constructor(limits: RecordLimits = {}) {
    const sink: LineSink = {
      line: (line, number, last) => this.readLine(line, number, last),
      piece: (piece, number, ends) => this.readPiece(piece, number, ends),
      tooLong: (number, length) => this.refuseLine(number, length),
    };
    const cap = limits.lineCap ?? LINE_CAP;
    this.splitter = new LineSplitter(sink, cap);
    this.lineCap = cap;
  }

  write(text: string): void {
    this.splitter.write(text);
  }

  end(): void {
    this.splitter.end();
    if (this.scanner) this.breakOff();
    if (this.broken && this.structured === 0) this.salvage(this.broken.scanner, this.broken.line, this.broken.line);
    if (this.early && this.skipped.count > 0 && !startsLikeJson(this.early)) this.becomeText();
  }

  private refuseLine(number: number, length: number): void {
    this.overCap = true;
    this.scanner = undefined;
    const most = formatNumber(this.lineCap);
    this.skipped.add(number, `the line has ${formatNumber(length)} characters; the most that is read is ${most}`);
  }

  /** A part of a long line: scanned at once, so that the line never stands in memory as a whole. */
  private readPiece(piece: string, number: number, ends: boolean): void {
    if (this.passesOver === number) return;
    if (this.asText) {
      this.records.push({ value: piece, line: number });
      return;
    }
    this.lines = number;
    if (this.early && this.structured === 0) this.holdEarly(piece, number);
    if (!this.scanner) {
      this.scanner = new JsonScanner();
      this.scanFirst = number;
    }
    this.scanLines = [];
    const { scanner } = this;
    const values = scanner.feed(piece, number, ends);
    this.emitScanned(values);
    if (values.length > 0) this.scanFirst = number;
    if (scanner.mistake) {
      this.scanner = undefined;
      this.passesOver = number;
      this.fail(scanner.mistake, piece, ends);
      this.salvage(scanner, this.scanFirst, number);
    } else if (!this.isHeldTooLong(scanner, number) && ends && !scanner.open) this.scanner = undefined;
  }

  private isHeldTooLong(scanner: JsonScanner, number: number): boolean {
    if (scanner.heldLength <= HELD_CAP) return false;
    this.scanner = undefined;
    this.overCap = true;
    this.passesOver = number;
    const reason = `a single text in the value has more than ${formatNumber(HELD_CAP)} characters`;
    this.skipped.add(this.scanFirst, reason);
    this.salvage(scanner, this.scanFirst, number);
    return true;
  }

  private readLine(whole: string, number: number, last: boolean): void {
    if (this.asText) {
      this.records.push({ value: whole, line: number });
      return;
    }
    const line = withoutMarks(whole);
    this.lines = number;
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
    this.lines = number;
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
    if (this.isHeldTooLong(scanner, number)) return;
    if (!scanner.open) {
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
    this.note({ line: this.lines, column: 1, reason: 'the file ends before the value does', cut: true });
    this.skipped.add(this.lines, reason);
    if (this.lines > first || this.structured === 0) this.salvage(scanner, first, this.lines);
  }

  /** Keeps the complete elements of a broken value. */
  private salvage(scanner: JsonScanner, first: number, last: number): void {
    const kept = scanner.salvage();
    if (!kept) return;
    this.emit(kept.value, first);
    const where = `lines ${formatNumber(first)}-${formatNumber(last)}`;
    const elements = countOf(kept.kept, 'complete element');
    this.repaired.add(first, `a broken value on ${where}: its first ${elements} are kept`);
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
    for (const { value, line, mended } of values) {
      this.emit(value, line);
      if (mended) this.repaired.add(line, 'NaN or Infinity, which JSON does not have, was read as null');
    }
    return values.length;
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
