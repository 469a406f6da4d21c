/** Event marks drawn into the chart: compactions and evictions on the curve with their drop, the rest on the rail below. */

import { memo, useMemo } from 'react';
import type { DecisionKind } from '@/lib/engine/run';
import { eventLook, eventPaint, eventPath } from './event-glyph';
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

/** Marks and drops of one kind, each as one path: a few elements however many marks there are. */
function pathsOf(
  markers: readonly Marker[],
  plot: Plot,
  top: number,
): Map<DecisionKind, { marks: string; drops: string }> {
  const paths = new Map<DecisionKind, { marks: string; drops: string }>();
  for (const marker of markers) {
    const { x, y } = placeOf(marker, plot, top);
    const size = sizeOf(marker);
    const path = paths.get(marker.kind) ?? { marks: '', drops: '' };
    path.marks += eventPath(marker.kind, x, y, size);
    if (drops(marker)) path.drops += `M${x.toFixed(1)} ${y.toFixed(1)}V${yOf(plot, marker.after, top).toFixed(1)}`;
    paths.set(marker.kind, path);
  }
  return paths;
}

function EventMarksView({ markers, plot, top }: { markers: readonly Marker[]; plot: Plot; top: number }) {
  const paths = useMemo(() => [...pathsOf(markers, plot, top)], [markers, plot, top]);
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      {paths.map(([kind, path]) => (
        <g key={kind}>
          {path.drops !== '' && <path d={path.drops} stroke={eventLook(kind).color} strokeWidth={1.5} fill="none" />}
          <path d={path.marks} {...eventPaint(kind, 'var(--paper)')} />
        </g>
      ))}
    </svg>
  );
}

export const EventMarks = memo(EventMarksView);
