/** What summaries do to facts: numbers and paths that are in nothing they cover, and rules of the user that they leave out. */

import type { TranscriptIndex } from '../../engine/accounting';
import { whole } from '../../engine/figures';
import { itemText } from '../../engine/items';
import { itemsOf } from '../../engine/ledger';
import { type Insert, itemLabel, type Run } from '../../engine/run';
import type { Message } from '../../engine/transcript';
import type { Turns } from '../turns';
import { factsIn, hasFact } from './facts';
import { callsOf, type Examined, type Finding, markersOf, several } from './finding';
import { numbered, rulesOf } from './losses';

/** Facts of one summary that are looked up. */
const MOST_FACTS = 200;
/** Digits from which on a number is a fact worth checking. */
const DIGITS = 2;
/** Share of a rule's telling words that a summary must have to be taken as having kept it. */
const KEPT_SHARE = 0.5;

/** Summaries that are read between two turns. */
const SUMMARIES = 32;

/** Rules that are followed from summary to summary, the newest of them: a summary has no room for more. */
const MOST_RULES = 50;
/** How a summary says that it left something out is a count of its own. */
const LEFT_OUT = /\b\d[\d,]* more\b/g;

/** What is known of a summary once it has been looked at. */
interface Read {
  /** Facts in it that are in what it covers. */
  sound: ReadonlySet<string>;
  /** Facts in it that are not, its own and those of summaries inside it. */
  drifted: ReadonlySet<string>;
  /** Rules of the user that it still tells. */
  rules: readonly number[];
}

/** Drift and omission, in one pass over the summaries; linear in what is newly covered. */
export function* summaryFindings(examined: Examined): Turns<Finding[]> {
  const { run, index, config } = examined;
  const { corrections, constraints } = rulesOf(index, markersOf(examined));
  const isRule = new Set([...corrections, ...constraints]);
  const wording = wordingOf(config.summaryMarker);
  const words = new TellingWords(index);
  const read = new Map<number, Read>();
  const drift: { insert: number; fact: string }[] = [];
  const omitted: { insert: number; rule: number }[] = [];
  for (let decision = 0; decision < run.decisions.insert.length; decision++) {
    const number = run.decisions.insert[decision] as number;
    const insert = run.inserts[number];
    if (insert?.kind !== 'summary') continue;
    if (read.size % SUMMARIES === 0) yield;
    const covered = coveredBy(run, decision, read);
    const text = writtenPart(insert, wording);
    const facts = factsIn(text.replace(LEFT_OUT, ' '), DIGITS).slice(0, MOST_FACTS);
    const sound = new Set<string>();
    const drifted = new Set<string>();
    const open = new Set<string>();
    for (const fact of facts) {
      if (isCount(fact, insert) || covered.earlier.some((one) => one.sound.has(fact))) sound.add(fact);
      else if (covered.earlier.some((one) => one.drifted.has(fact))) drifted.add(fact);
      else open.add(fact);
    }
    settle(open, covered.messages, index, sound);
    for (const fact of open) {
      drifted.add(fact);
      drift.push({ insert: number, fact });
    }
    const lowered = text.toLowerCase();
    const rules: number[] = [];
    const told = [...covered.earlier.flatMap((one) => one.rules), ...covered.messages.filter((one) => isRule.has(one))];
    for (const rule of told.slice(-MOST_RULES)) {
      if (words.areIn(lowered, rule)) rules.push(rule);
      else omitted.push({ insert: number, rule });
    }
    read.set(number, { sound, drifted, rules });
  }
  return [driftFinding(run, drift), omissionFinding(run, omitted)].filter((finding) => finding !== null);
}

/** The messages that a decision put into a summary, and the summaries that went in with them. */
function coveredBy(
  run: Run,
  decision: number,
  read: ReadonlyMap<number, Read>,
): { messages: number[]; earlier: Read[] } {
  const messages: number[] = [];
  const earlier: Read[] = [];
  for (const item of itemsOf(run, decision)) {
    if (item >= 0) messages.push(item);
    else {
      const known = read.get(~item);
      if (known) earlier.push(known);
    }
  }
  return { messages, earlier };
}

