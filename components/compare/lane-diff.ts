/** Two lanes' windows at one call, side by side: what both send, what only one of them does, and where lanes part. */

import { ownStateAt, windowAt } from '@/lib/engine/ledger';
import type { Insert, Run } from '@/lib/engine/run';
import { doingsOf } from './lane-doings';

export interface LaneDiffRow {
  /** A message, or -1 − the number of an insert of its side. */
  item: number;
  /** `changed`: both send the message, one of them cut. */
  side: 'left' | 'right' | 'changed';
}

export interface LaneDiff {
  /** In transcript order, the left side first where both have something at one place. */
  rows: LaneDiffRow[];
  /** Messages that both send alike, those that the lanes wrote included. */
  same: number;
}

function placeOf(run: Run, item: number): number {
  return item >= 0 ? item : (run.inserts[~item] as Insert).anchor;
}

/** Inserts of a window by what they say and the last message before them that both lanes send, in window order. */
function insertsByPlace(run: Run, window: Int32Array, inBoth: ReadonlySet<number>): Map<string, number[]> {
  const places = new Map<string, number[]>();
  let after = -1;
  for (const item of window) {
    if (item >= 0) {
      if (inBoth.has(item)) after = item;
      continue;
    }
    const { role, content } = (run.inserts[~item] as Insert).message;
    const key = `${after} ${role} ${content ?? ''}`;
    const there = places.get(key);
    if (there) there.push(item);
    else places.set(key, [item]);
  }
  return places;
}

/** Inserts of both windows that read the same at the same place: those of the left and those of the right. */
function likeInserts(left: Run, right: Run, leftWindow: Int32Array, rightWindow: Int32Array, inBoth: Set<number>) {
  const likeLeft = new Set<number>();
  const likeRight = new Set<number>();
  const places = insertsByPlace(right, rightWindow, inBoth);
  for (const [key, items] of insertsByPlace(left, leftWindow, inBoth)) {
    const others = places.get(key) ?? [];
    for (let at = 0; at < Math.min(items.length, others.length); at++) {
      likeLeft.add(items[at] as number);
      likeRight.add(others[at] as number);
    }
  }
  return { likeLeft, likeRight };
}

/** Linear in both windows. What two lanes wrote is the same where it reads the same at the same place. */
export function diffLanes(left: Run, right: Run, call: number): LaneDiff {
  const leftWindow = windowAt(left, call);
  const rightWindow = windowAt(right, call);
  const inRight = new Set(rightWindow);
  const inBoth = new Set(leftWindow.filter((item) => item >= 0 && inRight.has(item)));
  const { likeLeft, likeRight } = likeInserts(left, right, leftWindow, rightWindow, inBoth);
  const rows: (LaneDiffRow & { place: number })[] = [];
  let same = likeLeft.size;
  for (const item of leftWindow) {
    const place = placeOf(left, item);
    if (item < 0) {
      if (!likeLeft.has(item)) rows.push({ item, side: 'left', place });
    } else if (!inBoth.has(item)) rows.push({ item, side: 'left', place });
    else if (ownStateAt(left, item, call) !== ownStateAt(right, item, call))
      rows.push({ item, side: 'changed', place });
    else same++;
  }
  for (const item of rightWindow) {
    if (item < 0 ? !likeRight.has(item) : !inBoth.has(item))
      rows.push({ item, side: 'right', place: placeOf(right, item) });
  }
  const sideOrder = { left: 0, changed: 1, right: 2 };
  rows.sort((one, other) => one.place - other.place || sideOrder[one.side] - sideOrder[other.side]);
  return { rows: rows.map(({ item, side }) => ({ item, side })), same };
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

/** Whether a run takes, cuts, summarises or brings back anything at a call. */
export function actsAt(run: Run, call: number): boolean {
  return (doings(run)[call] ?? '') !== '';
}

/** Whether all runs send the same at a call. Linear in their windows, and done at the first difference. */
export function alikeAt(runs: readonly Run[], call: number): boolean {
  const [first, ...others] = runs;
  return !first || others.every((other) => diffLanes(first, other, call).rows.length === 0);
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
