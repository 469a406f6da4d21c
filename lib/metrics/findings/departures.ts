/** When every message left the window for good, and when nothing carried it any more: one linear pass over a run. */

import { type Run, State } from '../../engine/run';

export interface Departures {
  /** Per message: the call from which on it does not stand word for word any more; -1 where it stands at the last. */
  left: Int32Array;
  /** Per message: the call from which on neither the window nor a summary in it carries it; -1 where one does at the last. */
  lost: Int32Array;
}

/**
 * Reads each message's last change, and follows inserts to their own end. What left and came back counts from its last
 * departure; what was refused, from its arrival.
 */
export function departuresOf(run: Run): Departures {
  const { transitions, messageHead, insertHead, arrivals, messageCount } = run;
  const insertLeft = new Int32Array(run.inserts.length);
  const insertLost = new Int32Array(run.inserts.length);
  const endOf = (entry: number): { left: number; lost: number } => {
    if (entry < 0) return { left: -1, lost: -1 };
    const state = transitions.state[entry] as number;
    const into = transitions.into[entry] as number;
    const call = transitions.call[entry] as number;
    const wordForWord = state === State.verbatim || state === State.truncated;
    if (into < 0) return wordForWord ? { left: -1, lost: -1 } : { left: call, lost: call };
    const carried = insertLost[into] as number;
    const left = wordForWord ? (insertLeft[into] as number) : call;
    return { left, lost: carried < 0 ? -1 : Math.max(carried, call) };
  };
  // An insert only ever goes into a later one.
  for (let insert = run.inserts.length - 1; insert >= 0; insert--) {
    const { left, lost } = endOf(insertHead[insert] as number);
    insertLeft[insert] = left;
    insertLost[insert] = lost;
  }
  const left = new Int32Array(messageCount);
  const lost = new Int32Array(messageCount);
  for (let message = 0; message < messageCount; message++) {
    if (arrivals.state[message] === State.refused) {
      left[message] = arrivals.call[message] as number;
      lost[message] = arrivals.call[message] as number;
      continue;
    }
    const end = endOf(messageHead[message] as number);
    left[message] = end.left;
    lost[message] = end.lost;
  }
  return { left, lost };
}
