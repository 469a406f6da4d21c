/** Curves as they are drawn: each with its axis and its look, and the rows in which the chart library takes all of them. */

import type { Axis } from '../frame/axis';
import type { Plot } from '../frame/geometry';
import { type Curve, keptPositions, positionsInSight } from './curves';

export interface StrandLook {
  stroke: string;
  strokeWidth: number;
  strokeDasharray?: string;
  strokeOpacity?: number;
}

/** A curve to draw. Strands that come later lie over earlier ones. */
export interface Strand {
  /** Tells it from the others of its chart, and stays the same from result to result. */
  id: string;
  curve: Curve;
  /** Its own where it is measured in something else than the chart's; the chart's otherwise. */
  axis: Axis;
  look: StrandLook;
}

/** What strands have at a call: the amount of one of them under its id. */
export interface StrandRow {
  call: number;
  [id: string]: number;
}

/** Strands from which on the library gets the ends of each only: their paths are ours, and it looks at every row for every line. */
const MANY = 3;

/** The points in sight of all strands, in the order of calls; those of one call keep the order of their curve. */
export function strandRows(strands: readonly Strand[], plot: Plot): StrandRow[] {
  const rows: StrandRow[] = [];
  for (const { id, curve } of strands) {
    const kept = strands.length < MANY ? keptPositions(curve, plot) : ends(curve, plot);
    for (const position of kept) {
      rows.push({ call: curve.calls[position] as number, [id]: curve.amounts[position] as number });
    }
  }
  return strands.length < 2 ? rows : rows.sort((a, b) => a.call - b.call);
}

/** The first and the last position in sight. */
function ends(curve: Curve, plot: Plot): readonly number[] {
  const { start, end } = positionsInSight(curve, plot.from, plot.to);
  return end - start < 2 ? [start].slice(0, end - start) : [start, end - 1];
}
