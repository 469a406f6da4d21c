/** The line of the chosen call, and the fainter one of the call under the pointer, over a chart or a map. */
'use client';

import { useStore } from '@/lib/store/use-store';
import { type Plot, xOf } from './geometry';
import { useHoverCall } from './hover';
import { callNumber } from './words';

/** `chip`: y of the chip that names the call; none without it. */
export function CursorLine({ plot, top, bottom, chip }: { plot: Plot; top: number; bottom: number; chip?: number }) {
  const cursor = useStore((state) => state.cursor);
  const hover = useHoverCall();
  const inside = cursor >= plot.first && cursor <= plot.last;
  const x = xOf(plot, Math.min(cursor, plot.last));
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {hover >= plot.first && hover !== cursor && hover <= plot.last && (
        <div
          className="absolute left-0 w-px bg-ink-faint opacity-50"
          style={{ top, height: bottom - top, transform: `translateX(${xOf(plot, hover)}px)` }}
        />
      )}
      {inside && (
        <div
          className="absolute left-0 w-px bg-ink"
          style={{ top, height: bottom - top, transform: `translateX(${x}px)` }}
        />
      )}
      {chip !== undefined && inside && (
        <div className="absolute left-0" style={{ top: chip, transform: `translateX(${x}px)` }}>
          <span className="-translate-x-1/2 block whitespace-nowrap rounded-[4px] bg-ink px-1.5 ring-4 ring-paper py-0.5 text-[11px] text-paper leading-[13px] tabular-nums">
            call {callNumber(cursor)}
          </span>
        </div>
      )}
    </div>
  );
}
