/** The upper part of the comparison: what is measured and how, where lanes part, the curves, and the maps lined up under them. */
'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import type { Run } from '@/lib/engine/run';
import { laneName } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';
import { SegmentedChoice } from '../ui/segmented-choice';
import { LaneCurves } from './lane-curves';
import { partings } from './lane-diff';
import { LaneMaps } from './lane-maps';
import { LaneMark } from './lane-mark';
import { MEASURES, type Measure } from './lane-strands';

const MEASURE_CHOICES = (Object.keys(MEASURES) as Measure[]).map((id) => ({
  id,
  label: MEASURES[id].label,
  help: MEASURES[id].help,
}));

const LAYOUTS = [
  { id: 'overlay', label: 'Overlay', help: 'all curves in one chart' },
  { id: 'stack', label: 'Stack', help: 'a chart for each lane' },
] as const;

export function LaneCharts() {
  const { setCompare } = useWorkbench();
  const { layout, measure } = useStore(({ view }) => view.compare);
  const lanes = useStore((state) => state.lanes);
  const calls = useStore((state) => state.document?.info.callCount ?? 1);
  const shown = lanes.filter(({ hidden }) => !hidden);
  return (
    <section aria-label="Curves of the lanes" className="flex min-h-0 flex-[1.15] flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 pt-2.5 pb-1.5">
        <SegmentedChoice
          label="Measure"
          choices={MEASURE_CHOICES}
          current={measure}
          onChange={(next) => setCompare({ measure: next })}
        />
        <SegmentedChoice
          label="Layout"
          choices={LAYOUTS}
          current={layout}
          onChange={(next) => setCompare({ layout: next })}
        />
        <span className="flex-1" />
        <Partings />
      </div>
      <ScrollRegion label="Charts of the lanes">
        {layout === 'overlay' ? (
          <div className="h-[clamp(150px,26vh,300px)] px-4">
            <LaneCurves
              lanes={lanes}
              measure={measure}
              calls={calls}
              label={`${MEASURES[measure].label} of all lanes`}
            />
          </div>
        ) : (
          <ul>
            {shown.map((entry) => (
              <li key={entry.id} className="px-4 pt-1">
                <p className="flex items-center gap-2 text-[12px]">
                  <LaneMark colour={entry.colour} />
                  {laneName(entry)}
                </p>
                <div className="h-[112px]">
                  <LaneCurves
                    lanes={[entry]}
                    measure={measure}
                    calls={calls}
                    label={`${MEASURES[measure].label} of ${laneName(entry)}`}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
        <LaneMaps lanes={lanes} calls={calls} />
      </ScrollRegion>
    </section>
  );
}

/** Where the lanes begin to differ, and the way from one such call to the next. */
function Partings() {
  const { tuning } = useWorkbench();
  const lanes = useStore((state) => state.lanes);
  const comparison = useDeferredValue(useStore((state) => state.comparison));
  const cursor = useStore((state) => state.cursor);
  const found = useMemo(() => {
    const outcomes = lanes.filter(({ hidden }) => !hidden).map(({ id }) => comparison.get(id));
    const runs = outcomes.map((one) => one?.run).filter((run): run is Run => Boolean(run));
    return outcomes.every((one) => one?.run || one?.failed) ? partings(runs) : null;
  }, [lanes, comparison]);
  // Runs of a transcript before and after an edit cannot be held against each other: until all are there, what was said stands.
  const [calls, setCalls] = useState(found);
  if (found && found !== calls) setCalls(found);
  if (lanes.length < 2 || !calls) return null;
  const before = calls.findLast((call) => call < cursor);
  const after = calls.find((call) => call > cursor);
  const [first] = calls;
  if (first === undefined) return <p className="text-[12.5px] text-ink-soft">The lanes do the same at every call.</p>;
  return (
    <div className="flex items-center gap-1 text-[12.5px]">
      <button
        type="button"
        onClick={() => tuning.setCursor(first)}
        className="rounded-sm px-1 text-ink-soft hover:bg-hover hover:text-ink"
      >
        First part at call <strong className="font-semibold text-ink tabular-nums">{whole(first + 1)}</strong>
        <span className="tabular-nums">
          {' '}
          · {calls.length === 1 ? '1 call differs' : `${whole(calls.length)} calls differ`}
        </span>
      </button>
      <Button
        disabled={before === undefined}
        aria-label="Difference before"
        onClick={() => before !== undefined && tuning.setCursor(before)}
      >
        ‹
      </Button>
      <Button
        disabled={after === undefined}
        aria-label="Next difference"
        onClick={() => after !== undefined && tuning.setCursor(after)}
      >
        ›
      </Button>
    </div>
  );
}
