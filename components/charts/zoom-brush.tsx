/** The axis of calls as a brush: dragged along it zooms in, a double press shows all calls again. */
'use client';

import { useRef, useState } from 'react';
import { useWorkbench } from '@/lib/store/use-store';
import { zoomed } from '@/lib/store/view';
import { callAt, type Plot, RAIL, xOf } from './geometry';

/** Height of the strip under the plot that takes the pointer. */
const STRIP = 20;
/** Pixels that are a press and no stretch. */
const SLOP = 5;

export function ZoomBrush({ plot, last }: { plot: Plot; last: number }) {
  const { state, setChart } = useWorkbench();
  const start = useRef(0);
  const [stretch, setStretch] = useState<{ from: number; to: number } | null>(null);
  const xIn = (event: { clientX: number; currentTarget: Element }) =>
    plot.left + event.clientX - event.currentTarget.getBoundingClientRect().left;
  const end = () => setStretch(null);
  return (
    <>
      <div
        aria-hidden="true"
        title="Drag to zoom, double click for all calls"
        className="absolute z-10 cursor-ew-resize touch-none select-none rounded-sm hover:bg-hover/60"
        style={{ left: plot.left, width: plot.right - plot.left, top: plot.bottom + RAIL + 2, height: STRIP }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = xIn(event);
          setStretch({ from: start.current, to: start.current });
        }}
        onPointerMove={(event) => {
          if (stretch) setStretch({ from: start.current, to: xIn(event) });
        }}
        onPointerUp={(event) => {
          const to = xIn(event);
          end();
          if (Math.abs(to - start.current) < SLOP) return;
          const [one, other] = [callAt(plot, start.current), callAt(plot, to)];
          if (Math.abs(one - other) >= 2) setChart({ zoom: { from: Math.min(one, other), to: Math.max(one, other) } });
        }}
        onPointerCancel={end}
        onDoubleClick={() => setChart({ zoom: null })}
        onWheel={(event) => {
          const around = callAt(plot, xIn(event));
          setChart(zoomed(state.get().view.chart, last, around, event.deltaY > 0 ? 1.25 : 0.8));
        }}
      />
      {stretch && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute border-accent border-x bg-accent/15"
          style={{
            left: Math.max(plot.left, Math.min(stretch.from, stretch.to)),
            width: Math.min(Math.abs(stretch.to - stretch.from), xOf(plot, plot.last) - plot.left),
            top: plot.top,
            height: plot.bottom - plot.top + RAIL,
          }}
        />
      )}
    </>
  );
}
