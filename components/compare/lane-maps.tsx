/** Survival maps of all lanes, one under the other on the same axis of calls: who forgets what, and when. */
'use client';

import { memo, useMemo, useRef } from 'react';
import { ASSISTANT, TOOL } from '@/lib/engine/accounting';
import type { Run } from '@/lib/engine/run';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { CursorLine } from '../charts/frame/cursor-line';
import { callAt, MAP_TAIL, plotOf } from '../charts/frame/geometry';
import { useBoxSize } from '../charts/frame/use-box-size';
import { usePlotPointer } from '../charts/frame/use-plot-pointer';
import { useZoomedDomain } from '../charts/frame/use-zoom';
import { SurvivalCanvas } from '../charts/survival/canvas';
import { MapLegend } from '../charts/survival/legend';
import { LOOKS } from '../charts/survival/looks';
import { survivalRuns } from '../charts/survival/runs';
import { usePalette } from '../charts/survival/use-palette';
import { LaneMark } from './lane-mark';
import { useDrawnOutcomes } from './use-drawn-outcomes';

/** Pixels of one lane's map. */
const HEIGHT = 46;

export function LaneMaps({ lanes, calls }: { lanes: readonly LaneEntry[]; calls: number }) {
  const outcomes = useDrawnOutcomes();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 px-4 pt-2 text-[11.5px] text-ink-soft">
        <h2 className="mr-1 text-[13px] text-ink">Survival</h2>
        <MapLegend runs={null} pinned={false} every />
      </div>
      <ul>
        {lanes
          .filter(({ hidden }) => !hidden)
          .map((entry) => (
            <LaneMap key={entry.id} entry={entry} run={outcomes.get(entry.id)?.run ?? null} calls={calls} />
          ))}
      </ul>
    </>
  );
}

interface LaneMapProps {
  entry: LaneEntry;
  run: Run | null;
  calls: number;
}

const LaneMap = memo(function LaneMapView({ entry, run, calls }: LaneMapProps) {
  const lost = useStore((state) => state.comparison.get(entry.id)?.score?.score.metrics.lostMessages ?? null);
  return (
    <li className="border-rule border-b last:border-0">
      <p className="flex items-center gap-2 px-4 pt-1.5 text-[12px]">
        <LaneMark colour={entry.colour} />
        <span className="min-w-0 truncate">{laneName(entry)}</span>
        <span className="flex-1" />
        <span className="shrink-0 text-ink-soft tabular-nums">
          {lost === null ? '' : lost === 0 ? 'nothing lost' : `${lost} ${lost === 1 ? 'message' : 'messages'} lost`}
        </span>
      </p>
      {run ? <Drawn run={run} name={laneName(entry)} calls={calls} /> : <div style={{ height: HEIGHT }} />}
    </li>
  );
});

const Drawn = memo(function DrawnView({ run, name, calls }: { run: Run; name: string; calls: number }) {
  const { tuning } = useWorkbench();
  const box = useRef<HTMLDivElement>(null);
  const brush = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const last = Math.max(0, calls - 1);
  const zoomed = useZoomedDomain(last);
  const palette = usePalette();
  const roles = useStore((state) => state.document?.info.roles);
  const runs = useMemo(() => survivalRuns(run), [run]);
  const looks = useMemo(() => {
    const codes = { user: LOOKS.indexOf('user'), tool: LOOKS.indexOf('tool'), assistant: LOOKS.indexOf('assistant') };
    return Uint8Array.from({ length: runs.messageCount }, (_, message) => {
      const role = roles?.[message];
      return role === TOOL ? codes.tool : role === ASSISTANT ? codes.assistant : codes.user;
    });
  }, [runs, roles]);
  const plot = useMemo(() => {
    const box = size ?? { width: 400, height: HEIGHT };
    return { ...plotOf(box, zoomed ?? { from: 0, to: last }, last), top: 3, bottom: HEIGHT - 5 };
  }, [size, zoomed, last]);
  const handlers = usePlotPointer(plot, {
    brush,
    callAt: (here) => callAt(plot, here.x),
    onHover: () => undefined,
    onScrub: (call) => tuning.setCursor(call),
  });
  return (
    <div className="px-4">
      <div ref={box} className="relative" style={{ height: HEIGHT }}>
        {size ? (
          <>
            <div role="img" aria-label={`Survival under ${name}`} className="absolute inset-0">
              <svg aria-hidden="true" className="absolute inset-0 size-full">
                <path
                  d={`M${plot.left} ${plot.top - 0.5}H${plot.right + MAP_TAIL}M${plot.left} ${plot.bottom + 0.5}H${plot.right + MAP_TAIL}`}
                  stroke="var(--rule)"
                />
              </svg>
              {palette ? <SurvivalCanvas plot={plot} runs={runs} looks={looks} palette={palette} /> : null}
            </div>
            <CursorLine plot={plot} top={plot.top} bottom={plot.bottom} />
            <div ref={brush} className="pointer-events-none invisible absolute inset-y-0 bg-accent/10" />
            <div {...handlers} className="absolute inset-0 touch-pan-y" />
          </>
        ) : null}
      </div>
    </div>
  );
});
