/** Commands on lanes and their comparison. */

import { hasBefore, roomForLanes } from '@/lib/store/lane-commands';
import type { State } from '@/lib/store/state';
import type { ComparePanel } from '@/lib/store/view';
import type { Workbench } from '@/lib/store/workbench';
import { SYSTEMS } from '@/lib/systems/descriptions';
import type { Command } from './command';

const isOpen = ({ phase }: State) => phase === 'ready';
const hasSeveral = (state: State) => isOpen(state) && state.lanes.length > 1;
const hasRoom = (state: State) => isOpen(state) && roomForLanes(state);

/** The lane so many places after the tuned one, round and round. */
function activateBeside(places: 1 | -1): (workbench: Workbench) => void {
  return ({ state, lanes }) => {
    const { lanes: list, active } = state.get();
    const at = list.findIndex(({ id }) => id === active);
    const next = list[(at + places + list.length) % list.length];
    if (next) lanes.activate(next.id);
  };
}

const JUDGEMENTS: [ComparePanel, string][] = [
  ['scoreboard', 'Scoreboard'],
  ['bill', 'Bill'],
  ['probes', 'Probes'],
  ['counters', 'Counters'],
  ['windows', 'Two windows'],
  ['runs', 'Kept runs'],
];

export const LANES: readonly Command[] = (
  [
    {
      id: 'compare',
      label: 'Compare lanes, or tune one',
      keys: ['c'],
      run: ({ state, setMode }) => setMode(state.get().view.mode === 'compare' ? 'tune' : 'compare'),
    },
    { id: 'next-lane', label: 'Tune the next lane', keys: ['shift+l'], when: hasSeveral, run: activateBeside(1) },
    { id: 'previous-lane', label: 'Tune the lane before', when: hasSeveral, run: activateBeside(-1) },
    {
      id: 'hide-lane',
      label: 'Hide or show the tuned lane',
      keys: ['shift+h'],
      when: hasSeveral,
      run: ({ state, lanes }) => {
        const { lanes: list, active } = state.get();
        const entry = list.find(({ id }) => id === active);
        if (entry) lanes.setHidden(active, !entry.hidden);
      },
    },
    {
      id: 'duplicate-lane',
      label: 'Duplicate the tuned lane',
      when: hasRoom,
      run: ({ state, lanes }) => lanes.duplicate(state.get().active),
    },
    {
      id: 'lane-published',
      label: 'Compare as published against guarded',
      when: hasRoom,
      run: ({ lanes, setMode }) => {
        lanes.addPublished();
        setMode('compare');
      },
    },
    {
      id: 'lane-before',
      label: 'Compare before against after the last change',
      when: (state) => hasRoom(state) && hasBefore(state),
      run: ({ lanes, setMode }) => {
        lanes.addBefore();
        setMode('compare');
      },
    },
    {
      id: 'remove-lane',
      label: 'Remove the tuned lane',
      when: hasSeveral,
      run: ({ state, lanes }) => lanes.remove(state.get().active),
    },
    ...SYSTEMS.map(({ id, label }) => ({
      id: `add-${id}`,
      label: `Add a lane: ${label}`,
      when: hasRoom,
      run: ({ lanes, setMode }: Workbench) => {
        lanes.add(id);
        setMode('compare');
      },
    })),
    ...JUDGEMENTS.map(([panel, label]) => ({
      id: `judge-${panel}`,
      label: `Comparison: ${label.toLowerCase()}`,
      run: ({ setMode, setCompare }: Workbench) => {
        setMode('compare');
        setCompare({ panel });
      },
    })),
  ] satisfies Omit<Command, 'group'>[]
).map((command) => ({ when: isOpen, ...command, group: 'Lanes' as const }));
