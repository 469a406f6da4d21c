/** Where things stand in a chart: fixed margins and one scale of calls that the curve, the map and their overlays share. */

/** Pixels around the plot. The survival map takes left and right from here, so that a call has one x everywhere. */
export const MARGIN = { left: 40, right: 80, top: 10, bottom: 36 } as const;
/** Right margin where the column is narrow and labels shrink to their number. */
const NARROW_RIGHT = 44;
/** Width of the column under which it is narrow. */
const NARROW_BELOW = 480;
/** Added on the right while the axis of sent tokens is shown. */
export const SENT_AXIS = 40;
/** Height of the strip under the plot that carries marks of single messages. Part of `MARGIN.bottom`. */
export const RAIL = 13;
/** Pixels that the survival map draws past the last call, so that what arrives there can be seen. */
export const MAP_TAIL = 4;

/** A plot inside its box, in pixels from the box's top left corner. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The first call that is shown, and the last: 0 where there is one call or none. */
  first: number;
  last: number;
  /** The axis of pressures is logarithmic. */
  log: boolean;
  narrow: boolean;
}

export interface BoxSize {
  width: number;
  height: number;
}

/** The plot of a box of calls `0…last`. */
export function plotOf(
  box: BoxSize,
  last: number,
  sentAxis: boolean,
  { first = 0, log = false }: { first?: number; log?: boolean } = {},
): Plot {
  const narrow = box.width < NARROW_BELOW;
  const rightMargin = (narrow ? NARROW_RIGHT : MARGIN.right) + (sentAxis ? SENT_AXIS : 0);
  return {
    left: MARGIN.left,
    right: Math.max(MARGIN.left + 1, box.width - rightMargin),
    top: MARGIN.top,
    bottom: Math.max(MARGIN.top + 1, box.height - MARGIN.bottom),
    first,
    last: Math.max(0, last),
    log,
    narrow,
  };
}

/** x of a call in pixels; outside of the plot for a call that is not shown. */
export function xOf({ left, right, first, last }: Plot, call: number): number {
  return left + (last <= first ? 0 : ((call - first) / (last - first)) * (right - left));
}

/** The call nearest to an x, inside the transcript. */
export function callAt(plot: Plot, x: number): number {
  const share = (x - plot.left) / (plot.right - plot.left);
  const call = Math.round(plot.first + share * (plot.last - plot.first));
  return Math.min(plot.last, Math.max(plot.first, call));
}

/** Steepness of the logarithmic axis: a hundredth of the top stands at about a quarter of the height. */
const BEND = 200;

/** A value as a linear axis to `top` has to have it, so that it stands where the plot's own axis does. */
function warped({ log }: Plot, value: number, top: number): number {
  return log ? (top * Math.log1p((BEND * Math.max(0, value)) / top)) / Math.log1p(BEND) : value;
}

/** The value at a y, the other way round. */
export function pressureAt(plot: Plot, y: number, top: number): number {
  const share = Math.max(0, (plot.bottom - y) / (plot.bottom - plot.top));
  return plot.log ? (top * Math.expm1(share * Math.log1p(BEND))) / BEND : share * top;
}

/** y of a pressure in pixels, for a scale from 0 to `top`. */
export function yOf(plot: Plot, pressure: number, top: number): number {
  return plot.bottom - (Math.min(warped(plot, pressure, top), top) / top) * (plot.bottom - plot.top);
}

/**
 * Moves labels apart until they stand at least `gap` pixels from each other, in their order, between `min` and `max`.
 * Positions are centres in ascending order; what fits stays where it is.
 */
export function spreadLabels(positions: readonly number[], gap: number, min: number, max: number): number[] {
  const placed = positions.slice();
  let floor = min;
  for (let index = 0; index < placed.length; index++) {
    placed[index] = Math.max(placed[index] as number, floor);
    floor = (placed[index] as number) + gap;
  }
  let ceiling = max;
  for (let index = placed.length - 1; index >= 0; index--) {
    placed[index] = Math.min(placed[index] as number, ceiling);
    ceiling = (placed[index] as number) - gap;
  }
  return placed;
}
