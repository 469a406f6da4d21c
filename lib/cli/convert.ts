/** `palimpsest convert`: a transcript in any known format, written in another; what does not come through is said first. */

import { stat, writeFile } from 'node:fs/promises';
import { counted } from '../engine/figures';
import type { Transcript } from '../engine/transcript';
import type { Exporter } from '../exporters/exporter';
import { batched } from '../exporters/json-pieces';
import { EXPORTERS } from '../exporters/registry';
import { curlCommand, REQUEST_FORMATS, requestLosses } from '../exporters/request';
import type { Conversation } from '../importers/importer';
import { problemLine } from '../scenario/scenario-error';
import { suggestion } from '../scenario/suggestion';
import { type Arguments, type Command, UsageError } from './command';
import { chosenConversation, InputError, READING_OPTIONS, readReport, skippedWarnings } from './input';
import type { CommandIo } from './io';
import { OUTGOING_OPTIONS, outgoing } from './outgoing';
import { oneLine } from './table';

const FORMATS = EXPORTERS.map((one) => one.id);

export const convert: Command = {
  name: 'convert',
  summary: 'Write a transcript in another format.',
  usage:
    'FILE --to FORMAT [--redact | --structure-only] [--call N] [--curl] [--out FILE] [--conversation N] [--format NAME]',
  description: [
    'Reads a transcript in any known format; - reads standard input. Writes one conversation of it to standard output, or to the file that --out names.',
    'openai-chat and scenario carry everything: read back, they give the same transcript. The others have no place for some of it. What does not come through is said on standard error before anything is written. For a provider, calls and results are paired as it demands: a result goes right after its call, and a call or a result that pairs with nothing becomes text.',
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
  const { messages, tools } = conversation;
  const whole: Transcript = tools ? { messages, tools } : { messages };
  const { transcript, title } = await outgoing(whole, conversation.title, given, io);
  const left = isCommand ? requestLosses(exporter, transcript) : exporter.losses(transcript);
  const losses = [...left, ...recordingLosses(conversation)];
  if (losses.length > 0) io.error(`Not everything comes through to ${exporter.label}:`);
  for (const loss of losses) io.error(`  ${oneLine(loss)}`);
  const written = isCommand ? curlCommand(exporter.id, transcript) : exporter.write(transcript, title);
  const pieces = batched(written, PIECE);
  if (typeof out !== 'string') for (const piece of pieces) await io.out(piece);
  else {
    await writeOut(out, pieces);
    await io.out(`${out}: ${counted(transcript.messages.length, 'message')}, ${exporter.label}.\n`);
  }
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
