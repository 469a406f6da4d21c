/** What lies under the curves: axes, the grid, the tint over the limit, the limit itself and the thresholds. */

import { memo } from 'react';
import { type Plot, RAIL, xOf, yOf } from './geometry';
import type { ThresholdLine } from './thresholds';
import { axisLabel, integerTicks, type Scale, tokensLabel } from './ticks';
import { callNumber } from './words';

/** Pixels between the numbers of calls at least. */
const TICK_PITCH = 60;

function PlotGroundView({
  plot,
  scale,
  thresholds,
  sentScale,
}: {
  plot: Plot;
  scale: Scale;
  thresholds: readonly ThresholdLine[];
  /** The right-hand axis, where sent tokens are shown. */
  sentScale: Scale | null;
}) {
  const across = (pressure: number) => `M${plot.left} ${yOf(plot, pressure, scale.top).toFixed(1)}H${plot.right}`;
  const limit = yOf(plot, 1, scale.top);
  const width = plot.right - plot.left;
  const calls = integerTicks(plot.first + 1, plot.last + 1, Math.max(2, Math.floor(width / TICK_PITCH)));
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <rect
        x={plot.left}
        y={plot.top}
        width={plot.right - plot.left}
        height={Math.max(0, limit - plot.top)}
        fill="var(--trouble)"
        fillOpacity={0.06}
      />
      <path d={scale.ticks.map(across).join('')} stroke="var(--rule)" />
      <path d={across(1)} stroke="var(--ink-faint)" strokeWidth={1.25} />
      {thresholds.map(({ label, pressure, color, dash }) => (
        <path key={label} d={across(pressure)} stroke={color} strokeDasharray={dash} />
      ))}
      <g fontSize="11" fill="var(--ink-faint)" className="tabular-nums">
        {scale.ticks.map((tick) => (
          <text key={tick} x={plot.left - 9} y={yOf(plot, tick, scale.top) + 4} textAnchor="end">
            {axisLabel(tick, scale)}
          </text>
        ))}
        {sentScale?.ticks.map((tick) => (
          <text key={tick} x={plot.right + 7} y={yOf(plot, tick, sentScale.top) + 4}>
            {tokensLabel(tick)}
          </text>
        ))}
        {calls.map((number) => (
          <text key={number} x={xOf(plot, number - 1)} y={plot.bottom + RAIL + 14} textAnchor="middle">
            {callNumber(number - 1)}
          </text>
        ))}
      </g>
    </svg>
  );
}

export const PlotGround = memo(PlotGroundView);
