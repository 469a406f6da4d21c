/** The upright axis of a chart: linear or logarithmic, ticks at round numbers under a round top. */

import type { Plot } from './geometry';
import { niceStep } from './ticks';

export interface Axis {
  log: boolean;
  /** Amount at the foot: 0, or what a logarithmic axis begins with. */
  bottom: number;
  top: number;
  ticks: number[];
}

/** Pixels between ticks, at least. */
const TICK_PITCH = 34;

function linearAxis(top: number, most: number): Axis {
  const step = niceStep(top / Math.max(1, most), false);
  const ticks: number[] = [];
  for (let count = 0; count * step <= top * (1 + 1e-9); count++) ticks.push(count * step);
  return { log: false, bottom: 0, top, ticks };
}

/** 1, 2, 5 × 10ⁿ, or only powers of ten where there is no room. */
function logAxis(bottom: number, top: number, most: number): Axis {
  const start = 10 ** Math.floor(Math.log10(Math.max(1, Math.min(bottom, top / 10))));
  const decades = Math.log10(top / start);
  const factors = decades * 3 <= most ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = start; power <= top; power *= 10) {
    for (const factor of factors) if (power * factor <= top * (1 + 1e-9)) ticks.push(power * factor);
  }
  return { log: true, bottom: start, top, ticks };
}

/**
 * The top for amounts up to `needed`: round, in steps fine enough that not more than a fifth stays empty. The same amounts give
 * the same top, whatever was shown before.
 */
export function topFor(needed: number): number {
  const least = Math.max(1, needed) * 1.02;
  const step = niceStep(least / 10, false);
  return Math.ceil((least / step) * (1 - 1e-9)) * step;
}

export function axisOf(log: boolean, lowest: number, highest: number, height: number): Axis {
  // Where nothing is to be drawn there is still an axis.
  const top = Math.max(1, highest);
  const most = Math.max(2, Math.floor(height / TICK_PITCH));
  return log ? logAxis(lowest, top, most) : linearAxis(top, most);
}

/** y of an amount in pixels, above the plot too for what is over the top. */
export function yOf({ top, bottom }: Plot, amount: number, axis: Axis): number {
  const height = bottom - top;
  if (!axis.log) return bottom - (amount / axis.top) * height;
  const share = Math.log(Math.max(axis.bottom, amount) / axis.bottom) / Math.log(axis.top / axis.bottom);
  return bottom - share * height;
}

/** The amount at a y, above the plot too. */
export function amountAt({ top, bottom }: Plot, y: number, axis: Axis): number {
  const share = (bottom - y) / (bottom - top);
  if (!axis.log) return Math.max(0, share * axis.top);
  return axis.bottom * (axis.top / axis.bottom) ** share;
}
