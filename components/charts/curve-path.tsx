/** A curve as one path of straight lines. The drawing library's own path is measured at every update, which costs more than drawing it. */

import { type Plot, xOf, yOf } from './geometry';
import type { Point } from './pressure-series';

/** What the library hands to the shape of a line; where the points stand is the plot's own business. */
interface CurvePathProps {
  d: string;
  stroke?: string | undefined;
  strokeWidth?: string | number | undefined;
  strokeDasharray?: string | number | undefined;
  strokeOpacity?: string | number | undefined;
}

/** The path of a curve in a plot, to a scale that ends at `top`. */
export function curveOf(points: readonly Point[], plot: Plot, top: number): string {
  let path = '';
  for (const { call, value } of points) {
    path += `${path === '' ? 'M' : 'L'}${xOf(plot, call).toFixed(1)} ${yOf(plot, value, top).toFixed(1)}`;
  }
  return path;
}

export function CurvePath({ d, stroke, strokeWidth, strokeDasharray, strokeOpacity }: CurvePathProps) {
  return (
    <path
      d={d}
      fill="none"
      stroke={stroke}
      strokeWidth={strokeWidth}
      strokeDasharray={strokeDasharray}
      strokeOpacity={strokeOpacity}
      strokeLinejoin="round"
    />
  );
}
