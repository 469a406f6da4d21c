/** What moves over the pressure chart: cursor, pointer, the note beside it, and clicks on marks. */
'use client';

import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import type { Result } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { CursorLine } from '../frame/cursor-line';
import { callAt, type Plot, RAIL, xOf } from '../frame/geometry';
import { Tooltip } from '../frame/tooltip';
import { type Place, usePlotPointer } from '../frame/use-plot-pointer';
import type { Composition } from './composition';
import { type PlacedMarker, showMark } from './event-marks';
import type { Recorded } from './use-recorded';

const CallNote = lazy(() => import('./note').then((module) => ({ default: module.CallNote })));

/** Pixels around a mark in which it takes the pointer. */
const REACH = 5;

function markerAt(markers: readonly PlacedMarker[], place: Place): PlacedMarker | null {
  let nearest: PlacedMarker | null = null;
  let best = Number.POSITIVE_INFINITY;
  for (const marker of markers) {
    const distance = Math.hypot(place.x - marker.x, place.y - marker.y);
    if (distance < best && distance <= marker.size + REACH) {
      best = distance;
      nearest = marker;
    }
  }
  return nearest;
}

export interface ChartOverlayProps {
  result: Result;
  plot: Plot;
  width: number;
  markers: readonly PlacedMarker[];
  recorded: Recorded;
  composition: Composition | null;
  /** A mark that the keyboard is on: it is explained while the pointer is elsewhere. */
  focused: PlacedMarker | null;
  /** The numbers under the axis. */
  numbers: RefObject<SVGGElement | null>;
}

interface Target {
  call: number;
  marker: PlacedMarker | null;
}

export function ChartOverlay(props: ChartOverlayProps) {
  const { result, plot, width, markers, recorded, composition, focused, numbers } = props;
  const workbench = useWorkbench();
  const brush = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Target | null>(null);
  const handlers = usePlotPointer(plot, {
    brush,
    callAt: (here, dragged) => (dragged ? null : markerAt(markers, here))?.call ?? callAt(plot, here.x),
    onHover(here) {
      const marker = here && markerAt(markers, here);
      const call = here ? (marker?.call ?? callAt(plot, here.x)) : -1;
      setHovered((known) => {
        if (!here) return null;
        return known?.call === call && known.marker === marker ? known : { call, marker };
      });
    },
    onScrub: (call) => workbench.tuning.setCursor(call),
    onClick(here) {
      const marker = markerAt(markers, here);
      if (marker) showMark(workbench, marker);
    },
  });
  const target = hovered ?? (focused ? { call: focused.call, marker: focused } : null);
  const marker = target?.marker ?? null;
  return (
    <>
      <CursorLine
        plot={plot}
        top={plot.top}
        bottom={plot.bottom + RAIL + 1}
        chip={plot.bottom + RAIL + 2}
        numbers={numbers}
      />
      <div
        ref={brush}
        aria-hidden="true"
        className="invisible pointer-events-none absolute border-accent border-x bg-accent/10"
        style={{ top: plot.top, height: plot.bottom - plot.top }}
      />
      <div
        {...handlers}
        ref={handlers.ref}
        data-surface="pressure"
        className={`absolute inset-y-0 touch-pan-y select-none ${marker ? 'cursor-pointer' : 'cursor-crosshair'}`}
        style={{ left: 0, width: plot.right + 6 }}
      />
      {marker && (
        <div
          aria-hidden="true"
          className="-translate-x-1/2 -translate-y-1/2 pointer-events-none absolute rounded-full border border-ink"
          style={{ left: marker.x, top: marker.y, width: 2 * marker.size + 8, height: 2 * marker.size + 8 }}
        />
      )}
      {target && (
        <Suspense fallback={null}>
          <Tooltip x={marker?.x ?? xOf(plot, target.call)} y={plot.top + 6} width={width}>
            <CallNote
              result={result}
              call={target.call}
              marker={marker}
              recorded={recorded}
              composition={composition}
            />
          </Tooltip>
        </Suspense>
      )}
    </>
  );
}
