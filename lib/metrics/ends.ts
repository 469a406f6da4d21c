/** Where every message ends up: its fate at the last call, all of them in one linear pass. */

import { fateAt } from '../engine/ledger';
import { type Run, State, type StateCode } from '../engine/run';

/** Where a chain of inserts ends while one still stands: in that one, word for word or in short. Else a state code. */
const WORD_FOR_WORD = -1;
const IN_SHORT = -2;

/**
 * State of each message at the last call (index = message), inserts followed to their own end: `verbatim` also where it
 * stands word for word inside an insert, `summarised` where an insert that stands carries it in short, `evicted` where
 * that insert is gone too.
 */
export function endStates(run: Run): Uint8Array {
  const { transitions, messageHead, insertHead } = run;
  const last = Math.max(0, run.calls.before.length - 1);
  // An insert only ever goes into a later one, so that from the last to the first each end is known when it is needed.
  const insertEnds = new Int8Array(run.inserts.length);
  for (let insert = run.inserts.length - 1; insert >= 0; insert--) {
    const entry = insertHead[insert] as number;
    const end = entry < 0 ? WORD_FOR_WORD : endOf(entry);
    insertEnds[insert] = end === State.verbatim || end === State.truncated ? WORD_FOR_WORD : end;
  }
  function endOf(entry: number): number {
    const state = transitions.state[entry] as StateCode;
    const into = transitions.into[entry] as number;
    if (into < 0) return state === State.summarised ? State.evicted : state;
    const end = insertEnds[into] as number;
    return end === WORD_FOR_WORD && state === State.summarised ? IN_SHORT : end;
  }
  const ends = new Uint8Array(run.messageCount);
  for (let message = 0; message < ends.length; message++) {
    const entry = messageHead[message] as number;
    const end = entry < 0 ? fateAt(run, message, last).state : endOf(entry);
    ends[message] = end === WORD_FOR_WORD ? State.verbatim : end === IN_SHORT ? State.summarised : end;
  }
  return ends;
}
