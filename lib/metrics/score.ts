/** Everything that a lane is scored by, as plain values that cross to another thread. */

import type { TranscriptIndex } from '../engine/accounting';
import { PROVIDERS, type ProviderId } from '../engine/provider-rules';
import { DECISIONS, type DecisionKind, DROPS, type Run, State } from '../engine/run';
import { taskOf } from '../engine/task';
import type { Bill } from './bill';
import { exchangeCalls } from './bill-calls';
import type { Recall } from './facts/recall';
import { fateChanges } from './fate-changes';
import { callsOf } from './findings/finding';
import { passesOf, QUICK } from './findings/passes';
import type { RunMetrics } from './run-metrics';
import type { Validity } from './validity/check-run';
import type { SummaryExchange, YardstickMetrics } from './yardstick-metrics';

/** Probes of a scenario against a lane: how many there are, how many it held, and the calls at which one failed. */
export interface ProbesHeld {
  total: number;
  held: number;
  failedCalls: Int32Array;
}

/** What a score is made of. */
export interface Scored {
  /** The lane's name and its memory system. */
  lane: string;
  system: string;
  run: Run;
  index: TranscriptIndex;
  /** Yardstick tokens at each call. */
  sent: Int32Array;
  metrics: RunMetrics & YardstickMetrics;
  exchanges: readonly SummaryExchange[];
  validity: Validity;
  /** What has not been worked out is left out; its figures then have no value. */
  bill?: Bill;
  /** The bill of keeping everything, over the same transcript. */
  baseBill?: Bill;
  recall?: Recall;
  probes?: ProbesHeld;
  computeMs?: number;
  /** Tokens that the model takes, where the lane's configuration knows it. */
  contextWindow?: number | null;
}

/** Where a request is larger than what the model takes, whatever the lane's own count says. */
export interface OverWindow {
  /** Tokens that the model takes. */
  window: number;
  /** Calls at which the yardstick tokens are over it, ascending. */
  calls: Int32Array;
  /** The lane's own count at the largest of them. */
  policyTokens: number;
}

/** How compactions follow each other. */
export interface Rhythm {
  /** Calls with a compaction, ascending, each once. */
  calls: Int32Array;
  /** Mean number of calls from one to the next; null where there are fewer than two. */
  cadence: number | null;
  /** Share of them that come at most two calls after the one before; null where there is none. */
  thrash: number | null;
  quickCalls: Int32Array;
}

export interface Score {
  lane: string;
  system: string;
  calls: number;
  metrics: RunMetrics & YardstickMetrics;
  rhythm: Rhythm;
  /** Most generations of summaries inside one summary; 0 where there is none. */
  generations: number;
  cost: number | null;
  /** Cost ÷ that of keeping everything. */
  costRatio: number | null;
  readShare: number | null;
  recall: number | null;
  misses: number | null;
  probes: { total: number; held: number } | null;
  /** Windows that a provider would reject, and those that any of them would. */
  invalid: { [provider in ProviderId]: number };
  invalidAny: number;
  computeMs: number | null;
  /** Null where every request fits, or no window is known. */
  overWindow: OverWindow | null;
  /** The calls behind the figures, by what they show. */
  callsBehind: CallsBehind;
}

/** Ascending, each once. */
export interface CallsBehind {
  peak: Int32Array;
  overBudget: Int32Array;
  sentPeak: Int32Array;
  /** Where the cache broke. */
  breaks: Int32Array;
  /** Where the summarizer was asked. */
  summarizer: Int32Array;
  evictions: Int32Array;
  truncations: Int32Array;
  refused: Int32Array;
  /** Where messages left the window without a trace. */
  lost: Int32Array;
  /** Where the task became what it is: cut, summarised, gone. */
  task: Int32Array;
  /** Where a summary of the most generations was made. */
  deepest: Int32Array;
  misses: Int32Array;
  probes: Int32Array;
  invalid: { [provider in ProviderId]: Int32Array };
  invalidAny: Int32Array;
}

const NONE = new Int32Array(0);

