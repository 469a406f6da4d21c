/** The composition drawn: one area a part, a line between neighbours. It comes when it is asked for. */
'use client';

import { memo, useId, useMemo } from 'react';
import type { Axis } from '../frame/axis';
import type { Plot } from '../frame/geometry';
import type { Composition } from './composition';
import { compositionBands } from './composition-bands';
import { PART_LOOKS } from './parts';

function CompositionAreasView({ composition, plot, axis }: { composition: Composition; plot: Plot; axis: Axis }) {
  const clip = useId();
  const bands = useMemo(() => compositionBands(composition, plot, axis), [composition, plot, axis]);
  return (
    <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
      <clipPath id={clip}>
        <rect x={plot.left} y={plot.top - 2} width={plot.right - plot.left} height={plot.bottom - plot.top + 2} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {bands.map(({ part, path }) => (
          <path key={part} d={path} fill={PART_LOOKS[part].color} stroke="var(--paper)" strokeWidth={0.75} />
        ))}
      </g>
    </svg>
  );
}

export const CompositionAreas = memo(CompositionAreasView);
