/** The upper part of the comparison: what is measured and how, where lanes part, the curves, and the maps lined up under them. */
'use client';

import { useMemo } from 'react';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { ScrollRegion } from '../ui/scroll-region';
import { SegmentedChoice } from '../ui/segmented-choice';
import { LaneCurves } from './lane-curves';
import { LaneMaps } from './lane-maps';
import { LaneMark } from './lane-mark';
import { LanePartings } from './lane-partings';
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
  const shown = useMemo(() => lanes.filter(({ hidden }) => !hidden), [lanes]);
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
        <LanePartings />
      </div>
      <ScrollRegion label="Charts of the lanes">
        {shown.length === 0 ? (
          <p className="grid h-[clamp(150px,24vh,300px)] place-content-center px-4 text-center text-ink-soft">
            All lanes are hidden. Show one from its menu in the list of lanes.
          </p>
        ) : (
          <Curves shown={shown} calls={calls} />
        )}
      </ScrollRegion>
    </section>
  );
}

function Curves({ shown, calls }: { shown: readonly LaneEntry[]; calls: number }) {
  const { layout, measure } = useStore(({ view }) => view.compare);
  return (
    <>
      {layout === 'overlay' ? (
        <div className="h-[clamp(150px,24vh,300px)] px-4">
          <LaneCurves lanes={shown} measure={measure} calls={calls} label={`${MEASURES[measure].label} of all lanes`} />
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
      <LaneMaps lanes={shown} calls={calls} />
    </>
  );
}
