/** Reads a transcript file as a stream: decodes, splits into records, chooses an importer, and reports what came of it. */

import { type Decoding, decodeStream, newDecoding } from './decode';
import type { FileRecord, ImportReport, ImportSession, ParsedFile, Sample, TextImportSession } from './importer';
import { countOf } from './json-values';
import { RecordReader } from './records';
import { emptyFile, nothingLoaded, unknownFormat, unreadable } from './refusals';
import { type Candidate, chooseImporter, importerById } from './registry';

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
    if (this.reader.asText || this.held.length === 0) {
      const refusal = unreadable(this.source.name, this.head, this.reader);
      if (refusal) throw refusal;
    }
    const choice = chooseImporter(sample);
    this.ranked = choice.ranked;
    this.chosen = this.byHand(choice.ranked) ?? choice.chosen;
    if (!this.chosen) throw unknownFormat(this.source.name, sample, this.ranked, complete);
    this.session = this.chosen.importer.start();
    for (const record of this.held) this.session.push(record);
    this.held = [];
  }

  finish(): ImportReport {
    if (!this.isBegun) this.begin();
    if (this.textSession && this.chosen) return this.conclude(this.chosen, this.textSession.finish());
    this.reader.end();
    if (this.blank && this.reader.records.length === 0 && this.held.length === 0)
      throw emptyFile(this.source.name, this.decoding.bytes);
    this.drain();
    if (!this.session) this.choose(true);
    const { chosen, session } = this;
    if (!chosen || !session) throw emptyFile(this.source.name, this.decoding.bytes);
    return this.conclude(chosen, session.finish());
  }

  private conclude(chosen: Candidate, parsed: ParsedFile): ImportReport {
    if (parsed.conversations.length === 0) {
      throw nothingLoaded(this.source.name, chosen, parsed, this.reader, this.ranked);
    }
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
}
