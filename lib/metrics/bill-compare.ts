/** A bill held against another over the same calls: what doing nothing would have cost, and from which call on it pays. */

import type { Bill } from './bill';

export interface BillComparison {
  /** The other's cost − this one's, in dollars: what this one saves. */
  saved: number;
  /** This one's cost ÷ the other's; null where the other costs nothing. */
  ratio: number | null;
  /** Per call: the other's cumulative cost − this one's. */
  ahead: Float64Array;
  /** First call from which on this one has cost less at every call to the end; null where it has not at the end. */
  aheadFrom: number | null;
}

/** A lead of no more is what rounding leaves, in dollars. */
const NOTHING = 1e-12;

/** `base` is usually the bill of the lane that keeps everything, over the same transcript. */
export function compareBills(one: Bill, base: Bill): BillComparison {
  const ahead = one.cumulative.map((cost, call) => (base.cumulative[call] ?? base.totals.cost) - cost);
  let aheadFrom: number | null = null;
  for (let call = ahead.length - 1; call >= 0 && (ahead[call] as number) > NOTHING; call--) aheadFrom = call;
  const { cost } = base.totals;
  return { saved: cost - one.totals.cost, ratio: cost === 0 ? null : one.totals.cost / cost, ahead, aheadFrom };
}
