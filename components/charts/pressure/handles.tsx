/** The handles of thresholds, limit and window at the chart's right edge: dragged or moved by key, they set the parameter. */
'use client';

import { useState } from 'react';
import type { LaneSpec } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { type Axis, yOf } from '../frame/axis';
import { type Plot, RAIL, spreadLabels } from '../frame/geometry';
import { CHIP, Handle } from './handle';
import { LINE_LOOKS } from './line-look';
import type { Line } from './lines';
import { useLineDrag } from './use-line-drag';

/** Height that a handle has for itself: more where fingers are likely. */
const PITCH = 20;
const NARROW_PITCH = 24;
/** Pixels between the plot and a handle. */
const ASIDE = 7;
/** Middle of the lowest handle under the plot: higher than the chip of the cursor. */
const LOWEST = RAIL + 1 - CHIP / 2;

export interface HandlesProps {
  lane: LaneSpec;
  lines: readonly Line[];
  plot: Plot;
  axis: Axis;
  /** Where the gutter begins, and its width. */
  width: number;
  /** What is drawn has other settings: the handles stand where these would put the lines. */
  untried: boolean;
  /** While a hand is on a handle the upright axis keeps still. */
  onHold(held: boolean): void;
}

/** Where handles stand: each beside its line, moved apart; one whose amount is told keeps its place, with room for the words under it. */
function placesOf(
  lines: readonly Line[],
  plot: Plot,
  axis: Axis,
  pitch: number,
  told: string | null,
): { exact: number[]; placed: number[] } {
  const exact = lines.map(({ at }) => Math.min(plot.bottom, Math.max(plot.top, yOf(plot, at, axis))));
  const at = lines.findIndex(({ id }) => id === told);
  const wanted = exact.slice();
  if (at >= 0) wanted.splice(at + 1, 0, (exact[at] as number) + pitch);
  const placed = spreadLabels(wanted, pitch, CHIP / 2, plot.bottom + LOWEST, at);
  if (at >= 0) placed.splice(at + 1, 1);
  return { exact, placed };
}

export function Handles({ lane, lines, plot, axis, width, untried, onHold }: HandlesProps) {
  const [held, setHeld] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const pitch = plot.narrow ? NARROW_PITCH : PITCH;
  const told = held ?? focused;
  const { exact, placed } = placesOf(lines, plot, axis, pitch, told);
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
    <div className="pointer-events-none absolute inset-0">
      <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
        {lines.map(({ id, tone }, index) => {
          const from = exact[index] as number;
          const to = Math.round(placed[index] as number);
          return (
            <path
              key={id}
              d={`M${plot.right} ${from.toFixed(1)}L${plot.right + ASIDE} ${to}`}
              stroke={LINE_LOOKS[tone].color}
              strokeOpacity={0.7}
              strokeDasharray={untried ? '2 2' : undefined}
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
          told={told === line.id}
          untried={untried}
          x={plot.right + ASIDE}
          y={Math.round(placed[index] as number)}
          width={width - plot.right - ASIDE - 2}
          pitch={pitch}
          drag={drag}
          onTell={setFocused}
        />
      ))}
    </div>
  );
}
