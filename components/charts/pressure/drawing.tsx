/** The drawn part of the pressure chart: curves, bands and recorded marks. It renders for a result, a zoom or a size, never for a pointer. */
'use client';

import { lazy, memo, Suspense, useId, useMemo } from 'react';
import { type Axis, yOf } from '../frame/axis';
import { type BoxSize, inSight, type Plot, xOf } from '../frame/geometry';
import type { Composition } from './composition';
import { FLAG, FLAG_COLOR } from './curve-looks';
import { type Curve, positionsInSight } from './curves';
import type { RecordedCompaction } from './recorded';
import type { Strand } from './strands';

const CompositionAreas = lazy(() =>
  import('./composition-areas').then((module) => ({ default: module.CompositionAreas })),
);
const StrandChart = lazy(() => import('./strand-chart').then((module) => ({ default: module.StrandChart })));

export interface CurvesProps {
  size: BoxSize;
  plot: Plot;
  /** The axis of the composition. */
  axis: Axis;
  /** From the lowest to the topmost. The last is the one that the chart is about. */
  strands: readonly Strand[];
  composition: Composition | null;
  /** A strand whose points are marked one by one where there is room. */
  dotted: Strand | null;
  compactions: readonly RecordedCompaction[];
}

/** Recorded points are told apart from each other where there are fewer than one in so many pixels. */
const DOT_PITCH = 9;

function dotsPath(curve: Curve, plot: Plot, axis: Axis): string {
  const { start, end } = positionsInSight(curve, plot.from, plot.to);
  if ((end - start) * DOT_PITCH > plot.right - plot.left) return '';
  let path = '';
  for (let position = start; position < end; position++) {
    const call = curve.calls[position] as number;
    if (!inSight(plot, call)) continue;
    const x = xOf(plot, call) - 1.75;
    path += `M${x.toFixed(1)} ${yOf(plot, curve.amounts[position] as number, axis).toFixed(1)}a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0 -3.5 0`;
  }
  return path;
}

/** A flag at the top of the plot, with a thin line down, for each recorded compaction in sight. */
function compactionPaths(compactions: readonly RecordedCompaction[], plot: Plot): { flags: string; lines: string } {
  let flags = '';
  let lines = '';
  for (const { call } of compactions) {
    if (!inSight(plot, call)) continue;
    const x = xOf(plot, call).toFixed(1);
    flags += `M${x} ${plot.top - 9}${FLAG}`;
    lines += `M${x} ${plot.top - 9}V${plot.bottom}`;
  }
  return { flags, lines };
}

function CurvesView({ size, plot, axis, strands, composition, dotted, compactions }: CurvesProps) {
  const clip = useId();
  const dots = useMemo(() => (dotted ? dotsPath(dotted.curve, plot, dotted.axis) : ''), [dotted, plot]);
  const { flags, lines } = useMemo(() => compactionPaths(compactions, plot), [compactions, plot]);
  return (
    <>
      {composition && (
        <Suspense fallback={null}>
          <CompositionAreas composition={composition} plot={plot} axis={axis} />
        </Suspense>
      )}
      <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
        <clipPath id={clip}>
          <rect x={plot.left} y={plot.top - 2} width={plot.right - plot.left} height={plot.bottom - plot.top + 2} />
        </clipPath>
        <g clipPath={`url(#${clip})`} fill="none">
          {lines !== '' && <path d={lines} stroke="var(--ink-faint)" strokeDasharray="1 3" />}
          {dots !== '' && <path d={dots} fill={dotted?.look.stroke} />}
        </g>
        {flags !== '' && <path d={flags} fill={FLAG_COLOR} />}
      </svg>
      <Suspense fallback={null}>
        <StrandChart size={size} plot={plot} strands={strands} />
      </Suspense>
    </>
  );
}

export const Curves = memo(CurvesView);
