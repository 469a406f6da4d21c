/** The curves, drawn through Recharts. The library comes when there is something to draw, apart from the first paint. */
'use client';

import { memo, useId, useMemo } from 'react';
import { Line, LineChart } from 'recharts';
import type { BoxSize, Plot } from '../frame/geometry';
import { curvePath, dotPath } from './curves';
import { areSameStrands, type Strand, strandRows } from './strands';

export interface StrandChartProps {
  size: BoxSize;
  plot: Plot;
  /** From the lowest to the topmost. The last is the one that the chart is about. */
  strands: readonly Strand[];
}

const WRAPPER = { position: 'absolute', inset: 0 } as const;

function StrandChartView({ size, plot, strands }: StrandChartProps) {
  const clip = useId();
  const rows = useMemo(() => strandRows(strands, plot), [strands, plot]);
  const margin = useMemo(
    () => ({ top: plot.top, right: size.width - plot.right, bottom: size.height - plot.bottom, left: plot.left }),
    [size, plot],
  );
  return (
    <LineChart
      width={size.width}
      height={size.height}
      data={rows}
      margin={margin}
      accessibilityLayer={false}
      style={WRAPPER}
      data-picture=""
    >
      <clipPath id={clip}>
        <rect x={plot.left} y={plot.top - 2} width={plot.right - plot.left} height={plot.bottom - plot.top + 2} />
      </clipPath>
      {strands.map((strand, place) => (
        <StrandLine key={strand.id} strand={strand} plot={plot} clip={clip} isMain={place === strands.length - 1} />
      ))}
    </LineChart>
  );
}

interface StrandLineProps {
  strand: Strand;
  plot: Plot;
  /** Id of the clip path of the plot. */
  clip: string;
  /** Whether it is the one that the chart is about. */
  isMain: boolean;
}

/** One curve, on its own: the others are not drawn anew with it. */
const StrandLine = memo(function StrandLineView({ strand, plot, clip, isMain }: StrandLineProps) {
  const { id, curve, axis, look } = strand;
  // Placed by the plot as marks and handles are. The library's own path is measured at every update, and its element made anew.
  const path = curvePath(curve, plot, axis);
  const dot = dotPath(curve, plot, axis);
  return (
    <Line
      dataKey={id}
      shape={() => (
        <>
          <path
            d={path}
            data-curve={isMain ? '' : undefined}
            data-strand={id}
            fill="none"
            strokeLinejoin="round"
            clipPath={`url(#${clip})`}
            {...look}
          />
          {/* Whole, though half of it lies beside the first call. */}
          {dot === '' ? null : <path d={dot} data-dot={id} fill={look.stroke} fillOpacity={look.strokeOpacity} />}
        </>
      )}
      {...look}
      dot={false}
      activeDot={false}
      isAnimationActive={false}
    />
  );
});

/** Drawn anew only where a strand, its place or the plot is another one. */
export const StrandChart = memo(
  StrandChartView,
  (before, now) => before.size === now.size && before.plot === now.plot && areSameStrands(before.strands, now.strands),
);
