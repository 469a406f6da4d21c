/** The curves of a run: what the memory held when a call came up and what it sent, and any column with one amount a call. */

import { lowerBound, tokensBeforePreparing } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { type Axis, yOf } from '../frame/axis';
import { decimate } from '../frame/decimate';
import { type Plot, xOf } from '../frame/geometry';

/** A curve as columns: a call may have several amounts, which are drawn straight above each other. */
export interface Curve {
  calls: Int32Array;
  amounts: Int32Array;
  /** The highest amount. */
  peak: number;
}

export interface PressureCurve extends Curve {
  /** Highest policy tokens of a call as it was sent, and that call. */
  sentPeak: number;
  peakCall: number;
  /** Calls sent with more than the limit. */
  over: number;
}

/** The curve of a run: a point for each call, and one straight above it where preparing the call freed something. */
export function pressureCurve(run: Run): PressureCurve {
  const { tokens } = run.calls;
  const calls = new Int32Array(tokens.length * 2);
  const amounts = new Int32Array(tokens.length * 2);
  const curve = { peak: 0, sentPeak: 0, peakCall: 0, over: 0 };
  let length = 0;
  for (let call = 0; call < tokens.length; call++) {
    const sent = tokens[call] as number;
    const before = tokensBeforePreparing(run, call);
    if (before > sent) {
      calls[length] = call;
      amounts[length++] = before;
    }
    calls[length] = call;
    amounts[length++] = sent;
    if (sent > curve.sentPeak) {
      curve.sentPeak = sent;
      curve.peakCall = call;
    }
    if (before > curve.peak) curve.peak = before;
    if (sent > run.limit) curve.over++;
  }
  return { ...curve, calls: calls.subarray(0, length), amounts: amounts.subarray(0, length) };
}

/** The curve of a column with one amount a call. */
export function columnCurve(column: Int32Array): Curve {
  let peak = 0;
  for (const amount of column) if (amount > peak) peak = amount;
  return { calls: Int32Array.from(column, (_, call) => call), amounts: column, peak };
}

/** Positions in the curve from the last before the stretch in sight to the first after it. */
export function positionsInSight({ calls }: Curve, from: number, to: number): { start: number; end: number } {
  const start = Math.max(0, lowerBound(calls, Math.ceil(from)) - 1);
  const end = Math.min(calls.length, lowerBound(calls, Math.floor(to) + 1) + 1);
  return { start, end };
}

/** Points of a curve for each pixel of width: of every two pixels the lowest and the highest, so that no peak is lost. */
const POINTS_PER_PIXEL = 1;

/** Positions in the curve to draw: those in sight and one beside them at either end, thinned to what pixels can show. */
function keptPositions(curve: Curve, plot: Plot): Int32Array {
  const { start, end } = positionsInSight(curve, plot.from, plot.to);
  const width = Math.max(20, plot.right - plot.left);
  const kept = decimate(curve.amounts.subarray(start, end), Math.round(width * POINTS_PER_PIXEL));
  for (let place = 0; place < kept.length; place++) (kept[place] as number) += start;
  return kept;
}

/** The latest path of each curve: where several are drawn, most of them stay as they were. */
const paths = new WeakMap<Curve, { plot: Plot; axis: Axis; path: string }>();

/** The part of a curve in sight as one path of straight lines. It may begin and end just outside the plot. */
export function curvePath(curve: Curve, plot: Plot, axis: Axis): string {
  const before = paths.get(curve);
  if (before?.plot === plot && before.axis === axis) return before.path;
  const path = pathOf(curve, plot, axis);
  paths.set(curve, { plot, axis, path });
  return path;
}

function pathOf(curve: Curve, plot: Plot, axis: Axis): string {
  const parts: string[] = [];
  for (const position of keptPositions(curve, plot)) {
    const x = xOf(plot, curve.calls[position] as number);
    const y = yOf(plot, curve.amounts[position] as number, axis);
    parts.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return parts.length === 0 ? '' : `M${parts.join('L')}`;
}

/** Pixels of the dot's radius. */
const DOT = 3;

/**
 * The dot of a curve that has a single call and so no length to be seen, as a path to fill; empty where there is a line. Over the
 * top of the axis it is an arrow at the edge.
 */
export function dotPath({ calls, amounts }: Curve, plot: Plot, axis: Axis): string {
  const last = calls.length - 1;
  if (last < 0 || calls[0] !== calls[last]) return '';
  const x = xOf(plot, calls[last] as number) - DOT;
  const y = yOf(plot, amounts[last] as number, axis);
  if (y < plot.top - 1) return `M${x.toFixed(1)} ${plot.top + 2 * DOT}h${2 * DOT}l${-DOT} ${-2 * DOT}z`;
  return `M${x.toFixed(1)} ${y.toFixed(1)}a${DOT} ${DOT} 0 1 0 ${2 * DOT} 0a${DOT} ${DOT} 0 1 0 ${-2 * DOT} 0`;
}
