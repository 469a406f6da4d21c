/** How compaction behaves over time: thrash, futile passes, failed summaries, summaries of summaries. */

import { counted, decimal, whole } from '../../engine/figures';
import { DECISIONS, type DecisionKind, type Run, State } from '../../engine/run';
import { callsInWords, callsOf, type Examined, type Finding, leastGainOf, several } from './finding';

/** Calls from one pass to the next that count as quick succession. */
export const QUICK = 2;
/** Passes in quick succession that make a thrash. */
const MANY = 3;
/** Generations of summaries from which on a summary is a summary of summaries of summaries. */
const DEEP = 3;

/** A compaction that was carried out: something was put in the place of a span, or the span was taken for nothing. */
export interface Pass {
  call: number;
  /** Share of the limit that it freed. */
  gain: number;
}

export function passFindings(examined: Examined): Finding[] {
  const passes = passesOf(examined.run);
  return [thrash(examined, passes), futile(examined, passes), failures(examined), generations(examined)].filter(
    (finding) => finding !== null,
  );
}

/**
 * Every decision that put a summary, or nothing, in the place of a span: what the figure `compactions` counts, and nothing else.
 * Where a system reports what the whole pass came to, noise dropped before and items evicted after, that is its gain.
 */
export function passesOf(run: Run): Pass[] {
  const { kind, call, before, after } = run.decisions;
  const compacted = DECISIONS.indexOf('compacted');
  const reported = DECISIONS.indexOf('reported');
  const limit = Math.max(1, run.limit);
  const gainOf = (decision: number) => ((before[decision] as number) - (after[decision] as number)) / limit;
  const passes: Pass[] = [];
  let unreported = 0;
  for (let decision = 0; decision < kind.length; decision++) {
    if (kind[decision] === compacted) {
      passes.push({ call: call[decision] as number, gain: gainOf(decision) });
      unreported++;
    }
    if (kind[decision] !== reported) continue;
    const last = passes.at(-1);
    if (last && unreported > 0) last.gain = gainOf(decision);
    unreported = 0;
  }
  return passes;
}

/**
 * Three or more calls with a compaction, each at most two calls after the one before, that on average free less than the least
 * gain a call, or that stand at nearly every call (at most 1.25 calls apart, over at least five).
 */
function thrash({ run, config }: Examined, passes: readonly Pass[]): Finding | null {
  const least = leastGainOf(config);
  const byCall = new Map<number, number>();
  for (const { call, gain } of passes) byCall.set(call, (byCall.get(call) ?? 0) + gain);
  const steps = [...byCall];
  const calls: number[] = [];
  let streaks = 0;
  let longest = { passes: 0, from: 0, to: 0, gain: 0, isPoor: false };
  for (let start = 0; start < steps.length; ) {
    let end = start + 1;
    let gain = (steps[start] as [number, number])[1];
    while (end < steps.length && callAt(steps, end) - callAt(steps, end - 1) <= QUICK) {
      gain += (steps[end] as [number, number])[1];
      end++;
    }
    const count = end - start;
    const distance =
      count > 1 ? (callAt(steps, end - 1) - callAt(steps, start)) / (count - 1) : Number.POSITIVE_INFINITY;
    const isPoor = count >= MANY && gain / count < least;
    if (isPoor || (count >= 5 && distance <= 1.25)) {
      streaks++;
      for (let step = start; step < end; step++) calls.push(callAt(steps, step));
      if (count > longest.passes) {
        longest = { passes: count, from: callAt(steps, start), to: callAt(steps, end - 1), gain: gain / count, isPoor };
      }
    }
    start = end;
  }
  if (streaks === 0) return null;
  const stretch = `${whole(longest.passes)} compactions within ${counted(longest.to - longest.from + 1, 'call')} (${longest.from + 1}-${longest.to + 1})`;
  const more = streaks > 1 ? ` It happens ${whole(streaks)} times, ${whole(calls.length)} compactions in all.` : '';
  const judged = longest.isPoor
    ? `less than ${decimal(least)} is not worth a compaction`
    : 'a summary at nearly every call, where one now and then should do';
  return {
    id: 'thrash',
    severity: 'warning',
    title: 'Compaction thrashes',
    sentence: `${stretch}, each freeing ${decimal(longest.gain, 3)} of the limit of ${whole(run.limit)} on average: ${judged}.${more}`,
    calls: callsOf(calls),
  };
}

