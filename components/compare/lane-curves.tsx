/** Curves of lanes over the calls, one cursor for all of them: the ground, the strands, and what moves over them. */
'use client';

import { useMemo, useRef, useState } from 'react';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import type { LaneOutcome } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { type Axis, yOf } from '../charts/frame/axis';
import { CursorLine } from '../charts/frame/cursor-line';
import { type BoxSize, callAt, type Plot, plotOf, RAIL, spreadLabels, xOf } from '../charts/frame/geometry';
import { innerTicks } from '../charts/frame/ticks';
import { Tooltip } from '../charts/frame/tooltip';
import { useBoxSize } from '../charts/frame/use-box-size';
import { usePlotPointer } from '../charts/frame/use-plot-pointer';
import { useZoomedDomain } from '../charts/frame/use-zoom';
import { callNumber } from '../charts/frame/words';
import { StrandChart } from '../charts/pressure/strand-chart';
import { LaneMark } from './lane-mark';
import { baselineCurves, laneCurve, laneStrands, MEASURES, type Measure } from './lane-strands';

interface LaneCurvesProps {
  lanes: readonly LaneEntry[];
  measure: Measure;
  /** Calls there are, the next one included. */
  calls: number;
  label: string;
}

export function LaneCurves(props: LaneCurvesProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  return (
    <div ref={box} className="relative h-full min-h-0">
      {size ? <Plotted {...props} size={size} /> : null}
    </div>
  );
}

function Plotted({ lanes, measure, calls, label, size }: LaneCurvesProps & { size: BoxSize }) {
  const comparison = useStore((state) => state.comparison);
  const active = useStore((state) => state.active);
  const last = Math.max(0, calls - 1);
  const zoomed = useZoomedDomain(last);
  const plot = useMemo(() => plotOf(size, zoomed ?? { from: 0, to: last }, last), [size, zoomed, last]);
  const baseline = useStore(({ kept, scenario }) => (kept?.scenario === scenario?.id ? kept?.baseline : null)) ?? null;
  const behind = useMemo(
    () => (measure === 'pressure' ? baselineCurves(baseline, lanes) : []),
    [baseline, lanes, measure],
  );
  const { strands, axis } = useMemo(
    () => laneStrands(lanes, comparison, measure, active, plot.bottom - plot.top, behind),
    [lanes, comparison, measure, active, plot, behind],
  );
  return (
    <>
      <div role="img" aria-label={label} className="absolute inset-0">
        <Ground plot={plot} axis={axis} measure={measure} />
        {strands.length > 0 ? <StrandChart size={size} plot={plot} strands={strands} /> : null}
      </div>
      <Names lanes={lanes} plot={plot} axis={axis} comparison={comparison} measure={measure} />
      <Overlay lanes={lanes} plot={plot} width={size.width} comparison={comparison} measure={measure} />
    </>
  );
}

function Ground({ plot, axis, measure }: { plot: Plot; axis: Axis; measure: Measure }) {
  const most = Math.max(2, Math.floor((plot.right - plot.left) / 64));
  const limit = measure === 'pressure' ? yOf(plot, 1000, axis) : null;
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <path
        d={axis.ticks.map((tick) => `M${plot.left} ${yOf(plot, tick, axis).toFixed(1)}H${plot.right}`).join('')}
        stroke="var(--rule)"
        fill="none"
      />
      {limit === null ? null : (
        <path d={`M${plot.left} ${limit.toFixed(1)}H${plot.right}`} stroke="var(--ink-faint)" strokeDasharray="4 3" />
      )}
      <g fontSize="11" fill="var(--ink-faint)" className="tabular-nums">
        {axis.ticks.map((tick) => (
          <text key={tick} x={plot.left - 9} y={yOf(plot, tick, axis) + 4} textAnchor="end">
            {MEASURES[measure].tick(tick)}
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
  lanes: readonly LaneEntry[];
  plot: Plot;
  comparison: ReadonlyMap<string, LaneOutcome>;
  measure: Measure;
}

/** Beside the end of each curve, what it comes to there. */
function Names({ lanes, plot, axis, comparison, measure }: PlacedProps & { axis: Axis }) {
  const ends = lanes
    .filter(({ hidden }) => !hidden)
    .flatMap((entry) => {
      const curve = laneCurve(comparison.get(entry.id), measure);
      const amount = curve?.amounts[Math.min(Math.round(plot.to), curve.amounts.length - 1)];
      return amount === undefined ? [] : [{ entry, amount, y: yOf(plot, amount, axis) }];
    })
    .sort((one, other) => one.y - other.y);
  const placed = spreadLabels(
    ends.map(({ y }) => y),
    13,
    plot.top,
    plot.bottom - 4,
  );
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 text-[11px] tabular-nums">
      {ends.map(({ entry, amount }, place) => (
        <span
          key={entry.id}
          className="-translate-y-1/2 absolute whitespace-nowrap"
          style={{ left: plot.right + 6, top: placed[place], color: `var(--lane-${entry.colour})` }}
        >
          {MEASURES[measure].tick(amount)}
        </span>
      ))}
    </div>
  );
}

function Overlay({ lanes, plot, width, comparison, measure }: PlacedProps & { width: number }) {
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
          <p className="font-medium">Before call {hovered + 1}</p>
          {lanes
            .filter(({ hidden }) => !hidden)
            .map((entry) => {
              const amount = laneCurve(comparison.get(entry.id), measure)?.amounts[hovered];
              return (
                <p key={entry.id} className="flex items-center gap-2">
                  <LaneMark colour={entry.colour} />
                  <span className="max-w-44 flex-1 truncate">{laneName(entry)}</span>
                  <span className="tabular-nums">{amount === undefined ? '' : MEASURES[measure].tick(amount)}</span>
                </p>
              );
            })}
        </Tooltip>
      )}
    </>
  );
}
