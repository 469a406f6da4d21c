/** What moves over a chart of lanes: the cursor, the stretch that is chosen, and a note of each lane's amount under the pointer. */
'use client';

import { type ReactNode, useRef, useState } from 'react';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { useWorkbench } from '@/lib/store/use-store';
import { CursorLine } from '../charts/frame/cursor-line';
import { callAt, type Plot, RAIL, xOf } from '../charts/frame/geometry';
import { Tooltip } from '../charts/frame/tooltip';
import { usePlotPointer } from '../charts/frame/use-plot-pointer';
import { LaneMark } from './lane-mark';

interface LaneHoverProps {
  plot: Plot;
  width: number;
  lanes: readonly LaneEntry[];
  /** What the note is about at a call. */
  title(call: number): string;
  /** What a lane has there, as people read it. */
  amount(entry: LaneEntry, call: number): string;
  /** More lines of the note. */
  more?(call: number): ReactNode;
}

export function LaneHover({ plot, width, lanes, title, amount, more }: LaneHoverProps) {
  const { tuning } = useWorkbench();
  const brush = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const handlers = usePlotPointer(plot, {
    brush,
    callAt: (here) => callAt(plot, here.x),
    onHover: (here) => setHovered(here ? callAt(plot, here.x) : null),
    onScrub: (call) => tuning.setCursor(call),
  });
  return (
    <>
      <CursorLine plot={plot} top={plot.top} bottom={plot.bottom + 2} chip={plot.bottom + RAIL - 8} />
      <div ref={brush} className="pointer-events-none invisible absolute inset-y-0 bg-accent/10" />
      <div {...handlers} className="absolute inset-0 touch-pan-y" />
      {hovered === null ? null : (
        <Tooltip x={xOf(plot, hovered)} y={plot.top} width={width}>
          <p className="font-medium">{title(hovered)}</p>
          {lanes.map((entry) => (
            <p key={entry.id} className="flex items-center gap-2">
              <LaneMark colour={entry.colour} />
              <span className="max-w-44 flex-1 truncate">{laneName(entry)}</span>
              <span className="tabular-nums">{amount(entry, hovered)}</span>
            </p>
          ))}
          {more?.(hovered)}
        </Tooltip>
      )}
    </>
  );
}
