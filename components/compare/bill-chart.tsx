/** The cost of each lane over the calls beside forgetting nothing, with the cursor's call marked. */
'use client';

import { useMemo, useRef, useState } from 'react';
import { type BillRow, moneyText } from '@/lib/store/bill-view';
import { laneName } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { yOf } from '../charts/frame/axis';
import { CursorLine } from '../charts/frame/cursor-line';
import { type BoxSize, callAt, type Plot, plotOf, RAIL, spreadLabels, xOf } from '../charts/frame/geometry';
import { innerTicks } from '../charts/frame/ticks';
import { Tooltip } from '../charts/frame/tooltip';
import { useBoxSize } from '../charts/frame/use-box-size';
import { usePlotPointer } from '../charts/frame/use-plot-pointer';
import { useZoomedDomain } from '../charts/frame/use-zoom';
import { callNumber } from '../charts/frame/words';
import { StrandChart } from '../charts/pressure/strand-chart';
import { type BillCurves, billCurves } from './bill-curves';
import { LaneMark } from './lane-mark';

export default function BillChart({ rows }: { rows: readonly BillRow[] }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  return (
    <div ref={box} className="relative h-full min-h-0">
      {size ? <Plotted rows={rows} size={size} /> : null}
    </div>
  );
}

function Plotted({ rows, size }: { rows: readonly BillRow[]; size: BoxSize }) {
  const active = useStore((state) => state.active);
  const last = Math.max(0, (rows[0]?.bill.cost.length ?? 1) - 1);
  const zoomed = useZoomedDomain(last);
  const plot = useMemo(() => plotOf(size, zoomed ?? { from: 0, to: last }, last), [size, zoomed, last]);
  const curves = useMemo(() => billCurves(rows, active, plot.bottom - plot.top), [rows, active, plot]);
  return (
    <>
      <div role="img" aria-label="Cost so far of each lane and of forgetting nothing" className="absolute inset-0">
        <Ground plot={plot} curves={curves} />
        <StrandChart size={size} plot={plot} strands={curves.strands} />
      </div>
      <Ends rows={rows} plot={plot} curves={curves} />
      <Overlay rows={rows} plot={plot} curves={curves} width={size.width} />
    </>
  );
}

function Ground({ plot, curves: { axis, dollars } }: { plot: Plot; curves: BillCurves }) {
  const most = Math.max(2, Math.floor((plot.right - plot.left) / 64));
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <path
        d={axis.ticks.map((tick) => `M${plot.left} ${yOf(plot, tick, axis).toFixed(1)}H${plot.right}`).join('')}
        stroke="var(--rule)"
        fill="none"
      />
      <g fontSize="11" fill="var(--ink-faint)" className="tabular-nums">
        {axis.ticks.map((tick) => (
          <text key={tick} x={plot.left - 6} y={yOf(plot, tick, axis) + 4} textAnchor="end">
            {moneyText(dollars(tick))}
          </text>
        ))}
        {innerTicks(plot.from + 1, plot.to + 1, most).map((number) => (
          <text key={number} x={xOf(plot, number - 1)} y={plot.bottom + RAIL + 4} textAnchor="middle">
            {callNumber(number - 1)}
          </text>
        ))}
      </g>
    </svg>
  );
}

interface PlacedProps {
  rows: readonly BillRow[];
  plot: Plot;
  curves: BillCurves;
}

/** Beside the end of each curve, what it comes to there. */
function Ends({ rows, plot, curves: { axis, amount, base } }: PlacedProps) {
  const at = Math.round(plot.to);
  const ends = [
    ...rows.map(({ entry, bill }) => ({
      id: entry.id,
      cost: bill.cumulative[at] ?? 0,
      color: `var(--lane-${entry.colour})`,
    })),
    { id: 'base', cost: base[at] ?? 0, color: 'var(--ink-faint)' },
  ].sort((one, other) => other.cost - one.cost);
  const placed = spreadLabels(
    ends.map(({ cost }) => yOf(plot, amount(cost), axis)),
    13,
    plot.top,
    plot.bottom,
  );
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 text-[11px] tabular-nums">
      {ends.map(({ id, cost, color }, place) => (
        <span
          key={id}
          className="-translate-y-1/2 absolute whitespace-nowrap"
          style={{ left: plot.right + 6, top: placed[place], color }}
        >
          {moneyText(cost)}
          {id === 'base' && !plot.narrow ? ' keep all' : ''}
        </span>
      ))}
    </div>
  );
}

function Overlay({ rows, plot, curves, width }: PlacedProps & { width: number }) {
  const { tuning } = useWorkbench();
  const brush = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const handlers = usePlotPointer(plot, {
    brush,
    callAt: (here) => callAt(plot, here.x),
    onHover: (here) => setHovered(here ? callAt(plot, here.x) : null),
    onScrub: (call) => tuning.setCursor(call),
  });
  return (
    <>
      <CursorLine plot={plot} top={plot.top} bottom={plot.bottom + 2} chip={plot.bottom + RAIL - 8} />
      <div ref={brush} className="pointer-events-none invisible absolute inset-y-0 bg-accent/10" />
      <div {...handlers} className="absolute inset-0 touch-pan-y" />
      {hovered === null ? null : (
        <Tooltip x={xOf(plot, hovered)} y={plot.top} width={width}>
          <p className="font-medium">Up to and with call {hovered + 1}</p>
          {rows.map(({ entry, bill }) => (
            <p key={entry.id} className="flex items-center gap-2">
              <LaneMark colour={entry.colour} />
              <span className="max-w-44 flex-1 truncate">{laneName(entry)}</span>
              <span className="tabular-nums">{moneyText(bill.cumulative[hovered] ?? 0)}</span>
            </p>
          ))}
          <p className="flex items-center gap-2 text-ink-soft">
            <span className="w-[18px]" />
            <span className="flex-1">Forgetting nothing</span>
            <span className="tabular-nums">{moneyText(curves.base[hovered] ?? 0)}</span>
          </p>
        </Tooltip>
      )}
    </>
  );
}
