/** Curves as they are drawn: each with its axis and its look, and the rows in which the chart library takes all of them. */

import type { Axis } from '../frame/axis';
import type { Plot } from '../frame/geometry';
import { type Curve, keptPositions } from './curves';

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

/** Strands from which on the library gets the ends of the plot only: their paths are ours, and it looks at every row for every line. */
const MANY = 3;

/** The points in sight of all strands, in the order of calls; those of one call keep the order of their curve. */
export function strandRows(strands: readonly Strand[], plot: Plot): StrandRow[] {
  if (strands.length >= MANY) return endRows(strands, plot);
  const rows: StrandRow[] = [];
  for (const { id, curve } of strands) {
    for (const position of keptPositions(curve, plot)) {
      rows.push({ call: curve.calls[position] as number, [id]: curve.amounts[position] as number });
    }
  }
  // Of a single row the library draws a dot by its own measure.
  if (rows.length < 2) return endRows(strands, plot);
  return strands.length < 2 ? rows : rows.sort((a, b) => a.call - b.call);
}

/** The rows of each plot that the library was given last: it draws all lines anew where they are others. */
const rowsOf = new WeakMap<Plot, { ids: string; rows: StrandRow[] }>();

function endRows(strands: readonly Strand[], plot: Plot): StrandRow[] {
  const ids = JSON.stringify(strands.map(({ id }) => id));
  const before = rowsOf.get(plot);
  if (before?.ids === ids) return before.rows;
  const amounts = Object.fromEntries(strands.map(({ id }) => [id, 0]));
  const rows = [plot.from, plot.to].map((call): StrandRow => ({ ...amounts, call }));
  rowsOf.set(plot, { ids, rows });
  return rows;
}

/** Whether two lists have the same strands in the same order. */
export function areSameStrands(one: readonly Strand[], other: readonly Strand[]): boolean {
  return one.length === other.length && one.every((strand, place) => strand === other[place]);
}
