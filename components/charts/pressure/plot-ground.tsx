/** What lies under the curves: the axes, the grid, the tinted bands between thresholds, and the lines themselves. */

import { memo, type RefObject } from 'react';
import { type Axis, yOf } from '../frame/axis';
import { type Plot, RAIL, xOf } from '../frame/geometry';
import { innerTicks, tokensLabel } from '../frame/ticks';
import { callNumber } from '../frame/words';
import { LINE_LOOKS } from './line-look';
import type { Line } from './lines';

/** Pixels between the numbers of calls at least. */
const TICK_PITCH = 64;

interface Band {
  id: string;
  y: number;
  height: number;
  color: string;
  opacity: number;
}

/** The tint above each line, up to the next one. */
function bandsOf(lines: readonly Line[], plot: Plot, axis: Axis): Band[] {
  const bands: Band[] = [];
  let top = plot.top;
  const inside = (y: number) => Math.min(plot.bottom, Math.max(plot.top, y));
  for (const line of lines) {
    const { tint } = LINE_LOOKS[line.pressure === 1 ? 'limit' : line.tone];
    if (!tint) continue;
    const bottom = inside(yOf(plot, line.at, axis));
    if (bottom > top) bands.push({ id: line.id, y: top, height: bottom - top, ...tint });
    top = bottom;
  }
  return bands;
}

export interface PlotGroundProps {
  plot: Plot;
  axis: Axis;
  lines: readonly Line[];
  /** Takes the numbers of calls, so that a cursor's chip can make them give way. */
  numbersRef?: RefObject<SVGGElement | null>;
}

function PlotGroundView({ plot, axis, lines, numbersRef }: PlotGroundProps) {
  const across = (y: number) => `M${plot.left} ${y.toFixed(1)}H${plot.right}`;
  const visible = lines.filter(({ at }) => at >= 0 && at <= axis.top);
  const most = Math.max(2, Math.floor((plot.right - plot.left) / TICK_PITCH));
  const numbers = innerTicks(plot.from + 1, plot.to + 1, most);
  return (
    <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
      {bandsOf(visible, plot, axis).map(({ id, y, height, color, opacity }) => (
        <rect
          key={id}
          x={plot.left}
          y={y}
          width={plot.right - plot.left}
          height={height}
          fill={color}
          fillOpacity={opacity}
        />
      ))}
      <path d={axis.ticks.map((tick) => across(yOf(plot, tick, axis))).join('')} stroke="var(--rule)" fill="none" />
      {visible.map(({ id, tone, at }) => (
        <path
          key={id}
          d={across(yOf(plot, at, axis))}
          stroke={LINE_LOOKS[tone].color}
          strokeWidth={tone === 'limit' ? 1.25 : 1}
          strokeDasharray={LINE_LOOKS[tone].dash}
          fill="none"
        />
      ))}
      <g fontSize="11" fill="var(--ink-faint)" className="tabular-nums">
        {axis.ticks.map((tick) => (
          <text key={tick} x={plot.left - 9} y={yOf(plot, tick, axis) + 4} textAnchor="end">
            {tokensLabel(tick)}
          </text>
        ))}
      </g>
      {/* They stay where the chip of the cursor stands over a number. */}
      <path
        d={numbers.map((number) => `M${xOf(plot, number - 1).toFixed(1)} ${plot.bottom + RAIL - 2}v4`).join('')}
        stroke="var(--rule-strong)"
        fill="none"
      />
      <g ref={numbersRef} fontSize="11" fill="var(--ink-faint)" className="tabular-nums">
        {numbers.map((number) => (
          <text key={number} x={xOf(plot, number - 1)} y={plot.bottom + RAIL + 14} textAnchor="middle">
            {callNumber(number - 1)}
          </text>
        ))}
      </g>
    </svg>
  );
}

export const PlotGround = memo(PlotGroundView);

/** A plot without a curve: the same frame in the same place, so that nothing moves when there is something to draw. */
export function EmptyPlot({ plot }: { plot: Plot }) {
  const quarters = [0, 0.25, 0.5, 0.75, 1].map((share) => plot.bottom - share * (plot.bottom - plot.top));
  return (
    <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
      <path d={quarters.map((y) => `M${plot.left} ${y.toFixed(1)}H${plot.right}`).join('')} stroke="var(--rule)" />
    </svg>
  );
}
