/** What a pointer does over a chart: hovers, drags the cursor, clicks a place, and zooms by Shift, wheel, pinch or double click. */
'use client';

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { callAt, type Plot, placeAt } from './geometry';
import { setHoverCall } from './hover';
import { useZoom } from './use-zoom';

export interface Place {
  x: number;
  y: number;
}

export interface PointerActions {
  /** The call at a place; while dragged, nothing draws the pointer to itself. */
  callAt(place: Place, dragged: boolean): number;
  /** The pointer is over a place, once a frame at most; null when it leaves. */
  onHover(place: Place | null): void;
  /** The pointer goes down or is dragged. */
  onScrub(call: number): void;
  /** Up again where it went down. */
  onClick?(place: Place): void;
  /** The element that shows the stretch being chosen. */
  brush: RefObject<HTMLElement | null>;
}

export interface PointerHandlers {
  ref: RefObject<HTMLDivElement | null>;
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerLeave(): void;
  onPointerCancel(): void;
  onDoubleClick(): void;
}

/** Pixels that a pointer may move between down and up and still have clicked. */
const SLOP = 4;
/** Pixels that a brushed stretch is wide at least. */
const BRUSH = 6;

interface Press {
  from: Place;
  moved: boolean;
  brushing: boolean;
}

function showBrush(element: HTMLElement | null, plot: Plot, from: number, to: number): void {
  if (!element) return;
  const left = Math.max(plot.left, Math.min(from, to));
  const right = Math.min(plot.right, Math.max(from, to));
  element.style.visibility = right > left ? 'visible' : 'hidden';
  element.style.left = `${left}px`;
  element.style.width = `${Math.max(0, right - left)}px`;
}

/** Handlers to spread on the element that receives the pointer. `plot` is in that element's own pixels. */
export function usePlotPointer(plot: Plot, actions: PointerActions): PointerHandlers {
  const surface = useRef<HTMLDivElement>(null);
  const press = useRef<Press | null>(null);
  const touches = useRef(new Map<number, Place>());
  const frame = useRef(0);
  const zoom = useZoom(plot.last);
  const latest = useRef({ plot, actions, zoom });
  latest.current = { plot, actions, zoom };

  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    // React's wheel listener is passive: the page's own zoom could not be stopped from there.
    const onWheel = (event: WheelEvent) => {
      const { plot: now, zoom: zoomNow } = latest.current;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const x = event.clientX - element.getBoundingClientRect().left;
        zoomNow.by(placeAt(now, Math.min(now.right, Math.max(now.left, x))), Math.exp(event.deltaY * 0.004));
        return;
      }
      const across = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (Math.abs(across) <= Math.abs(event.shiftKey ? 0 : event.deltaY) || now.to - now.from >= now.last) return;
      event.preventDefault();
      zoomNow.pan((across / (now.right - now.left)) * (now.to - now.from));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      cancelAnimationFrame(frame.current);
    };
  }, []);

  const placeOf = (event: PointerEvent<HTMLElement>): Place => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const hoverAt = (place: Place | null) => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => latest.current.actions.onHover(place));
  };
  const leave = () => {
    press.current = null;
    touches.current.clear();
    showBrush(actions.brush.current, plot, 0, 0);
    setHoverCall(-1);
    hoverAt(null);
  };
  /** Two fingers: the places under them stay under them. */
  const pinch = (moved: number, to: Place) => {
    const other = [...touches.current].find(([id]) => id !== moved)?.[1];
    const from = touches.current.get(moved);
    if (!other || !from) return;
    const distance = (a: Place, b: Place) => Math.max(8, Math.abs(a.x - b.x));
    const around = placeAt(plot, (from.x + other.x) / 2);
    zoom.by(around, distance(from, other) / distance(to, other));
  };

  return {
    ref: surface,
    onPointerDown(event) {
      if (event.button !== 0) return;
      const here = placeOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      if (event.pointerType === 'touch') touches.current.set(event.pointerId, here);
      if (touches.current.size > 1) {
        press.current = null;
        return;
      }
      press.current = { from: here, moved: false, brushing: event.shiftKey };
      if (!event.shiftKey) actions.onScrub(actions.callAt(here, false));
    },
    onPointerMove(event) {
      const here = placeOf(event);
      if (touches.current.size > 1) {
        pinch(event.pointerId, here);
        touches.current.set(event.pointerId, here);
        return;
      }
      const held = press.current;
      if (held && !held.moved) {
        held.moved = Math.abs(here.x - held.from.x) > SLOP || Math.abs(here.y - held.from.y) > SLOP;
      }
      if (held?.brushing) {
        showBrush(actions.brush.current, plot, held.from.x, here.x);
        return;
      }
      const call = actions.callAt(here, held?.moved === true);
      if (held?.moved) actions.onScrub(call);
      setHoverCall(call);
      hoverAt(here);
    },
    onPointerUp(event) {
      const held = press.current;
      const here = placeOf(event);
      press.current = null;
      touches.current.delete(event.pointerId);
      if (held?.brushing) {
        showBrush(actions.brush.current, plot, 0, 0);
        if (Math.abs(here.x - held.from.x) >= BRUSH) {
          const ends = [placeAt(plot, held.from.x), placeAt(plot, here.x)].sort((a, b) => a - b);
          const { from, to } = zoom.now();
          zoom.set({ from: Math.max(from, ends[0] as number), to: Math.min(to, ends[1] as number) });
        } else actions.onScrub(callAt(plot, here.x));
      } else if (held && !held.moved) actions.onClick?.(here);
      if (event.pointerType === 'touch' && touches.current.size === 0) leave();
    },
    onPointerLeave() {
      if (!press.current && touches.current.size === 0) leave();
    },
    onPointerCancel: leave,
    onDoubleClick: zoom.reset,
  };
}
