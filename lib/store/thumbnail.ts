/** A scenario's curve, small enough for a list. */

import type { Run } from '../engine/run';

/** Points of a thumbnail. */
const POINTS = 64;

/** Pressure × 100 per stretch of calls, its highest; 255 stands for 2.55 and more. Empty before there is a run. */
export function thumbnailOf(run: Run | null): Uint8Array {
  if (!run) return new Uint8Array();
  const { tokens } = run.calls;
  const limit = Math.max(1, run.limit);
  const points = new Uint8Array(Math.min(POINTS, tokens.length));
  for (let point = 0; point < points.length; point++) {
    const from = Math.floor((point * tokens.length) / points.length);
    const to = Math.floor(((point + 1) * tokens.length) / points.length);
    let most = 0;
    for (let call = from; call < to; call++) most = Math.max(most, tokens[call] as number);
    points[point] = Math.min(255, Math.round((most / limit) * 100));
  }
  return points;
}
