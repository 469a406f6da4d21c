/** What differs between the windows of two calls, message by message. */

import { ownStateAt, windowAt } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';

export interface WindowDiff {
  /** In transcript order: what stands at one of the calls alone, or stands at both in another form. */
  rows: DiffRow[];
  /** Items that stand unchanged at both. */
  kept: number;
}

export interface DiffRow {
  item: number;
  change: 'gone' | 'come' | 'changed';
  /** A summary that came where another went: the one that it replaces. */
  replaces?: number;
}

/** The windows of two calls of a run as a diff from the first to the second. Linear in both. */
export function diffWindows(run: Run, from: number, to: number): WindowDiff {
  const before = windowAt(run, from);
  const after = windowAt(run, to);
  const stood = new Set<number>(before);
  const stands = new Set<number>(after);
  const rows: DiffRow[] = [];
  let kept = 0;
  let position = 0;
  const goneUntil = (end: number) => {
    for (; position < end; position++) {
      const item = before[position] as number;
      if (!stands.has(item)) rows.push({ item, change: 'gone' });
    }
  };
  const places = new Map<number, number>();
  before.forEach((item, place) => {
    places.set(item, place);
  });
  for (const item of after) {
    if (!stood.has(item)) {
      // What went from this place is told before what came.
      goneUntil(firstKept(before, position, stands));
      rows.push({ item, change: 'come' });
      continue;
    }
    goneUntil(places.get(item) as number);
    position = Math.max(position, (places.get(item) as number) + 1);
    if (ownStateAt(run, item, from) === ownStateAt(run, item, to)) kept++;
    else rows.push({ item, change: 'changed' });
  }
  goneUntil(before.length);
  pairSummaries(rows);
  return { rows, kept };
}

function firstKept(items: Int32Array, from: number, stands: ReadonlySet<number>): number {
  let place = from;
  while (place < items.length && !stands.has(items[place] as number)) place++;
  return place;
}

/** A summary that came takes up the last one that went before it. */
function pairSummaries(rows: DiffRow[]): void {
  let gone: number | undefined;
  for (const row of rows) {
    if (row.item >= 0) continue;
    if (row.change === 'gone') gone = row.item;
    else if (row.change === 'come' && gone !== undefined) {
      row.replaces = gone;
      gone = undefined;
    }
  }
}
