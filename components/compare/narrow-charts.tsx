/** The comparison where one region is in sight at a time: the curves and maps, and under them the scoreboard where the screen is tall. */
'use client';

import { useSyncExternalStore } from 'react';
import { ComparePanels } from './compare-panels';
import { LaneCharts } from './lane-charts';

/** Curves and maps of eight lanes, and a table of as many under them. */
const TALL = '(min-width: 640px) and (min-height: 960px)';

function useTall(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(TALL);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(TALL).matches,
    () => false,
  );
}

export default function NarrowCharts() {
  const tall = useTall();
  return (
    <>
      <LaneCharts />
      {tall ? (
        <div className="flex min-h-0 flex-[0.85] flex-col">
          <ComparePanels />
        </div>
      ) : null}
    </>
  );
}
