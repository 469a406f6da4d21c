/** The drawn part of the pressure chart: curves and marks. It re-renders for a result or a size, never for a pointer. */
'use client';

import { memo, useMemo } from 'react';
import { ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { CurvePath } from './curve-path';
import { EventMarks } from './event-marks';
import { type BoxSize, type Plot, warped } from './geometry';
import type { Marker } from './markers';
import type { Point } from './pressure-series';
import type { Scale } from './ticks';

export interface SentCurve {
  points: Point[];
  scale: Scale;
  /** Measured on an earlier result: drawn faintly until the new numbers are there. */
  stale: boolean;
}

export interface PressurePlotProps {
  box: BoxSize;
  plot: Plot;
  points: Point[];
  scale: Scale;
  markers: readonly Marker[];
  sent: SentCurve | null;
}

interface Row {
  call: number;
  pressure: number | null;
  sent: number | null;
}

/** Both curves in one list, in the order of calls, as a linear axis has to have them. */
function rowsOf(plot: Plot, points: readonly Point[], top: number, sent: readonly Point[], sentTop: number): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const { call, value } of points) {
    for (; next < sent.length && (sent[next] as Point).call < call; next++) {
      const point = sent[next] as Point;
      rows.push({ call: point.call, pressure: null, sent: warped(plot, point.value, sentTop) });
    }
    rows.push({ call, pressure: warped(plot, value, top), sent: null });
  }
  for (; next < sent.length; next++) {
    const point = sent[next] as Point;
    rows.push({ call: point.call, pressure: null, sent: warped(plot, point.value, sentTop) });
  }
  return rows;
}

const NO_POINTS: readonly Point[] = [];
function PressurePlotView({ box, plot, points, scale, markers, sent }: PressurePlotProps) {
  const rows = useMemo(
    () => rowsOf(plot, points, scale.top, sent?.points ?? NO_POINTS, sent?.scale.top ?? 1),
    [plot, points, scale.top, sent],
  );
  const xDomain = useMemo(() => [plot.first, Math.max(plot.first + 1, plot.last)], [plot.first, plot.last]);
  const yDomain = useMemo(() => [0, scale.top], [scale.top]);
  const sentTop = sent?.scale.top;
  const sentDomain = useMemo(() => (sentTop === undefined ? null : [0, sentTop]), [sentTop]);
  const margin = useMemo(
    () => ({ top: plot.top, right: box.width - plot.right, bottom: box.height - plot.bottom, left: plot.left }),
    [box, plot],
  );
  return (
    <>
      <ComposedChart width={box.width} height={box.height} data={rows} margin={margin} accessibilityLayer={false}>
        <XAxis dataKey="call" type="number" domain={xDomain} hide />
        <YAxis yAxisId="pressure" type="number" domain={yDomain} allowDataOverflow hide />
        {sentDomain && <YAxis yAxisId="sent" type="number" domain={sentDomain} hide />}
        {sent && (
          <Line
            yAxisId="sent"
            dataKey="sent"
            shape={CurvePath}
            stroke="var(--ink-soft)"
            strokeWidth={1.25}
            strokeDasharray="2 2.5"
            strokeOpacity={sent.stale ? 0.35 : 0.9}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        <Line
          yAxisId="pressure"
          dataKey="pressure"
          shape={CurvePath}
          stroke="var(--accent)"
          strokeWidth={1.75}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
      <EventMarks markers={markers} plot={plot} top={scale.top} />
    </>
  );
}

export const PressurePlot = memo(PressurePlotView);
