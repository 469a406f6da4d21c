/** What a change of one setting did to the run: compactions, evictions and calls, against the run before the hand moved. */

import { DECISIONS, DROPS, type Run } from '../engine/run';
import type { LaneSpec, Result } from './state';

/** What a run comes down to here. */
interface Outcome {
  compactions: number;
  evictions: number;
  floors: number;
  tokens: Int32Array;
}

/** The setting that moved, and what that did. */
export interface ChangeEffect {
  parameter: string;
  /** "3 compactions → 5", "12 calls differ"; one at least. */
  words: readonly string[];
}

const known = new WeakMap<Run, Outcome>();
const KINDS = {
  compactions: ['compacted'],
  evictions: DROPS,
  floors: ['floor'],
} as const;

function outcomeOf(run: Run): Outcome {
  const found = known.get(run);
  if (found) return found;
  const counts = new Int32Array(DECISIONS.length);
  for (const kind of run.decisions.kind) counts[kind] = (counts[kind] as number) + 1;
  const sum = (kinds: readonly (typeof DECISIONS)[number][]) =>
    kinds.reduce((total, kind) => total + (counts[DECISIONS.indexOf(kind)] as number), 0);
  const outcome = {
    compactions: sum(KINDS.compactions),
    evictions: sum(KINDS.evictions),
    floors: sum(KINDS.floors),
    tokens: run.calls.tokens,
  };
  known.set(run, outcome);
  return outcome;
}

/** Settings in which two lanes of one system differ; null where more than the configuration does. */
function moved(before: LaneSpec, after: LaneSpec): string[] | null {
  if (before.system !== after.system || before.summarizer !== after.summarizer) return null;
  if (before.guards !== after.guards && JSON.stringify(before.guards) !== JSON.stringify(after.guards)) return null;
  return Object.keys(after.config).filter((name) => {
    const one = before.config[name];
    const other = after.config[name];
    return one !== other && JSON.stringify(one) !== JSON.stringify(other);
  });
}

function change(count: (outcome: Outcome) => number, before: Outcome, after: Outcome, one: string): string[] {
  const from = count(before);
  const to = count(after);
  if (from === to) return [];
  return [`${from.toLocaleString('en')} ${from === 1 ? one : `${one}s`} → ${to.toLocaleString('en')}`];
}

function wordsOf(before: Run, after: Run): string[] {
  const one = outcomeOf(before);
  const other = outcomeOf(after);
  const words = [
    ...change((outcome) => outcome.compactions, one, other, 'compaction'),
    ...change((outcome) => outcome.evictions, one, other, 'eviction'),
  ];
  if (one.floors !== other.floors) words.push(`nothing left to take: ${one.floors} → ${other.floors} times`);
  let differ = 0;
  const calls = Math.min(one.tokens.length, other.tokens.length);
  for (let call = 0; call < calls; call++) if (one.tokens[call] !== other.tokens[call]) differ++;
  if (differ > 0) words.push(`${differ.toLocaleString('en')} ${differ === 1 ? 'call differs' : 'calls differ'}`);
  return words.length > 0 ? words : ['no call differs'];
}

/** Milliseconds without a change after which the next one begins anew, also of the same setting. */
const REST = 2500;

/**
 * Follows the results. While one setting moves, each is held against the last one before it began to; another setting, or
 * a rest, begins anew. Another system, transcript or summarizer has no effect to tell.
 */
export class ChangeFollower {
  private before: Result | null = null;
  private last: Result | null = null;
  private parameter: string | null = null;
  private at = 0;

  /** `now` in milliseconds, from any beginning. */
  follow(result: Result | null, now: number): ChangeEffect | null {
    const { last } = this;
    this.last = result;
    if (!result || !last || result.run.messageCount !== last.run.messageCount) return this.forget();
    const names = moved(last.lane, result.lane);
    if (names === null) return this.forget();
    const [name] = names;
    if (name !== undefined) {
      if (names.length > 1) return this.forget();
      if (name !== this.parameter || now - this.at > REST) this.before = last;
      this.parameter = name;
      this.at = now;
    }
    if (!this.before || this.parameter === null) return null;
    return { parameter: this.parameter, words: wordsOf(this.before.run, result.run) };
  }

  private forget(): null {
    this.before = null;
    this.parameter = null;
    return null;
  }
}
