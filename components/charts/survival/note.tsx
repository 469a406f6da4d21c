/** The note about a cell of the map: whose message it is, its first words, and what became of it. */
'use client';

import { State } from '@/lib/engine/run';
import { ROLES } from '@/lib/engine/transcript';
import type { Result } from '@/lib/store/state';
import { useRowTexts, useStore } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import { callNumber } from '../frame/words';
import { cellWords } from './cell-words';
import type { SurvivalRuns } from './runs';

/** Letters of a message that a note shows. */
const FIRST_WORDS = 140;

export interface CellNoteProps {
  result: Result;
  runs: SurvivalRuns;
  pins: ReadonlyMap<number, string>;
  message: number;
  call: number;
}

export function CellNote({ result, runs, pins, message, call }: CellNoteProps) {
  const roles = useStore((state) => state.document?.info.roles);
  const row = useRowTexts().get(message, State.verbatim);
  const { unit } = systemById(result.lane.system);
  const { state, reason } = cellWords(result, runs, message, call);
  const pin = pins.get(message);
  const cost = result.run.arrivals.cost[message] ?? 0;
  const text = row ? row.text || row.calls.join(', ') : '';
  return (
    <>
      <p className="whitespace-nowrap">
        <strong className="font-semibold text-ink">Message {whole(message)}</strong> · {ROLES[roles?.[message] ?? 0]}
        {row?.name ? ` · ${row.name}` : ''}
        {unit === 'tokens' ? ` · ${whole(cost)} tokens` : ''}
      </p>
      <p className="line-clamp-2 min-h-[1.4em] text-ink">{text.slice(0, FIRST_WORDS)}</p>
      <p>
        At call {callNumber(call)}: {state}
      </p>
      {reason !== '' && <p>{reason}</p>}
      {pin && <p className="text-accent">pinned: {pin}</p>}
    </>
  );
}
