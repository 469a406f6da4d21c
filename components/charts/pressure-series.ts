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
  points: Point[];
  /** Highest pressure of a call as it was sent, and that call. */
  peak: number;
  peakCall: number;
  /** Highest pressure reached at all, before preparing. */
  reached: number;
  /** Calls sent with a pressure over 1. */
  over: number;
}

/** The curve: a point for each call, and one straight above it where preparing the call freed something. */
export function pressureSeries(run: Run): PressureSeries {
  const { tokens } = run.calls;
  const limit = Math.max(1, run.limit);
  const calls = new Int32Array(tokens.length * 2);
  const values = new Float64Array(tokens.length * 2);
  let length = 0;
  let peak = 0;
  let peakCall = 0;
  let reached = 0;
  let over = 0;
  for (let call = 0; call < tokens.length; call++) {
    const sent = (tokens[call] as number) / limit;
    const before = tokensBeforePreparing(run, call) / limit;
    if (before > sent) {
      calls[length] = call;
      values[length++] = before;
    }
    calls[length] = call;
    values[length++] = sent;
    if (sent > peak) {
      peak = sent;
      peakCall = call;
    }
    if (before > reached) reached = before;
    if (sent > 1) over++;
  }
  const kept = decimate(values.subarray(0, length), MOST_POINTS);
  const points = Array.from(kept, (position) => ({
    call: calls[position] as number,
    value: values[position] as number,
  }));
  return { points, peak, peakCall, reached, over };
}

/** The curve of a column with one value a call. */
export function columnSeries(column: Int32Array): { points: Point[]; peak: number } {
  let peak = 0;
  for (const value of column) if (value > peak) peak = value;
  const points = Array.from(decimate(column, MOST_POINTS), (call) => ({ call, value: column[call] as number }));
  return { points, peak };
}
