/** What a figure of the scoreboard is: a number of a lane with its unit, its definition and the calls behind it. */

import { decimal, whole } from '../engine/figures';
import type { Score } from './score';

/** `share` goes from 0 to 1; `ratio` is a factor. */
export type FigureUnit =
  | 'share'
  | 'ratio'
  | 'tokens'
  | 'calls'
  | 'messages'
  | 'decisions'
  | 'requests'
  | 'generations'
  | 'uses'
  | 'dollars'
  | 'milliseconds';

export interface Figure {
  id: string;
  /** A word or two, for a column. */
  label: string;
  unit: FigureUnit;
  /** Which end is the better one; null where neither is. */
  better: 'low' | 'high' | null;
  /** One sentence: the formula in words. */
  definition: string;
  /** Null where the lane has no such number: nothing to hold, or not worked out. */
  value(score: Score): number | null;
  /** The calls that a link leads to, ascending; empty where the figure is of the whole run. */
  calls(score: Score): Int32Array;
  /** As people read it, where the unit alone does not say. */
  shown?(score: Score): string;
}

const WHOLE_RUN = new Int32Array(0);

/** The calls behind a figure of the whole run: none in particular. */
export function wholeRun(): Int32Array {
  return WHOLE_RUN;
}

/** A value as people read it. */
export function shownValue(figure: Figure, score: Score): string {
  const value = figure.value(score);
  if (value === null) return 'none';
  return figure.shown?.(score) ?? shownNumber(value, figure.unit);
}

/** A number as people read it. */
export function shownNumber(value: number, unit: FigureUnit): string {
  if (unit === 'dollars') return `$${decimal(value, value !== 0 && Math.abs(value) < 1 ? 4 : 2)}`;
  if (unit === 'share' || unit === 'ratio') return decimal(value);
  if (unit === 'milliseconds') return decimal(value, 1);
  return Number.isInteger(value) ? whole(value) : decimal(value, 1);
}
