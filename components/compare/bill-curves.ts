/** The cost so far as curves: a strand a lane, and one for forgetting nothing, over one axis of dollars. */

import { type BillRow, baseCosts } from '@/lib/store/bill-view';
import { type Axis, axisOf } from '../charts/frame/axis';
import { columnCurve } from '../charts/pressure/curves';
import type { Strand } from '../charts/pressure/strands';
import { laneStrand } from './lane-strands';

/** Whole numbers are drawn: so many to the highest cost. */
const FINE = 1_000_000;

export interface BillCurves {
  strands: Strand[];
  axis: Axis;
  /** Of forgetting nothing, in dollars a call. */
  base: Float64Array;
  /** What an amount of the axis is in dollars. */
  dollars(amount: number): number;
  amount(dollars: number): number;
}

export function billCurves(rows: readonly BillRow[], active: string, height: number): BillCurves {
  const [first] = rows;
  const base = first ? baseCosts(first) : new Float64Array();
  let peak = base.at(-1) ?? 0;
  for (const { bill } of rows) peak = Math.max(peak, bill.totals.cost);
  // A power of ten, so that ticks at round amounts are at round dollars.
  const scale = peak > 0 ? 10 ** Math.floor(Math.log10(FINE / peak)) : 1;
  const curveOf = (costs: Float64Array) => columnCurve(Int32Array.from(costs, (cost) => Math.round(cost * scale)));
  const axis = axisOf(false, 0, peak * scale * 1.04, height);
  const strands = rows.map(({ entry, bill }) => laneStrand(entry, curveOf(bill.cumulative), axis, entry.id === active));
  strands.sort((one, other) => Number(one.id === active) - Number(other.id === active));
  const nothing = { stroke: 'var(--ink-faint)', strokeWidth: 1.25, strokeDasharray: '1 4', strokeOpacity: 1 };
  strands.unshift({ id: 'base', curve: curveOf(base), axis, look: nothing });
  return {
    strands,
    axis,
    base,
    dollars: (amount) => amount / scale,
    amount: (dollars) => dollars * scale,
  };
}
