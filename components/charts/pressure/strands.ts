/** Curves as they are drawn: each with its axis and its look, and the rows by which the chart library knows of them. */

import type { Axis } from '../frame/axis';
import type { Plot } from '../frame/geometry';
import type { Curve } from './curves';

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

/** An end of the plot, with an amount of every strand under its id. */
export interface StrandRow {
  call: number;
  [id: string]: number;
}

/** The rows of each plot that the library was given last: it draws all lines anew where they are others. */
const rowsOf = new WeakMap<Plot, { ids: string; rows: StrandRow[] }>();

/**
 * The rows for the library: the ends of the plot only. It hands each line its place and its turn, and the line's path is ours; of
 * rows with the amounts themselves it would look at every one for every line, whenever a result comes.
 */
export function strandRows(strands: readonly Strand[], plot: Plot): StrandRow[] {
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
