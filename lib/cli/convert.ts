/** `palimpsest convert`: a transcript in any known format, written in another; what does not come through is said first. */

import { stat, writeFile } from 'node:fs/promises';
import { counted } from '../engine/figures';
import type { Transcript } from '../engine/transcript';
import type { Exporter, ScenarioFields } from '../exporters/exporter';
import { batched } from '../exporters/json-pieces';
import { EXPORTERS } from '../exporters/registry';
import { curlCommand, REQUEST_FORMATS, requestLosses } from '../exporters/request';
import type { Conversation } from '../importers/importer';
import { encodeSettings } from '../scenario/encode';
import { parseScenario, type Scenario } from '../scenario/scenario';
import { problemLine, ScenarioError, type ScenarioPlace, type ScenarioProblem } from '../scenario/scenario-error';
import { suggestion } from '../scenario/suggestion';
import { type Arguments, type Command, UsageError } from './command';
import { chosenConversation, InputError, READING_OPTIONS, readReport, skippedWarnings } from './input';
import type { CommandIo } from './io';
import { OUTGOING_OPTIONS, outgoing, outgoingScenario } from './outgoing';
import { oneLine } from './table';

const FORMATS = EXPORTERS.map((one) => one.id);

export const convert: Command = {
  name: 'convert',
  summary: 'Write a transcript in another format.',
  usage:
    'FILE --to FORMAT [--redact | --structure-only] [--call N] [--curl] [--out FILE] [--conversation N] [--format NAME]',
  description: [
    'Reads a transcript in any known format; - reads standard input. Writes one conversation of it to standard output, or to the file that --out names.',
    'openai-chat and scenario carry everything: read back, they give the same transcript. A scenario stays the same scenario, with its lanes, probes, prices and counter; of a transcript it has the default lanes. The others have no place for some of it. What does not come through is said on standard error before anything is written. For a provider, calls and results are paired as it demands: a result goes right after its call, and a call or a result that pairs with nothing becomes text.',
    'With --call it is the window at one model call, as a memory system would send it. With --redact what identifies people and machines and what opens doors becomes placeholders, the same thing the same one; how many of each kind is said on standard error. With --structure-only not a word of the content is left, and a replay by characters or o200k_base gives the same numbers (texts in other scripts than Latin come near). With --curl a command line comes out that sends it, with the key from the environment and MODEL for the model.',
  ],
  options: {
    to: { value: 'FORMAT', help: `The format to write: ${FORMATS.join(', ')}.` },
    out: { value: 'FILE', help: 'Write to this file. One that is there already is replaced.' },
    ...OUTGOING_OPTIONS,
    curl: { help: `A command line that sends it, for ${REQUEST_FORMATS.join(', ')}.` },
    ...READING_OPTIONS,
  },
  examples: [
    'palimpsest convert session.jsonl --to openai-chat > session.json',
    'palimpsest convert session.jsonl --to markdown --out session.md',
    'palimpsest convert chats.jsonl --conversation 2 --to anthropic | jq .messages',
    'palimpsest convert session.jsonl --to scenario --redact --hide "Project Heron" --out shared.json',
    'palimpsest convert session.jsonl --to openai-chat --call 40 --system message-cap --curl',
  ],
  files: { most: 1, needed: true },
  run: runConvert,
};

function exporterOf({ options }: Arguments): Exporter {
  const name = options.get('to');
  if (typeof name !== 'string') {
    throw new UsageError('convert', 'no format is given.', `Write --to and one of ${FORMATS.join(', ')}.`);
  }
  const found = EXPORTERS.find((one) => one.id === name);
  if (found) return found;
  throw new UsageError('convert', `--to is "${name}".`, suggestion(name, FORMATS));
}

