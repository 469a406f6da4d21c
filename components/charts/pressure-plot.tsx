/** The drawn part of the pressure chart: axes, lines, curves and marks. It re-renders for a result or a size, never for a pointer. */
'use client';

import { memo, useCallback, useMemo } from 'react';
import { ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { CurvePath } from './curve-path';
import { EventMarks } from './event-marks';
import { type BoxSize, MARGIN, type Plot, RAIL, SENT_AXIS } from './geometry';
import type { Marker } from './markers';
import type { Point } from './pressure-series';
import { axisLabel, integerTicks, type Scale, tokensLabel } from './ticks';
import { callNumber } from './words';

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

/** Both curves in one list, in the order of calls. */
function rowsOf(points: readonly Point[], sent: readonly Point[]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const { call, value } of points) {
    for (; next < sent.length && (sent[next] as Point).call < call; next++) {
      const point = sent[next] as Point;
      rows.push({ call: point.call, pressure: null, sent: point.value });
    }
    rows.push({ call, pressure: value, sent: null });
  }
  for (; next < sent.length; next++) {
    const point = sent[next] as Point;
    rows.push({ call: point.call, pressure: null, sent: point.value });
  }
  return rows;
}

const NO_POINTS: readonly Point[] = [];
const TICK = { fontSize: 11, fill: 'var(--ink-faint)' } as const;

function PressurePlotView({ box, plot, points, scale, markers, sent }: PressurePlotProps) {
  const rows = useMemo(() => rowsOf(points, sent?.points ?? NO_POINTS), [points, sent]);
  const width = plot.right - plot.left;
  const ticks = useMemo(
    () => integerTicks(1, plot.last + 1, Math.max(2, Math.floor(width / 60))).map((number) => number - 1),
    [plot.last, width],
  );
  const pressureTick = useCallback((pressure: number) => axisLabel(pressure, scale), [scale]);
  const xDomain = useMemo(() => [0, Math.max(1, plot.last)], [plot.last]);
  const yDomain = useMemo(() => [0, scale.top], [scale.top]);
  const right = box.width - plot.right - (sent ? SENT_AXIS : 0);
  return (
    <>
      <ComposedChart
        width={box.width}
        height={box.height}
        data={rows}
        margin={{ top: MARGIN.top, right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        tabIndex={-1}
      >
        <XAxis
          dataKey="call"
          type="number"
          domain={xDomain}
          ticks={ticks}
          tickFormatter={callNumber}
          height={MARGIN.bottom}
          tickMargin={RAIL + 6}
          tickSize={0}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          interval={0}
        />
        <YAxis
          yAxisId="pressure"
          type="number"
          domain={yDomain}
          ticks={scale.ticks}
          tickFormatter={pressureTick}
          width={MARGIN.left}
          tickMargin={9}
          tickSize={0}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          interval={0}
          allowDataOverflow
        />
        {sent && (
          <YAxis
            yAxisId="sent"
            orientation="right"
            type="number"
            domain={[0, sent.scale.top]}
            ticks={sent.scale.ticks}
            tickFormatter={tokensLabel}
            width={SENT_AXIS}
            tickMargin={7}
            tickSize={0}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            interval={0}
          />
        )}
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
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        <EventMarks markers={markers} plot={plot} top={scale.top} />
      </svg>
    </>
  );
}

export const PressurePlot = memo(PressurePlotView);
