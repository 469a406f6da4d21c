/** What a pointer or a key does on the strip: moves the cursor, chooses, moves or stretches the part in sight. */
'use client';

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { useWorkbench } from '@/lib/store/use-store';
import { callAt, type Plot, placeAt, xOf } from '../frame/geometry';
import { useZoom } from '../frame/use-zoom';

/** Pixels that a pointer may move between down and up and still have clicked. */
const SLOP = 4;
/** Pixels around the cursor in which a drag moves it. */
const NEAR = 9;

type Gesture = 'scrub' | 'choose' | 'pan';

interface Press {
  gesture: Gesture;
  /** Place on the axis of calls where it began, and where the last move was. */
  from: number;
  at: number;
  x: number;
  moved: boolean;
}

export function useStripPointer(plot: Plot, surface: RefObject<HTMLElement | null>) {
  const { state, tuning } = useWorkbench();
  const press = useRef<Press | null>(null);
  const { last } = plot;
  const zoom = useZoom(last);

  /** x in the strip's own pixels, which are those of the plot. */
  const xIn = (event: PointerEvent<HTMLElement>) => {
    const box = surface.current?.getBoundingClientRect();
    return event.clientX - (box?.left ?? 0) + plot.left - 8;
  };
  const inside = (place: number) => Math.min(last, Math.max(0, place));

  const surfaceHandlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const x = xIn(event);
      const place = inside(placeAt(plot, x));
      const zoomed = zoom.chosen();
      const near = Math.abs(x - xOf(plot, state.get().cursor)) <= NEAR;
      const within = zoomed !== null && place >= zoomed.from && place <= zoomed.to;
      // A finger has no second button and no fine aim: it moves the cursor.
      const gesture: Gesture = near || event.pointerType === 'touch' ? 'scrub' : within ? 'pan' : 'choose';
      press.current = { gesture, from: place, at: place, x, moved: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = press.current;
      if (!held) return;
      const x = xIn(event);
      if (Math.abs(x - held.x) > SLOP) held.moved = true;
      if (!held.moved) return;
      const place = inside(placeAt(plot, x));
      if (held.gesture === 'scrub') tuning.setCursor(callAt(plot, x));
      else if (held.gesture === 'pan') zoom.pan(place - held.at);
      else zoom.set({ from: Math.min(held.from, place), to: Math.max(held.from, place) });
      held.at = place;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const held = press.current;
      press.current = null;
      if (held && !held.moved) tuning.setCursor(callAt(plot, xIn(event)));
    },
    onPointerCancel() {
      press.current = null;
    },
    onDoubleClick: zoom.reset,
  };

  const thumb = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { gesture: 'scrub', from: 0, at: 0, x: xIn(event), moved: true };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (press.current) tuning.setCursor(callAt(plot, xIn(event)));
    },
    onPointerUp: surfaceHandlers.onPointerCancel,
    onPointerCancel: surfaceHandlers.onPointerCancel,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { cursor } = state.get();
      const { from, to } = zoom.now();
      switch (event.key) {
        case 'PageDown':
          tuning.setCursor(cursor + Math.max(1, Math.round((to - from) / 10)));
          break;
        case 'PageUp':
          tuning.setCursor(cursor - Math.max(1, Math.round((to - from) / 10)));
          break;
        default:
          return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
  };

  const edge = (side: 'from' | 'to') => {
    const move = (place: number) => {
      const { from, to } = zoom.now();
      const bounded = inside(place);
      zoom.set(side === 'from' ? { from: Math.min(bounded, to), to } : { from, to: Math.max(bounded, from) });
    };
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { gesture: 'choose', from: 0, at: 0, x: xIn(event), moved: true };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (press.current) move(placeAt(plot, xIn(event)));
      },
      onPointerUp: surfaceHandlers.onPointerCancel,
      onPointerCancel: surfaceHandlers.onPointerCancel,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const value = zoom.now()[side];
        const step = event.shiftKey ? 10 : 1;
        const moves: { [key: string]: number } = {
          ArrowLeft: value - step,
          ArrowDown: value - step,
          ArrowRight: value + step,
          ArrowUp: value + step,
          PageUp: value + 10,
          PageDown: value - 10,
          Home: 0,
          End: last,
        };
        const next = moves[event.key];
        if (event.key === 'Escape') zoom.reset();
        else if (next !== undefined) move(next);
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  };
  return { surface: surfaceHandlers, thumb, edge };
}
