/** Misses as ticks on the foot of the plot: near ones are one tick, the taller the more there are. */

import type { Result, State } from '@/lib/store/state';
import { type Plot, xOf } from '../frame/geometry';
import type { PlacedMarker } from './event-marks';
import { placesOf } from './markers';

/** Pixels of plot that one tick takes. */
const PITCH = 6;
/** Half the height of the tallest tick in pixels. */
const TALLEST = 8;

/** The calls of the misses that are known of a result; those of another one do not count. */
export function missesOf({ recall }: State, { version }: Result): Int32Array | null {
  return recall?.version === version ? recall.misses.call : null;
}

/** Ticks for misses at `calls`, ascending. Every miss in sight is counted in exactly one of them. */
export function placeMisses(calls: Int32Array, plot: Plot): PlacedMarker[] {
  const width = Math.max(1e-9, (PITCH * (plot.to - plot.from)) / (plot.right - plot.left));
  const placed: PlacedMarker[] = [];
  const { start, end } = placesOf(calls, plot);
  let column = -1;
  for (let miss = start; miss < end; miss++) {
    const call = calls[miss] as number;
    const here = Math.floor(call / width);
    let tick = placed.at(-1);
    if (!tick || here !== column) {
      tick = {
        kind: 'missed',
        call,
        decision: miss,
        count: 0,
        first: call,
        last: call,
        peak: 0,
        freed: 0,
        before: 0,
        after: 0,
        x: xOf(plot, call),
        y: 0,
        size: 0,
      };
      placed.push(tick);
      column = here;
    }
    tick.count++;
    tick.last = call;
    tick.size = Math.min(TALLEST, 2 + 1.5 * Math.sqrt(tick.count));
    tick.y = plot.bottom - tick.size;
  }
  return placed;
}
