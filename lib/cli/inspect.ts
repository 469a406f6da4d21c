/** `palimpsest inspect`: a transcript as a table of tokens, growing pressure and pins, or as counts in JSON. */

import { countTranscript, indexTranscript, type TokenCounts } from '../engine/accounting';
import { counted, decimal, whole } from '../engine/figures';
import { windowAt } from '../engine/ledger';
import { activePinRules } from '../engine/pin-rule';
import { replay, runSync } from '../engine/replay';
import type { Config, PinReason } from '../engine/system';
import type { Message, Transcript } from '../engine/transcript';
import type { Conversation, ImportReport } from '../importers/importer';
import { type CompiledRules, compileRules } from '../pin-rules/compile';
import { DEFAULT_COUNTER } from '../scenario/scenario';
import { completeConfig, completeGuards, systemById } from '../systems/registry';
import type { Counter, CounterId } from '../tokenizers/counter';
import { loadCounter } from '../tokenizers/registry';
import type { Arguments, Command } from './command';
import { chosenConversation, READING_OPTIONS, readReport } from './input';
import type { CommandIo } from './io';
import { pinRulesFrom, pinRulesOption } from './pin-rules';
import { settingOptions, settingsFrom } from './settings';
import { type Column, oneLine, preview, table } from './table';

const managedWindow = systemById('managed-window');
const none = systemById('none');

export const inspect: Command = {
  name: 'inspect',
  summary: 'Show what a transcript holds: tokens a message, growing pressure, and what pins protect.',
  usage: 'FILE [--json [--pins]] [--conversation N] [--format NAME] [options]',
  description: [
    "Reads a transcript in any known format; - reads standard input. The table has a row a message: its tokens and the sum so far (o200k_base, 4 more a message and 8 more a tool call), the pressure that the whole transcript up to there would put on a managed window (in the policy's own count, as a share of its limit), and which pins would protect the message.",
    'With --json it prints one object: format, conversations (title, messages, toolCalls, toolResults, tokens: o200k_base message costs and the tool schemas) and skipped (line, reason). With --pins each conversation also has pins: for every message that the settings protect its index (message), its tokens and the rules.',
  ],
  options: {
    json: { help: 'Print counts as JSON instead of the table.' },
    pins: { help: 'With --json: what pins protect in each conversation as well. The table always shows it.' },
    ...READING_OPTIONS,
    ...settingOptions(managedWindow),
    ...pinRulesOption,
  },
  examples: [
    'palimpsest inspect session.jsonl',
    'palimpsest inspect session.jsonl --window 32000 | less',
    'palimpsest inspect --json session.jsonl',
    'palimpsest inspect --json --pins --keep-recent 0 session.jsonl',
  ],
  files: { most: 1, needed: true },
  run: runInspect,
};

async function runInspect(given: Arguments, io: CommandIo): Promise<void> {
  const pinRules = await pinRulesFrom('inspect', given);
  const config = { ...settingsFrom('inspect', managedWindow, given), pinRules };
  const rules = await compileRules(activePinRules(config));
  const report = await readReport(given, io);
  const yardstick = await counterOf(DEFAULT_COUNTER, io);
  if (given.options.has('json')) {
    const policy = await counterOf(managedWindow.counterOf(config), io);
    const pinned = given.options.has('pins') ? { config, rules, policy } : null;
    await io.out(`${JSON.stringify(summary(report, yardstick, pinned))}\n`);
    return;
  }
  const { conversation, number } = chosenConversation('inspect', given, report);
  const policy = await counterOf(managedWindow.counterOf(config), io);
  const lines = [
    ...heading(given.files[0] as string, report, number),
    '',
    ...messageTable(conversation, { config, rules, policy }, yardstick),
    '',
    ...problems(report),
  ];
  await io.out(`${lines.join('\n').trimEnd()}\n`);
}

async function counterOf(id: string, io: CommandIo): Promise<Counter> {
  const counter = await loadCounter(id as CounterId);
  if (counter.fellBackFrom)
    io.error(`warning: ${id} could not load (${counter.fallbackReason}); counting ${counter.id}.`);
  return counter;
}

function transcriptOf({ messages, tools }: Conversation): Transcript {
  return tools ? { messages, tools } : { messages };
}

/** What decides which messages are protected; `policy` is the managed window's own counter. */
interface Pinning {
  config: Config;
  rules: CompiledRules;
  policy: Counter;
}

/** Counts of every conversation; with pins, what they protect as well. */
function summary(report: ImportReport, yardstick: Counter, pinned: Pinning | null) {
  const conversations = report.conversations.map((conversation) => {
    const transcript = transcriptOf(conversation);
    const counts = countTranscript(transcript, yardstick);
    let toolCalls = 0;
    let toolResults = 0;
    for (const message of conversation.messages) {
      toolCalls += message.tool_calls?.length ?? 0;
      if (message.role === 'tool') toolResults++;
    }
    const tokens = counts.message.reduce((total, cost) => total + cost, counts.tools);
    const pins = pinned ? { pins: pinList(pinsOf(transcript, pinned), counts) } : {};
    const messages = conversation.messages.length;
    return { title: conversation.title, messages, toolCalls, toolResults, tokens, ...pins };
  });
  const skipped = report.skipped.map(({ line, reason }) => ({ line, reason }));
  return { format: report.format, conversations, skipped };
}

