/** The pressure curve of a run: what the memory held when a call came up, and what it sent after preparing. */

import { arrivedBy } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { decimate } from './decimate';

/** A point of a curve. `value` is a pressure or a number of tokens. */
export interface Point {
  call: number;
  value: number;
}

/** Points of a curve that is drawn. More would change no pixel and cost time. */
const MOST_POINTS = 480;

/** Policy tokens that stood when a call came up, before anything was done about them. */
export function tokensBeforePreparing(run: Run, call: number): number {
  const arrived = arrivedBy(run, call);
  const sent = run.calls.tokens[call] ?? 0;
  return arrived > 0 ? Math.max(sent, run.arrivals.tokens[arrived - 1] ?? 0) : sent;
}

export interface PressureSeries {
  /** Highest pressure of a call as it was sent, and that call. */
  peak: number;
  peakCall: number;
  /** Highest pressure reached at all, before preparing. */
  reached: number;
  /** Calls sent with a pressure over 1. */
  over: number;
}

/** The curve from one call to another: a point for each, and one straight above where preparing the call freed something. */
export function pressurePoints(run: Run, from: number, to: number): Point[] {
  const { tokens } = run.calls;
  const limit = Math.max(1, run.limit);
  const calls = new Int32Array((to - from + 1) * 2);
  const values = new Float64Array(calls.length);
  let length = 0;
  for (let call = from; call <= to && call < tokens.length; call++) {
    const sent = (tokens[call] as number) / limit;
    const before = tokensBeforePreparing(run, call) / limit;
    if (before > sent) {
      calls[length] = call;
      values[length++] = before;
    }
    calls[length] = call;
    values[length++] = sent;
  }
  const kept = decimate(values.subarray(0, length), MOST_POINTS);
  return Array.from(kept, (position) => ({
    call: calls[position] as number,
    value: values[position] as number,
  }));
}

/** What the curve reaches over all calls. */
export function pressureSeries(run: Run): PressureSeries {
  const { tokens } = run.calls;
  const limit = Math.max(1, run.limit);
  let peak = 0;
  let peakCall = 0;
  let reached = 0;
  let over = 0;
  for (let call = 0; call < tokens.length; call++) {
    const sent = (tokens[call] as number) / limit;
    const before = tokensBeforePreparing(run, call) / limit;
    if (sent > peak) {
      peak = sent;
      peakCall = call;
    }
    if (before > reached) reached = before;
    if (sent > 1) over++;
  }
  return { peak, peakCall, reached, over };
}

/** The curve of a column with one value a call, from one call to another; the peak is that of all. */
export function columnSeries(column: Int32Array, from: number, to: number): { points: Point[]; peak: number } {
  let peak = 0;
  for (const value of column) if (value > peak) peak = value;
  const shown = column.subarray(from, to + 1);
  const points = Array.from(decimate(shown, MOST_POINTS), (at) => ({ call: from + at, value: shown[at] as number }));
  return { points, peak };
}
