/** The one order in which all items of a run ever stand, so that a place in a window is a number that never changes. */

import type { Insert, Item, Run } from '../engine/run';

export interface WindowOrder {
  /** By rank; ranks go from 1. */
  items: Int32Array;
  rankOf(item: Item): number;
}

export function windowOrder(run: Pick<Run, 'messageCount' | 'inserts' | 'leading'>): WindowOrder {
  const { messageCount, inserts, leading } = run;
  const anchorOf = (insert: number) => (inserts[insert] as Insert).anchor;
  const ordered = Array.from(inserts.keys()).sort((one, other) => anchorOf(one) - anchorOf(other) || one - other);
  const items = new Int32Array(messageCount + inserts.length + 1);
  const ranks = new Int32Array(messageCount);
  const insertRanks = new Int32Array(inserts.length);
  let rank = 1;
  let next = 0;
  const placeInserts = (upTo: number) => {
    for (; next < ordered.length && anchorOf(ordered[next] as number) <= upTo; next++) {
      insertRanks[ordered[next] as number] = rank;
      items[rank++] = ~(ordered[next] as number);
    }
  };
  for (const message of leading) {
    ranks[message] = rank;
    items[rank++] = message;
  }
  for (let message = 0; message < messageCount; message++) {
    if (ranks[message] !== 0) continue;
    placeInserts(message);
    ranks[message] = rank;
    items[rank++] = message;
  }
  placeInserts(Number.POSITIVE_INFINITY);
  return { items, rankOf: (item) => (item >= 0 ? ranks[item] : insertRanks[~item]) as number };
}