/** Linear in calls, decisions, inserts and messages. */
export function score(of: Scored): Score {
  const { run, metrics, bill, baseBill, recall, probes, validity } = of;
  const invalidAny = callsOf(PROVIDERS.flatMap((provider) => Array.from(validity[provider].calls)));
  const { generations, deepest } = deepestOf(run);
  return {
    lane: of.lane,
    system: of.system,
    calls: run.calls.before.length,
    metrics,
    rhythm: rhythmOf(run),
    generations,
    cost: bill?.totals.cost ?? null,
    costRatio: bill && baseBill && baseBill.totals.cost > 0 ? bill.totals.cost / baseBill.totals.cost : null,
    readShare: bill?.totals.readShare ?? null,
    recall: recall?.recall ?? null,
    misses: recall?.misses.length ?? null,
    probes: probes ? { total: probes.total, held: probes.held } : null,
    invalid: byProvider((provider) => validity[provider].calls.length),
    invalidAny: invalidAny.length,
    computeMs: of.computeMs ?? null,
    overWindow: overWindowOf(of),
    callsBehind: {
      peak: peaksOf(run.calls.tokens),
      overBudget: callsWhere(run.calls.tokens, (tokens) => tokens > Math.max(1, run.limit)),
      sentPeak: peaksOf(of.sent),
      breaks: bill?.breaks ?? NONE,
      summarizer: callsOf(exchangeCalls(run, of.exchanges)),
      evictions: decisionCalls(run, DROPS),
      truncations: decisionCalls(run, ['truncated']),
      refused: decisionCalls(run, ['refused']),
      lost: lossCalls(run),
      task: taskCalls(run, of.index),
      deepest,
      misses: callsOf(recall?.misses.map(({ call }) => call) ?? []),
      probes: probes?.failedCalls ?? NONE,
      invalid: byProvider((provider) => validity[provider].calls),
      invalidAny,
    },
  };
}

function overWindowOf({ run, sent, contextWindow }: Scored): OverWindow | null {
  const window = contextWindow ?? Number.POSITIVE_INFINITY;
  const calls = callsWhere(sent, (tokens) => tokens > window);
  if (calls.length === 0) return null;
  return { window, calls, policyTokens: run.calls.tokens[peaksOf(sent)[0] as number] as number };
}

function byProvider<T>(value: (provider: ProviderId) => T): { [provider in ProviderId]: T } {
  return Object.fromEntries(PROVIDERS.map((provider) => [provider, value(provider)])) as {
    [provider in ProviderId]: T;
  };
}

function callsWhere(column: Int32Array, holds: (value: number) => boolean): Int32Array {
  const calls: number[] = [];
  for (let call = 0; call < column.length; call++) if (holds(column[call] as number)) calls.push(call);
  return Int32Array.from(calls);
}

/** Calls at which a column has its highest value. */
function peaksOf(column: Int32Array): Int32Array {
  let peak = Number.NEGATIVE_INFINITY;
  for (const value of column) if (value > peak) peak = value;
  return callsWhere(column, (value) => value === peak);
}

function decisionCalls(run: Run, kinds: readonly DecisionKind[]): Int32Array {
  const codes = new Set(kinds.map((kind) => DECISIONS.indexOf(kind)));
  return callsOf(run.decisions.call.filter((_call, decision) => codes.has(run.decisions.kind[decision] as number)));
}

/** Calls at which a message or a summary was dropped, or could not come in. */
function lossCalls({ transitions, arrivals }: Run): Int32Array {
  const calls: number[] = [];
  for (let entry = 0; entry < transitions.call.length; entry++) {
    const state = transitions.state[entry];
    const gone = state === State.evicted || (state === State.summarised && (transitions.into[entry] as number) < 0);
    if (gone) calls.push(transitions.call[entry] as number);
  }
  for (let message = 0; message < arrivals.state.length; message++) {
    if (arrivals.state[message] === State.refused) calls.push(arrivals.call[message] as number);
  }
  return callsOf(calls);
}

/** Where the task became what it is, the last of them what it is at the end: also what became of the summary that it went into. */
function taskCalls(run: Run, index: TranscriptIndex): Int32Array {
  const task = taskOf(index);
  return task < 0 ? NONE : fateChanges(run, task);
}

/** Document 000: a pass that frees little is followed by the next within two turns, and so on. */
function rhythmOf(run: Run): Rhythm {
  const calls = callsOf(passesOf(run).map(({ call }) => call));
  const quickCalls = calls.filter((call, at) => at > 0 && call - (calls[at - 1] as number) <= QUICK);
  const span = (calls.at(-1) ?? 0) - (calls[0] ?? 0);
  return {
    calls,
    cadence: calls.length < 2 ? null : span / (calls.length - 1),
    thrash: calls.length === 0 ? null : quickCalls.length / calls.length,
    quickCalls,
  };
}

function deepestOf(run: Run): { generations: number; deepest: Int32Array } {
  let generations = 0;
  let calls: number[] = [];
  for (const { kind, generation, call } of run.inserts) {
    if (kind !== 'summary' || generation < generations) continue;
    if (generation > generations) calls = [];
    generations = generation;
    calls.push(call);
  }
  return { generations, deepest: callsOf(calls) };
}
