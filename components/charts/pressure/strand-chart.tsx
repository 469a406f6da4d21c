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

interface StrandPathProps {
  strand: Strand;
  plot: Plot;
  clip: string;
  main: boolean;
}

/** A curve as one path of straight lines, placed by the plot as marks and handles are. The library's own is measured at every update. */
const StrandPath = memo(function StrandPath({ strand, plot, clip, main }: StrandPathProps) {
  const d = useMemo(() => curvePath(strand.curve, plot, strand.axis), [strand.curve, strand.axis, plot]);
  return (
    <path
      d={d}
      data-curve={main ? '' : undefined}
      data-strand={strand.id}
      fill="none"
      strokeLinejoin="round"
      clipPath={clip}
      {...strand.look}
    />
  );
});

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
        <Line
          key={strand.id}
          dataKey={strand.id}
          shape={() => (
            <StrandPath strand={strand} plot={plot} clip={`url(#${clip})`} main={place === strands.length - 1} />
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
