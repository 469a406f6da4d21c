/** Reads a library file record by record: what is whole is taken in, what is not is listed, nothing stored is written over. */

import { isTooDeep } from '../scenario/json';
import type { Access } from './access';
import { bodyOf, bytesOfPart, FILE_VERSION, LibraryFileError, type PartLine, type RecordLine } from './library-file';
import type { ImportProblem, ImportReport, RecordKind } from './library-types';
import { linesOf } from './lines';
import { createMerge, type Merge } from './merge';
import { StorageClosedError, StorageFullError } from './storage-errors';
import { fromJson } from './wire';

export interface ImportLimits {
  /** UTF-16 units of a line. */
  line: number;
  /** Bytes of one transcript's file. */
  file: number;
  /** Bytes of a scenario's changes or a run's ledgers, which are read as one text. */
  text: number;
  /** Bytes of all that comes out of the file. */
  total: number;
  records: number;
}

const LIMITS: ImportLimits = { line: 16 << 20, file: 2 ** 31, text: 2 ** 27, total: 2 ** 33, records: 100_000 };
/** Problems that are listed one by one. */
const PROBLEMS = 1000;
const KINDS: readonly RecordKind[] = ['transcript', 'scenario', 'run'];

export interface ImportOptions {
  /** Bytes of the file that have been read. */
  progress?: (read: number, of: number) => void;
  signal?: AbortSignal;
  limits?: Partial<ImportLimits>;
}

interface Waiting {
  line: number;
  record: RecordLine;
  parts: Blob[];
}

/** Throws LibraryFileError where the file is no library, or one of a newer version. */
export async function importLibrary(access: Access, file: Blob, options: ImportOptions = {}): Promise<ImportReport> {
  const limits = { ...LIMITS, ...options.limits };
  const merge: Merge = createMerge(access);
  const problems: ImportProblem[] = [];
  let waiting: Waiting | null = null;
  let known = false;
  let ended: number | null = null;
  let records = 0;
  let total = 0;
  const problem = (line: number, what: string, reason: string): void => {
    if (problems.length < PROBLEMS) problems.push({ line, what, reason });
  };
  const giveUp = (reason: string): void => {
    if (waiting) problem(waiting.line, nameOf(waiting.record), reason);
    waiting = null;
  };
  const complete = async (): Promise<void> => {
    const { line, record, parts } = waiting as Waiting;
    waiting = null;
    try {
      const attachment = record.attachment ? new Blob(parts, { type: record.attachment.type }) : undefined;
      const missing = attachment && attachment.size !== record.attachment?.bytes;
      const fault = missing ? 'A part of it is missing.' : await merge.add(record.kind, record.record, attachment);
      if (fault !== null) problem(line, nameOf(record), fault);
    } catch (error) {
      if (error instanceof StorageFullError || error instanceof StorageClosedError) throw error;
      problem(line, nameOf(record), messageOf(error));
    }
  };

  const take = async (number: number, value: unknown): Promise<void> => {
    const body = value as Partial<RecordLine & PartLine> & { [name: string]: unknown };
    const version = body['palimpsest-library'];
    if (version !== undefined) {
      if (version !== FILE_VERSION) throw newerFile(version);
      known = true;
    } else if (body.end === true) {
      giveUp('A part of it is missing.');
      ended = typeof body.records === 'number' ? body.records : -1;
    } else if (KINDS.includes(body.kind as RecordKind)) {
      giveUp('A part of it is missing.');
      known = true;
      if (++records > limits.records) throw tooMuch(`more than ${limits.records} records`);
      const fault = recordFault(body, limits);
      if (fault !== null) return problem(number, nameOf(body), fault);
      waiting = { line: number, record: body as RecordLine, parts: [] };
      if ((waiting.record.attachment?.parts ?? 0) === 0) await complete();
    } else if (body.part !== undefined) {
      if (!waiting) return;
      try {
        if (body.part !== waiting.parts.length) throw new RangeError('A part of it is missing.');
        const bytes = await bytesOfPart(body as unknown as PartLine);
        total += bytes.length;
        waiting.parts.push(new Blob([bytes]));
      } catch (error) {
        return giveUp(messageOf(error));
      }
      if (total > limits.total) throw tooMuch(`more than ${limits.total} bytes`);
      if (waiting.parts.length === waiting.record.attachment?.parts) await complete();
    } else problem(number, 'A line', 'It is of no kind that this version knows.');
  };

  const report = (): ImportReport => ({ ...merge.report(), problems, cut: ended === null });
  let stopped: ImportReport['stopped'];
  try {
    for await (const { number, text, read } of linesOf(file, limits.line)) {
      options.signal?.throwIfAborted();
      options.progress?.(read, file.size);
      const line = text === null ? { problem: 'It is longer than any line of a library.' } : bodyOf(text);
      if ('problem' in line) {
        if (waiting) giveUp(line.problem);
        else problem(number, 'A line', line.problem);
        continue;
      }
      let value: unknown;
      try {
        value = fromJson(line.body);
      } catch (error) {
        problem(number, 'A line', messageOf(error));
        continue;
      }
      if (typeof value !== 'object' || value === null || isTooDeep(value))
        problem(number, 'A line', 'It is no record.');
      else await take(number, value);
    }
  } catch (error) {
    if (!(error instanceof StorageFullError || error instanceof StorageClosedError || error instanceof TooMuchError)) {
      if (!options.signal?.aborted) throw error;
      stopped = {
        reason: 'The import was cancelled.',
        remedy: 'What was taken in so far stays. Import again for the rest.',
      };
    } else stopped = { reason: error.message, remedy: error.remedy };
  }
  if (!known) {
    throw new LibraryFileError('This file is no library of Palimpsest.', 'Choose a file that "Export library" wrote.');
  }
  giveUp(stopped ? 'The import stopped before its end.' : 'The file ends in the middle of it.');
  return stopped ? { ...report(), stopped } : report();
}

/** The file holds more than any library does. */
class TooMuchError extends Error {
  override name = 'TooMuchError';
  readonly remedy = 'What was taken in so far stays. Import the rest from a smaller export.';
}

function tooMuch(what: string): TooMuchError {
  return new TooMuchError(`The file holds ${what}; the import stopped there.`);
}

function newerFile(version: unknown): LibraryFileError {
  return new LibraryFileError(
    `The file is a library of version ${JSON.stringify(version)}; this page reads version ${FILE_VERSION}.`,
    'Reload the page to get a newer Palimpsest.',
  );
}

function recordFault({ record, attachment, kind }: Partial<RecordLine>, limits: ImportLimits): string | null {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return 'It has no record in it.';
  if (attachment === undefined) return null;
  const { bytes, parts, type } = attachment ?? {};
  if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(parts) || typeof type !== 'string' || parts < 0) {
    return 'It does not say what belongs to it.';
  }
  const cap = kind === 'transcript' ? limits.file : limits.text;
  return bytes < 0 || bytes > cap ? `Its ${bytes} bytes are more than the ${cap} that are read.` : null;
}

function nameOf({ kind, record }: Partial<RecordLine>): string {
  const { title, id } = (record ?? {}) as { title?: unknown; id?: unknown };
  const named = typeof title === 'string' ? title : id;
  return `${kind ?? 'record'} ${typeof named === 'string' ? named.slice(0, 100) : 'without a name'}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
