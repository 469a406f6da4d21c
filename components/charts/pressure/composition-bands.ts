/** The composition as stacked bands: one outline a part, a column of pixels at a time, so that any number of calls draws alike. */

import { type Axis, yOf } from '../frame/axis';
import { type Plot, xOf } from '../frame/geometry';
import type { Composition } from './composition';
import { PARTS, type Part } from './parts';

/** The call that stands for each column of two pixels: the one whose window is largest there. */
function columns({ calls, amounts }: Composition, plot: Plot): number[] {
  const first = Math.max(0, Math.floor(plot.from));
  const last = Math.min(calls - 1, Math.ceil(plot.to));
  const most = Math.max(10, Math.floor((plot.right - plot.left) / 2));
  const count = last - first + 1;
  if (count <= most) return Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
  const chosen: number[] = [];
  for (let column = 0; column < most; column++) {
    const from = first + Math.floor((column * count) / most);
    const to = first + Math.floor(((column + 1) * count) / most);
    let best = from;
    let largest = -1;
    for (let call = from; call < to; call++) {
      let sum = 0;
      for (let part = 0; part < PARTS.length; part++) sum += amounts[part * calls + call] as number;
      if (sum > largest) {
        largest = sum;
        best = call;
      }
    }
    chosen.push(best);
  }
  if (chosen.at(-1) !== last) chosen.push(last);
  return chosen;
}

/** The parts that occur at any call, from the foot up. */
export function partsIn({ calls, amounts }: Composition): Part[] {
  return PARTS.filter((_, part) => amounts.subarray(part * calls, (part + 1) * calls).some((amount) => amount > 0));
}

/** Outlines of the parts that occur, from the foot up. Each call's amounts last until the next call. */
export function compositionBands(composition: Composition, plot: Plot, axis: Axis): { part: Part; path: string }[] {
  const { calls, amounts } = composition;
  const shown = columns(composition, plot);
  if (shown.length === 0) return [];
  const floor = new Float64Array(shown.length);
  const bands: { part: Part; path: string }[] = [];
  for (const [number, part] of PARTS.entries()) {
    const upper: string[] = [];
    const lower: string[] = [];
    let seen = false;
    for (let column = 0; column < shown.length; column++) {
      const call = shown[column] as number;
      const amount = amounts[number * calls + call] as number;
      if (amount > 0) seen = true;
      const x = xOf(plot, call).toFixed(1);
      // The end of a step is where the next call begins; the last call has no width of its own.
      const next = column + 1 < shown.length ? xOf(plot, shown[column + 1] as number).toFixed(1) : x;
      const bottom = yOf(plot, floor[column] as number, axis).toFixed(1);
      floor[column] = (floor[column] as number) + amount;
      const top = yOf(plot, floor[column] as number, axis).toFixed(1);
      upper.push(`${x} ${top}L${next} ${top}`);
      lower.push(`${next} ${bottom}L${x} ${bottom}`);
    }
    if (seen) bands.push({ part, path: `M${upper.join('L')}L${lower.reverse().join('L')}z` });
  }
  return bands;
}