/** Per message: why a managed window would not take it, or null. Asked of a window that still holds everything. */
function pinsOf(transcript: Transcript, { config, rules, policy }: Pinning): (PinReason[] | null)[] {
  const index = indexTranscript(transcript);
  const counts = countTranscript(transcript, policy);
  const everything = { index, system: none, config: completeConfig(none), guards: completeGuards(none) };
  const entire = runSync(replay({ ...everything, counts, counter: policy }), () => null);
  const pinRules = rules.match(index, counts).map(({ id, name, latest, fits }) => ({
    id,
    name,
    latest,
    messages: Int32Array.from(index.roles.keys()).filter((message) => fits[message] === 1),
  }));
  const run = { ...entire, pinRules };
  const last = run.calls.before.length - 1;
  return managedWindow.pins(windowAt(run, last), last, run, index, config, completeGuards(managedWindow));
}

function pinList(pins: readonly (PinReason[] | null)[], counts: TokenCounts) {
  return pins.flatMap((reasons, message) =>
    reasons ? [{ message, tokens: counts.message[message], rules: reasons.map(({ rule }) => rule) }] : [],
  );
}

function heading(file: string, report: ImportReport, number: number): string[] {
  const { conversations } = report;
  const lines = [`${file}: ${report.formatLabel}. ${report.verdict.reason}`];
  if (conversations.length > 1) {
    lines.push(`It holds ${counted(conversations.length, 'conversation')}; this is number ${number}:`);
    for (const [position, { title, messages }] of conversations.slice(0, 20).entries()) {
      const mark = position === number - 1 ? '>' : ' ';
      lines.push(` ${mark} ${position + 1}. ${preview(title, 80)} (${counted(messages.length, 'message')})`);
    }
    if (conversations.length > 20) lines.push(`   … and ${conversations.length - 20} more`);
  } else lines.push(oneLine(conversations[0]?.title ?? ''));
  return lines;
}

const COLUMNS: readonly Column[] = [
  { title: '#', align: 'right' },
  { title: 'role' },
  { title: 'tokens', align: 'right' },
  { title: 'sum', align: 'right' },
  { title: 'pressure', align: 'right' },
  { title: 'pinned by' },
  { title: 'text' },
];

/** What a message shows of itself in a row. */
function text(message: Message): string {
  // Whole contents are never joined: a row shows 60 columns, and a tool result may be megabytes.
  const start = (part: string) => part.slice(0, 1000);
  const calls = (message.tool_calls ?? [])
    .slice(0, 10)
    .map((call) => `${start(call.function.name)}(${start(call.function.arguments)})`);
  return preview([start(message.content ?? ''), ...calls].filter((part) => part !== '').join(' → '), 60);
}

function messageTable(conversation: Conversation, pinning: Pinning, yardstick: Counter): string[] {
  const { config, policy } = pinning;
  const transcript = transcriptOf(conversation);
  const tokens = countTranscript(transcript, yardstick);
  const counts = countTranscript(transcript, policy);
  const pins = pinsOf(transcript, pinning);
  const { limit, arithmetic } = managedWindow.limitOf(config);
  let sum = tokens.tools;
  let policyTokens = counts.tools;
  let pinned = 0;
  let pinnedTokens = 0;
  const rows = transcript.messages.map((message, number) => {
    sum += tokens.message[number] as number;
    policyTokens += counts.message[number] as number;
    const reasons = pins[number];
    if (reasons) {
      pinned++;
      pinnedTokens += counts.message[number] as number;
    }
    return [
      String(number),
      message.role,
      whole(tokens.message[number] as number),
      whole(sum),
      decimal(policyTokens / limit),
      reasons?.map((reason) => reason.label).join(', ') ?? '',
      text(message),
    ];
  });
  const tools = transcript.tools?.length ?? 0;
  if (tools > 0)
    rows.unshift([
      '',
      'tools',
      whole(tokens.tools),
      whole(tokens.tools),
      decimal(counts.tools / limit),
      '',
      counted(tools, 'schema'),
    ]);
  return [
    ...table(COLUMNS, rows),
    '',
    `${counted(transcript.messages.length, 'message')}, ${whole(sum)} tokens (${yardstick.id}).`,
    `Managed window: ${arithmetic} tokens by ${policy.id}; all of it would be at pressure ${decimal(policyTokens / limit)}.`,
    `Pinned: ${counted(pinned, 'message')}, ${whole(pinnedTokens)} tokens, pressure ${decimal(pinnedTokens / limit)} that nothing can take away.`,
  ];
}

/** What could not be read, what was mended, and notes on the file. */
function problems(report: ImportReport): string[] {
  const lines = report.notes.map((note) => `Note: ${oneLine(note)}`);
  for (const { line, reason } of report.repaired) lines.push(`Mended, line ${line}: ${oneLine(reason)}`);
  for (const { line, reason } of report.skipped) lines.push(`Skipped, line ${line}: ${oneLine(reason)}`);
  return lines;
}
