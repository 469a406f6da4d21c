/** The drawn part of the pressure chart: curves, bands and recorded marks. It renders for a result, a zoom or a size, never for a pointer. */
'use client';

import { memo, useId, useMemo } from 'react';
import { type Axis, yOf } from '../frame/axis';
import { inSight, type Plot, xOf } from '../frame/geometry';
import { type Composition, PART_LOOKS } from './composition';
import { compositionBands } from './composition-bands';
import { type Curve, curvePath, positionsInSight } from './curves';
import type { RecordedCompaction } from './recorded';

export interface SentCurve {
  curve: Curve;
  /** Its own axis where policy counts messages; the chart's own otherwise. */
  axis: Axis;
  /** Measured on an earlier result: drawn faintly until the new numbers are there. */
  stale: boolean;
}

export interface CurvesProps {
  plot: Plot;
  axis: Axis;
  curve: Curve;
  composition: Composition | null;
  sent: SentCurve | null;
  usage: { curve: Curve; axis: Axis } | null;
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
    flags += `M${x} ${plot.top - 9}h7l-2 3l2 3h-7z`;
    lines += `M${x} ${plot.top - 9}V${plot.bottom}`;
  }
  return { flags, lines };
}

function CurvesView({ plot, axis, curve, composition, sent, usage, compactions }: CurvesProps) {
  const clip = useId();
  const main = useMemo(() => curvePath(curve, plot, axis), [curve, plot, axis]);
  const bands = useMemo(
    () => (composition ? compositionBands(composition, plot, axis) : []),
    [composition, plot, axis],
  );
  const sentPath = useMemo(() => (sent ? curvePath(sent.curve, plot, sent.axis) : ''), [sent, plot]);
  const recorded = useMemo(
    () =>
      usage
        ? { line: curvePath(usage.curve, plot, usage.axis), dots: dotsPath(usage.curve, plot, usage.axis) }
        : { line: '', dots: '' },
    [usage, plot],
  );
  const { flags, lines } = useMemo(() => compactionPaths(compactions, plot), [compactions, plot]);
  return (
    <svg aria-hidden="true" data-picture="" className="absolute inset-0 size-full">
      <clipPath id={clip}>
        <rect x={plot.left} y={plot.top - 2} width={plot.right - plot.left} height={plot.bottom - plot.top + 2} />
      </clipPath>
      <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round">
        {bands.map(({ part, path }) => (
          <path key={part} d={path} fill={PART_LOOKS[part].color} stroke="var(--paper)" strokeWidth={0.75} />
        ))}
        {lines !== '' && <path d={lines} stroke="var(--ink-faint)" strokeDasharray="1 3" />}
        {usage && (
          <>
            <path d={recorded.line} stroke="var(--cut-mark)" strokeWidth={1.25} strokeDasharray="4 2.5" />
            <path d={recorded.dots} fill="var(--cut-mark)" />
          </>
        )}
        {sent && (
          <path
            d={sentPath}
            stroke="var(--ink-soft)"
            strokeWidth={1.25}
            strokeDasharray="2 2.5"
            strokeOpacity={sent.stale ? 0.35 : 0.9}
          />
        )}
        <path
          d={main}
          data-curve=""
          stroke={composition ? 'var(--ink)' : 'var(--accent)'}
          strokeWidth={composition ? 1 : 1.75}
        />
      </g>
      {flags !== '' && <path d={flags} fill="var(--ink-faint)" />}
    </svg>
  );
}

export const Curves = memo(CurvesView);
