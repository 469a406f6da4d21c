/** What can be done to one lane: its name, its colour, its place, a copy, out of sight, away. */
'use client';

import { useId, useState } from 'react';
import { roomForLanes } from '@/lib/store/lane-commands';
import { type LaneEntry, laneName, MAX_LANES } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { laneColor } from './lane-looks';

const COLOUR_NAMES = ['blue', 'orange', 'teal', 'purple', 'ochre', 'rose', 'green', 'grey'];

export function LaneMenu({ entry, place, onClose }: { entry: LaneEntry; place: number; onClose: () => void }) {
  const { lanes } = useWorkbench();
  const count = useStore((state) => state.lanes.length);
  const room = useStore(roomForLanes);
  const all = useStore((state) => state.lanes);
  const [name, setName] = useState(entry.name);
  const id = useId();
  const rename = () => {
    if (name.trim() !== entry.name) lanes.rename(entry.id, name);
  };
  return (
    <form
      className="flex flex-col gap-2 px-2 pt-1 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <label htmlFor={id} className="sr-only">
        Name
      </label>
      <input
        id={id}
        value={name}
        placeholder={laneName({ ...entry, name: '' })}
        onChange={(event) => setName(event.target.value)}
        onBlur={rename}
        maxLength={60}
        className="w-full rounded-md border border-rule-strong bg-panel px-2 py-1"
      />
      <fieldset className="flex items-center gap-1">
        <legend className="sr-only">Colour</legend>
        {Array.from({ length: MAX_LANES }, (_, colour) => {
          const holder = all.find((one) => one.colour === colour && one.id !== entry.id);
          const taken = holder ? `${COLOUR_NAMES[colour]}, of ${laneName(holder)}: the two swap` : COLOUR_NAMES[colour];
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a colour is its number
              key={colour}
              type="button"
              aria-label={taken}
              title={taken}
              aria-pressed={entry.colour === colour}
              onClick={() => lanes.recolour(entry.id, colour)}
              className="h-6 w-6 rounded-md border border-transparent p-1 aria-pressed:border-ink"
            >
              <span
                className="grid h-full w-full place-content-center rounded-sm"
                style={{ background: laneColor(colour) }}
              >
                {/* Another lane has it. */}
                {holder ? <span className="block h-1.5 w-1.5 rounded-full bg-paper" /> : null}
              </span>
            </button>
          );
        })}
      </fieldset>
      <div className="flex flex-wrap gap-1">
        <Button disabled={place === 0} onClick={() => lanes.move(entry.id, place - 1)}>
          Up
        </Button>
        <Button disabled={place === count - 1} onClick={() => lanes.move(entry.id, place + 1)}>
          Down
        </Button>
        <Button onClick={() => lanes.setHidden(entry.id, !entry.hidden)}>{entry.hidden ? 'Show' : 'Hide'}</Button>
        <Button disabled={!room} onClick={() => lanes.duplicate(entry.id)}>
          Duplicate
        </Button>
        <Button disabled={count === 1} onClick={() => lanes.remove(entry.id)}>
          Remove
        </Button>
      </div>
      {room ? null : (
        <p className="text-[11.5px] text-ink-soft">No copy: eight lanes are the most. Remove one first.</p>
      )}
    </form>
  );
}
