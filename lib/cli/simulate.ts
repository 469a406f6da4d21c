/** `palimpsest simulate`: synthetic turns through a managed window, with its events, its pressure curve and a verdict. */

import { counted, decimal, whole } from '../engine/figures';
import { DECISIONS, type DecisionKind } from '../engine/run';
import { pressureOf } from '../metrics/run-metrics';
import { DEFAULT_COUNTER } from '../scenario/scenario';
import { suggestion } from '../scenario/suggestion';
import { SUMMARIZERS, type SummarizerSpec } from '../summarizers/descriptions';
import { completeGuards, systemById } from '../systems/registry';
import { type Arguments, type Command, UsageError, wholeNumber } from './command';
import { pressureCurve } from './curve';
import type { CommandIo } from './io';
import { explanationsAt } from './lane-json';
import { pinRulesFrom, pinRulesOption } from './pin-rules';
import { type LaneOutcome, ScenarioReplay } from './replay-lane';
import { settingOptions, settingsFrom } from './settings';
import { syntheticTranscript } from './synthetic';

const managedWindow = systemById('managed-window');

export const simulate: Command = {
  name: 'simulate',
  summary: 'Push synthetic turns through a managed window and show events and pressure.',
  usage: '[--turns N] [--window N] [options]',
  description: [
    'Makes up a session of a coding agent (the same for the same seed), replays it through a managed window with a summarizer that works offline, and prints every event, the pressure curve, and whether the window did its job: pressure under the eviction threshold, compactions at a steady pace, the task still there.',
    'No model is asked and nothing is sent anywhere.',
  ],
  options: {
    turns: { value: 'N', help: 'User turns to make up. Default 200.' },
    seed: { value: 'N', help: 'Another number, another session. Default 1.' },
    summarizer: {
      value: 'NAME',
      help: `One of ${SUMMARIZERS.map((entry) => entry.kind).join(', ')}. Default extractive.`,
    },
    'as-published': { help: 'Switch all guards off: the window as its document publishes it, faults included.' },
    ...settingOptions(managedWindow),
    ...pinRulesOption,
  },
  examples: [
    'palimpsest simulate --turns 200',
    'palimpsest simulate --turns 500 --window 32000 --compact-at 0.6',
    'palimpsest simulate --as-published --summarizer drop',
  ],
  files: { most: 0, needed: false },
  run: runSimulation,
};

function summarizerOf({ options }: Arguments): SummarizerSpec {
  const name = options.get('summarizer') ?? 'extractive';
  const kinds = SUMMARIZERS.map((entry) => entry.kind);
  const kind = kinds.find((one) => one === name);
  if (kind === undefined) {
    throw new UsageError('simulate', `--summarizer is "${name}".`, suggestion(String(name), kinds));
  }
  return kind === 'fixed' ? { kind, text: 'Summary {n} of {count} messages.' } : { kind };
}

async function runSimulation(given: Arguments, io: CommandIo): Promise<void> {
  const turns = wholeNumber('simulate', given, 'turns', 1, 200);
  const seed = wholeNumber('simulate', given, 'seed', 0, 1);
  const pinRules = await pinRulesFrom('simulate', given);
  const config = { ...settingsFrom('simulate', managedWindow, given), pinRules };
  const guards = completeGuards(managedWindow, !given.options.has('as-published'));
  const summarizer = summarizerOf(given);
  const lane = { name: 'simulated', system: managedWindow.id, config, guards, summarizer };
  const transcript = syntheticTranscript(turns, seed);
  const scenario = {
    palimpsest: 1,
    title: '',
    counter: DEFAULT_COUNTER,
    transcript,
    lanes: [lane],
    probes: [],
    prices: {},
  } as const;
  const replayed = new ScenarioReplay({ ...scenario, lanes: [lane], probes: [] }, (message) =>
    io.error(`warning: ${message}`),
  );
  const outcome = await replayed.lane(lane);
  const { limit, arithmetic } = managedWindow.limitOf(config);
  const lines = [
    `${counted(turns, 'turn')} made up from seed ${seed}: ${counted(transcript.messages.length, 'message')}, ${counted(outcome.metrics.calls, 'model call')}.`,
    `Managed window: limit ${arithmetic} tokens by ${managedWindow.counterOf(config)}, guards ${given.options.has('as-published') ? 'off' : 'on'}, summarizer ${summarizer.kind}.`,
    '',
    'Events',
    ...eventLines(outcome),
    '',
    'Pressure before each model call',
    ...pressureCurve(pressures(outcome), managedWindow.thresholds(config)),
    '',
    'Verdict',
    ...verdict(outcome, limit),
  ];
  await io.out(`${lines.join('\n')}\n`);
}

