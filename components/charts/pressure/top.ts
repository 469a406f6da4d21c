/** How high the chart's upright axis has to reach: what is tuned decides, and what the file recorded may only widen it. */

import { type Curve, positionsInSight } from './curves';
import type { Line } from './lines';

/** How far over everything else the window's line may stand and still set the top. */
const NEAR_WINDOW = 1.25;
/** How far the recorded curve may widen the axis: past that it is cut at the top, so that small settings can be tuned beside a large recording. */
const RECORDED_WIDENS = 1.5;

export interface Reach {
  /** Highest amount of the curve itself. */
  curve: number;
  lines: readonly Pick<Line, 'tone' | 'at'>[];
  /** Highest amount of the sent and of the recorded tokens, where they are on this axis; 0 where they are not. */
  sent: number;
  recorded: number;
  /** On a logarithmic axis what is large leaves room for what is small. */
  log: boolean;
}

/** The amount that the axis has to show. It depends on nothing but what is given, so that the same settings have the same axis. */
export function neededTop({ curve, lines, sent, recorded, log }: Reach): number {
  let own = Math.max(curve, sent);
  for (const { tone, at } of lines) if (tone !== 'window') own = Math.max(own, at * 1.04);
  own = withWindows(own, lines);
  if (recorded <= own) return own;
  const widened = withWindows(recorded, lines);
  return log ? widened : Math.min(widened, own * RECORDED_WIDENS);
}

/** A window that is near stands in sight. */
function withWindows(needed: number, lines: Reach['lines']): number {
  let top = needed;
  for (const { tone, at } of lines) if (tone === 'window' && at <= top * NEAR_WINDOW) top = Math.max(top, at * 1.02);
  return top;
}

/** A chip for a recorded curve that is cut: the highest amount in sight, as a line over the top; null where nothing is cut. */
export function cutLine(recorded: Curve | null, top: number, { from, to }: { from: number; to: number }): Line | null {
  if (!recorded || recorded.peak <= top) return null;
  const { start, end } = positionsInSight(recorded, from, to);
  let at = 0;
  for (let position = start; position < end; position++) {
    const call = recorded.calls[position] as number;
    if (call >= from && call <= to) at = Math.max(at, recorded.amounts[position] as number);
  }
  if (at <= top) return null;
  return { id: 'recorded', label: 'recorded to', tone: 'recorded', at, pressure: 0, parameter: null, says: null };
}
