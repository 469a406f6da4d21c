/** The key of the survival map: a swatch with the colour and texture of each state that occurs. */

import { useMemo } from 'react';
import { State } from '@/lib/engine/run';
import { LegendEntry } from '../frame/chart-header';
import type { MapLook } from './looks';
import { type SurvivalRuns, statesSeen } from './runs';
import { lookGround } from './use-palette';

const ENTRIES: readonly { look: MapLook; state: number; label: string }[] = [
  { look: 'tool', state: State.verbatim, label: 'tool' },
  { look: 'assistant', state: State.verbatim, label: 'assistant' },
  { look: 'user', state: State.verbatim, label: 'user' },
  { look: 'pinned', state: State.verbatim, label: 'pinned' },
  { look: 'truncated', state: State.truncated, label: 'truncated' },
  { look: 'summarised', state: State.summarised, label: 'summarised' },
  { look: 'evicted', state: State.evicted, label: 'evicted' },
  { look: 'refused', state: State.refused, label: 'refused' },
];

/** The fates that any map can show, for several maps under one key. */
const EVERY_FATE: readonly number[] = [State.truncated, State.summarised, State.evicted];

export function MapLegend({
  runs,
  pinned,
  every = false,
}: {
  runs: SurvivalRuns | null;
  pinned: boolean;
  every?: boolean;
}) {
  const seen = useMemo(() => (runs ? statesSeen(runs) : []), [runs]);
  return ENTRIES.filter(({ look, state }) =>
    look === 'pinned' ? pinned : state === State.verbatim || seen[state] || (every && EVERY_FATE.includes(state)),
  ).map(({ look, label }) => (
    <LegendEntry
      key={look}
      mark={
        <span aria-hidden="true" className="block h-2 w-3 rounded-[1.5px]" style={{ background: lookGround(look) }} />
      }
    >
      {label}
    </LegendEntry>
  ));
}
