/** The line of the chosen call, and the fainter one of the call under the pointer, moved without rendering anything. */
'use client';

import { useLayoutEffect, useRef } from 'react';
import { useWorkbench } from '@/lib/store/use-store';
import { inSight, type Plot, xOf } from './geometry';
import { hoverCall, onHover } from './hover';
import { callNumber } from './words';

function place(element: HTMLElement | null, plot: Plot, call: number): void {
  if (!element) return;
  const shown = call >= 0 && inSight(plot, call);
  element.style.visibility = shown ? 'visible' : 'hidden';
  if (shown) element.style.transform = `translateX(${xOf(plot, call).toFixed(2)}px)`;
}

/** `chip`: y of the chip that names the call; none without it. */
export function CursorLine({ plot, top, bottom, chip }: { plot: Plot; top: number; bottom: number; chip?: number }) {
  const { state } = useWorkbench();
  const chosen = useRef<HTMLDivElement>(null);
  const hovered = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let cursor = Number.NaN;
    let hover = Number.NaN;
    const follow = () => {
      const next = Math.min(state.get().cursor, plot.last);
      if (next !== cursor) {
        cursor = next;
        place(chosen.current, plot, cursor);
        if (label.current) label.current.textContent = `call ${callNumber(cursor)}`;
      }
      const under = hoverCall() === cursor ? -1 : hoverCall();
      if (under !== hover) {
        hover = under;
        place(hovered.current, plot, hover);
      }
    };
    follow();
    const stop = [state.subscribe(follow), onHover(follow)];
    return () => {
      for (const end of stop) end();
    };
  }, [state, plot]);
  const height = bottom - top;
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <div ref={hovered} className="invisible absolute left-0 w-0" style={{ top, height }}>
        <div className="-ml-[0.5px] h-full w-px bg-ink-faint opacity-60" />
      </div>
      <div ref={chosen} className="invisible absolute left-0 w-0" style={{ top, height }}>
        <div className="-ml-[0.5px] h-full w-px bg-ink" />
        {chip !== undefined && (
          <span
            ref={label}
            className="-translate-x-1/2 absolute left-0 block whitespace-nowrap rounded-[4px] bg-ink px-1.5 py-0.5 text-[11px] text-paper leading-[13px] tabular-nums ring-4 ring-paper"
            style={{ top: chip - top }}
          />
        )}
      </div>
    </div>
  );
}
