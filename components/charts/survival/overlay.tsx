/** What moves over the survival map: cursor, the cell under the pointer or the keyboard, the note about it, and clicks. */
'use client';

import { lazy, Suspense, useRef, useState } from 'react';
import type { Result } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { CursorLine } from '../frame/cursor-line';
import { callAt, type Plot, xOf } from '../frame/geometry';
import { Tooltip } from '../frame/tooltip';
import { type Place, usePlotPointer } from '../frame/use-plot-pointer';
import type { Cell } from './cell-words';
import { CellGrid } from './grid';
import { placeAtRow } from './pixels';
import type { SurvivalRuns } from './runs';

const CellNote = lazy(() => import('./note').then((module) => ({ default: module.CellNote })));

export interface SurvivalOverlayProps {
  result: Result;
  /** Of all messages. */
  runs: SurvivalRuns;
  /** The messages that are shown; null for all. */
  shown: Int32Array | null;
  pins: ReadonlyMap<number, string>;
  plot: Plot;
  width: number;
}

export function SurvivalOverlay({ result, runs, shown, pins, plot, width }: SurvivalOverlayProps) {
  const { tuning, showItem } = useWorkbench();
  const count = shown?.length ?? runs.messageCount;
  const height = plot.bottom - plot.top;
  const brush = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Cell | null>(null);
  const [focused, setFocused] = useState<Cell | null>(null);
  const messageOf = (place: number) => (shown ? (shown[place] ?? 0) : place);
  const cellAt = (here: Place): Cell => ({
    place: placeAtRow(here.y - plot.top, count, height),
    call: callAt(plot, here.x),
  });
  const handlers = usePlotPointer(plot, {
    brush,
    callAt: (here) => callAt(plot, here.x),
    onHover(here) {
      const next = here && cellAt(here);
      setHovered((known) => (next && known?.place === next.place && known.call === next.call ? known : next));
    },
    onScrub: (call) => tuning.setCursor(call),
    onClick: (here) => showItem(messageOf(cellAt(here).place)),
  });
  const cell = hovered ?? focused;
  const place = cell ? Math.min(cell.place, count - 1) : -1;
  const rowTop = plot.top + Math.floor((place * height) / count);
  const rowHeight = Math.max(2, Math.ceil(height / count));
  return (
    <>
      <CursorLine plot={plot} top={0} bottom={plot.bottom} />
      {cell && (
        <div
          aria-hidden="true"
          className={`pointer-events-none absolute ${rowHeight < 5 ? 'bg-ink opacity-60' : 'border-ink-faint border-y'}`}
          style={{
            left: plot.left - 4,
            width: plot.right - plot.left + 8,
            top: rowTop,
            height: rowHeight < 5 ? 1 : rowHeight,
          }}
        />
      )}
      <div
        ref={brush}
        aria-hidden="true"
        className="invisible pointer-events-none absolute border-accent border-x bg-accent/10"
        style={{ top: plot.top, height }}
      />
      <div
        {...handlers}
        ref={handlers.ref}
        data-surface="survival"
        className="absolute inset-y-0 left-0 cursor-crosshair touch-pan-y select-none"
        style={{ width: plot.right + 10 }}
      />
      <CellGrid
        result={result}
        runs={runs}
        count={count}
        messageOf={messageOf}
        plot={plot}
        onFocus={setFocused}
        onChoose={({ place: at, call }) => {
          tuning.setCursor(call);
          showItem(messageOf(at));
        }}
      />
      {cell && (
        <Suspense fallback={null}>
          <Tooltip
            x={xOf(plot, cell.call)}
            y={rowTop < (plot.top + plot.bottom) / 2 ? rowTop + rowHeight + 10 : null}
            bottom={plot.bottom - rowTop + 16}
            width={width}
          >
            <CellNote result={result} runs={runs} pins={pins} message={messageOf(place)} call={cell.call} />
          </Tooltip>
        </Suspense>
      )}
    </>
  );
}
