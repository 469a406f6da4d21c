/** A file with several conversations: which one to open. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { counted } from '@/lib/engine/figures';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Dialog } from '../ui/dialog';
import { focusSoon } from '../ui/focus-soon';
import { whole } from '../ui/format';

const SEARCH = '[aria-label="Search conversations"]';

/** What the kinds of conversations are, where a file has more than one. */
const PARTS: { readonly [part: string]: string } = {
  main: 'The session from its beginning',
  'after compaction': 'What the agent still had after compacting',
  branch: 'A branch: it went on in another way from some point',
  'side chain': 'A sub-agent’s own conversation',
  stream: 'As it was streamed',
};

/** The one that shows most: the longest of the main ones, or of all. */
function suggestedOf(conversations: readonly { id: string; part?: string; messages: number }[]): string | undefined {
  const mains = conversations.filter(({ part }) => part === 'main');
  let best = mains[0] ?? conversations[0];
  for (const one of mains.length > 0 ? mains : conversations) if (best && one.messages > best.messages) best = one;
  return best?.id;
}

export default function ConversationPicker() {
  const { files } = useWorkbench();
  const opened = useStore((state) => state.choosing);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => {
    const words = query.toLowerCase();
    return (opened?.conversations ?? []).filter((one) =>
      `${one.title} ${one.part ?? ''}`.toLowerCase().includes(words),
    );
  }, [opened, query]);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => list.current,
    estimateSize: () => 52,
    overscan: 8,
  });
  const focusRow = (index: number) => {
    if (index < 0) search.current?.focus();
    if (index < 0 || index >= shown.length) return;
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  };
  const suggested = useMemo(() => suggestedOf(opened?.conversations ?? []), [opened]);
  // The dialog gives the focus to its first button; what is wanted is the list, whose rows come a moment later.
  useEffect(() => focusSoon(search.current ? SEARCH : '[data-suggested]'), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    focusRow(row === undefined ? 0 : Number(row) + step);
  };
  if (!opened) return null;
  const isMixed = opened.conversations.some(({ part }) => part !== undefined);
  return (
    <Dialog
      title="Which conversation?"
      subtitle={`${opened.formatLabel} · ${whole(opened.conversations.length)} conversations in the file`}
      onClose={() => files.cancel()}
    >
      {opened.conversations.length > 8 ? (
        <input
          ref={search}
          type="search"
          aria-label="Search conversations"
          placeholder="Search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            onKeyDown(event);
            const first = shown[0];
            if (event.key === 'Enter' && first) void files.choose(first.id);
          }}
          className="mb-2 w-full rounded-md border border-rule-strong bg-panel px-3 py-1.5"
        />
      ) : null}
      <div
        ref={list}
        className="scroll-thin overflow-y-auto"
        style={{ height: Math.min(440, Math.max(52, shown.length * 52)) }}
      >
        <ul className="relative" onKeyDown={onKeyDown} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const one = shown[index];
            if (!one) return null;
            return (
              <li key={one.id} className="absolute inset-x-0 h-[52px]" style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  data-row={index}
                  data-suggested={one.id === suggested ? '' : undefined}
                  onClick={() => void files.choose(one.id)}
                  className="grid h-full w-full grid-cols-[1fr_auto] items-center gap-x-4 rounded-md border border-transparent border-b-rule px-2 text-left outline-offset-[-2px] hover:border-rule-strong hover:bg-hover"
                >
                  <span className="truncate font-medium">{one.title}</span>
                  <span className="text-right text-ink-soft tabular-nums">{counted(one.messages, 'message')}</span>
                  <span className="truncate text-[12px] text-ink-faint">
                    {one.id === suggested ? (
                      <span className="text-accent">{isMixed ? 'Choose this one if unsure' : 'The longest'} · </span>
                    ) : null}
                    {one.part === undefined ? counted(one.calls, 'model call') : (PARTS[one.part] ?? one.part)}
                  </span>
                  <span className="text-right text-[12px] text-ink-faint tabular-nums">
                    {counted(one.toolCalls, 'tool call')}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      {shown.length === 0 ? <p className="text-ink-soft">No conversation has these words in its title.</p> : null}
    </Dialog>
  );
}
