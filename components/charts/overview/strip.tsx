/** The whole run small: a curve, the part in sight with its two edges, and the cursor's thumb, exactly under the chart's axis. */
'use client';

import { useMemo, useRef } from 'react';
import type { Run } from '@/lib/engine/run';
import { useStore } from '@/lib/store/use-store';
import { whole } from '../../ui/format';
import { axisOf } from '../frame/axis';
import { type BoxSize, plotOf, xOf } from '../frame/geometry';
import { useZoomedDomain } from '../frame/use-zoom';
import { callNumber, callPlace } from '../frame/words';
import { curvePath, pressureCurve } from '../pressure/curves';
import { SCRUBBER_RANGE } from '../scrub-keys';
import { useStripPointer } from './use-strip-pointer';

/** Pixels above and under the small curve. */
const INSET = 3;

export function OverviewStrip({ run, size }: { run: Run; size: BoxSize }) {
  const last = run.calls.tokens.length - 1;
  const zoomed = useZoomedDomain(last);
  const cursor = Math.min(
    useStore((state) => state.cursor),
    last,
  );
  const plot = useMemo(
    () => ({ ...plotOf(size, { from: 0, to: last }, last), top: INSET + 1, bottom: size.height - INSET }),
    [size, last],
  );
  const curve = useMemo(() => pressureCurve(run), [run]);
  const line = useMemo(() => {
    const axis = axisOf(false, 0, Math.max(1, curve.peak, run.limit), plot.bottom - plot.top);
    return curvePath(curve, plot, axis);
  }, [curve, plot, run.limit]);
  const surface = useRef<HTMLDivElement>(null);
  const handlers = useStripPointer(plot, surface);
  const from = xOf(plot, zoomed?.from ?? 0);
  const to = xOf(plot, zoomed?.to ?? last);
  return (
    <>
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        <rect
          x={plot.left}
          y={0.5}
          width={plot.right - plot.left}
          height={size.height - 1}
          rx={3}
          fill="var(--hover)"
          stroke="var(--rule)"
        />
        {line !== '' && (
          <path d={`${line}V${plot.bottom}H${plot.left}z`} fill="var(--ink-faint)" fillOpacity={0.16} stroke="none" />
        )}
        <path d={line} fill="none" stroke="var(--ink-faint)" strokeOpacity={0.8} />
        {zoomed && (
          <>
            <rect
              x={plot.left}
              y={1}
              width={from - plot.left}
              height={size.height - 2}
              fill="var(--paper)"
              fillOpacity={0.65}
            />
            <rect
              x={to}
              y={1}
              width={Math.max(0, plot.right - to)}
              height={size.height - 2}
              fill="var(--paper)"
              fillOpacity={0.65}
            />
            <rect
              x={from}
              y={0.5}
              width={Math.max(2, to - from)}
              height={size.height - 1}
              rx={2}
              fill="var(--accent)"
              fillOpacity={0.08}
              stroke="var(--accent)"
            />
          </>
        )}
      </svg>
      <div
        ref={surface}
        data-surface="overview"
        title="Drag to zoom"
        className="absolute inset-y-0 cursor-crosshair touch-pan-y select-none"
        style={{ left: plot.left - 8, width: plot.right - plot.left + 16 }}
        {...handlers.surface}
      />
      {zoomed && (
        <>
          <Edge label="First call in sight" x={from} value={zoomed.from} last={last} {...handlers.edge('from')} />
          <Edge label="Last call in sight" x={to} value={zoomed.to} last={last} {...handlers.edge('to')} />
        </>
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-label="Model call"
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={cursor + 1}
        aria-valuetext={`Call ${callNumber(cursor)} of ${whole(last + 1)}, ${callPlace(run, cursor)}`}
        className="absolute top-0 left-0 h-full w-[9px] cursor-ew-resize touch-none after:absolute after:-inset-x-1.5 after:inset-y-0 after:content-['']"
        style={{ transform: `translateX(${(xOf(plot, cursor) - 4.5).toFixed(2)}px)` }}
        {...{ [SCRUBBER_RANGE]: '' }}
        {...handlers.thumb}
      >
        <span aria-hidden="true" className="absolute inset-y-0 left-1 block w-px bg-ink" />
        <span
          aria-hidden="true"
          className="-translate-y-1/2 absolute top-1/2 left-0 block h-3.5 w-[9px] rounded-[3px] border-[1.5px] border-ink bg-paper"
        />
      </div>
    </>
  );
}

function Edge({
  label,
  x,
  value,
  last,
  ...handlers
}: {
  label: string;
  x: number;
  value: number;
  last: number;
} & ReturnType<ReturnType<typeof useStripPointer>['edge']>) {
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={last + 1}
      aria-valuenow={Math.round(value) + 1}
      aria-valuetext={`Call ${callNumber(Math.round(value))}`}
      className="absolute top-0 left-0 h-full w-[7px] cursor-ew-resize touch-none after:absolute after:-inset-x-1 after:inset-y-0 after:content-['']"
      style={{ transform: `translateX(${(x - 3.5).toFixed(2)}px)` }}
      {...handlers}
    >
      <span aria-hidden="true" className="absolute inset-y-[7px] left-[2px] block w-[3px] rounded-full bg-accent" />
    </div>
  );
}
