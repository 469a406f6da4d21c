/** What a finding is, and what the rules that find them look at. */

import type { TokenCounts, TranscriptIndex } from '../../engine/accounting';
import { whole } from '../../engine/figures';
import type { Run } from '../../engine/run';
import type { Config, Guards, MemorySystem } from '../../engine/system';
import type { Recalled } from '../facts/recall';

export type FindingId =
  | 'invalid-windows'
  | 'instructions-refused'
  | 'messages-refused'
  | 'task-lost'
  | 'task-in-summary'
  | 'correction-lost'
  | 'recency-bias'
  | 'floor'
  | 'over-limit'
  | 'estimate-error'
  | 'estimate-off'
  | 'tool-schemas'
  | 'not-in-file'
  | 'floor-over-threshold'
  | 'early-compaction'
  | 'wholesale-loss'
  | 'cache-broken'
  | 'thrash'
  | 'futile-passes'
  | 'summary-failures'
  | 'never-summarised'
  | 'summaries-of-summaries'
  | 'drift'
  | 'omission'
  | 'bad-labels'
  | 'cut-json'
  | 'misses';

/** `error`: the agent would have failed or forgotten what it must not. `warning`: it is worth a change. `note`: to know. */
export type Severity = 'error' | 'warning' | 'note';

export interface Finding {
  id: FindingId;
  severity: Severity;
  /** A few words. */
  title: string;
  /** One or two sentences with the numbers. */
  sentence: string;
  /** Calls where it shows, ascending, each once. */
  calls: Int32Array;
}

/** A run, what it came from, and what it is measured by. */
export interface Examined {
  run: Run;
  index: TranscriptIndex;
  system: MemorySystem;
  config: Config;
  guards: Guards;
  /** The policy's own counts. */
  counts: TokenCounts;
  /** Sent tokens of each call under an exact counter, where they have been counted. */
  sent?: Int32Array;
  /** What the file's usage has beyond its messages, where it has usage and an exact counter has counted. */
  unsent?: Unsent | null;
  /** Uses of facts and misses, where the facts have been collected. */
  recalled?: Recalled;
  /** Correction markers, in lower case, for systems that have none of their own. */
  markers?: readonly string[];
}

/** A call at which what a provider counted and what the transcript holds are held against each other. Tokens. */
export interface Unsent {
  call: number;
  recorded: number;
  /** All messages before it and the tool schemas, under an exact counter. */
  held: number;
}

/** Sorted, each once. */
export function callsOf(calls: Iterable<number>): Int32Array {
  return Int32Array.from(new Set(calls)).sort();
}

/** Every call from one to another, both included. */
export function callsBetween(from: number, to: number): Int32Array {
  return Int32Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
}

/** Marks of corrections: the configuration's own where it has them, else those that were given. */
export function markersOf({ config, markers }: Examined): readonly string[] {
  return Array.isArray(config.correctionMarkers) ? (config.correctionMarkers as string[]) : (markers ?? []);
}

/** Policy tokens that a message takes as it stands; of a policy that counts messages, those of its counter. */
export function tokensOf({ run, system, counts }: Examined, message: number): number {
  return (system.unit === 'tokens' ? run.arrivals.cost[message] : counts.message[message]) as number;
}

/** Share of the limit that a pass should free: the configuration's own, else document 000's 0.05. */
export function leastGainOf(config: Config): number {
  return typeof config.minGain === 'number' ? config.minGain : 0.05;
}

/** "1 pass", "3 passes". */
export function several(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

/** Calls as people read them: "call 4", "calls 4-9", "12 calls from 4 to 40". Call numbers count from 1. */
export function callsInWords(calls: Int32Array): string {
  const first = (calls[0] ?? 0) + 1;
  const last = (calls[calls.length - 1] ?? 0) + 1;
  if (calls.length <= 1) return `call ${whole(first)}`;
  return last - first === calls.length - 1
    ? `calls ${whole(first)}-${whole(last)}`
    : `${whole(calls.length)} calls from ${whole(first)} to ${whole(last)}`;
}