function pressures({ run }: LaneOutcome): number[] {
  return Array.from(run.calls.tokens, (_tokens, call) => pressureOf(run, call));
}

function eventLines(outcome: LaneOutcome): string[] {
  const lines: string[] = [];
  const width = String(outcome.run.calls.before.length).length;
  for (let call = 0; call < outcome.run.calls.before.length; call++) {
    for (const sentence of explanationsAt(outcome, call)) {
      lines.push(`  call ${String(call + 1).padStart(width)}  ${sentence}`);
    }
  }
  return lines.length > 0 ? lines : ['  None: everything fits.'];
}

/** Calls at which a decision of a kind was made, each call once. */
function callsWith({ run }: LaneOutcome, kind: DecisionKind): number[] {
  const code = DECISIONS.indexOf(kind);
  const calls: number[] = [];
  for (const [decision, made] of run.decisions.kind.entries()) {
    const call = run.decisions.call[decision] as number;
    if (made === code && calls.at(-1) !== call) calls.push(call);
  }
  return calls;
}

/** How regularly compactions come: the mean distance, the shortest, and the longest row of calls with one at each. */
function cadence(calls: readonly number[]): string {
  if (calls.length < 2) return 'too few to speak of a pace';
  let shortest = Number.POSITIVE_INFINITY;
  let longestRow = 1;
  let row = 1;
  for (let position = 1; position < calls.length; position++) {
    const distance = (calls[position] as number) - (calls[position - 1] as number);
    shortest = Math.min(shortest, distance);
    row = distance === 1 ? row + 1 : 1;
    longestRow = Math.max(longestRow, row);
  }
  const mean = ((calls.at(-1) ?? 0) - (calls[0] ?? 0)) / (calls.length - 1);
  const pace = `every ${decimal(mean, 1)} calls on average, never closer than ${shortest}`;
  return longestRow > 1 ? `every ${decimal(mean, 1)} calls on average; at most ${longestRow} calls in a row` : pace;
}

function verdict(outcome: LaneOutcome, limit: number): string[] {
  const { metrics, lane, run } = outcome;
  const evictAt = lane.config.evictAt as number;
  const all = pressures(outcome);
  const peak = decimal(metrics.peakPressure);
  const peakCall = all.indexOf(metrics.peakPressure) + 1;
  const over = all.filter((pressure) => pressure > evictAt).length;
  const held =
    over === 0
      ? `Pressure never exceeded evictAt ${decimal(evictAt)}: its peak was ${peak} at call ${peakCall}, ${whole(run.calls.tokens[peakCall - 1] ?? 0)} of ${whole(limit)} tokens.`
      : `Pressure EXCEEDED evictAt ${decimal(evictAt)} at ${counted(over, 'call')}: its peak was ${peak} at call ${peakCall}. What is pinned, recent or in flight does not fit.`;
  const compacted = callsWith(outcome, 'compacted');
  const inWindow = metrics.task === 'verbatim' || metrics.task === 'truncated';
  return [
    `  ${held}`,
    `  ${counted(metrics.compactions, 'compaction')} at ${counted(compacted.length, 'call')}: ${cadence(compacted)}.`,
    `  ${counted(metrics.evictions, 'eviction')}, ${counted(metrics.truncations, 'tool result')} cut, ${counted(metrics.refused, 'message')} refused.`,
    inWindow
      ? `  The task is in the final window, word for word.`
      : `  The task is NOT in the final window: it was ${metrics.task ?? 'never there'}.`,
    `  ${metrics.corrections.kept} of ${counted(metrics.corrections.total, 'correction')} still there; ${counted(metrics.lostMessages, 'message')} lost, ${whole(metrics.summarisedMessages)} in summaries.`,
  ];
}
