/** The comparison on a wide screen: curves and maps of all lanes above, how they are judged below. */
'use client';

import { ComparePanels } from './compare-panels';
import { LaneCharts } from './lane-charts';

export default function CompareView() {
  return (
    <section aria-label="Comparison" className="flex min-h-0 min-w-0 flex-col">
      <LaneCharts />
      <ComparePanels />
    </section>
  );
}
