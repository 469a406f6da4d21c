/** What a figure of the scoreboard is: a number of a lane with its unit, its definition and the calls behind it. */

import { moneyDigits, moneyText, roundedText } from './numbers';
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
  /**
   * The figure that has the same order, being this one times a number that all lanes share. What reads differently there reads
   * differently here, and both are marked alike.
   */
  follows?: Figure;
  /** What is wrong with the lane although this number alone does not show it; null where nothing is. */
  note?(score: Score): CellNote | null;
}

/** What must be known beside a number. A lane with one is not the best by it. */
export interface CellNote {
  /** A sentence. */
  text: string;
  /** The calls where it shows, ascending. */
  calls: Int32Array;
}

const WHOLE_RUN = new Int32Array(0);

/** The calls behind a figure of the whole run: none in particular. */
export function wholeRun(): Int32Array {
  return WHOLE_RUN;
}

/**
 * Whether a figure is one of the settings: the same again with the same ones. What the clock says is not: it depends on the
 * machine and on what was reckoned before, and is neither ranked nor held against another run.
 */
export function isOfSettings({ unit }: Pick<Figure, 'unit'>): boolean {
  return unit !== 'milliseconds';
}

/** A value as people read it, with the digits of its column: the values of this figure that stand beside it. */
function shownValue(figure: Figure, score: Score, column?: readonly (number | null)[]): string {
  const value = figure.value(score);
  if (value === null) return 'none';
  return figure.shown?.(score) ?? shownNumber(value, figure.unit, column);
}

/** Digits after the point that numbers of a unit have beside each other. */
export function digitsOf(unit: FigureUnit, column: readonly (number | null)[]): number {
  if (unit === 'dollars') return moneyDigits(column);
  if (unit === 'share' || unit === 'ratio') return 2;
  if (unit === 'milliseconds') return 1;
  return column.every((one) => one === null || Number.isInteger(one)) ? 0 : 1;
}

/** More digits than a column needs by itself, at the most, to tell apart what the figure tells apart that it follows. */
const MORE_DIGITS = 2;

/** Every lane's number as people read it beside the others. */
export function shownColumn(figure: Figure, scores: readonly Score[]): string[] {
  const values = scores.map((score) => figure.value(score));
  const usual = scores.map((score) => shownValue(figure, score, values));
  if (!figure.follows || figure.shown) return usual;
  const led = shownColumn(figure.follows, scores);
  const digits = digitsOf(figure.unit, values);
  for (let more = 0; more <= MORE_DIGITS; more++) {
    const shown = values.map((value, at) =>
      value === null ? (usual[at] as string) : roundedText(value, digits + more),
    );
    if (tellsApart(shown, led)) return shown;
  }
  return usual;
}

/** Whether no two lanes read the same here that read differently there. */
function tellsApart(shown: readonly string[], there: readonly string[]): boolean {
  const seen = new Map<string, string>();
  return shown.every((text, at) => {
    const other = seen.get(text) ?? there[at];
    seen.set(text, other as string);
    return other === there[at];
  });
}

/** A number as people read it, with the digits of its column. */
export function shownNumber(value: number, unit: FigureUnit, column: readonly (number | null)[] = [value]): string {
  if (unit === 'dollars') return moneyText(value, column);
  const text = roundedText(value, digitsOf(unit, column));
  return unit === 'milliseconds' ? `${text} ms` : text;
}