async function runConvert(given: Arguments, io: CommandIo): Promise<void> {
  const exporter = exporterOf(given);
  const isCommand = given.options.has('curl');
  if (isCommand && !REQUEST_FORMATS.includes(exporter.id)) {
    throw new UsageError('convert', `--curl cannot send ${exporter.id}.`, `Use one of ${REQUEST_FORMATS.join(', ')}.`);
  }
  const out = given.options.get('out');
  const file = given.files[0] as string;
  if (typeof out === 'string' && (await isSameFile(file, out))) {
    throw new UsageError('convert', `--out is "${out}", the file that is read.`, 'Name another file.');
  }
  const report = await readReport(given, io);
  const { conversation, number } = chosenConversation('convert', given, report);
  for (const warning of skippedWarnings(report)) io.error(`warning: ${problemLine({ file }, warning)}`);
  if (report.conversations.length > 1 && !given.options.has('conversation')) {
    const there = counted(report.conversations.length, 'conversation');
    io.error(`${file} has ${there}; number ${number} is written. --conversation N gives another.`);
  }
  const { transcript, title, settings, left } = await convertible(exporter, conversation, given, io);
  const lost = isCommand ? requestLosses(exporter, transcript) : exporter.losses(transcript);
  const losses = [...lost, ...left, ...recordingLosses(conversation)];
  if (losses.length > 0) io.error(`Not everything comes through to ${exporter.label}:`);
  for (const loss of losses) io.error(`  ${oneLine(loss)}`);
  const written = isCommand ? curlCommand(exporter.id, transcript) : exporter.write(transcript, title, settings);
  const pieces = batched(written, PIECE);
  if (typeof out !== 'string') for (const piece of pieces) await io.out(piece);
  else {
    await writeOut(out, pieces);
    await io.out(`${out}: ${counted(transcript.messages.length, 'message')}, ${exporter.label}.\n`);
  }
}

interface Convertible {
  transcript: Transcript;
  title: string;
  settings: ScenarioFields;
  /** What of a scenario's settings does not come through. */
  left: string[];
}

/** What goes out. A format that holds settings gets those of the scenario, or the default lanes where the file is none. */
async function convertible(
  exporter: Exporter,
  { messages, tools, title, settings }: Conversation,
  given: Arguments,
  io: CommandIo,
): Promise<Convertible> {
  const whole: Transcript = tools ? { messages, tools } : { messages };
  const place = { file: given.files[0] as string };
  if (!exporter.holdsSettings || given.options.has('call')) {
    return { ...(await outgoing(whole, title, given, io)), settings: {}, left: settingsLosses(settings) };
  }
  const { scenario, problems } = scenarioOf(settings, title, place);
  for (const problem of problems) io.error(`warning: ${problemLine(place, problem)}`);
  const out = await outgoingScenario({ ...scenario, transcript: whole }, given, io);
  return { transcript: out.transcript, title: out.title, settings: encodeSettings(out), left: [] };
}

/** What is said beside the transcript; the default lanes where nothing is, or where it cannot be used. */
function scenarioOf(
  settings: Conversation['settings'],
  title: string,
  place: ScenarioPlace,
): { scenario: Scenario; problems: readonly ScenarioProblem[] } {
  const transcript = { messages: [] };
  const bare = () => parseScenario({ palimpsest: 1, title, transcript }, place).scenario;
  if (settings === undefined) return { scenario: bare(), problems: [] };
  try {
    const { scenario, warnings } = parseScenario({ ...settings, transcript }, place);
    return { scenario, problems: warnings };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const message = 'The lanes, probes and prices cannot be used; the default lanes stand in.';
    return { scenario: bare(), problems: [...error.problems, { path: '', message, remedy: 'Mend the file.' }] };
  }
}

/** "Left out: the lanes, probes and prices of the scenario." */
function settingsLosses(settings: Conversation['settings'] = {}): string[] {
  const there = ['lanes', 'probes', 'prices', 'counter'].filter((name) => Object.hasOwn(settings, name));
  if (there.length === 0) return [];
  const last = there.pop() as string;
  return [`Left out: the ${there.length === 0 ? last : `${there.join(', ')} and ${last}`} of the scenario.`];
}

/** What a recording holds beside the transcript: no format has a place for it. */
function recordingLosses({ usage, boundaries }: Conversation): string[] {
  return [
    ...(usage.length > 0 ? [`Left out: the recorded token usage of ${counted(usage.length, 'call')}.`] : []),
    ...(boundaries.length > 0 ? [`Left out: ${counted(boundaries.length, 'recorded compaction')}.`] : []),
  ];
}

/** Characters after which a piece is handed on. */
const PIECE = 65_536;

async function isSameFile(one: string, other: string): Promise<boolean> {
  if (one === '-') return false;
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  return Boolean(first && second && first.dev === second.dev && first.ino === second.ino);
}

async function writeOut(path: string, pieces: Iterable<string>): Promise<void> {
  try {
    await writeFile(path, pieces);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const why = REASONS[code] ?? `It cannot be written (${message}).`;
    throw new InputError([`${path}: ${why} Name another file with --out.`], { cause: error });
  }
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'Its folder is not there.',
  EISDIR: 'It is a folder.',
  EACCES: 'It may not be written.',
};
