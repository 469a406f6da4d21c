/** The areas of the composition under the curve, one path a part. */
'use client';

import { memo, useMemo } from 'react';
import type { Run } from '@/lib/engine/run';
import { useStore } from '@/lib/store/use-store';
import { compositionOf, stackedEdges } from './composition';
import { PARTS } from './composition-parts';
import { type Plot, xOf, yOf } from './geometry';

interface CompositionAreasProps {
  run: Run;
  plot: Plot;
  top: number;
}

const NO_ROLES = new Uint8Array();

function CompositionAreasView({ run, plot, top }: CompositionAreasProps) {
  const roles = useStore((state) => state.document?.info.roles) ?? NO_ROLES;
  const parts = useMemo(() => compositionOf(run, roles), [run, roles]);
  const paths = useMemo(() => {
    const { calls, edges } = stackedEdges(parts, plot.first, plot.last);
    const limit = Math.max(1, run.limit);
    const at = (edge: Float64Array, position: number) =>
      `${xOf(plot, calls[position] as number).toFixed(1)} ${yOf(plot, (edge[position] as number) / limit, top).toFixed(1)}`;
    return edges.map((edge, part) => {
      const below = edges[part - 1];
      let path = '';
      for (let position = 0; position < calls.length; position++)
        path += `${position === 0 ? 'M' : 'L'}${at(edge, position)}`;
      if (!below) return `${path}L${plot.right.toFixed(1)} ${plot.bottom}L${plot.left.toFixed(1)} ${plot.bottom}Z`;
      for (let position = calls.length - 1; position >= 0; position--) path += `L${at(below, position)}`;
      return `${path}Z`;
    });
  }, [parts, plot, top, run]);
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      {PARTS.map(({ id, color }, part) => (
        <path key={id} d={paths[part]} fill={color} fillOpacity={0.55} stroke="var(--paper)" strokeWidth={0.5} />
      ))}
    </svg>
  );
}

export const CompositionAreas = memo(CompositionAreasView);
