/** Event marks drawn into the chart: what is about the whole window on the curve with its drop, the rest on the rail below. */

import { memo, useMemo } from 'react';
import type { DecisionKind } from '@/lib/engine/run';
import { type Axis, yOf } from '../frame/axis';
import { type Plot, RAIL, xOf } from '../frame/geometry';
import { eventLook, eventPaint, eventPath } from './event-glyph';
import { type Marker, markRadius, onCurve } from './markers';

export interface PlacedMarker extends Marker {
  x: number;
  y: number;
  /** Half its height in pixels. */
  size: number;
}

/** Marks with their places. The overlay finds them by these. */
export function placeMarkers(markers: readonly Marker[], plot: Plot, axis: Axis, limit: number): PlacedMarker[] {
  return markers.map((marker) => ({
    ...marker,
    x: xOf(plot, marker.call),
    y: onCurve(marker.kind) ? Math.max(plot.top, yOf(plot, marker.before, axis)) : plot.bottom + RAIL / 2 + 1,
    size: markRadius(marker, limit),
  }));
}

/** Whether the mark shows a drop: a line from where the tokens stood to where they came down. */
function drops(marker: Marker): boolean {
  return (marker.kind === 'compacted' || marker.kind === 'evicted') && marker.after < marker.before;
}

interface KindPaths {
  marks: string;
  drops: string;
  /** Marks that stand for several: they are tinted. */
  several: string;
}

/** Marks, drops and tints of one kind, each as one path: a few elements however many marks there are. */
function pathsOf(markers: readonly PlacedMarker[], plot: Plot, axis: Axis): Map<DecisionKind, KindPaths> {
  const paths = new Map<DecisionKind, KindPaths>();
  for (const marker of markers) {
    const { kind, x, y, size, count, after } = marker;
    const path = paths.get(kind) ?? { marks: '', drops: '', several: '' };
    path.marks += eventPath(kind, x, y, size);
    if (count > 1) path.several += eventPath(kind, x, y, size);
    if (drops(marker)) {
      path.drops += `M${x.toFixed(1)} ${(y + size).toFixed(1)}V${Math.max(y + size, yOf(plot, after, axis)).toFixed(1)}`;
    }
    paths.set(kind, path);
  }
  return paths;
}

function EventMarksView({ markers, plot, axis }: { markers: readonly PlacedMarker[]; plot: Plot; axis: Axis }) {
  const paths = useMemo(() => [...pathsOf(markers, plot, axis)], [markers, plot, axis]);
  return (
    <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
      {paths.map(([kind, path]) => {
        const { color } = eventLook(kind);
        return (
          <g key={kind}>
            {path.drops !== '' && (
              <path d={path.drops} stroke={color} strokeWidth={1.25} strokeOpacity={0.8} fill="none" />
            )}
            <path d={path.marks} {...eventPaint(kind, 'var(--paper)')} fillOpacity={0.92} />
            {path.several !== '' && <path d={path.several} fill={color} fillOpacity={0.4} />}
          </g>
        );
      })}
    </svg>
  );
}

export const EventMarks = memo(EventMarksView);
