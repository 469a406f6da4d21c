/** The survival map: every message's life as a line of colour from its arrival to its end, on the chart's axis of calls. */
'use client';

import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { versionOfBoth } from '@/lib/store/present';
import { useStore } from '@/lib/store/use-store';
import { OfResult } from '../panels/of-result';
import { ChartHeader } from './frame/chart-header';
import { useBoxSize } from './frame/use-box-size';
import { Frame, MapBody, mapPlot } from './survival/body';
import { FilterBar } from './survival/filter-bar';
import { MapLegend } from './survival/legend';
import { survivalRuns } from './survival/runs';
import { useLastingPins } from './survival/use-lasting-pins';
import { ALL_MESSAGES } from './survival/use-map-filter';

/** Height of the whole, title included, where the page does not say otherwise. */
const HEIGHT = 'h-[clamp(200px,31vh,420px)] min-h-[150px] shrink';

/** `className` sets the height; the width is the parent's. It brings its own padding left and right. */
export function SurvivalMap({ className = HEIGHT }: { className?: string }) {
  // The curve answers the hand; the map follows once it is painted.
  // Rendered in pieces: a long transcript must not hold up the hand.
  const newest = useStore((state) => state.shown?.result ?? null);
  const lasting = useLastingPins();
  const pinned = useStore((state) => state.last?.version);
  // Deferred as one: the map, its pins, and what they are of stay together.
  const { result, pins, version } = useDeferredValue(
    useMemo(
      () => ({ result: newest, pins: lasting, version: versionOfBoth(newest?.version, pinned) }),
      [newest, lasting, pinned],
    ),
  );
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const runs = useMemo(() => (result ? survivalRuns(result.run) : null), [result]);
  const [filter, setFilter] = useState(ALL_MESSAGES);
  return (
    <section className={`flex flex-col px-4 ${className}`} aria-label="Survival">
      <ChartHeader title="Survival" tools={<FilterBar filter={filter} onChange={setFilter} />}>
        <MapLegend runs={runs} pinned={pins.size > 0} />
      </ChartHeader>
      <div ref={box} className="relative min-h-0 flex-1">
        {size &&
          (result && runs ? (
            <OfResult version={version} className="absolute inset-0">
              <MapBody result={result} runs={runs} pins={pins} filter={filter} size={size} />
            </OfResult>
          ) : (
            <Frame plot={mapPlot(size, { from: 0, to: 0 }, 0)} count={0} messageOf={(place) => place} />
          ))}
      </div>
    </section>
  );
}
