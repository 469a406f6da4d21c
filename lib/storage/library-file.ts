/** The library as one file: lines of JSON, each with its own checksum, so that what is whole can be read from a spoilt file. */

import { base64Of, bytesOfBase64 } from './base64';
import { textCheck } from './crc32';
import { gunzip, gzip } from './gzip';
import type { RecordKind } from './library-types';

export const FILE_VERSION = 1;
/** Bytes of an attachment that go into one line. */
export const PART_BYTES = 1 << 20;

/** The first line. */
export interface HeaderLine {
  'palimpsest-library': number;
  exportedAt: number;
  records: number;
}

/** A record; the lines after it hold its attachment: a transcript's file, a scenario's changes, a run's ledgers. */
export interface RecordLine {
  kind: RecordKind;
  record: { [name: string]: unknown };
  attachment?: { bytes: number; parts: number; type: string };
}

export interface PartLine {
  part: number;
  encoding: 'gzip' | 'plain';
  bytes: number;
  data: string;
}

/** The last line: a file without it was cut. */
export interface EndLine {
  end: true;
  records: number;
}

/** The file cannot be read as a library at all. */
export class LibraryFileError extends Error {
  override name = 'LibraryFileError';

  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** `body` is JSON text without a line break. */
export function lineOf(body: string): string {
  return `{"check":"${textCheck(body)}","body":${body}}\n`;
}

/** The text of a line's body, or what is wrong with the line. */
export function bodyOf(line: string): { body: string } | { problem: string } {
  const [, check, body] = /^\{"check":"([0-9a-f]{8})","body":(.*)\}\r?$/s.exec(line) ?? [];
  if (check === undefined || body === undefined) return { problem: 'It is no whole line of a library.' };
  if (textCheck(body) !== check) return { problem: 'Its checksum is wrong: something in it was changed.' };
  return { body };
}

export async function partOf(part: number, bytes: Uint8Array<ArrayBuffer>): Promise<PartLine> {
  const smaller = await gzip(bytes);
  const worth = smaller !== null && smaller.length < bytes.length;
  return {
    part,
    encoding: worth ? 'gzip' : 'plain',
    bytes: bytes.length,
    data: base64Of(worth ? smaller : bytes),
  };
}

/** Throws where it is not what it says; never gives more than PART_BYTES. */
export async function bytesOfPart({ encoding, bytes, data }: PartLine): Promise<Uint8Array<ArrayBuffer>> {
  if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > PART_BYTES) throw new RangeError('A part is too large.');
  const written = bytesOfBase64(data);
  const read = encoding === 'gzip' ? await gunzip(written, bytes) : written;
  if (read.length !== bytes) throw new RangeError('A part is not as long as it says.');
  return read;
}
