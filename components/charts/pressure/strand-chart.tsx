/** The curves, drawn through Recharts. The library comes when there is something to draw, apart from the first paint. */
'use client';

import { memo, useId, useMemo } from 'react';
import { Line, LineChart } from 'recharts';
import type { BoxSize, Plot } from '../frame/geometry';
import { curvePath } from './curves';
import { type Strand, strandRows } from './strands';

export interface StrandChartProps {
  size: BoxSize;
  plot: Plot;
  /** From the lowest to the topmost. The last is the one that the chart is about. */
  strands: readonly Strand[];
}

const WRAPPER = { position: 'absolute', inset: 0 } as const;

function StrandChartView({ size, plot, strands }: StrandChartProps) {
  const clip = useId();
  // Placed by the plot as marks and handles are. The library's own path is measured at every update, and its element made anew.
  const paths = useMemo(() => strands.map(({ curve, axis }) => curvePath(curve, plot, axis)), [strands, plot]);
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
        <Line
          key={strand.id}
          dataKey={strand.id}
          shape={() => (
            <path
              d={paths[place]}
              data-curve={place === strands.length - 1 ? '' : undefined}
              data-strand={strand.id}
              fill="none"
              strokeLinejoin="round"
              clipPath={`url(#${clip})`}
              {...strand.look}
            />
          )}
          {...strand.look}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  );
}

export const StrandChart = memo(StrandChartView);
