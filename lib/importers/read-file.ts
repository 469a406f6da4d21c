/** Reads a transcript file as a stream: decodes, splits into records, chooses an importer, and reports what came of it. */

import { type Decoding, decodeStream, newDecoding } from './decode';
import { describeRecords, nearMessage } from './describe-json';
import { ImportError } from './import-error';
import type { FileRecord, ImportReport, ImportSession, ParsedFile, Sample, TextImportSession } from './importer';
import { countOf, formatNumber } from './json-values';
import { RecordReader } from './records';
import { type Candidate, chooseImporter, importerById } from './registry';
import { unreadFamily } from './unread-families';

/** A file to read; a browser's File or Blob with a name fits. */
export interface TranscriptSource {
  name: string;
  /** Bytes; 0 or less where it is not known, as for standard input. */
  size: number;
  stream(): ReadableStream<Uint8Array>;
}

export interface ReadOptions {
  /** Importer id: skips detection. */
  format?: string;
  signal?: AbortSignal;
  onProgress?(bytesRead: number, totalBytes: number): void;
  /** Longest line that is read, in UTF-16 code units. */
  lineCap?: number;
  /** Most bytes that a .gz file may inflate to. */
  inflatedCap?: number;
}

const SAMPLE_RECORDS = 200;
const SAMPLE_LENGTH = 8 * 1024 * 1024;
/** The format of a file that is not JSON is told by so much of its beginning. */
const HEAD_LENGTH = 16384;
/** Milliseconds of work after which the event loop gets a turn, so that a cancel can arrive. */
const SLICE = 40;

/**
 * Reads a transcript in any known format. Throws an ImportError where nothing could be loaded, and the signal's reason
 * where the signal aborts; everything that was merely skipped or mended is in the report.
 */
export async function readTranscriptFile(source: TranscriptSource, options: ReadOptions = {}): Promise<ImportReport> {
  const reading = new Reading(source, options);
  let sliceStart = performance.now();
  for await (const text of reading.texts()) {
    reading.take(text);
    if (performance.now() - sliceStart > SLICE) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      options.signal?.throwIfAborted();
      sliceStart = performance.now();
    }
  }
  options.signal?.throwIfAborted();
  return reading.finish();
}

class Reading {
  private readonly decoding: Decoding = newDecoding();
  private readonly reader: RecordReader;
  /** The beginning of the text; all of it until it is clear whether the file is JSON. */
  private head = '';
  private isBegun = false;
  private length = 0;
  private blank = true;
  /** Records held back until the format is chosen. */
  private held: FileRecord[] = [];
  private session: ImportSession | undefined;
  /** Instead of records: takes the text of a format that is not JSON. */
  private textSession: TextImportSession | undefined;
  private chosen: Candidate | undefined;
  private ranked: Candidate[] = [];

  constructor(
    private readonly source: TranscriptSource,
    private readonly options: ReadOptions,
  ) {
    this.reader = new RecordReader(options.lineCap === undefined ? {} : { lineCap: options.lineCap });
    if (options.format !== undefined) importerById(options.format, source.name);
  }

  texts(): AsyncGenerator<string> {
    const { signal, inflatedCap, onProgress } = this.options;
    return decodeStream(
      this.source.stream(),
      {
        fileName: this.source.name,
        ...(signal && { signal }),
        ...(inflatedCap !== undefined && { inflatedCap }),
        ...(onProgress && { onBytes: (bytes: number) => onProgress(bytes, Math.max(bytes, this.source.size)) }),
      },
      this.decoding,
    );
  }

  take(text: string): void {
    this.blank &&= text.trim() === '';
    this.length += text.length;
    if (this.isBegun) {
      this.pass(text);
      return;
    }
    this.head += text;
    if (this.head.length >= HEAD_LENGTH) this.begin();
  }

  /** Hands on what was held back until it was clear whether the file is JSON. */
  private begin(): void {
    this.isBegun = true;
    const start = this.head;
    this.head = start.slice(0, HEAD_LENGTH);
    this.chooseText();
    this.pass(start);
  }

