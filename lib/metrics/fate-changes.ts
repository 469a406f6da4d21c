/** The calls at which a message became what it is: word for word, cut, in a summary, gone; summaries followed to their own end. */

import { lifeOf } from '../engine/ledger';
import { type Item, type Run, State, type StateCode } from '../engine/run';

/** From a call on, until another: calls as indexes, the second not included. */
interface Stay {
  from: number;
  until: number;
}

/** How an item is looked at: as the message itself, or as what stands for it. */
interface Visit extends Stay {
  item: Item;
  /** Word for word inside another message, as joined instructions are, or only covered by a summary. */
  isWhole: boolean;
}

interface Standing extends Stay {
  state: StateCode;
}

/**
 * Calls before which the state that `fateAt` tells of a message became another one, ascending; the one at which it came is one of
 * them only where it did not come whole. The last is the call at which it became what it is at the end. Linear in the transitions
 * of the message and of the inserts that stood for it.
 */
export function fateChanges(run: Run, message: number): Int32Array {
  const standings: Standing[] = [];
  const visits: Visit[] = [
    { item: message, from: run.arrivals.call[message] as number, until: run.calls.before.length, isWhole: true },
  ];
  for (let visit = visits.pop(); visit; visit = visits.pop()) follow(run, visit, standings, visits);
  standings.sort((one, other) => one.from - other.from);
  const changes: number[] = [];
  let before: StateCode = State.verbatim;
  for (const { state, from } of standings) {
    if (state !== before) changes.push(from);
    before = state;
  }
  return Int32Array.from(changes);
}

/** Cuts a visit at the item's own transitions: what it is itself stands, what is inside another item is visited there. */
function follow(run: Run, { item, from, until, isWhole }: Visit, standings: Standing[], visits: Visit[]): void {
  const { call, state, into } = run.transitions;
  const life = lifeOf(run, item);
  const first: StateCode =
    item >= 0 ? (run.arrivals.state[item] as StateCode) : isWhole ? State.verbatim : State.summarised;
  const stand = (stay: Stay, as: StateCode) => {
    const cut = { from: Math.max(stay.from, from), until: Math.min(stay.until, until) };
    if (cut.from < cut.until) standings.push({ ...cut, state: as });
  };
  stand({ from, until: life.length > 0 ? (call[life[0] as number] as number) : until }, first);
  for (const [place, entry] of life.entries()) {
    const stay = { from: call[entry] as number, until: nextCall(run, life, place, until) };
    const became = state[entry] as StateCode;
    const inside = into[entry] as number;
    if (inside < 0) {
      // Summarised into nothing is gone; an insert that stands again is as good as before.
      if (became === State.summarised) stand(stay, State.evicted);
      else if (item < 0 && (became === State.verbatim || became === State.truncated)) stand(stay, first);
      else stand(stay, became);
      continue;
    }
    const cut = { from: Math.max(stay.from, from), until: Math.min(stay.until, until) };
    if (cut.from < cut.until) visits.push({ item: ~inside, ...cut, isWhole: isWhole && became !== State.summarised });
  }
}

function nextCall({ transitions }: Run, life: readonly number[], place: number, until: number): number {
  const next = life[place + 1];
  return next === undefined ? until : (transitions.call[next] as number);
}
