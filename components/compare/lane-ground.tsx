/** What lies under the curves of lanes: the grid with its amounts, and the numbers of the calls. */

import type { ReactNode } from 'react';
import { type Axis, yOf } from '../charts/frame/axis';
import { type Plot, RAIL, xOf } from '../charts/frame/geometry';
import { innerTicks } from '../charts/frame/ticks';
import { callNumber } from '../charts/frame/words';

/** Pixels between the numbers of calls at least. */
const TICK_PITCH = 64;

interface LaneGroundProps {
  plot: Plot;
  axis: Axis;
  /** An amount of the axis as people read it. */
  tick(amount: number): string;
  /** Lines of the chart's own. */
  children?: ReactNode;
}

export function LaneGround({ plot, axis, tick, children }: LaneGroundProps) {
  const most = Math.max(2, Math.floor((plot.right - plot.left) / TICK_PITCH));
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <path
        d={axis.ticks.map((amount) => `M${plot.left} ${yOf(plot, amount, axis).toFixed(1)}H${plot.right}`).join('')}
        stroke="var(--rule)"
        fill="none"
      />
      {children}
      <g fontSize="11" fill="var(--ink-faint)" className="tabular-nums">
        {axis.ticks.map((amount) => (
          <text key={amount} x={plot.left - 6} y={yOf(plot, amount, axis) + 4} textAnchor="end">
            {tick(amount)}
          </text>
        ))}
        {innerTicks(plot.from + 1, plot.to + 1, most).map((number) => (
          <text key={number} x={xOf(plot, number - 1)} y={plot.bottom + RAIL + 4} textAnchor="middle">
            {callNumber(number - 1)}
          </text>
        ))}
      </g>
    </svg>
  );
}
