/** The lanes: which one is tuned, which are shown, and everything that can be done to the list of them. */
'use client';

import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { hasBefore, roomForLanes } from '@/lib/store/lane-commands';
import { activeEntry, type LaneEntry, laneName } from '@/lib/store/lanes';
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
  /** The lane whose menu is open, or the list of what can be added: one at a time. */
  const [open, setOpen] = useState<string | null>(null);
  const adding = open === ADDING;
  const adder = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => setOpen(null);
  useClosing(open, close);
  return (
    <section aria-label="Lanes" className="shrink-0 border-rule border-b px-4 pt-2.5 pb-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what a button in here opened */}
      <div
        ref={adder}
        data-open={adding ? '' : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !adding) return;
          event.stopPropagation();
          close();
          adder.current?.querySelector('button')?.focus();
        }}
      >
        <div className="flex items-center justify-between gap-2">
          <h2 className="font-medium text-[12px] text-ink-soft">
            Lanes <span className="text-ink-faint tabular-nums">{lanes.length} of 8</span>
          </h2>
          <Button
            variant="plain"
            aria-expanded={adding}
            aria-controls={id}
            onClick={() => setOpen(adding ? null : ADDING)}
            className="-mr-2 text-[12px]"
          >
            <PlusIcon />
            Add a lane
          </Button>
        </div>
        <div id={id}>{adding ? <AddLane onAdded={close} /> : null}</div>
      </div>
      <ul className={`-mx-2 scroll-thin overflow-y-auto ${open === null || adding ? 'max-h-[30vh]' : 'max-h-[46vh]'}`}>
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
      <Beside />
    </section>
  );
}

/** What stands in the place of a lane's id while the list of systems is open. */
const ADDING = 'adding';

/** A click anywhere else closes what is open, after it has done what it was for: nothing moves from under the pointer before. */
function useClosing(open: string | null, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (open === null) return;
    const away = ({ target }: MouseEvent) => {
      // What a click has taken out of the page was inside.
      if (target instanceof Element && target.isConnected && !target.closest('[data-open]')) latest.current();
    };
    document.addEventListener('click', away);
    return () => document.removeEventListener('click', away);
  }, [open]);
}

/** The two comparisons that are wanted most, in one click: the tuned lane under other guards, and as it was. */
function Beside() {
  const { lanes, setMode } = useWorkbench();
  const room = useStore(roomForLanes);
  const before = useStore(hasBefore);
  const lane = useStore((state) => activeEntry(state).lane);
  const guards = Object.values(lane.guards);
  const full = room ? null : 'There are eight lanes, which is the most. Remove one first.';
  const published = full ?? (guards.length === 0 ? 'This memory system has no guards.' : null);
  const past = full ?? (before ? null : 'Its settings have not been changed yet.');
  const guarded = !guards.some(Boolean) && guards.length > 0;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 pt-1 text-[12px] text-ink-soft">
      Compare
      {[
        { words: guarded ? 'guarded' : 'as published', reason: published, add: lanes.addPublished },
        { words: 'as it was', reason: past, add: lanes.addBefore },
      ].map(({ words, reason, add }) => (
        <button
          key={words}
          type="button"
          aria-label={`Compare the tuned lane with itself ${words}`}
          title={
            reason ??
            `Adds the tuned lane ${words}${add === lanes.addBefore ? ' before the last change' : ''}, and shows both`
          }
          disabled={reason !== null}
          onClick={() => {
            add();
            setMode('compare');
          }}
          className="rounded-sm px-1 text-accent hover:bg-hover disabled:text-ink-faint disabled:hover:bg-transparent"
        >
          {words}
        </button>
      ))}
    </p>
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
    <li data-open={open ? '' : undefined} className={`rounded-md ${active ? 'bg-selected' : 'hover:bg-hover'}`}>
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
