/** What a run comes down to in figures: pressure, decisions, and whether the task, corrections and pins are still there. */

import type { TranscriptIndex } from '../engine/accounting';
import { Pin, rulePins } from '../engine/pins';
import { DECISIONS, type DecisionKind, DROPS, type Run, STATE_NAMES, State, type StateCode } from '../engine/run';
import type { Config } from '../engine/system';
import { taskOf } from '../engine/task';
import { endStates } from './ends';

/** How many of a kind of message there are, and how many of them are in the last window, word for word or cut. */
export interface Kept {
  total: number;
  kept: number;
}

/** Policy figures of one run. Tokens here are the policy's own (messages, where the system counts messages). */
export interface RunMetrics {
  /** Model calls, the next call included. */
  calls: number;
  /** Highest of policy tokens / limit over the calls, after preparing. 1 is the limit. */
  peakPressure: number;
  /** Mean of policy tokens / limit over the calls. */
  meanPressure: number;
  /** Calls whose policy tokens are over the limit. */
  callsOverBudget: number;
  /** Decisions that replaced a span by a summary, or by nothing where the summarizer found nothing worth keeping. */
  compactions: number;
  /** Decisions that dropped messages or summaries (evicted, trimmed, left as a line). One may take a whole tool group. */
  evictions: number;
  /** Messages that were cut when they came in. */
  truncations: number;
  /** Messages that could not be taken in at all. */
  refused: number;
  /** Requests made of the summarizer, failed ones included. */
  summarizerCalls: number;
  /** Requests that changed nothing: the summarizer failed, or its answer was no shorter than what it stood for. */
  summarizerFailures: number;
  /** Messages that neither the last window nor a summary in it carries: evicted or refused. */
  lostMessages: number;
  /** Policy tokens that those messages had when they came in. */
  lostTokens: number;
  /** Messages that only a summary in the last window stands for. */
  summarisedMessages: number;
  /** What became of the task by the last call: the first user message with words of a person. Null where there is none. */
  task: (typeof STATE_NAMES)[number] | null;
  /** User messages that carry a correction marker, after the task. */
  corrections: Kept;
  /** Messages pinned by hand: `pinned` in the transcript, or listed in the parameter `explicit`. */
  pins: Kept;
}

function stands(state: number): boolean {
  return state === State.verbatim || state === State.truncated;
}

/** Pressure of each call: policy tokens / limit, where a limit under 1 counts as 1. */
export function pressureOf(run: Run, call: number): number {
  return (run.calls.tokens[call] as number) / Math.max(1, run.limit);
}

/**
 * Linear in messages, calls and decisions. `markers` are the correction markers; the configuration's own where the
 * system has them, else none are looked for unless given.
 */
export function runMetrics(
  run: Run,
  index: TranscriptIndex,
  config: Config,
  markers: readonly string[] = markersOf(config) ?? [],
): RunMetrics {
  const calls = run.calls.before.length;
  let peakPressure = 0;
  let pressureSum = 0;
  let callsOverBudget = 0;
  for (let call = 0; call < calls; call++) {
    const pressure = pressureOf(run, call);
    pressureSum += pressure;
    if (pressure > peakPressure) peakPressure = pressure;
    if (pressure > 1) callsOverBudget++;
  }
  const decided = countDecisions(run);
  const ends = endStates(run);
  let lostMessages = 0;
  let lostTokens = 0;
  let summarisedMessages = 0;
  let truncations = 0;
  let refused = 0;
  for (let message = 0; message < ends.length; message++) {
    const end = ends[message] as StateCode;
    const arrived = run.arrivals.state[message];
    if (arrived === State.truncated) truncations++;
    if (arrived === State.refused) refused++;
    if (end === State.summarised) summarisedMessages++;
    if (end === State.evicted || end === State.refused) {
      lostMessages++;
      lostTokens += run.arrivals.cost[message] as number;
    }
  }
  const task = taskOf(index);
  return {
    calls,
    peakPressure,
    meanPressure: calls === 0 ? 0 : pressureSum / calls,
    callsOverBudget,
    compactions: decided('compacted'),
    evictions: DROPS.reduce((sum, kind) => sum + decided(kind), 0),
    truncations,
    refused,
    summarizerCalls: run.summarizerCalls,
    summarizerFailures: decided('summary-refused') + decided('summary-failed'),
    lostMessages,
    lostTokens,
    summarisedMessages,
    task: task < 0 ? null : (STATE_NAMES[ends[task] as StateCode] ?? null),
    corrections: keptCorrections(index, ends, task, markers),
    pins: keptPins(index, ends, config),
  };
}

function countDecisions(run: Run): (kind: DecisionKind) => number {
  const counts = new Int32Array(DECISIONS.length);
  for (const kind of run.decisions.kind) counts[kind] = (counts[kind] as number) + 1;
  return (kind) => counts[DECISIONS.indexOf(kind)] as number;
}

function markersOf(config: Config): readonly string[] | undefined {
  return Array.isArray(config.correctionMarkers) ? (config.correctionMarkers as string[]) : undefined;
}

function keptCorrections(index: TranscriptIndex, ends: Uint8Array, task: number, markers: readonly string[]): Kept {
  const corrections: Kept = { total: 0, kept: 0 };
  if (markers.length === 0 || task < 0) return corrections;
  // Shared with the pins of the managed window: the texts are scanned once per list of markers, not at every replay.
  const masks = rulePins(index, { pinSystem: false, pinCorrections: true, correctionMarkers: markers });
  for (let message = task + 1; message < ends.length; message++) {
    if (((masks[message] as number) & Pin.correction) === 0) continue;
    corrections.total++;
    if (stands(ends[message] as number)) corrections.kept++;
  }
  return corrections;
}

function keptPins(index: TranscriptIndex, ends: Uint8Array, config: Config): Kept {
  const pins: Kept = { total: 0, kept: 0 };
  const explicit = new Set(Array.isArray(config.explicit) ? (config.explicit as number[]) : []);
  for (let message = 0; message < ends.length; message++) {
    if (!explicit.has(message) && !index.transcript.messages[message]?.pinned) continue;
    pins.total++;
    if (stands(ends[message] as number)) pins.kept++;
  }
  return pins;
}
