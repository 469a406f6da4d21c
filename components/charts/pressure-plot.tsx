/** The drawn part of the pressure chart: curves and marks. It re-renders for a result or a size, never for a pointer. */
'use client';

import { memo, type SVGProps, useMemo } from 'react';
import { Line, LineChart } from 'recharts';
import { CurvePath, curveOf } from './curve-path';
import { EventMarks } from './event-marks';
import type { BoxSize, Plot } from './geometry';
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

/** The look that a line was given, of all that the library hands on. */
function lookOf({
  stroke,
  strokeWidth,
  strokeDasharray,
  strokeOpacity,
}: Pick<SVGProps<SVGPathElement>, 'stroke' | 'strokeWidth' | 'strokeDasharray' | 'strokeOpacity'>) {
  return { stroke, strokeWidth, strokeDasharray, strokeOpacity };
}

const NO_POINTS: readonly Point[] = [];
function PressurePlotView({ box, plot, points, scale, markers, sent }: PressurePlotProps) {
  const rows = useMemo(() => rowsOf(points, sent?.points ?? NO_POINTS), [points, sent]);
  // The plot says where a call and a value stand, as it does for marks, areas and the cursor.
  const pressurePath = useMemo(() => curveOf(points, plot, scale.top), [points, plot, scale.top]);
  const sentPath = useMemo(() => (sent ? curveOf(sent.points, plot, sent.scale.top) : ''), [sent, plot]);
  const margin = useMemo(
    () => ({ top: plot.top, right: box.width - plot.right, bottom: box.height - plot.bottom, left: plot.left }),
    [box, plot],
  );
  return (
    <>
      <LineChart width={box.width} height={box.height} data={rows} margin={margin} accessibilityLayer={false}>
        {sent && (
          <Line
            dataKey="sent"
            shape={(line) => <CurvePath d={sentPath} {...lookOf(line)} />}
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
          dataKey="pressure"
          shape={(line) => <CurvePath d={pressurePath} {...lookOf(line)} />}
          stroke="var(--accent)"
          strokeWidth={1.75}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </LineChart>
      <EventMarks markers={markers} plot={plot} top={scale.top} />
    </>
  );
}

export const PressurePlot = memo(PressurePlotView);
