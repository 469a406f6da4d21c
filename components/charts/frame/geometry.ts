/** Where things stand in a chart: fixed margins and one axis of calls that the strip, the curve and the map share. */

import type { Domain } from './zoom';

/** Pixels around the plot. Every chart takes left and right from here, so that a call has one x everywhere. */
const LEFT = 48;
const TOP = 12;
/** Under the plot: the rail and the numbers of calls. */
const BOTTOM = 34;
/** Right of the plot: the handles of thresholds. */
const GUTTER = 104;
/** The same where the column is narrow and handles have their words in small. */
const NARROW_GUTTER = 78;
/** Width of the column under which it is narrow. */
const NARROW_BELOW = 480;
/** Height of the rail under the plot that carries marks of single messages. Part of the bottom margin. */
export const RAIL = 13;
/** Pixels that the survival map draws past the last call, so that what arrives there can be seen. */
export const MAP_TAIL = 4;

/** A plot inside its box, in pixels from the box's top left corner. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Calls at the left and at the right edge. */
  from: number;
  to: number;
  /** Number of the last call of all, 0 where there is one call or none. */
  last: number;
  narrow: boolean;
}

export interface BoxSize {
  width: number;
  height: number;
}

/** The plot of a box that shows a part of the calls `0…last`. */
export function plotOf(box: BoxSize, { from, to }: Domain, last: number): Plot {
  const narrow = box.width < NARROW_BELOW;
  return {
    left: LEFT,
    right: Math.max(LEFT + 1, box.width - (narrow ? NARROW_GUTTER : GUTTER)),
    top: TOP,
    bottom: Math.max(TOP + 1, box.height - BOTTOM),
    from,
    to: Math.max(from, to),
    last: Math.max(0, last),
    narrow,
  };
}

/** x of a call in pixels, outside the plot too. */
export function xOf({ left, right, from, to }: Plot, call: number): number {
  return left + (to <= from ? 0 : ((call - from) / (to - from)) * (right - left));
}

/** The place on the axis of calls at an x, between calls and outside the plot too. */
export function placeAt({ left, right, from, to }: Plot, x: number): number {
  return from + ((x - left) / (right - left)) * (to - from);
}

/** The call nearest to an x, among those in sight. */
export function callAt(plot: Plot, x: number): number {
  const lowest = Math.ceil(plot.from - 1e-9);
  const highest = Math.min(plot.last, Math.floor(plot.to + 1e-9));
  return Math.max(0, Math.min(highest, Math.max(lowest, Math.round(placeAt(plot, x)))));
}

/** Whether a call is in sight. */
export function inSight({ from, to }: Plot, call: number): boolean {
  return call >= from - 1e-9 && call <= to + 1e-9;
}

/**
 * Moves labels apart until they stand at least `gap` pixels from each other, in their order, between `min` and `max`.
 * Positions are centres in ascending order; what fits stays where it is. The label `held`, where there is one, keeps its place
 * as far as there is room, and the others give way.
 */
export function spreadLabels(positions: readonly number[], gap: number, min: number, max: number, held = -1): number[] {
  const placed = positions.slice();
  const count = placed.length;
  const anchor = placed[held];
  if (anchor !== undefined) {
    placed[held] = Math.min(max - (count - 1 - held) * gap, Math.max(min + held * gap, anchor));
    for (let index = held - 1; index >= 0; index--) {
      placed[index] = Math.min(placed[index] as number, (placed[index + 1] as number) - gap);
    }
    for (let index = held + 1; index < count; index++) {
      placed[index] = Math.max(placed[index] as number, (placed[index - 1] as number) + gap);
    }
  }
  let floor = min;
  for (let index = 0; index < count; index++) {
    placed[index] = Math.max(placed[index] as number, floor);
    floor = (placed[index] as number) + gap;
  }
  let ceiling = max;
  for (let index = count - 1; index >= 0; index--) {
    placed[index] = Math.min(placed[index] as number, ceiling);
    ceiling = (placed[index] as number) - gap;
  }
  return placed;
}
