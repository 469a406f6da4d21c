/** Opens what the user names: a file or standard input, as scenarios where it holds some, else as a transcript of any known format. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { counted, decimal } from '../engine/figures';
import { decodeStream, newDecoding } from '../importers/decode';
import type { Conversation, FileRecord, ImportReport } from '../importers/importer';
import { openingCost } from '../importers/opening-cost';
import { readTranscriptFile, type TranscriptSource } from '../importers/read-file';
import { RecordReader } from '../importers/records';
import { IMPORTERS } from '../importers/registry';
import { isScenario, parseScenario, type ReadScenario, type Scenario } from '../scenario/scenario';
import { problemLine, ScenarioError, type ScenarioProblem } from '../scenario/scenario-error';
import { type Arguments, type OptionSpec, UsageError, wholeNumber } from './command';
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
async function openSource(path: string, io: CommandIo): Promise<TranscriptSource> {
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

/** All of a file as text, whatever its encoding. */
export async function readText(path: string, io: CommandIo): Promise<string> {
  const source = await openSource(path, io);
  const pieces: string[] = [];
  for await (const text of decodeStream(source.stream(), { fileName: path }, newDecoding())) pieces.push(text);
  return pieces.join('');
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
  const warnings = skippedWarnings(report);
  return scenarios.map((scenario, number) => ({
    scenario,
    warnings: number === 0 ? warnings : [],
    name: names[number] as string,
    file: path,
  }));
}

/** What in a transcript file could not be read: one warning, at the first place. */
export function skippedWarnings({ skipped }: ImportReport): ScenarioProblem[] {
  const [first] = skipped;
  if (!first) return [];
  const more = skipped.length > 1 ? `, and ${skipped.length - 1} more` : '';
  const message = `It could not be read and is left out (${first.reason}${more}).`;
  return [{ path: `line ${first.line}`, message, remedy: 'See palimpsest inspect.' }];
}

/** Options that say what of a file is read. */
export const READING_OPTIONS: { readonly [name: string]: OptionSpec } = {
  format: {
    value: 'NAME',
    help: `Read it as this format: ${IMPORTERS.map((one) => one.id).join(', ')}. Default: detected.`,
  },
  conversation: { value: 'N', help: 'Which conversation of the file, from 1. Default 1.' },
};

/** The file that a command is given, read as a transcript. */
export async function readReport(given: Arguments, io: CommandIo): Promise<ImportReport> {
  const format = given.options.get('format');
  const source = await openSource(given.files[0] as string, io);
  const cost = openingCost(source.size, source.name.endsWith('.gz'));
  if (cost.ask) io.error(`note: reading ${source.name} needs about ${decimal(cost.memory / 1e9)} GB of memory.`);
  return readTranscriptFile(source, typeof format === 'string' ? { format } : {});
}

/** The conversation that the options name, and its number. Throws UsageError where the file has no such one. */
export function chosenConversation(
  command: string,
  given: Arguments,
  report: ImportReport,
): { conversation: Conversation; number: number } {
  const number = wholeNumber(command, given, 'conversation', 1, 1);
  const conversation = report.conversations[number - 1];
  if (conversation) return { conversation, number };
  const there = counted(report.conversations.length, 'conversation');
  throw new UsageError(command, `--conversation is ${number}.`, `${given.files[0]} has ${there}.`);
}
