/** A threshold's name as a handle: dragged in the chart, moved by keys; the replay follows the hand. */
'use client';

import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { withParameter } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import type { LaneSpec } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { type Plot, pressureAt, yOf } from './geometry';
import { type ThresholdParameter, thresholdParameter, valueAt } from './threshold-value';

interface ThresholdHandleProps {
  lane: LaneSpec;
  /** Empty for a line that is no parameter. */
  parameter: string;
  /** Share of the limit at which the line stands. */
  pressure: number;
  plot: Plot;
  top: number;
  className: string;
  style: CSSProperties;
  children: ReactNode;
}

/** Lines that are the limit itself stand at 1 whatever their value is: the hand moves their value in proportion. */
function isLimit(lane: LaneSpec, threshold: ThresholdParameter): boolean {
  const { min, max } = threshold;
  return valueAt(lane, threshold, 0.5) === max || valueAt(lane, threshold, 0.5) === min;
}

interface Drag {
  /** y of the line when the hand took hold. */
  line: number;
  plot: Plot;
  top: number;
  /** The lane as it was when the hand took hold: every place is read on the axis of that moment. */
  lane: LaneSpec;
  threshold: ThresholdParameter;
  limit: boolean;
  from: number;
}

export function ThresholdHandle({
  lane,
  parameter,
  pressure,
  plot,
  top,
  className,
  style,
  children,
}: ThresholdHandleProps) {
  const { state, tuning } = useWorkbench();
  const drag = useRef<Drag | null>(null);
  const before = useRef<LaneSpec | null>(null);
  const threshold = parameter === '' ? null : thresholdParameter(lane, parameter);
  if (!threshold) {
    return (
      <span aria-hidden="true" className={className} style={style}>
        {children}
      </span>
    );
  }
  const { label, min, max, step, value } = threshold;
  const set = (next: number) => {
    const now = laneOf(state.get());
    const clamped = Math.min(max, Math.max(min, next));
    if (now.system === lane.system && now.config[parameter] !== clamped)
      tuning.setLane(withParameter(now, parameter, clamped));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const coarse = Math.max(step, (max - min) / 50 > 10 * step ? 10 * step : (max - min) / 20);
    const rounded = (next: number) => Number((Math.round(next / step) * step).toPrecision(12));
    const moves: { [key: string]: number } = {
      ArrowUp: value + step,
      ArrowRight: value + step,
      ArrowDown: value - step,
      ArrowLeft: value - step,
      PageUp: value + coarse,
      PageDown: value - coarse,
      Home: min,
      End: max,
    };
    const next = moves[event.key];
    if (event.key === 'Escape' && before.current) {
      event.preventDefault();
      tuning.setLane(before.current);
      return;
    }
    if (next === undefined) return;
    event.preventDefault();
    set(rounded(next));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={`${label}, in the chart`}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={Number.isInteger(value) ? whole(value) : String(value)}
      title={`Drag to change: ${label}`}
      data-threshold={parameter}
      onFocus={() => {
        before.current = laneOf(state.get());
      }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          line: yOf(plot, pressure, top),
          plot,
          top,
          lane,
          threshold,
          limit: isLimit(lane, threshold),
          from: event.clientY,
        };
        before.current = laneOf(state.get());
      }}
      onPointerMove={(event) => {
        const held = drag.current;
        if (!held) return;
        const there = pressureAt(held.plot, held.line + event.clientY - held.from, held.top);
        set(
          held.limit
            ? Math.round((held.threshold.value * there) / held.threshold.step) * held.threshold.step
            : valueAt(held.lane, held.threshold, there),
        );
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      className={`${className} pointer-events-auto cursor-ns-resize touch-none select-none hover:bg-hover`}
      style={style}
    >
      {children}
    </span>
  );
}
