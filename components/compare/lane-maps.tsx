/** Survival maps of all lanes, one under the other on the same axis of calls: who forgets what, and when. */
'use client';

import { type CSSProperties, memo, useMemo, useRef } from 'react';
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
import { whole } from '../ui/format';
import { LaneMark } from './lane-mark';
import { useDrawnOutcomes } from './use-drawn-outcomes';

/** Height of one lane's map: less where there are many and the screen is low, so that all of them are seen at once. */
const MAP_HEIGHT = 'h-[clamp(18px,calc(18dvh/var(--maps)),48px)] max-sm:h-[clamp(24px,calc(30dvh/var(--maps)),48px)]';

/** The maps of the lanes that are shown. */
export function LaneMaps({ lanes, calls }: { lanes: readonly LaneEntry[]; calls: number }) {
  const outcomes = useDrawnOutcomes();
  return (
    <>
      <div className="-mt-1.5 flex flex-wrap items-center gap-x-3 px-4 pb-0.5 text-[11.5px] text-ink-soft">
        <h2 className="mr-1 text-[13px] text-ink">Survival</h2>
        <MapLegend runs={null} pinned={false} every />
      </div>
      <ul className="pb-1.5" style={{ '--maps': lanes.length } as CSSProperties}>
        {lanes.map((entry) => (
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
  const name = laneName(entry);
  return (
    <li className={`relative px-4 ${MAP_HEIGHT}`}>
      {run ? <Drawn run={run} name={name} calls={calls} /> : null}
      {/* Over the foot of the map, where nothing has come yet that could be drawn: later messages begin further right. */}
      <p className="pointer-events-none absolute inset-x-4 bottom-[3px] flex items-center text-[11px] leading-[14px]">
        <span className="w-12 shrink-0 pl-5">
          <LaneMark colour={entry.colour} />
        </span>
        <span className="max-w-[40%] truncate px-1 [text-shadow:0_0_2px_var(--paper),0_0_3px_var(--paper),0_0_4px_var(--paper)]">
          {name}
        </span>
        <span className="flex-1" />
        <span className="w-[56px] shrink-0 whitespace-nowrap text-ink-soft tabular-nums sm:w-[94px]">
          {lost === null ? '' : lost === 0 ? 'none lost' : `${whole(lost)} lost`}
        </span>
      </p>
    </li>
  );
});

interface DrawnProps {
  run: Run;
  name: string;
  calls: number;
}

const Drawn = memo(function DrawnView({ run, name, calls }: DrawnProps) {
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
    const box = size ?? { width: 400, height: 24 };
    return { ...plotOf(box, zoomed ?? { from: 0, to: last }, last), top: 1, bottom: box.height - 2 };
  }, [size, zoomed, last]);
  const handlers = usePlotPointer(plot, {
    brush,
    callAt: (here) => callAt(plot, here.x),
    onHover: () => undefined,
    onScrub: (call) => tuning.setCursor(call),
  });
  return (
    <div ref={box} className="relative h-full">
      {size ? (
        <>
          <div role="img" aria-label={`Survival under ${name}`} className="absolute inset-0">
            <svg aria-hidden="true" className="absolute inset-0 size-full">
              <path d={`M${plot.left} ${plot.bottom + 0.5}H${plot.right + MAP_TAIL}`} stroke="var(--rule)" />
            </svg>
            {palette ? <SurvivalCanvas plot={plot} runs={runs} looks={looks} palette={palette} /> : null}
          </div>
          <CursorLine plot={plot} top={plot.top} bottom={plot.bottom} />
          <div ref={brush} className="pointer-events-none invisible absolute inset-y-0 bg-accent/10" />
          <div {...handlers} className="absolute inset-0 touch-pan-y" />
        </>
      ) : null}
    </div>
  );
});
