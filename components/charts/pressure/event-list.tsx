/** The marks in sight for the keyboard: one stop, arrows go from mark to mark, Enter shows what was decided. */
'use client';

import { type KeyboardEvent, memo, useEffect, useId, useState } from 'react';
import type { Result } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import { callNumber } from '../frame/words';
import { eventLook } from './event-glyph';
import { type PlacedMarker, showMark } from './event-marks';

export interface EventListProps {
  result: Result;
  markers: readonly PlacedMarker[];
  onFocus(marker: PlacedMarker | null): void;
}

function wordsOf({ run, lane }: Result, { kind, count, call, decision, freed, first, last }: PlacedMarker): string {
  const calls = first < last ? `Calls ${callNumber(first)} to ${callNumber(last)}` : `Call ${callNumber(call)}`;
  if (kind === 'missed') {
    return `${calls}: ${count === 1 ? 'a fact was used after it was' : `${whole(count)} facts were used after they were`} gone.`;
  }
  const system = systemById(lane.system);
  const told = system.explain(decision, run, lane.config, lane.guards);
  if (count === 1) return `Call ${callNumber(call)}: ${told}`;
  return `${calls}: ${whole(count)} ${eventLook(kind).many}, ${whole(freed)} ${system.unit} freed. ${told}`;
}

function EventListView({ result, markers, onFocus }: EventListProps) {
  const workbench = useWorkbench();
  const id = useId();
  const [focused, setFocused] = useState(false);
  const [at, setAt] = useState(0);
  const ordered = markers.toSorted((a, b) => a.call - b.call || a.decision - b.decision);
  const current = ordered[Math.min(at, ordered.length - 1)] ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place may hold another mark after a zoom
  useEffect(() => onFocus(focused ? current : null), [focused, at, markers]);
  if (!current) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: { [key: string]: number } = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: ordered.length - 1,
    };
    const move = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') {
      workbench.tuning.setCursor(current.call);
      showMark(workbench, current);
    } else if (move !== undefined) setAt(Math.min(ordered.length - 1, Math.max(0, move)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label={`Events in the chart, ${whole(ordered.length)}. Enter shows one.`}
      aria-activedescendant={`${id}-${current.kind}-${current.decision}`}
      className="sr-only"
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div
        role="option"
        id={`${id}-${current.kind}-${current.decision}`}
        key={`${current.kind}-${current.decision}`}
        aria-selected="true"
        aria-posinset={Math.min(at, ordered.length - 1) + 1}
        aria-setsize={ordered.length}
        tabIndex={-1}
      >
        {wordsOf(result, current)}
      </div>
    </div>
  );
}

export const EventList = memo(EventListView);
