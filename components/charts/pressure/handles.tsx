/** The handles of thresholds, limit and window at the chart's right edge: dragged or moved by key, they set the parameter. */
'use client';

import { useRef, useState } from 'react';
import type { LaneSpec } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { type Axis, yOf } from '../frame/axis';
import { type Plot, spreadLabels } from '../frame/geometry';
import { Handle } from './handle';
import { LINE_LOOKS } from './line-look';
import type { Line } from './lines';
import { useLineDrag } from './use-line-drag';

/** Height of a handle, and what it keeps from the next. */
const HEIGHT = 18;
const PITCH = 20;

export interface HandlesProps {
  lane: LaneSpec;
  lines: readonly Line[];
  plot: Plot;
  axis: Axis;
  /** Where the gutter begins, and its width. */
  width: number;
  /** While a hand is on a handle the upright axis keeps still. */
  onHold(held: boolean): void;
}

/** Where handles stand: each beside its line, moved apart; one that is held stays with the hand. */
function placesOf(
  lines: readonly Line[],
  plot: Plot,
  axis: Axis,
  held: string | null,
): { exact: number[]; placed: number[] } {
  const exact = lines.map(({ at }) => Math.min(plot.bottom, Math.max(plot.top, yOf(plot, at, axis))));
  const at = lines.findIndex(({ id }) => id === held);
  return { exact, placed: spreadLabels(exact, PITCH, HEIGHT / 2, plot.bottom + HEIGHT, at) };
}

export function Handles({ lane, lines, plot, axis, width, onHold }: HandlesProps) {
  const [held, setHeld] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const { exact, placed } = placesOf(lines, plot, axis, held);
  const drag = useLineDrag({
    plot,
    axis,
    onHold(id) {
      setHeld(id);
      onHold(id !== null);
    },
  });
  const { unit } = systemById(lane.system);
  return (
    <div ref={box} className="pointer-events-none absolute inset-0">
      <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
        {lines.map(({ id, tone }, index) => {
          const from = exact[index] as number;
          const to = Math.round(placed[index] as number);
          return (
            <path
              key={id}
              d={`M${plot.right} ${from.toFixed(1)}L${plot.right + 7} ${to}`}
              stroke={LINE_LOOKS[tone].color}
              strokeOpacity={0.7}
              fill="none"
            />
          );
        })}
      </svg>
      {lines.map((line, index) => (
        <Handle
          key={line.id}
          line={line}
          lane={lane}
          unit={unit}
          narrow={plot.narrow}
          over={line.at > axis.top}
          held={held === line.id}
          x={plot.right + 7}
          y={Math.round((placed[index] as number) - HEIGHT / 2)}
          width={width - plot.right - 9}
          drag={drag}
        />
      ))}
    </div>
  );
}
