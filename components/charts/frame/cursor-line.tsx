/** The line of the chosen call, and the fainter one of the call under the pointer, moved without rendering anything. */
'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';
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

/** Width of a digit on the axis, and what a chip has beside its letters. */
const DIGIT = 6.4;
const CHIP_EDGE = 14;

/** Numbers under the axis that the chip would cover in part give way as a whole. */
function giveWay(numbers: SVGGElement | null | undefined, plot: Plot, call: number, words: string): void {
  const x = inSight(plot, call) ? xOf(plot, call) : Number.NEGATIVE_INFINITY;
  for (const number of numbers?.children ?? []) {
    const reach = ((words.length + (number.textContent?.length ?? 0)) * DIGIT + CHIP_EDGE) / 2;
    const covered = Math.abs(Number(number.getAttribute('x')) - x) < reach;
    if (covered) number.setAttribute('visibility', 'hidden');
    else number.removeAttribute('visibility');
  }
}

export interface CursorLineProps {
  plot: Plot;
  top: number;
  bottom: number;
  /** y of the chip that names the call; none without it. */
  chip?: number;
  /** The numbers that stand where the chip does. */
  numbers?: RefObject<SVGGElement | null>;
}

export function CursorLine({ plot, top, bottom, chip, numbers }: CursorLineProps) {
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
        const words = `call ${callNumber(cursor)}`;
        if (label.current) label.current.textContent = words;
        giveWay(numbers?.current, plot, cursor, words);
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
  }, [state, plot, numbers]);
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
            className="-translate-x-1/2 absolute left-0 block whitespace-nowrap rounded-[4px] bg-ink px-1.5 py-0.5 text-[11px] text-paper leading-[13px] tabular-nums"
            style={{ top: chip - top }}
          />
        )}
      </div>
    </div>
  );
}
