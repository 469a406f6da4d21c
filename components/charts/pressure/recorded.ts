/** What the file itself recorded, on the axis of calls: the tokens its provider counted, and where its tool compacted. */

import { lowerBound } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import type { OpenDocument } from '@/lib/store/state';
import type { Curve } from './curves';

/** The call that a message answers, or -1. */
function callAnsweredBy(answers: Int32Array, message: number): number {
  const call = lowerBound(answers, message);
  return answers[call] === message ? call : -1;
}

/** The assistant messages that answer calls, ascending, without the next call's -1. */
function answersOf(run: Run): Int32Array {
  const { before } = run.calls;
  return before.at(-1) === -1 ? before.subarray(0, -1) : before;
}

/** Recorded input tokens by call; null where the file has none that belong to a call. */
export function recordedUsage(run: Run, usage: OpenDocument['info']['usage']): Curve | null {
  if (usage.length === 0) return null;
  const answers = answersOf(run);
  const byCall = new Map<number, number>();
  for (const { message, input } of usage) {
    const call = callAnsweredBy(answers, message);
    if (call >= 0) byCall.set(call, Math.max(input, byCall.get(call) ?? 0));
  }
  if (byCall.size === 0) return null;
  const calls = Int32Array.from(byCall.keys()).sort();
  const amounts = Int32Array.from(calls, (call) => byCall.get(call) as number);
  let peak = 0;
  for (const amount of amounts) if (amount > peak) peak = amount;
  return { calls, amounts, peak };
}

export interface RecordedCompaction {
  /** The first call that the model answered after it. */
  call: number;
  before: number;
  trigger: string;
  /** Tokens that stood before it; null where the file does not say. */
  tokens: number | null;
}

export function recordedCompactions(run: Run, boundaries: OpenDocument['info']['boundaries']): RecordedCompaction[] {
  const answers = answersOf(run);
  return boundaries.map(({ before, trigger = '', preTokens }) => ({
    call: Math.min(run.calls.tokens.length - 1, lowerBound(answers, before)),
    before,
    trigger,
    tokens: preTokens ?? null,
  }));
}
