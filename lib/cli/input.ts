/** Opens what the user names: a file or standard input, as scenarios where it holds some, else as a transcript of any known format. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { decodeStream, newDecoding } from '../importers/decode';
import type { FileRecord, ImportReport } from '../importers/importer';
import { readTranscriptFile, type TranscriptSource } from '../importers/read-file';
import { RecordReader } from '../importers/records';
import { isScenario, parseScenario, type ReadScenario, type Scenario } from '../scenario/scenario';
import { problemLine, ScenarioError } from '../scenario/scenario-error';
import type { CommandIo } from './io';

/** Input that cannot be used: one line for each problem, the file and the place first. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
  }
}

const REASONS: { [code: string]: [what: string, remedy: string] } = {
  ENOENT: ['There is no such file.', 'Check the name and the folder it is in.'],
  EACCES: ['It may not be read.', 'Check its permissions.'],
  EISDIR: ['It is a folder.', 'Name a file in it.'],
};

/** Opens a file by name, or standard input for `-`. The source can be streamed more than once. */
export async function openSource(path: string, io: CommandIo): Promise<TranscriptSource> {
  if (path === '-') {
    const bytes = new Uint8Array(await new Response(io.stdin()).arrayBuffer());
    return { name: '-', size: bytes.length, stream: () => new Blob([bytes]).stream() };
  }
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    const stream = () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    return { name: path, size: found.size, stream };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const [what, remedy] = REASONS[code] ?? [`It cannot be opened (${code}).`, 'Check the name.'];
    throw new InputError([`${path}: ${what} ${remedy}`], { cause: error });
  }
}

/** The records of a file of scenarios, or null where the first thing in it is none. */
async function scenarioRecords(source: TranscriptSource): Promise<FileRecord[] | null> {
  const reader = new RecordReader();
  let first: FileRecord | undefined;
  for await (const text of decodeStream(source.stream(), { fileName: source.name }, newDecoding())) {
    reader.write(text);
    first ??= reader.records[0];
    if (first && !isScenario(first.value)) return null;
  }
  reader.end();
  first ??= reader.records[0];
  if (!first || reader.asText || !isScenario(first.value)) return null;
  const broken = reader.skipped.list;
  if (broken.length === 0) return reader.records;
  throw new InputError(
    broken.map(({ line, reason }) =>
      problemLine({ file: source.name, line }, { path: '', message: `${reason}.`, remedy: 'Mend or remove it.' }),
    ),
  );
}

/** A scenario with the name that it goes by in the output. */
export interface NamedScenario extends ReadScenario {
  name: string;
  file: string;
  /** 1-based line, where the file holds several. */
  line?: number;
}

function namesOf(file: string, scenarios: readonly { title: string }[]): string[] {
  const own = file === '-' ? '-' : basename(file);
  return scenarios.map(({ title }, number) => {
    if (title !== '') return title;
    return scenarios.length === 1 ? own : `${own}#${number + 1}`;
  });
}

/** Every scenario of a file. A transcript becomes one a conversation, with the default lanes and the file's name. */
export async function readScenarios(path: string, io: CommandIo): Promise<NamedScenario[]> {
  const source = await openSource(path, io);
  const records = await scenarioRecords(source);
  if (records === null) return fromTranscript(path, await readTranscriptFile(source));
  const several = records.length > 1;
  const read: (ReadScenario & { line: number })[] = [];
  const errors: string[] = [];
  for (const { value, line } of records) {
    try {
      read.push({ ...parseScenario(value, several ? { file: path, line } : { file: path }), line });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      errors.push(error.message);
    }
  }
  if (errors.length > 0) throw new InputError(errors);
  const names = namesOf(
    path,
    read.map(({ scenario }) => scenario),
  );
  return read.map(({ scenario, warnings, line }, number) => ({
    scenario,
    warnings,
    name: names[number] as string,
    file: path,
    ...(several ? { line } : {}),
  }));
}

function fromTranscript(path: string, report: ImportReport): NamedScenario[] {
  const scenarios = report.conversations.map(({ messages, tools }): Scenario => {
    const bare = { palimpsest: 1, transcript: { messages: [] } };
    const { scenario } = parseScenario(bare, { file: path });
    return { ...scenario, transcript: tools ? { messages, tools } : { messages } };
  });
  const names = namesOf(path, scenarios);
  const [skipped] = report.skipped;
  const warnings = skipped
    ? [{ path: `line ${skipped.line}`, message: skippedMessage(report), remedy: 'See palimpsest inspect.' }]
    : [];
  return scenarios.map((scenario, number) => ({
    scenario,
    warnings: number === 0 ? warnings : [],
    name: names[number] as string,
    file: path,
  }));
}

function skippedMessage({ skipped }: ImportReport): string {
  const more = skipped.length > 1 ? `, and ${skipped.length - 1} more` : '';
  return `It could not be read and is left out (${skipped[0]?.reason}${more}).`;
}