/** Moves every fact that one of the messages has from `open` to `sound`. */
function settle(open: Set<string>, messages: readonly number[], index: TranscriptIndex, sound: Set<string>): void {
  for (const message of messages) {
    if (open.size === 0) return;
    const text = itemText(index.transcript.messages[message] as Message);
    for (const fact of open) {
      if (!hasFact(text, fact)) continue;
      open.delete(fact);
      sound.add(fact);
    }
  }
}

/** How many items a summary stands for is the system's own figure. */
function isCount(fact: string, { count, covers }: Insert): boolean {
  return fact === String(count) || fact === String(covers);
}

/** Matches a system's wording around what the summarizer wrote; null where it leaves no place for it. */
function wordingOf(marker: unknown): RegExp | null {
  if (typeof marker !== 'string' || !marker.includes('{summary}')) return null;
  const pattern = marker.split(/(\{[a-z]+\})/).map((part) => {
    if (part === '{summary}') return '([\\s\\S]*)';
    return /^\{[a-z]+\}$/.test(part) ? '[\\s\\S]*?' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${pattern.join('')}$`);
}

function writtenPart({ message }: Insert, wording: RegExp | null): string {
  const content = message.content ?? '';
  return wording?.exec(content)?.[1] ?? content;
}

/** The telling words of rules, four letters and more; looked up once a rule. */
class TellingWords {
  private readonly known = new Map<number, readonly string[]>();

  constructor(private readonly index: TranscriptIndex) {}

  /** Whether a text in lower case has at least half of a rule's words. */
  areIn(lowered: string, rule: number): boolean {
    let words = this.known.get(rule);
    if (!words) {
      const said = this.index.transcript.messages[rule]?.content ?? '';
      words = [...new Set(said.toLowerCase().match(/[\p{L}\d_./-]{4,}/gu) ?? [])];
      this.known.set(rule, words);
    }
    let found = 0;
    for (const word of words) if (lowered.includes(word)) found++;
    return words.length === 0 || found / words.length >= KEPT_SHARE;
  }
}

function callOf(run: Run, insert: number): number {
  return run.inserts[insert]?.call ?? 0;
}

function driftFinding(run: Run, drift: readonly { insert: number; fact: string }[]): Finding | null {
  const [first] = drift;
  if (!first) return null;
  const summaries = new Set(drift.map(({ insert }) => insert)).size;
  const named = drift.slice(0, 4).map(({ insert, fact }) => `${fact} in ${itemLabel(~insert)}`);
  const covers = run.inserts[first.insert]?.covers ?? 0;
  return {
    id: 'drift',
    severity: 'warning',
    title: 'Summaries say what nothing they cover says',
    sentence: `${several(drift.length, 'number or path', 'numbers or paths')} in ${several(summaries, 'summary', 'summaries')} ${drift.length === 1 ? 'is' : 'are'} in none of the messages that they stand for: ${named.join(', ')}${drift.length > named.length ? ', …' : ''}. ${itemLabel(~first.insert)} stands for ${whole(covers)}.`,
    calls: callsOf(drift.map(({ insert }) => callOf(run, insert))),
  };
}

/** "Summaries keep less than half of the words of 2 corrections or constraints of the user: messages 3 and 9. The first is S1, at call 4, without message 3." */
function omissionInWords(run: Run, rules: readonly number[], first: { insert: number; rule: number }): string {
  const what = several(rules.length, 'correction or constraint', 'corrections or constraints');
  const at = `${itemLabel(~first.insert)}, made at call ${whole(callOf(run, first.insert) + 1)},`;
  return rules.length === 1
    ? `${at} keeps less than half of the words of message ${first.rule}, in which the user lays something down.`
    : `Summaries keep less than half of the words of ${what} of the user: ${numbered(rules)}. The first is ${at} without message ${first.rule}.`;
}

function omissionFinding(run: Run, omitted: readonly { insert: number; rule: number }[]): Finding | null {
  const [first] = omitted;
  if (!first) return null;
  const rules = [...new Set(omitted.map(({ rule }) => rule))].sort((a, b) => a - b);
  return {
    id: 'omission',
    severity: 'warning',
    title: 'Summaries leave out what the user laid down',
    sentence: omissionInWords(run, rules, first),
    calls: callsOf(omitted.map(({ insert }) => callOf(run, insert))),
  };
}
