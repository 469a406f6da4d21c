/** Curves of lanes over the calls, one cursor for all of them: the ground, the strands, and what moves over them. */
'use client';

import { useMemo, useRef } from 'react';
import type { LaneEntry } from '@/lib/store/lanes';
import type { LaneOutcome } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { type Axis, yOf } from '../charts/frame/axis';
import { type BoxSize, type Plot, plotOf, spreadLabels } from '../charts/frame/geometry';
import { useBoxSize } from '../charts/frame/use-box-size';
import { useZoomedDomain } from '../charts/frame/use-zoom';
import { StrandChart } from '../charts/pressure/strand-chart';
import { useLate } from '../ui/use-late';
import { LaneGround } from './lane-ground';
import { LaneHover } from './lane-hover';
import { baselineCurves, laneCurve, laneStrands, MEASURES, type Measure } from './lane-strands';
import { useDrawnOutcomes } from './use-drawn-outcomes';

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
  const drawn = useDrawnOutcomes();
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
    () => laneStrands(lanes, drawn, measure, active, plot.bottom - plot.top, behind),
    [lanes, drawn, measure, active, plot, behind],
  );
  return (
    <>
      <div role="img" aria-label={label} className="absolute inset-0">
        <LaneGround plot={plot} axis={axis} tick={MEASURES[measure].tick}>
          {measure === 'pressure' ? (
            <path
              d={`M${plot.left} ${yOf(plot, 1000, axis).toFixed(1)}H${plot.right}`}
              stroke="var(--ink-faint)"
              strokeDasharray="4 3"
            />
          ) : null}
        </LaneGround>
        {strands.length > 0 ? <StrandChart size={size} plot={plot} strands={strands} /> : null}
      </div>
      <Names lanes={lanes} plot={plot} axis={axis} comparison={comparison} drawn={drawn} measure={measure} />
      <LaneHover
        plot={plot}
        width={size.width}
        lanes={lanes.filter(({ hidden }) => !hidden)}
        title={(call) => `Before call ${call + 1}`}
        amount={({ id }, call) => {
          const amount = laneCurve(comparison.get(id), measure)?.amounts[call];
          return amount === undefined ? '' : MEASURES[measure].tick(amount);
        }}
      />
    </>
  );
}

interface PlacedProps {
  lanes: readonly LaneEntry[];
  plot: Plot;
  comparison: ReadonlyMap<string, LaneOutcome>;
  measure: Measure;
}

interface NamesProps extends PlacedProps {
  axis: Axis;
  /** What the curves are drawn of. */
  drawn: ReadonlyMap<string, LaneOutcome>;
}

/** Beside the end of each curve, what it comes to there; faint where the curve is one of before. */
function Names({ lanes, plot, axis, comparison, drawn, measure }: NamesProps) {
  const ends = lanes
    .filter(({ hidden }) => !hidden)
    .flatMap((entry) => {
      const curve = laneCurve(drawn.get(entry.id), measure);
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
  const isLate = useLate(ends.some(({ entry }) => !comparison.get(entry.id)?.run));
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 text-[11px] tabular-nums">
      {ends.map(({ entry, amount }, place) => (
        <span
          key={entry.id}
          className={`-translate-y-1/2 absolute whitespace-nowrap ${isLate && !comparison.get(entry.id)?.run ? 'opacity-45' : ''}`}
          style={{ left: plot.right + 6, top: placed[place], color: `var(--lane-${entry.colour})` }}
        >
          {MEASURES[measure].tick(amount)}
        </span>
      ))}
    </div>
  );
}
