/** The cost of each lane over the calls beside forgetting nothing, with the cursor's call marked. */
'use client';

import { useMemo, useRef } from 'react';
import { type BillRow, moneyText, roundMoneyText } from '@/lib/store/bill-view';
import { useStore } from '@/lib/store/use-store';
import { yOf } from '../charts/frame/axis';
import { type BoxSize, type Plot, plotOf, spreadLabels } from '../charts/frame/geometry';
import { useBoxSize } from '../charts/frame/use-box-size';
import { useZoomedDomain } from '../charts/frame/use-zoom';
import { StrandChart } from '../charts/pressure/strand-chart';
import { type BillCurves, billCurves } from './bill-curves';
import { LaneGround } from './lane-ground';
import { LaneHover } from './lane-hover';

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
  /** Of the lanes and of forgetting nothing at a call: they stand below each other. */
  const costsAt = (call: number) => [...rows.map(({ bill }) => bill.cumulative[call] ?? 0), curves.base[call] ?? 0];
  return (
    <>
      <div role="img" aria-label="Cost so far of each lane and of forgetting nothing" className="absolute inset-0">
        <LaneGround
          plot={plot}
          axis={curves.axis}
          tick={(amount) => roundMoneyText(curves.dollars(amount), curves.axis.ticks.map(curves.dollars))}
        />
        <StrandChart size={size} plot={plot} strands={curves.strands} />
      </div>
      <Ends rows={rows} plot={plot} curves={curves} />
      <LaneHover
        plot={plot}
        width={size.width}
        lanes={rows.map(({ entry }) => entry)}
        title={(call) => `Up to and with call ${call + 1}`}
        amount={({ id }, call) =>
          moneyText(rows.find(({ entry }) => entry.id === id)?.bill.cumulative[call] ?? 0, costsAt(call))
        }
        more={(call) => (
          <p className="flex items-center gap-2 text-ink-soft">
            <span className="w-[18px]" />
            <span className="flex-1">Forgetting nothing</span>
            <span className="tabular-nums">{moneyText(curves.base[call] ?? 0, costsAt(call))}</span>
          </p>
        )}
      />
    </>
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
  const costs = ends.map(({ cost }) => cost);
  const placed = spreadLabels(
    costs.map((cost) => yOf(plot, amount(cost), axis)),
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
          {moneyText(cost, costs)}
          {id === 'base' && !plot.narrow ? ' keep all' : ''}
        </span>
      ))}
    </div>
  );
}
