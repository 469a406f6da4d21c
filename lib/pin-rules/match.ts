/** Which messages pin rules fit: worked out once a rule and transcript, so that a slider drag reads no text again. */

import { follow, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import type { PinMatches, RuleMatches } from '../engine/pin-matches';
import { type PinRule, pinRuleName } from '../engine/pin-rule';
import { type Message, ROLES } from '../engine/transcript';
import { kindOf, toolsOf } from './facts';

/** Whether an expression fits a part of a text. Takes time in proportion to the text. */
export interface TextTest {
  test(text: string): boolean;
}

export interface CompiledRule {
  readonly rule: PinRule;
  readonly expression: TextTest | null;
}

/** What has been worked out of one rule on one transcript. */
interface Known {
  readonly fits: Uint8Array;
  /** Messages that have been looked at. */
  done: number;
  /** Milliseconds that took, where somebody measured. */
  milliseconds: number;
}

/** Rules whose fits are kept a transcript. */
const MOST_KEPT = 64;
const known = new WeakMap<TranscriptIndex, Map<string, Known>>();
/** Answers of expressions, by expression and message: after an edit only what is new is read. */
const answers = new WeakMap<TextTest, WeakMap<Message, boolean>>();

function keyOf({ match }: PinRule, counts: TokenCounts): string {
  const sized = match.minTokens !== undefined || match.maxTokens !== undefined;
  return `${sized ? counts.counter : ''} ${JSON.stringify(match)}`;
}

function knownOf(index: TranscriptIndex, rule: PinRule, counts: TokenCounts): Known {
  let kept = known.get(index);
  if (!kept) {
    kept = new Map();
    known.set(index, kept);
  }
  const key = keyOf(rule, counts);
  let entry = kept.get(key);
  if (entry) {
    // The newest use stands last: what has not been asked for longest goes first.
    kept.delete(key);
  } else {
    entry = { fits: new Uint8Array(index.roles.length), done: 0, milliseconds: 0 };
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
  }
  kept.set(key, entry);
  return entry;
}

function result(rule: PinRule, fits: Uint8Array): RuleMatches {
  const latest = rule.keep === 'all' ? null : rule.keep.latest;
  return { id: rule.id, name: pinRuleName(rule), latest, fits };
}

/** Matches at once. On an index that grows they are filled with every message that comes. */
export function matchRules(index: TranscriptIndex, counts: TokenCounts, compiled: readonly CompiledRule[]): PinMatches {
  return compiled.map(({ rule, expression }) => {
    const test = ruleTest(rule, expression, index, counts);
    if (index.growth) {
      const fits = new Uint8Array(index.roles.length);
      follow(index, (from, to) => {
        for (let message = from; message < to; message++) fits[message] = test(message) ? 1 : 0;
      });
      return result(rule, fits);
    }
    const entry = knownOf(index, rule, counts);
    for (; entry.done < entry.fits.length; entry.done++) entry.fits[entry.done] = test(entry.done) ? 1 : 0;
    return result(rule, entry.fits);
  });
}

export interface Slicing {
  /** Lets others have their turn; may throw to stop. */
  pause(): Promise<void>;
  /** Milliseconds, from any beginning. */
  now(): number;
}

/** Milliseconds between two pauses: a pause comes after the message that used them up. */
const SLICE = 20;

/** The same matches with pauses, for a thread that others wait for. */
export async function matchInSlices(
  index: TranscriptIndex,
  counts: TokenCounts,
  compiled: readonly CompiledRule[],
  { pause, now }: Slicing,
): Promise<PinMatches> {
  let paused = now();
  for (const { rule, expression } of compiled) {
    const entry = knownOf(index, rule, counts);
    if (entry.done === entry.fits.length) continue;
    const test = ruleTest(rule, expression, index, counts);
    let started = now();
    while (entry.done < entry.fits.length) {
      const message = entry.done;
      entry.fits[message] = test(message) ? 1 : 0;
      // Another request may have gone on with the same rule during a pause.
      entry.done = message + 1;
      // A clock is asked rarely for what is quick.
      if (expression === null && (message & 31) !== 0) continue;
      if (now() - paused < SLICE) continue;
      entry.milliseconds += now() - started;
      await pause();
      paused = now();
      started = paused;
    }
    entry.milliseconds += now() - started;
  }
  return matchRules(index, counts, compiled);
}

/** Milliseconds that it took to work out what a rule fits, as far as it was measured. */
export function matchingTime(index: TranscriptIndex, counts: TokenCounts, rule: PinRule): number {
  return known.get(index)?.get(keyOf(rule, counts))?.milliseconds ?? 0;
}

function ruleTest(
  { match }: PinRule,
  expression: TextTest | null,
  index: TranscriptIndex,
  counts: TokenCounts,
): (message: number) => boolean {
  const { role, kind, minTokens = 0, maxTokens = Number.POSITIVE_INFINITY } = match;
  const roleCode = role === undefined ? -1 : ROLES.indexOf(role);
  const tools = match.tool?.split(',').flatMap((name) => (name.trim() === '' ? [] : [toolTest(name.trim())]));
  const needle = match.text?.toLowerCase();
  const remembered = expression ? (answers.get(expression) ?? new WeakMap<Message, boolean>()) : null;
  if (expression && remembered) answers.set(expression, remembered);
  return (message) => {
    const one = index.transcript.messages[message];
    if (!one) return false;
    if (match.message !== undefined && match.message !== message) return false;
    if (roleCode >= 0 && index.roles[message] !== roleCode) return false;
    if (kind !== undefined && kindOf(one) !== kind) return false;
    const tokens = counts.message[message] as number;
    if (tokens < minTokens || tokens > maxTokens) return false;
    if (tools && !toolsOf(index, message).some((name) => tools.some((fits) => fits(name)))) return false;
    if (needle !== undefined && !someText(one, (text) => text.toLowerCase().includes(needle))) return false;
    if (!expression || !remembered) return true;
    let answer = remembered.get(one);
    if (answer === undefined) {
      answer = someText(one, (text) => expression.test(text));
      remembered.set(one, answer);
    }
    return answer;
  };
}

function toolTest(wanted: string): (name: string) => boolean {
  if (!wanted.endsWith('*')) return (name) => name === wanted;
  const start = wanted.slice(0, -1);
  return (name) => name.startsWith(start);
}

/** Its content, and each call as NAME(ARGUMENTS): a text of its own each. */
function someText(message: Message, test: (text: string) => boolean): boolean {
  if (message.content && test(message.content)) return true;
  return (message.tool_calls ?? []).some((call) => test(`${call.function.name}(${call.function.arguments})`));
}