function callAt(steps: readonly [number, number][], step: number): number {
  return (steps[step] as [number, number])[0];
}

/** Passes that freed less than the least gain, and summaries refused because they were no shorter than their span. */
function futile({ run, config }: Examined, passes: readonly Pass[]): Finding | null {
  const least = leastGainOf(config);
  const poor = passes.filter(({ gain }) => gain < least);
  const refused = callsWith(run, 'summary-refused');
  if (poor.length + refused.length === 0) return null;
  const parts: string[] = [];
  if (poor.length > 0) {
    parts.push(
      `${whole(poor.length)} of ${several(passes.length, 'compaction')} freed less than ${decimal(least)} of the limit`,
    );
  }
  if (refused.length > 0) {
    const [verb, subject] = refused.length === 1 ? ['was', 'it'] : ['were', 'they'];
    parts.push(
      `${several(refused.length, 'summary', 'summaries')} ${verb} no shorter than what ${subject} should have replaced, and ${verb} refused`,
    );
  }
  return {
    id: 'futile-passes',
    severity: poor.length + refused.length >= MANY ? 'warning' : 'note',
    title: 'Compactions that bring little',
    sentence: `${parts.join('; ')}. Each costs a request: ${whole(run.summarizerCalls)} were made of the summarizer.`,
    calls: callsOf([...poor.map(({ call }) => call), ...refused]),
  };
}

function callsWith(run: Run, kind: DecisionKind): number[] {
  const code = DECISIONS.indexOf(kind);
  const calls: number[] = [];
  for (let decision = 0; decision < run.decisions.kind.length; decision++) {
    if (run.decisions.kind[decision] === code) calls.push(run.decisions.call[decision] as number);
  }
  return calls;
}

/** Requests that failed, what was dropped at the same calls instead, and whether the window stayed within its limit. */
function failures({ run }: Examined): Finding | null {
  const failed = callsWith(run, 'summary-failed');
  if (failed.length === 0) return null;
  const at = callsOf(failed);
  const atFailed = new Set(at);
  let dropped = 0;
  for (let entry = 0; entry < run.transitions.call.length; entry++) {
    if (run.transitions.state[entry] === State.evicted && atFailed.has(run.transitions.call[entry] as number))
      dropped++;
  }
  let over = 0;
  for (const call of at) if ((run.calls.tokens[call] as number) > run.limit) over++;
  const bounded =
    over === 0
      ? 'every one of these windows is within the limit'
      : `${counted(over, 'window')} ${over === 1 ? 'is' : 'are'} over the limit`;
  return {
    id: 'summary-failures',
    severity: over > 0 ? 'error' : 'warning',
    title: 'The summarizer failed',
    sentence: `${whole(failed.length)} of ${counted(run.summarizerCalls, 'request')} failed, at ${callsInWords(at)}; ${counted(dropped, 'item')} ${dropped === 1 ? 'was' : 'were'} dropped there without a summary, and ${bounded}.`,
    calls: at,
  };
}

/** Summaries three or more generations deep: their oldest content went through the summarizer that many times. */
function generations({ run }: Examined): Finding | null {
  let deepest = 0;
  let covers = 0;
  let summaries = 0;
  let deepestAt = -1;
  const calls: number[] = [];
  for (const [number, insert] of run.inserts.entries()) {
    if (insert.kind !== 'summary') continue;
    summaries++;
    if (insert.generation < DEEP) continue;
    calls.push(insert.call);
    if (insert.generation > deepest) {
      deepest = insert.generation;
      covers = insert.covers;
      deepestAt = number;
    }
  }
  if (deepestAt < 0) return null;
  return {
    id: 'summaries-of-summaries',
    severity: 'warning',
    title: 'Summaries of summaries',
    sentence: `${whole(calls.length)} of ${several(summaries, 'summary', 'summaries')} ${calls.length === 1 ? 'is' : 'are'} ${DEEP} or more generations deep. S${deepestAt + 1} is the deepest: what is oldest of its ${counted(covers, 'message')} went through the summarizer ${whole(deepest)} times.`,
    calls: callsOf(calls),
  };
}
