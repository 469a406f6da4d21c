/** Where every message ends up: its fate at the last call, all of them in one linear pass. */

import { fateAt } from '../engine/ledger';
import { type Run, State, type StateCode } from '../engine/run';

/**
 * State of each message at the last call (index = message), summaries followed to their own end: `summarised` where a
 * summary that stands carries it, `evicted` where that summary is gone too.
 */
export function endStates(run: Run): Uint8Array {
  const { transitions, messageHead, insertHead } = run;
  const last = Math.max(0, run.calls.before.length - 1);
  // An insert only ever goes into a later one, so that from the last to the first each end is known when it is needed.
  const insertEnds = new Uint8Array(run.inserts.length);
  for (let insert = run.inserts.length - 1; insert >= 0; insert--) {
    const entry = insertHead[insert] as number;
    insertEnds[insert] = entry < 0 ? State.verbatim : endOf(entry);
  }
  function endOf(entry: number): StateCode {
    const state = transitions.state[entry] as StateCode;
    if (state !== State.summarised) return state;
    const into = transitions.into[entry] as number;
    if (into < 0) return State.evicted;
    const end = insertEnds[into] as StateCode;
    return end === State.verbatim || end === State.truncated ? State.summarised : end;
  }
  const ends = new Uint8Array(run.messageCount);
  for (let message = 0; message < ends.length; message++) {
    const entry = messageHead[message] as number;
    ends[message] = entry < 0 ? fateAt(run, message, last).state : endOf(entry);
  }
  return ends;
}
