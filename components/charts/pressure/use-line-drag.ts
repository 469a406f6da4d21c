/** Moving a line by pointer or key: one change of the lane a frame at most, bounds found when the hand comes, Escape takes back. */
'use client';

import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { withParameter } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import { useWorkbench } from '@/lib/store/use-store';
import { type Axis, amountAt, yOf } from '../frame/axis';
import type { Plot } from '../frame/geometry';
import { type Line, type NumberParameter, onStep, rangeOf, valueAt } from './lines';

export interface LineHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(): void;
  onPointerCancel(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  onFocus(): void;
  onBlur(): void;
}

export interface LineDrag {
  handlersFor(line: Line): LineHandlers;
}

interface Held {
  line: Line;
  parameter: NumberParameter;
  range: { min: number; max: number };
  /** Pixels from the line to where the hand took it. */
  offset: number;
  y: number;
  frame: number;
}

/** How many steps a coarse move is. */
const COARSE = 10;

export function useLineDrag({
  plot,
  axis,
  onHold,
}: {
  plot: Plot;
  axis: Axis;
  onHold(id: string | null): void;
}): LineDrag {
  const { state, tuning } = useWorkbench();
  const held = useRef<Held | null>(null);
  /** The value when the hand or the focus came: what Escape brings back. */
  const before = useRef<{ name: string; value: unknown } | null>(null);
  useEffect(() => () => cancelAnimationFrame(held.current?.frame ?? 0), []);

  const set = (name: string, value: number) => {
    const lane = laneOf(state.get());
    if (lane.config[name] !== value) tuning.setLane(withParameter(lane, name, value));
  };
  const follow = () => {
    const now = held.current;
    if (!now) return;
    now.frame = 0;
    const y = now.y - now.offset;
    const at = amountAt(plot, y, axis);
    const perPixel = Math.abs(amountAt(plot, y - 1, axis) - at);
    set(now.parameter.name, valueAt(laneOf(state.get()), now.line, at, now.range, perPixel));
  };
  const release = (restore: boolean) => {
    const now = held.current;
    if (!now) return;
    cancelAnimationFrame(now.frame);
    if (restore) giveBack();
    else if (now.frame) follow();
    held.current = null;
    onHold(null);
  };
  const giveBack = () => {
    const { current } = before;
    if (current && typeof current.value === 'number') set(current.name, current.value);
  };
  const remember = ({ name }: NumberParameter) => {
    before.current = { name, value: laneOf(state.get()).config[name] };
  };

  return {
    handlersFor(line) {
      const { parameter } = line;
      return {
        onPointerDown(event) {
          if (!parameter || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus({ preventScroll: true });
          event.preventDefault();
          remember(parameter);
          held.current = {
            line,
            parameter,
            range: rangeOf(laneOf(state.get()), parameter),
            offset: event.clientY - yOf(plot, line.at, axis),
            y: event.clientY,
            frame: 0,
          };
          onHold(line.id);
        },
        onPointerMove(event) {
          const now = held.current;
          if (!now || now.y === event.clientY) return;
          now.y = event.clientY;
          if (!now.frame) now.frame = requestAnimationFrame(follow);
        },
        onPointerUp: () => release(false),
        onPointerCancel: () => release(true),
        onFocus() {
          if (parameter && !held.current) remember(parameter);
        },
        onBlur: () => release(false),
        onKeyDown(event) {
          if (!parameter) return;
          const next = keyValue(event, laneOf(state.get()).config[parameter.name], parameter, () =>
            rangeOf(laneOf(state.get()), parameter),
          );
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          if (next === null) {
            if (held.current) release(true);
            else giveBack();
          } else set(parameter.name, next);
        },
      };
    },
  };
}

/** The value that a key leads to; null for going back, undefined for a key that is none of these. */
function keyValue(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  value: unknown,
  parameter: NumberParameter,
  rangeNow: () => { min: number; max: number },
): number | null | undefined {
  if (ctrlKey || metaKey || altKey || typeof value !== 'number') return undefined;
  const { step } = parameter;
  const stepped = (steps: number) => {
    const { min, max } = rangeNow();
    // A value beside the grid of steps goes to the next place on it, not past it.
    const to = steps > 0 ? Math.floor(value / step + 1e-9) + steps : Math.ceil(value / step - 1e-9) + steps;
    return Math.min(max, Math.max(min, onStep(to * step, step)));
  };
  const fine = shiftKey ? COARSE : 1;
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return stepped(fine);
    case 'ArrowDown':
    case 'ArrowLeft':
      return stepped(-fine);
    case 'PageUp':
      return stepped(COARSE);
    case 'PageDown':
      return stepped(-COARSE);
    case 'Home':
      return rangeNow().min;
    case 'End':
      return rangeNow().max;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}
