/** The lanes: which one is tuned, which are shown, and everything that can be done to the list of them. */
'use client';

import { lazy, Suspense, useId, useState } from 'react';
import { hasBefore, roomForLanes } from '@/lib/store/lane-commands';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { isStale } from '@/lib/store/stale';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { SYSTEMS, systemById } from '@/lib/systems/descriptions';
import { Button } from '../ui/button';
import { PlusIcon } from '../ui/icons';
import { useLate } from '../ui/use-late';
import { LaneMark } from './lane-mark';

const LaneTrouble = lazy(() => import('./lane-trouble').then((module) => ({ default: module.LaneTrouble })));
const LaneMenu = lazy(() => import('./lane-menu').then((module) => ({ default: module.LaneMenu })));

export function LaneList() {
  const lanes = useStore((state) => state.lanes);
  const [open, setOpen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const id = useId();
  return (
    <section aria-label="Lanes" className="shrink-0 border-rule border-b px-4 pt-2.5 pb-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium text-[12px] text-ink-soft">
          Lanes <span className="text-ink-faint tabular-nums">{lanes.length} of 8</span>
        </h2>
        <Button
          variant="plain"
          aria-expanded={adding}
          aria-controls={id}
          onClick={() => setAdding(!adding)}
          className="-mr-2 text-[12px]"
        >
          <PlusIcon />
          Add a lane
        </Button>
      </div>
      <div id={id}>{adding ? <AddLane onAdded={() => setAdding(false)} /> : null}</div>
      <ul className="-mx-2 scroll-thin max-h-[30vh] overflow-y-auto">
        {lanes.map((entry, place) => (
          <Row
            key={entry.id}
            entry={entry}
            place={place}
            open={open === entry.id}
            onOpen={(wanted) => setOpen(wanted ? entry.id : null)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  entry: LaneEntry;
  place: number;
  open: boolean;
  onOpen: (open: boolean) => void;
}

function Row({ entry, place, open, onOpen }: RowProps) {
  const { lanes } = useWorkbench();
  const active = useStore((state) => state.active === entry.id);
  const stale = useStore((state) => state.view.mode === 'compare' && isStale(entry, state));
  const failed = useStore((state) => state.comparison.get(entry.id)?.failed ?? null);
  const trouble = useStore((state) => state.comparison.get(entry.id)?.trouble ?? null);
  const name = laneName(entry);
  const menu = useId();
  // Only what takes its time is said.
  const waiting = useLate(stale && !failed && !trouble);
  return (
    <li className={`rounded-md ${active ? 'bg-selected' : 'hover:bg-hover'}`}>
      <div className="flex items-center gap-2 pr-1 pl-2">
        <button
          type="button"
          aria-current={active ? 'true' : undefined}
          title={`${active ? `${name}: tuned here` : `Tune ${name}`} (${systemById(entry.lane.system).label})`}
          onClick={() => lanes.activate(entry.id)}
          className="flex min-h-7 min-w-0 flex-1 items-center gap-2 py-1 text-left"
        >
          <LaneMark colour={entry.colour} faint={entry.hidden} />
          {/* One line: the system has its place where the whole name leaves it one. */}
          <span className="flex h-5 min-w-0 flex-1 flex-wrap items-baseline gap-x-2 overflow-hidden leading-5">
            <span
              className={`max-w-full truncate ${active ? 'font-medium' : ''} ${entry.hidden ? 'text-ink-faint' : ''}`}
            >
              {name}
            </span>
            {entry.name === '' ? null : (
              <span className="max-w-full truncate text-[11.5px] text-ink-faint">
                {systemById(entry.lane.system).label}
              </span>
            )}
          </span>
          {waiting ? <span className="shrink-0 text-[11.5px] text-ink-faint">replaying…</span> : null}
          {failed && !trouble ? (
            <span title={failed} className="shrink-0 text-[11.5px] text-trouble">
              cannot run
            </span>
          ) : null}
        </button>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={menu}
          aria-label={`What to do with ${name}`}
          onClick={() => onOpen(!open)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !open) return;
            event.stopPropagation();
            onOpen(false);
          }}
          className="h-6 w-6 shrink-0 rounded-md text-ink-soft hover:bg-raised hover:text-ink"
        >
          ⋯
        </button>
      </div>
      {trouble ? (
        <Suspense fallback={null}>
          <LaneTrouble id={entry.id} name={name} trouble={trouble} reason={failed} />
        </Suspense>
      ) : null}
      <div id={menu}>
        {open ? (
          <Suspense fallback={null}>
            <LaneMenu entry={entry} place={place} onClose={() => onOpen(false)} />
          </Suspense>
        ) : null}
      </div>
    </li>
  );
}

/** A system with its defaults, the tuned lane under other guards, or as it was before. */
function AddLane({ onAdded }: { onAdded: () => void }) {
  const { lanes, setMode } = useWorkbench();
  const room = useStore(roomForLanes);
  const before = useStore(hasBefore);
  if (!room) return <p className="py-1 text-[12px] text-ink-soft">There are eight; remove one to add another.</p>;
  const added = (add: () => void) => () => {
    add();
    setMode('compare');
    onAdded();
  };
  return (
    <ul className="mt-1 mb-2 rounded-md border border-rule-strong bg-raised py-1 text-[12.5px]">
      <Choice label="This lane, as published against guarded" onClick={added(lanes.addPublished)} />
      {before ? <Choice label="This lane, as it was before the last change" onClick={added(lanes.addBefore)} /> : null}
      {SYSTEMS.map(({ id, label }) => (
        <Choice key={id} label={label} onClick={added(() => lanes.add(id))} />
      ))}
    </ul>
  );
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" onClick={onClick} className="w-full px-2 py-1 text-left hover:bg-hover">
        {label}
      </button>
    </li>
  );
}
