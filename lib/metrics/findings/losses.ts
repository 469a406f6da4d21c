/** What the agent must not forget and did: the task, corrections, and constraints that gave way to newer noise. */

import { memoise, TOOL, type TranscriptIndex, USER } from '../../engine/accounting';
import { counted, whole } from '../../engine/figures';
import { arrivedBy, lifeOf, ownStateAt } from '../../engine/ledger';
import { isCorrection } from '../../engine/pins';
import { State } from '../../engine/run';
import { taskOf, wordsOfPerson } from '../../engine/task';
import { type Departures, departuresOf } from './departures';
import { callsInWords, callsOf, type Examined, type Finding, markersOf, tokensOf } from './finding';

/** Words by which a user lays down what holds from now on. */
const CONSTRAINT = /\b(?:must(?: not)?|never|always|do not|don't|only|make sure|under no circumstances)\b/i;
/** Longer messages are pasted material rather than a rule. */
const LONGEST_RULE = 2000;

/** User messages after the task that lay something down: corrections by marker, constraints by a person's words. */
export function rulesOf(
  index: TranscriptIndex,
  markers: readonly string[],
): { corrections: number[]; constraints: number[] } {
  return memoise(index.memo, `user rules ${JSON.stringify(markers)}`, () => {
    const corrections: number[] = [];
    const constraints: number[] = [];
    const task = taskOf(index);
    for (let message = task + 1; task >= 0 && message < index.roles.length; message++) {
      if (index.roles[message] !== USER || (index.codePoints[message] as number) > LONGEST_RULE) continue;
      const text = index.transcript.messages[message]?.content ?? '';
      if (isCorrection(text, markers)) corrections.push(message);
      else if (CONSTRAINT.test(wordsOfPerson(text))) constraints.push(message);
    }
    return { corrections, constraints };
  });
}

/** Task lost, task only in a summary, corrections lost, recency bias. */
export function lossFindings(examined: Examined): Finding[] {
  const { run, index } = examined;
  const departures = departuresOf(run);
  const { corrections, constraints } = rulesOf(index, markersOf(examined));
  const found = [...taskFindings(examined), ...correctionFindings(examined, departures, corrections)];
  const bias = recencyBias(
    examined,
    departures,
    [...corrections, ...constraints].sort((a, b) => a - b),
  );
  return bias ? [...found, bias] : found;
}

/** The calls at which the task is gone, and those at which only a summary stands for it. */
function taskFindings(examined: Examined): Finding[] {
  const { run, index } = examined;
  const task = taskOf(index);
  if (task < 0) return [];
  const { insertsGone } = insertEnds(run);
  const lost: number[] = [];
  const short: number[] = [];
  const calls = run.calls.before.length;
  const add = (from: number, to: number, list: number[]) => {
    for (let call = from; call < to; call++) list.push(call);
  };
  if (run.arrivals.state[task] === State.refused) add(run.arrivals.call[task] as number, calls, lost);
  const life = lifeOf(run, task);
  for (const [place, entry] of life.entries()) {
    const from = run.transitions.call[entry] as number;
    const next = life[place + 1];
    const to = next === undefined ? calls : (run.transitions.call[next] as number);
    const state = run.transitions.state[entry] as number;
    const into = run.transitions.into[entry] as number;
    const gone = into < 0 ? from : Math.min(to, insertsGone[into] as number);
    if (state === State.evicted || state === State.summarised) {
      add(from, Math.max(from, gone), short);
      add(Math.max(from, gone), to, lost);
    }
  }
  const found: Finding[] = [];
  const first = index.roles.indexOf(USER);
  const size = `message ${task}, ${whole(tokensOf(examined, task))} tokens`;
  const name =
    task === first
      ? `The first user message (${size})`
      : `The first message with words of a person (${size}; message ${first} before it was written by a tool)`;
  if (lost.length > 0) {
    const at = callsOf(lost);
    const why = run.arrivals.state[task] === State.refused ? 'was refused: it is' : 'is';
    found.push({
      id: 'task-lost',
      severity: 'error',
      title: 'The task is lost',
      sentence: `${name} ${why} neither in the window nor in a summary at ${callsInWords(at)}, ${whole(at.length)} of ${whole(calls)}.`,
      calls: at,
    });
  }
  if (short.length > 0) {
    const at = callsOf(short);
    found.push({
      id: 'task-in-summary',
      severity: 'warning',
      title: 'The task stands only in a summary',
      sentence: `${name} went into a summary: at ${callsInWords(at)}, ${whole(at.length)} of ${whole(calls)}, its own words are gone.`,
      calls: at,
    });
  }
  return found;
}

/** Per insert: the call from which on nothing carries it; beyond all calls where something does to the end. */
function insertEnds(run: Examined['run']): { insertsGone: Int32Array } {
  const { transitions, insertHead } = run;
  const insertsGone = new Int32Array(run.inserts.length).fill(run.calls.before.length);
  for (let insert = run.inserts.length - 1; insert >= 0; insert--) {
    const entry = insertHead[insert] as number;
    if (entry < 0) continue;
    const into = transitions.into[entry] as number;
    insertsGone[insert] = into < 0 ? (transitions.call[entry] as number) : (insertsGone[into] as number);
  }
  return { insertsGone };
}

function correctionFindings(examined: Examined, { left, lost }: Departures, corrections: readonly number[]): Finding[] {
  const gone = corrections.filter((message) => (lost[message] as number) >= 0);
  const short = corrections.filter((message) => (lost[message] as number) < 0 && (left[message] as number) >= 0);
  if (gone.length + short.length === 0) return [];
  const tokens = gone.reduce((sum, message) => sum + tokensOf(examined, message), 0);
  const parts = [
    gone.length > 0
      ? `${whole(gone.length)} of ${counted(corrections.length, 'correction')} of the user ${gone.length === 1 ? 'is' : 'are'} in nothing that is sent at the end (${numbered(gone)}, ${whole(tokens)} tokens)`
      : '',
    short.length > 0
      ? `${whole(short.length)} stand${short.length === 1 ? 's' : ''} only in a summary (${numbered(short)})`
      : '',
  ].filter((part) => part !== '');
  return [
    {
      id: 'correction-lost',
      severity: gone.length > 0 ? 'error' : 'warning',
      title: gone.length > 0 ? 'Corrections are lost' : 'Corrections stand only in a summary',
      sentence: `${parts.join('; ')}.`,
      calls: callsOf([
        ...gone.map((message) => lost[message] as number),
        ...short.map((message) => left[message] as number),
      ]),
    },
  ];
}

/** "message 4", "messages 4, 9 and 31", at most five of them. */
export function numbered(messages: readonly number[]): string {
  const named = messages.slice(0, 5).map(String);
  const rest = messages.length - named.length;
  if (rest > 0) named.push(`${whole(rest)} more`);
  if (named.length === 1) return `message ${named[0]}`;
  return `messages ${named.slice(0, -1).join(', ')} and ${named[named.length - 1]}`;
}

/** Newest items looked at for noise where the configuration does not say how many it keeps. */
const RECENT = 4;

/**
 * A rule of the user is lost at a call while tool results among the newest items there, each at least as large as the rule and
 * newer than it, stay. One finding, with the worst case in words.
 */
function recencyBias(examined: Examined, { lost }: Departures, rules: readonly number[]): Finding | null {
  const { run, index, config } = examined;
  const keeps = [config.keepRecent, config.keepLatest].find((value) => typeof value === 'number') as number | undefined;
  const recent = Math.min(keeps ?? RECENT, 64);
  const calls: number[] = [];
  let worst = { rule: -1, call: -1, tokens: 0, count: 0 };
  let cases = 0;
  for (const rule of rules) {
    const call = lost[rule] as number;
    if (call < 0 || run.arrivals.state[rule] === State.refused) continue;
    const least = tokensOf(examined, rule);
    let seen = 0;
    let tokens = 0;
    let count = 0;
    for (let message = arrivedBy(run, call) - 1; message > rule && seen < recent; message--) {
      const state = ownStateAt(run, message, call);
      if (state !== State.verbatim && state !== State.truncated) continue;
      seen++;
      const cost = tokensOf(examined, message);
      if (index.roles[message] !== TOOL || cost < least) continue;
      tokens += cost;
      count++;
    }
    if (count === 0) continue;
    cases++;
    calls.push(call);
    if (tokens > worst.tokens) worst = { rule, call, tokens, count };
  }
  if (cases === 0) return null;
  const cost = whole(tokensOf(examined, worst.rule));
  return {
    id: 'recency-bias',
    severity: 'warning',
    title: 'Recent noise outlives an older rule',
    sentence: `${counted(cases, 'rule')} of the user ${cases === 1 ? 'was' : 'were'} lost while newer tool results stayed: message ${worst.rule} (${cost} tokens) at call ${whole(worst.call + 1)}, where ${counted(worst.count, 'tool result')} among the newest ${whole(recent)} items ${worst.count === 1 ? 'keeps' : 'keep'} ${whole(worst.tokens)} tokens.`,
    calls: callsOf(calls),
  };
}
