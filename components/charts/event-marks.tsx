/** Event marks drawn into the chart: compactions and evictions on the curve with their drop, the rest on the rail below. */

import { memo } from 'react';
import { EventShape, eventLook } from './event-glyph';
import { type Plot, RAIL, xOf, yOf } from './geometry';
import { type Marker, markRadius, onCurve } from './markers';

/** Centre of a mark in pixels. The overlay finds marks by it. */
export function placeOf(marker: Marker, plot: Plot, top: number): { x: number; y: number } {
  const x = xOf(plot, marker.call);
  if (!onCurve(marker.kind)) return { x, y: plot.bottom + RAIL / 2 + 1 };
  return { x, y: yOf(plot, marker.before, top) };
}

export function sizeOf(marker: Marker): number {
  if (marker.kind === 'compacted') return markRadius(marker);
  return !onCurve(marker.kind) ? 3 : 3.5;
}

/** Whether the mark shows a drop: a line from where the pressure stood to where it came down. */
function drops(marker: Marker): boolean {
  return (marker.kind === 'compacted' || marker.kind === 'evicted') && marker.after < marker.before;
}

export const EventMarks = memo(function EventMarks({
  markers,
  plot,
  top,
}: {
  markers: readonly Marker[];
  plot: Plot;
  top: number;
}) {
  return (
    <g>
      {markers.map((marker) => {
        const { x, y } = placeOf(marker, plot, top);
        const size = sizeOf(marker);
        return (
          <g key={`${marker.kind} ${marker.call}`} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            {drops(marker) && (
              <path
                d={`M0 ${marker.kind === 'compacted' ? size : 0}V${(yOf(plot, marker.after, top) - y).toFixed(1)}`}
                stroke={eventLook(marker.kind).color}
                strokeWidth={1.5}
              />
            )}
            <EventShape kind={marker.kind} size={size} ground="var(--paper)" />
          </g>
        );
      })}
    </g>
  );
});
