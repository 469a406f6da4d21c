/** A plot without a curve: the same frame in the same place, so that nothing moves when there is something to draw. */

import { type Plot, yOf } from './geometry';
import { axisLabel, pressureScale } from './ticks';

const scale = pressureScale(0);
const { top, ticks } = scale;

export function EmptyPlot({ plot }: { plot: Plot }) {
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      {ticks.map((tick) => {
        const y = yOf(plot, tick, top);
        return (
          <g key={tick}>
            <path d={`M${plot.left} ${y}H${plot.right}`} stroke={tick === 1 ? 'var(--ink-faint)' : 'var(--rule)'} />
            <text x={plot.left - 9} y={y + 4} textAnchor="end" fontSize="11" fill="var(--ink-faint)">
              {axisLabel(tick, scale)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
