/** The comparison where one region is in sight at a time: the curves and maps, and under them the scoreboard where the screen is tall. */
'use client';

import { useMedia } from '../ui/use-media';
import { ComparePanels } from './compare-panels';
import { LaneCharts } from './lane-charts';

/** Curves and maps of eight lanes, and a table of as many under them. */
const TALL = '(min-width: 640px) and (min-height: 960px)';

export default function NarrowCharts() {
  const tall = useMedia(TALL, false);
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
