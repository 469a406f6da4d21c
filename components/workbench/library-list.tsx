/** The scenarios of the library: searched, and only those in sight are drawn, however many there are. Removing can be taken back. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { findScenarios } from '@/lib/store/library-desk';
import type { ShelfEntry } from '@/lib/store/shelf-entry';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { SearchIcon } from '../ui/icons';
import { LibraryRow } from './library-row';
import { RemovedNote } from './removed-note';

/** Before a row has been measured. */
const HEIGHT = 62;

export function LibraryList({ onOpen }: { onOpen?: () => void }) {
  const { close, files, shelf } = useWorkbench();
  const recent = useStore((state) => state.recent);
  const open = useStore((state) => state.scenario?.id);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const found = useMemo(() => findScenarios(recent, wanted), [recent, wanted]);
  const remove = async ({ id }: ShelfEntry) => {
    // What is open would be saved again, and so come back.
    if (id === open) await close();
    await shelf.remove(id);
  };
  return (
    <div className="flex min-h-0 flex-col">
      {recent.length > 4 || query !== '' ? (
        <Search query={query} onChange={setQuery} found={found.length} of={recent.length} />
      ) : null}
      {recent.length === 0 ? (
        <p className="py-3 text-ink-soft">
          Nothing is kept yet. What you open is kept here by itself, with every change, until you remove it.
        </p>
      ) : found.length === 0 ? (
        <p className="py-3 text-ink-soft">
          Nothing is called that. Titles, tags, formats and memory systems are searched; #word finds a tag.
        </p>
      ) : (
        <Rows
          entries={found}
          open={open}
          onTag={(tag) => setQuery(`#${tag}`)}
          onOpen={(id) => {
            onOpen?.();
            if (id !== open) void files.restore(id);
          }}
          onRemove={(entry) => void remove(entry)}
        />
      )}
      <RemovedNote />
    </div>
  );
}

interface SearchProps {
  query: string;
  onChange: (query: string) => void;
  found: number;
  of: number;
}

function Search({ query, onChange, found, of }: SearchProps) {
  return (
    <div className="flex items-center gap-2 pb-2">
      <label className="flex h-8 flex-1 items-center gap-2 rounded-md border border-rule-strong bg-panel px-2 text-ink-soft">
        <SearchIcon />
        <span className="sr-only">Search the library</span>
        <input
          type="search"
          value={query}
          placeholder="Title, #tag or system"
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none"
        />
      </label>
      <span role="status" className="text-[12px] text-ink-soft tabular-nums">
        {query.trim() === '' ? whole(of) : `${whole(found)} of ${whole(of)}`}
      </span>
    </div>
  );
}

interface RowsProps {
  entries: readonly ShelfEntry[];
  open: string | undefined;
  onOpen: (id: string) => void;
  onRemove: (entry: ShelfEntry) => void;
  onTag: (tag: string) => void;
}

function Rows({ entries, open, onOpen, onRemove, onTag }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = Date.now();
  /** The row that the keyboard goes to once it is drawn. */
  const going = useRef<number | null>(null);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    getItemKey: (row) => entries[row]?.id ?? row,
    overscan: 6,
  });
  const focusRow = () => {
    if (going.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${going.current}"] [data-open]`);
    if (!row) return;
    row.focus();
    going.current = null;
  };
  useEffect(focusRow);
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).tagName === 'INPUT') return;
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
    const moves: { [key: string]: number } = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: entries.length - 1,
    };
    const entry = entries[at];
    const next = moves[event.key];
    if (event.key === 'Delete' && entry) onRemove(entry);
    else if (next !== undefined && next >= 0 && next < entries.length) {
      going.current = next;
      virtual.scrollToIndex(next);
      focusRow();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from one of its buttons to the next
    <div
      ref={scroller}
      onKeyDown={onKeyDown}
      className="scroll-thin max-h-[min(56dvh,520px)] overflow-y-auto border-rule border-y"
    >
      <ul aria-label="Scenarios" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index];
          if (!entry) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-rule border-b"
              style={{ transform: `translateY(${start}px)` }}
            >
              <LibraryRow
                entry={entry}
                isOpen={entry.id === open}
                now={now}
                onOpen={() => onOpen(entry.id)}
                onRemove={() => onRemove(entry)}
                onTag={onTag}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
