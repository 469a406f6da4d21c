/** The map for the keyboard: one stop, arrows move a cell from message to message and from call to call, Enter shows it. */
'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import { ROLES } from '@/lib/engine/transcript';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../../ui/format';
import { inSight, type Plot, xOf } from '../frame/geometry';
import { useZoom } from '../frame/use-zoom';
import { callNumber } from '../frame/words';
import { domainAround } from '../frame/zoom';
import { type Cell, cellWords } from './cell-words';
import type { SurvivalRuns } from './runs';

export interface CellGridProps {
  result: Result;
  runs: SurvivalRuns;
  /** Messages that are shown. */
  count: number;
  messageOf(place: number): number;
  plot: Plot;
  onFocus(cell: Cell | null): void;
  onChoose(cell: Cell): void;
}

/** Messages that PageUp and PageDown move by, and calls that Shift moves by. */
const FAR = 10;

/** The cell that a key leads to; null for a key that leads nowhere. */
function movedCell(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { place, call }: Cell,
  count: number,
  last: number,
): Cell | null {
  const step = shiftKey ? FAR : 1;
  const to = (nextPlace: number, nextCall: number): Cell => ({
    place: Math.max(0, Math.min(count - 1, nextPlace)),
    call: Math.max(0, Math.min(last, nextCall)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(place - step, call);
    case 'ArrowDown':
      return to(place + step, call);
    case 'PageUp':
      return to(place - FAR, call);
    case 'PageDown':
      return to(place + FAR, call);
    case 'ArrowLeft':
      return to(place, call - step);
    case 'ArrowRight':
      return to(place, call + step);
    case 'Home':
      return to(place, 0);
    case 'End':
      return to(place, last);
    default:
      return null;
  }
}

export function CellGrid({ result, runs, count, messageOf, plot, onFocus, onChoose }: CellGridProps) {
  const { state } = useWorkbench();
  const roles = useStore((now) => now.document?.info.roles);
  const id = useId();
  const [chosen, setChosen] = useState<Cell | null>(null);
  const { last } = plot;
  const zoom = useZoom(last);
  const known = chosen ?? { place: 0, call: 0 };
  const cell: Cell = { place: Math.min(known.place, count - 1), call: Math.min(known.call, last) };
  const go = (next: Cell) => {
    setChosen(next);
    onFocus(next);
    zoom.set(domainAround(zoom.now(), next.call));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedCell(event, cell, count, last);
    if (next) go(next);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(cell);
    else if (event.key === '+' || event.key === '=') zoom.by(cell.call, 0.5);
    else if (event.key === '-') zoom.by(cell.call, 2);
    else if (event.key === '0') zoom.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const message = messageOf(cell.place);
  const { state: words, reason } = cellWords(result, runs, message, cell.call);
  const told = `Message ${whole(message)}, ${ROLES[roles?.[message] ?? 0]}, call ${callNumber(cell.call)}: ${words}. ${reason}`;
  const height = plot.bottom - plot.top;
  const rowHeight = Math.max(5, height / count);
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label="Survival by message and call. Arrow keys move, Enter shows the message."
      aria-activedescendant={`${id}-${cell.place}-${cell.call}`}
      className="group pointer-events-none absolute inset-0 rounded-[4px]"
      onKeyDown={onKeyDown}
      onFocus={() =>
        go(chosen ?? { place: Math.min(count - 1, known.place), call: Math.min(last, state.get().cursor) })
      }
      onBlur={() => onFocus(null)}
    >
      <div
        role="option"
        id={`${id}-${cell.place}-${cell.call}`}
        key={`${cell.place} ${cell.call}`}
        aria-selected="true"
        aria-posinset={cell.place + 1}
        aria-setsize={count}
        tabIndex={-1}
        className={`invisible absolute w-[7px] rounded-[2px] ring-2 ring-accent ring-offset-1 ring-offset-paper ${inSight(plot, cell.call) ? 'group-focus-visible:visible' : ''}`}
        style={{
          left: xOf(plot, cell.call) - 3.5,
          top: plot.top + ((cell.place + 0.5) * height) / count - rowHeight / 2,
          height: rowHeight,
        }}
      >
        <span className="sr-only">{told}</span>
      </div>
    </div>
  );
}
