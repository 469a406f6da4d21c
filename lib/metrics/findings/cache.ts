/** Windows that start differently from call to call: a provider's prompt cache reads only what has not changed from the start. */

import { decimal, whole } from '../../engine/figures';
import { arrivedBy } from '../../engine/ledger';
import type { Run } from '../../engine/run';
import { callsInWords, callsOf, type Examined, type Finding } from './finding';

/** Calls that must break, and share of the calls from the first of them on, before it is worth a word. */
const FEWEST = 8;
const SHARE = 0.5;

/**
 * Calls whose window is not the one before with something added at its end (each once, ascending): an item that stood
 * there has changed or left, or a new one stands before its end. Linear in changes and inserts.
 */
export function breaksOf(run: Run): Int32Array {
  const calls: number[] = [];
  const { transitions, inserts, arrivals } = run;
  for (let entry = 0; entry < transitions.call.length; entry++) {
    const call = transitions.call[entry] as number;
    const item = transitions.subject[entry] as number;
    const since = item >= 0 ? (arrivals.call[item] as number) : (inserts[~item]?.call ?? call);
    if (since < call) calls.push(call);
  }
  for (const { call, anchor } of inserts) if (call > 0 && anchor < arrivedBy(run, call - 1)) calls.push(call);
  // A late instruction goes to the front, before what the model has seen.
  for (const [place, message] of run.leading.entries()) {
    const call = arrivals.call[message] as number;
    if (call > 0 && arrivedBy(run, call - 1) > place) calls.push(call);
  }
  return callsOf(calls);
}

export function cacheFinding({ run }: Examined): Finding | null {
  const calls = breaksOf(run);
  const first = calls[0] ?? 0;
  const from = run.calls.before.length - first;
  if (calls.length < FEWEST || calls.length / from < SHARE) return null;
  return {
    id: 'cache-broken',
    severity: 'warning',
    title: 'The prompt cache is broken call after call',
    sentence: `From call ${whole(first + 1)} on ${whole(calls.length)} of ${whole(from)} windows (${decimal((100 * calls.length) / from, 0)} %) are not the one before with something added: ${callsInWords(calls)}. What follows the change is paid for anew each time; fewer and larger changes would keep the cache.`,
    calls,
  };
}
