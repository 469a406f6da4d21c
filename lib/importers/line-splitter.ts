/** Text in pieces to lines: whole lines where they are short, and long ones piece by piece, so that none has to be held. */

/** From here on a line is handed on before it ends, in UTF-16 code units. */
const LONG_LINE = 4 * 1024 * 1024;

export interface LineSink {
  /** A whole line without its end. `last` where the text ends without a line break after it. */
  line(line: string, number: number, last: boolean): void;
  /** A part of a long line, and whether the line ends with it. */
  piece(piece: string, number: number, ends: boolean): void;
  /** A line that is longer than any that is read. */
  tooLong(number: number, length: number): void;
}

export class LineSplitter {
  /** Lines that have ended. */
  number = 0;
  private pending: string[] = [];
  private pendingLength = 0;
  /** The line under way is handed on in pieces. */
  private isLong = false;

  constructor(
    private readonly sink: LineSink,
    private readonly cap: number,
  ) {}

  write(text: string): void {
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end < 0) break;
      this.endLine(text.slice(start, end), false);
      start = end + 1;
    }
    if (start < text.length) this.hold(start === 0 ? text : text.slice(start));
  }

  end(): void {
    if (this.pendingLength > 0) this.endLine('', true);
  }

  private hold(piece: string): void {
    this.pendingLength += piece.length;
    if (this.pendingLength > this.cap) {
      this.pending = [];
      return;
    }
    if (this.isLong) {
      this.sink.piece(piece, this.number + 1, false);
      return;
    }
    this.pending.push(piece);
    if (this.pendingLength <= LONG_LINE) return;
    this.isLong = true;
    const pieces = this.pending;
    this.pending = [];
    for (const held of pieces) this.sink.piece(held, this.number + 1, false);
  }

  private endLine(rest: string, last: boolean): void {
    this.number++;
    const length = this.pendingLength + rest.length;
    const { isLong, pending } = this;
    this.isLong = false;
    this.pending = [];
    this.pendingLength = 0;
    if (length > this.cap) {
      this.sink.tooLong(this.number, length);
      return;
    }
    if (isLong) {
      this.sink.piece(rest, this.number, true);
      return;
    }
    let line = rest;
    if (pending.length > 0) {
      pending.push(rest);
      line = pending.join('');
    }
    this.sink.line(line.endsWith('\r') ? line.slice(0, -1) : line, this.number, last);
  }
}
