/** What lies under the curves: the grid, the tint over the limit, the limit itself and the thresholds. */

import { memo } from 'react';
import { type Plot, yOf } from './geometry';
import type { ThresholdLine } from './thresholds';
import type { Scale } from './ticks';

function PlotGroundView({
  plot,
  scale,
  thresholds,
}: {
  plot: Plot;
  scale: Scale;
  thresholds: readonly ThresholdLine[];
}) {
  const across = (pressure: number) => `M${plot.left} ${yOf(plot, pressure, scale.top).toFixed(1)}H${plot.right}`;
  const limit = yOf(plot, 1, scale.top);
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
    </svg>
  );
}

export const PlotGround = memo(PlotGroundView);
