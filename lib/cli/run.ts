/** `palimpsest run`: replays every lane of every scenario, as a line of JSON each or as a table. */

import { counted, decimal, whole } from '../engine/figures';
import { ImportError } from '../importers/import-error';
import { ScenarioError } from '../scenario/scenario-error';
import { checkSettings } from './check-settings';
import type { Arguments, Command } from './command';
import { InputError, type NamedScenario, readScenarios } from './input';
import type { CommandIo } from './io';
import { explanationsAt, laneJson } from './lane-json';
import { type LaneOutcome, ScenarioReplay } from './replay-lane';
import { type Column, oneLine, table } from './table';

export const run: Command = {
  name: 'run',
  summary: 'Replay every lane of one or more scenarios.',
  usage: 'SCENARIO... [--json] [--explain]',
  description: [
    'A scenario is a JSON object with a transcript and lanes, each lane a memory system with its settings. A file holds one, or one a line (JSONL); - reads standard input. Given a transcript instead, in any known format, it runs a managed window with the default settings beside keeping everything.',
    'Without --json it prints a table. Tokens "sent" are counted with the scenario\'s own counter (o200k_base unless it names another), the same for every lane; pressure is in the policy\'s own count.',
    'The table says of each lane: its limit, how many model calls, the peak and mean pressure, calls over the limit; tokens sent in all and at the largest call; how often it compacted and evicted; messages cut, refused and lost (neither in the last window nor in a summary there); what became of the task (the first user message with words of a person), how many corrections are still there; recall, the share of uses of earlier facts at which the window still had them; and how many findings there are on how it behaved, which --explain tells.',
    'With --json it prints a line of JSON for each lane: scenario, lane, system, limit, calls (before, tokens, sentTokens, pressure, window, events, notes), appends, summaries, summaryTexts, metrics. The metrics count the windows that each provider would reject (invalidWindows) and the uses of earlier facts (uses, inSummary, misses, recall), and list the findings: id, severity, title, sentence, calls by position. In a window a number is the index of a message that stands unchanged; anything else is written out.',
    'All files are read and checked before the first lane runs: where one cannot be used, nothing is printed but what is wrong with it.',
  ],
  options: {
    json: { help: 'Print one line of JSON for each lane.' },
    explain: {
      help: 'Tell each decision in a sentence, at its call in the JSON; without --json below the table, after the findings.',
    },
  },
  examples: [
    'palimpsest run support.palimpsest.json',
    'palimpsest run a.palimpsest.json b.palimpsest.json --explain',
    'palimpsest run --json scenarios.jsonl > lanes.jsonl',
    'palimpsest run session.jsonl',
  ],
  files: { most: Number.POSITIVE_INFINITY, needed: true },
  run: runScenarios,
};

async function runScenarios({ files, options }: Arguments, io: CommandIo): Promise<void> {
  const scenarios = await readAll(files, io);
  for (const scenario of scenarios) {
    const replayed = new ScenarioReplay(scenario.scenario, (message) =>
      io.error(`warning: ${scenario.name}: ${message}`),
    );
    const outcomes: LaneOutcome[] = [];
    for (const lane of scenario.scenario.lanes) {
      const outcome = await replayed.lane(lane);
      if (!options.has('json')) outcomes.push(outcome);
      else for (const piece of laneJson(scenario.name, outcome, options.has('explain'))) await io.out(piece);
    }
    if (!options.has('json')) await io.out(laneTable(scenario, outcomes, options.has('explain')));
  }
}

/** Warnings of one file that are spelled out. */
const SPELLED_OUT = 10;

/** Every scenario of every file, checked; throws one error with what is wrong in all of them. */
async function readAll(files: readonly string[], io: CommandIo): Promise<NamedScenario[]> {
  const all: NamedScenario[] = [];
  const errors: string[] = [];
  for (const file of files) {
    const warnings: string[] = [];
    try {
      for (const scenario of await readScenarios(file, io)) {
        await checkSettings(scenario, errors, warnings);
        all.push(scenario);
      }
    } catch (error) {
      const known = [InputError, ScenarioError, ImportError].some((kind) => error instanceof kind);
      if (!known) throw error;
      errors.push((error as Error).message);
    }
    for (const warning of warnings.slice(0, SPELLED_OUT)) io.error(`warning: ${warning}`);
    const rest = warnings.length - SPELLED_OUT;
    if (rest > 0) io.error(`warning: ${file}: ${counted(rest, 'more warning')}.`);
  }
  if (errors.length > 0) throw new InputError(errors);
  return all;
}

const COLUMNS: readonly Column[] = [
  { title: 'lane' },
  { title: 'system' },
  { title: 'limit', align: 'right' },
  { title: 'calls', align: 'right' },
  { title: 'peak', align: 'right' },
  { title: 'mean', align: 'right' },
  { title: 'over', align: 'right' },
  { title: 'sent', align: 'right' },
  { title: 'largest', align: 'right' },
  { title: 'compacted', align: 'right' },
  { title: 'evicted', align: 'right' },
  { title: 'cut', align: 'right' },
  { title: 'refused', align: 'right' },
  { title: 'lost', align: 'right' },
  { title: 'task' },
  { title: 'corrections' },
  { title: 'recall', align: 'right' },
  { title: 'findings', align: 'right' },
];

function laneRow({ lane, system, run, metrics, findings }: LaneOutcome): string[] {
  return [
    oneLine(lane.name),
    system.id,
    whole(run.limit),
    whole(metrics.calls),
    decimal(metrics.peakPressure),
    decimal(metrics.meanPressure),
    whole(metrics.callsOverBudget),
    whole(metrics.sentTokens),
    whole(metrics.sentPeak),
    whole(metrics.compactions),
    whole(metrics.evictions),
    whole(metrics.truncations),
    whole(metrics.refused),
    whole(metrics.lostMessages),
    metrics.task ?? 'none',
    `${metrics.corrections.kept} of ${metrics.corrections.total}`,
    decimal(metrics.recall),
    whole(findings.length),
  ];
}

/** Where a call stands: the message that answers it, or the end. */
function callName({ run }: LaneOutcome, call: number): string {
  const before = run.calls.before[call] as number;
  return `call ${call + 1} (${before < 0 ? 'next' : `before message ${before}`})`;
}

function laneTable({ name, scenario }: NamedScenario, outcomes: readonly LaneOutcome[], explain: boolean): string {
  const messages = counted(scenario.transcript.messages.length, 'message');
  const lines = [`${oneLine(name)}: ${messages}, sent tokens in ${scenario.counter}`, ''];
  lines.push(...table(COLUMNS, outcomes.map(laneRow)), '');
  if (!explain) return `${lines.join('\n')}\n`;
  for (const outcome of outcomes) {
    lines.push(`${oneLine(outcome.lane.name)}:`);
    for (const { severity, title, sentence } of outcome.findings)
      lines.push(`  ${severity}: ${title}. ${oneLine(sentence)}`);
    let told = 0;
    for (let call = 0; call < outcome.run.calls.before.length; call++) {
      for (const sentence of explanationsAt(outcome, call)) {
        lines.push(`  ${callName(outcome, call)}: ${oneLine(sentence)}`);
        told++;
      }
    }
    if (told === 0) lines.push('  Nothing was taken, cut or refused.');
    lines.push('');
  }
  return `${lines.join('\n')}\n`;
}
