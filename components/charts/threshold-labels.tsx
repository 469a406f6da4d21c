/** Names of the lines across the pressure chart, at its right edge, moved apart where they would overlap: handles to drag. */
'use client';

import type { LaneSpec } from '@/lib/store/state';

import { MARGIN, type Plot, SENT_AXIS, spreadLabels, yOf } from './geometry';
import { ThresholdHandle } from './threshold-handle';
import type { ThresholdLine } from './thresholds';
import { pressureLabel } from './ticks';

const HEIGHT = 16;

interface Label {
  parameter: string;
  /** Cut at its end where there is no room. */
  name: string;
  number: string;
  pressure: number;
  color: string;
  boxed: boolean;
}

export function ThresholdLabels({
  lane,
  lines,
  plot,
  top,
  sentAxis,
}: {
  lane: LaneSpec;
  lines: readonly ThresholdLine[];
  plot: Plot;
  top: number;
  sentAxis: boolean;
}) {
  const labels: Label[] = [
    { parameter: '', name: 'limit', number: '', pressure: 1, color: 'var(--ink-faint)', boxed: false },
    ...lines.map(({ parameter, label, pressure, color }) => ({
      parameter,
      name: label,
      // At the limit the label beside it says the number.
      number: pressure === 1 ? '' : pressureLabel(pressure),
      pressure,
      color,
      boxed: true,
    })),
  ]
    .filter(({ pressure }) => pressure <= top)
    .sort((a, b) => b.pressure - a.pressure);
  const exact = labels.map(({ pressure }) => yOf(plot, pressure, top));
  const placed = spreadLabels(exact, HEIGHT + 2, plot.top + HEIGHT / 2, plot.bottom - HEIGHT / 2);
  const left = plot.right + (sentAxis ? SENT_AXIS : 0);
  return (
    <div className="pointer-events-none absolute inset-0 z-10">
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        {labels.map(({ name, color, boxed }, index) => {
          const from = exact[index] as number;
          const to = placed[index] as number;
          return boxed || Math.abs(from - to) > 1 ? (
            <path
              key={name}
              d={`M${left} ${from}L${left + 6} ${to}`}
              stroke={color}
              strokeOpacity={sentAxis ? 0 : 0.8}
              fill="none"
            />
          ) : null;
        })}
      </svg>
      {labels.map(({ parameter, name, number, pressure, color, boxed }, index) => (
        <ThresholdHandle
          key={name}
          lane={lane}
          parameter={parameter}
          pressure={pressure}
          plot={plot}
          top={top}
          className={`absolute flex items-center gap-1 rounded-[4px] px-1.25 text-[10.5px] leading-[14px] tabular-nums ${boxed ? 'border bg-panel' : ''}`}
          style={{
            left: left + (boxed ? 6 : 4),
            top: Math.round((placed[index] as number) - HEIGHT / 2),
            height: HEIGHT,
            maxWidth: plot.narrow ? undefined : MARGIN.right - 6,
            color,
            borderColor: boxed ? `color-mix(in srgb, ${color} 55%, transparent)` : undefined,
          }}
        >
          {plot.narrow && number !== '' ? null : <span className="truncate">{name}</span>}
          {number === '' ? null : <span className="shrink-0">{number}</span>}
        </ThresholdHandle>
      ))}
    </div>
  );
}
