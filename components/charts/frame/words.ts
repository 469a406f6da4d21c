/** The same words for calls, messages and pressures in every chart. */

import { decimal, whole } from '@/lib/engine/figures';
import type { Run } from '@/lib/engine/run';

/** Calls count from 1 for people. */
export function callNumber(call: number): string {
  return whole(call + 1);
}

/** "before message 268"; the last call comes after all of them. */
export function callPlace(run: Run, call: number): string {
  const before = run.calls.before[call] ?? -1;
  return before >= 0 ? `before message ${whole(before)}` : 'the next call';
}

/** Policy tokens over the limit, two digits while they say something. */
export function pressureWords(tokens: number, limit: number): string {
  const pressure = tokens / Math.max(1, limit);
  return decimal(pressure, pressure < 10 ? 2 : 1);
}

/** The pressure with which a call was sent. */
export function pressureOf(run: Run, call: number): string {
  return pressureWords(run.calls.tokens[call] ?? 0, run.limit);
}
