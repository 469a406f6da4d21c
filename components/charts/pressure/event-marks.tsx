/** Event marks drawn into the chart: what is about the whole window on the curve with its drop, the rest on the rail below. */

import { memo, useMemo } from 'react';
import type { Workbench } from '@/lib/store/workbench';
import { type Axis, yOf } from '../frame/axis';
import { type Plot, RAIL, xOf } from '../frame/geometry';
import { eventLook, eventPaint, eventPath } from './event-glyph';
import { isSeveral, type Marker, type MarkKind, markRadius, markScale, onCurve } from './markers';

export interface PlacedMarker extends Marker<MarkKind> {
  x: number;
  y: number;
  /** Half its height in pixels. */
  size: number;
}

/** What a click on a mark, or Enter, shows: the decision, or what was missed. */
export function showMark({ showDecision, listFacts, reveal }: Workbench, { kind, decision }: PlacedMarker): void {
  if (kind !== 'missed') {
    showDecision(decision);
    return;
  }
  listFacts('misses');
  reveal('facts');
}

/** Pixels between the curve and the mark over it, and between marks that stand over each other. */
const CLEAR = 2;
const STACKED = 1.5;
/** Pixels of a column in which, with its neighbours, marks can meet. */
const COLUMN = 16;
/** Pixels by which a bar ends before its stretch does, so that it is told from the next. */
const PARTED = 1;
/** Pixels above the plot that marks may use. */
const ABOVE = 9;

/** Marks with their places: over the curve, which stays free, or on the rail. The overlay finds them by these. */
export function placeMarkers(markers: readonly Marker[], plot: Plot, axis: Axis): PlacedMarker[] {
  const scale = markScale(markers, plot.right - plot.left);
  const placed = markers.map((marker): PlacedMarker => {
    const size = markRadius(marker, scale);
    const y = onCurve(marker.kind)
      ? Math.max(plot.top - ABOVE + size, yOf(plot, marker.peak, axis) - size - CLEAR)
      : plot.bottom + RAIL / 2 + 1;
    return { ...marker, x: xOf(plot, marker.call), y, size };
  });
  stack(placed, plot);
  return placed;
}

/** Marks of different kinds at one place stand over each other; what matters most, which comes last, next to the curve. */
function stack(placed: PlacedMarker[], plot: Plot): void {
  const columns = new Map<number, PlacedMarker[]>();
  const columnOf = ({ x }: PlacedMarker) => Math.floor(x / COLUMN);
  for (let at = placed.length - 1; at >= 0; at--) {
    const marker = placed[at] as PlacedMarker;
    if (!onCurve(marker.kind)) continue;
    const column = columnOf(marker);
    for (const near of [column - 1, column, column + 1]) {
      for (const other of columns.get(near) ?? []) {
        const apart = marker.size + other.size + STACKED;
        if (other.kind === marker.kind || Math.abs(other.x - marker.x) >= apart) continue;
        if (Math.abs(other.y - marker.y) < apart) marker.y = Math.max(plot.top - ABOVE + marker.size, other.y - apart);
      }
    }
    const known = columns.get(column);
    if (known) known.push(marker);
    else columns.set(column, [marker]);
  }
}

/** Whether the mark shows a drop: a line from where the tokens stood to where they came down. */
function drops(marker: PlacedMarker): boolean {
  return (
    !isSeveral(marker) && (marker.kind === 'compacted' || marker.kind === 'evicted') && marker.after < marker.before
  );
}

interface KindPaths {
  marks: string;
  drops: string;
  /** Marks that stand for several calls are tinted, under a bar from the first to the last. */
  several: string;
  bars: string;
}

/** Marks, drops, tints and bars of one kind, each as one path: a few elements however many marks there are. */
function pathsOf(markers: readonly PlacedMarker[], plot: Plot, axis: Axis): Map<MarkKind, KindPaths> {
  const paths = new Map<MarkKind, KindPaths>();
  for (const marker of markers) {
    const { kind, x, y, size, after } = marker;
    const path = paths.get(kind) ?? { marks: '', drops: '', several: '', bars: '' };
    path.marks += eventPath(kind, x, y, size);
    // Ticks stand so close that their stretches need no bar.
    if (kind !== 'missed' && isSeveral(marker)) {
      const from = Math.max(plot.left, Math.min(x - size, xOf(plot, marker.first) + PARTED));
      const to = Math.min(plot.right, Math.max(x + size, xOf(plot, marker.last) - PARTED));
      path.several += eventPath(kind, x, y, size);
      path.bars += `M${from.toFixed(1)} ${(y - size - 1.75).toFixed(1)}H${to.toFixed(1)}`;
    }
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
            {path.bars !== '' && <path d={path.bars} stroke={color} strokeOpacity={0.55} fill="none" />}
            <path d={path.marks} {...eventPaint(kind, 'var(--paper)')} fillOpacity={0.92} />
            {path.several !== '' && <path d={path.several} fill={color} fillOpacity={0.4} />}
          </g>
        );
      })}
    </svg>
  );
}

export const EventMarks = memo(EventMarksView);
