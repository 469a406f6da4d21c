/** What a pointer does over a chart: hovers, drags the cursor along the calls, or clicks a place. */
'use client';

import { type PointerEvent, useRef, useState } from 'react';
import { setHoverCall } from './hover';

export interface Place {
  x: number;
  y: number;
}

export interface PointerActions {
  /** The call at a place; while dragged, nothing draws the pointer to itself. */
  callAt(place: Place, dragged: boolean): number;
  /** The pointer goes down or is dragged. */
  onScrub(call: number): void;
  /** Up again where it went down. */
  onClick?(place: Place): void;
}

/** Pixels that a pointer may move between down and up and still have clicked. */
const SLOP = 4;

export interface PointerHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerLeave(): void;
  onPointerCancel(): void;
}

/** Where the pointer is (null where it is not), and the handlers to spread on the element that receives it. */
export function usePointer(actions: PointerActions): { place: Place | null; handlers: PointerHandlers } {
  const [place, setPlace] = useState<Place | null>(null);
  const pressed = useRef<{ from: Place; moved: boolean } | null>(null);
  const leave = () => {
    pressed.current = null;
    setPlace(null);
    setHoverCall(-1);
  };
  const placeOf = (event: PointerEvent<HTMLElement>): Place => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  return {
    place,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        const here = placeOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { from: here, moved: false };
        actions.onScrub(actions.callAt(here, false));
      },
      onPointerMove(event) {
        const here = placeOf(event);
        const press = pressed.current;
        if (press && !press.moved) {
          press.moved = Math.abs(here.x - press.from.x) > SLOP || Math.abs(here.y - press.from.y) > SLOP;
        }
        const call = actions.callAt(here, press?.moved === true);
        if (press?.moved) actions.onScrub(call);
        setHoverCall(call);
        setPlace(here);
      },
      onPointerUp(event) {
        const press = pressed.current;
        pressed.current = null;
        if (press && !press.moved) actions.onClick?.(placeOf(event));
        if (event.pointerType === 'touch') leave();
      },
      onPointerLeave() {
        if (!pressed.current) leave();
      },
      onPointerCancel: leave,
    },
  };
}
