/** Writes the whole library to one file: transcripts with their files, scenarios with their history, runs with their ledgers. */

import type { Access } from './access';
import {
  type EndLine,
  FILE_VERSION,
  type HeaderLine,
  lineOf,
  PART_BYTES,
  partOf,
  type RecordLine,
} from './library-file';
import type { ExportReport, RecordName } from './library-types';
import { wholeScenario } from './scenarios';
import { editedToJson, toJson } from './wire';

/** Text is handed to the browser in pieces of about this many units, so that it need not stay in memory. */
const HANDED_OVER = 8 << 20;

/**
 * The trash, what is in quarantine, and what can be made again (counts, last results) stay out. A record that cannot be
 * read is left out and named; the others are written. `progress` hears how many records are done, of how many.
 */
export async function exportLibrary(
  access: Access,
  progress: (done: number, of: number) => void = () => undefined,
): Promise<ExportReport> {
  let file = new Blob([]);
  let pieces: string[] = [];
  let length = 0;
  const handOver = (): void => {
    file = new Blob([file, ...pieces], { type: 'application/jsonl' });
    pieces = [];
    length = 0;
  };
  const write = (line: HeaderLine | RecordLine | EndLine | Awaited<ReturnType<typeof partOf>>): void => {
    const text = lineOf(toJson(line));
    pieces.push(text);
    length += text.length;
    if (length > HANDED_OVER) handOver();
  };
  const left: ExportReport['left'][number][] = [];
  const attempt = async (name: RecordName & { title: string }, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      const { kind, id, title } = name;
      left.push({ kind, id, title, reason: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };

  const namesOf = async (store: 'transcripts' | 'scenarios' | 'runs') =>
    (await access.all(store)).filter((one) => one.deletedAt === undefined).map(({ id, title }) => ({ id, title }));
  const names: (RecordName & { title: string })[] = [
    ...(await namesOf('transcripts')).map((one) => ({ kind: 'transcript' as const, ...one })),
    ...(await namesOf('scenarios')).map((one) => ({ kind: 'scenario' as const, ...one })),
    ...(await namesOf('runs')).map((one) => ({ kind: 'run' as const, ...one })),
  ];
  write({ 'palimpsest-library': FILE_VERSION, exportedAt: access.now(), records: names.length });
  let records = 0;
  for (const [at, name] of names.entries()) {
    progress(at, names.length);
    const done = await attempt(name, async () => {
      const found = await whole(access, name);
      if (!found) throw new Error('It was deleted meanwhile.');
      const { record, attachment } = found;
      // The record's line is written when its attachment has been read to the end: a file that breaks off spoils nothing.
      const parts = Math.ceil((attachment?.size ?? 0) / PART_BYTES);
      const bytes = attachment?.size ?? 0;
      if (attachment) await readable(attachment);
      write({
        kind: name.kind,
        record,
        ...(attachment ? { attachment: { bytes, parts, type: attachment.type } } : {}),
      });
      for (let part = 0; attachment && part < parts; part++) {
        const slice = attachment.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
        write(await partOf(part, new Uint8Array(await slice.arrayBuffer())));
      }
    });
    if (done) records++;
  }
  write({ end: true, records });
  handOver();
  progress(names.length, names.length);
  return { file, records, left };
}

/** Throws where the browser has lost the bytes: it says so when the first of them is read. */
async function readable(attachment: Blob): Promise<void> {
  await attachment.slice(0, 1).arrayBuffer();
}

/** A record with the long part of it as an attachment. */
async function whole(
  access: Access,
  { kind, id }: RecordName,
): Promise<{ record: { [name: string]: unknown }; attachment?: Blob } | undefined> {
  if (kind === 'transcript') {
    const found = await access.get('transcripts', id);
    if (!found) return undefined;
    const { original, ...record } = found;
    return { record, attachment: original };
  }
  if (kind === 'scenario') {
    const found = await wholeScenario(access, id);
    if (!found) return undefined;
    const { edited, ...record } = found;
    return { record, attachment: new Blob([editedToJson(edited)]) };
  }
  const record = await access.get('runs', id);
  if (!record) return undefined;
  const pack = await access.get('packs', id);
  return { record: { ...record }, ...(pack ? { attachment: new Blob([toJson(pack.packed)]) } : {}) };
}