  private pass(text: string): void {
    if (this.textSession) {
      this.textSession.write(text);
      return;
    }
    this.reader.write(text);
    this.drain();
  }

  /** Where the file does not begin like JSON and an importer knows its text: that importer takes all of it. */
  private chooseText(): void {
    if (/^\s*[[{]/.test(this.head)) return;
    const sample: Sample = { container: 'text', records: [], head: this.head, fileName: this.source.name };
    const choice = chooseImporter(sample);
    const chosen = this.byHand(choice.ranked) ?? choice.chosen;
    if (!chosen?.importer.startText) return;
    this.ranked = choice.ranked;
    this.chosen = chosen;
    this.textSession = chosen.importer.startText();
  }

  /** The importer that the options name, where they name one. */
  private byHand(ranked: readonly Candidate[]): Candidate | undefined {
    const { format } = this.options;
    if (format === undefined) return undefined;
    const importer = importerById(format, this.source.name);
    const verdict = ranked.find((candidate) => candidate.importer === importer)?.verdict;
    const reason = `Chosen by hand. ${verdict?.reason ?? ''}`.trim();
    return { importer, verdict: { confidence: verdict?.confidence ?? 0, reason } };
  }

  private drain(): void {
    const { records } = this.reader;
    if (records.length === 0) return;
    this.reader.records = [];
    if (!this.session) {
      for (const record of records) this.held.push(record);
      const enough = this.held.length >= SAMPLE_RECORDS || (this.length >= SAMPLE_LENGTH && this.held.length > 1);
      if (enough) this.choose(false);
      return;
    }
    for (const record of records) this.session.push(record);
  }

  /** Looks at the records so far and starts the surest importer; throws where none is sure. */
  private choose(complete: boolean): void {
    const sample: Sample = {
      container: this.reader.asText ? 'text' : complete && this.held.length === 1 ? 'json' : 'jsonl',
      records: this.held.slice(0, SAMPLE_RECORDS),
      head: this.head,
      fileName: this.source.name,
    };
    if (this.reader.asText || this.held.length === 0) this.refuseUnreadable();
    const choice = chooseImporter(sample);
    this.ranked = choice.ranked;
    this.chosen = this.byHand(choice.ranked) ?? choice.chosen;
    if (!this.chosen) throw this.unknown(sample, complete);
    this.session = this.chosen.importer.start();
    for (const record of this.held) this.session.push(record);
    this.held = [];
  }

  finish(): ImportReport {
    if (!this.isBegun) this.begin();
    if (this.textSession && this.chosen) return this.conclude(this.chosen, this.textSession.finish());
    this.reader.end();
    if (this.blank && this.reader.records.length === 0 && this.held.length === 0) throw this.empty();
    this.drain();
    if (!this.session) this.choose(true);
    const { chosen, session } = this;
    if (!chosen || !session) throw this.empty();
    return this.conclude(chosen, session.finish());
  }

  private conclude(chosen: Candidate, parsed: ParsedFile): ImportReport {
    if (parsed.conversations.length === 0) throw this.nothingLoaded(chosen, parsed);
    return this.report(chosen, parsed);
  }

  private report(chosen: Candidate, parsed: ParsedFile): ImportReport {
    const notes = [...parsed.notes];
    if (this.decoding.replacements > 0) {
      const count = countOf(this.decoding.replacements, 'character');
      notes.push(`The text has ${count} U+FFFD: bytes that could not be decoded, now or before the file was written.`);
    }
    const byLine = (one: { line: number }, other: { line: number }): number => one.line - other.line;
    const skipped = [...this.reader.skipped.list, ...parsed.skipped].sort(byLine);
    if (this.decoding.brokenOff !== undefined) skipped.push({ line: 0, reason: this.decoding.brokenOff });
    return {
      ...parsed,
      format: chosen.importer.id,
      formatLabel: chosen.importer.label,
      verdict: chosen.verdict,
      alternatives: this.ranked
        .filter(({ importer, verdict }) => importer !== chosen.importer && verdict.confidence > 0)
        .map(({ importer, verdict }) => ({ id: importer.id, label: importer.label, verdict })),
      skipped,
      repaired: [...this.reader.repaired.list, ...parsed.repaired].sort(byLine),
      notes,
      bytes: this.decoding.bytes,
      encoding: this.decoding.encoding,
    };
  }

  private empty(): ImportError {
    return new ImportError({
      what: this.decoding.bytes === 0 ? 'The file is empty' : 'The file holds nothing but white space',
      where: this.source.name,
      remedy: 'Choose the file that holds the transcript; if it should be this one, export it again.',
      looksLike: 'an empty file',
    });
  }

  /** Nothing in the file is a JSON object or array: says why, by what stands there. */
  private refuseUnreadable(): void {
    const where = this.source.name;
    if (/^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(this.head)) {
      throw new ImportError({
        what: 'This is an HTML page, not a transcript',
        where,
        remedy: 'Often it is a login or error page saved in place of a download: download the transcript again.',
        looksLike: 'an HTML page',
      });
    }
    if (this.reader.tooDeep) {
      throw new ImportError({
        what: this.reader.skipped.first?.reason ?? 'The JSON is nested too deep',
        where: this.place(),
        remedy: 'No transcript nests like this: check how the file was made.',
        looksLike: 'JSON nested too deep',
      });
    }
    if (this.reader.overCap) {
      throw new ImportError({
        what: this.reader.skipped.first?.reason ?? 'A line is too long',
        where: this.place(),
        remedy: 'Split the file, or write it as JSON lines with one message or conversation a line.',
      });
    }
    if (!this.reader.asText && this.reader.skipped.count > 0) {
      throw new ImportError({
        what: `The JSON is broken: ${this.reader.mistake?.reason ?? this.reader.skipped.first?.reason ?? 'it cannot be parsed'}`,
        where: this.place(),
        remedy: 'Mend it there, or export the transcript again.',
        looksLike: 'broken JSON',
      });
    }
  }

  private place(): string {
    const { mistake, skipped } = this.reader;
    const line = mistake?.line ?? skipped.first?.line ?? 1;
    const column = mistake && mistake.column > 1 ? `, column ${formatNumber(mistake.column)}` : '';
    return `${this.source.name}, line ${formatNumber(line)}${column}`;
  }

  /** No importer is sure: names the family where it is a known one, and else what the content looks like. */
  private unknown(sample: Sample, complete: boolean): ImportError {
    const where = this.source.name;
    const alternatives = this.ranked
      .filter(({ verdict }) => verdict.confidence > 0)
      .map(({ importer, verdict }) => ({ id: importer.id, label: importer.label, reason: verdict.reason }));
    const family = unreadFamily(sample);
    if (family) {
      const what = `This looks like ${family.label} (${family.reason}), which is not read yet`;
      const remedy = 'Export it as OpenAI chat messages and load that.';
      return new ImportError({ what, where, remedy, looksLike: family.label, alternatives });
    }
    const looksLike = sample.container === 'text' ? 'plain text' : describeRecords(sample.records, complete);
    const near = nearMessage(sample.records) ?? alternatives[0]?.reason;
    return new ImportError({
      what: `This is no transcript: it looks like ${looksLike}`,
      where,
      remedy:
        near ??
        'A transcript is a list of messages with `role` and `content`, or an object with such a list in `messages`.',
      looksLike,
      alternatives,
    });
  }

  private nothingLoaded(chosen: Candidate, parsed: ParsedFile): ImportError {
    const first = [...parsed.skipped, ...this.reader.skipped.list][0];
    return new ImportError({
      what: `Read as ${chosen.importer.label}, the file holds no messages${first ? ` (line ${formatNumber(first.line)}: ${first.reason})` : ''}`,
      where: this.source.name,
      remedy: 'Choose another format, or check that this is the file with the conversation.',
    });
  }
}
