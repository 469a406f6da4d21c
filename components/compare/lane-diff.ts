/** Two lanes' windows at one call, side by side: what both send, what only one of them does, and where lanes part. */

import { ownStateAt, windowAt } from '@/lib/engine/ledger';
import { type Insert, type Run, State } from '@/lib/engine/run';

export interface LaneDiffRow {
  /** A message, or -1 − the number of an insert of its side. */
  item: number;
  /** `changed`: both send the message, one of them cut. */
  side: 'left' | 'right' | 'changed';
}

export interface LaneDiff {
  /** In transcript order, the left side first where both have something at one place. */
  rows: LaneDiffRow[];
  /** Messages that both send alike. */
  same: number;
}

function placeOf(run: Run, item: number): number {
  return item >= 0 ? item : (run.inserts[~item] as Insert).anchor;
}

/** Linear in both windows. Inserts are each lane's own: the same words in both still are two summaries. */
export function diffLanes(left: Run, right: Run, call: number): LaneDiff {
  const leftWindow = windowAt(left, call);
  const rightWindow = windowAt(right, call);
  const inRight = new Set(rightWindow);
  const inLeft = new Set(leftWindow);
  const rows: (LaneDiffRow & { place: number })[] = [];
  let same = 0;
  for (const item of leftWindow) {
    const place = placeOf(left, item);
    if (item < 0 || !inRight.has(item)) rows.push({ item, side: 'left', place });
    else if (ownStateAt(left, item, call) !== ownStateAt(right, item, call))
      rows.push({ item, side: 'changed', place });
    else same++;
  }
  for (const item of rightWindow) {
    if (item < 0 || !inLeft.has(item)) rows.push({ item, side: 'right', place: placeOf(right, item) });
  }
  const sideOrder = { left: 0, changed: 1, right: 2 };
  rows.sort((one, other) => one.place - other.place || sideOrder[one.side] - sideOrder[other.side]);
  return { rows: rows.map(({ item, side }) => ({ item, side })), same };
}

/** What a run does at each call, as a text: the same text where two runs do the same. */
function doingsOf(run: Run): string[] {
  const { transitions, arrivals, inserts } = run;
  const told: string[] = Array.from({ length: run.calls.before.length }, () => '');
  const add = (call: number, word: string) => {
    if (call < told.length) told[call] += word;
  };
  for (let entry = 0; entry < transitions.call.length; entry++) {
    add(transitions.call[entry] as number, `${transitions.subject[entry]}:${transitions.state[entry]} `);
  }
  for (let message = 0; message < arrivals.call.length; message++) {
    if (arrivals.state[message] !== State.verbatim) {
      add(arrivals.call[message] as number, `+${message}:${arrivals.state[message]} `);
    }
  }
  for (const { call, message } of inserts) add(call, `"${message.content ?? ''}" `);
  return told;
}

/** By run: of eight lanes mostly one has changed. */
const known = new WeakMap<Run, string[]>();

function doings(run: Run): string[] {
  const told = known.get(run) ?? doingsOf(run);
  known.set(run, told);
  return told;
}

/** Calls before which the runs do not all do the same, ascending: the first is where they part. */
export function partings(runs: readonly Run[]): number[] {
  const all = runs.map(doings);
  const first = all[0];
  if (!first || all.length < 2) return [];
  const calls: number[] = [];
  for (let call = 0; call < first.length; call++) {
    if (all.some((one) => one[call] !== first[call])) calls.push(call);
  }
  return calls;
}

/** Places of the runs, those that do the same at a call together, in the order of the first of each. */
export function groupsAt(runs: readonly Run[], call: number): number[][] {
  const groups = new Map<string, number[]>();
  for (const [place, run] of runs.entries()) {
    const told = doings(run)[call] ?? '';
    const group = groups.get(told);
    if (group) group.push(place);
    else groups.set(told, [place]);
  }
  return [...groups.values()];
}

/** The first of the runs that sends something else than `run` at a call, one that does something else there before the others; -1 without one. */
export function differingPlace(run: Run, others: readonly Run[], call: number): number {
  const told = doings(run)[call];
  let later = -1;
  for (const [place, other] of others.entries()) {
    const parts = doings(other)[call] !== told;
    if ((later >= 0 && !parts) || diffLanes(run, other, call).rows.length === 0) continue;
    if (parts) return place;
    later = place;
  }
  return later;
}
