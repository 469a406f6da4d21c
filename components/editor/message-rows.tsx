/** The list of messages: one focus for the list, arrows move in it, Space selects, Enter edits. Any number of rows. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import type { TranscriptProblem } from '@/lib/editing/problems';
import { lowerBound } from '@/lib/engine/ledger';
import { State } from '@/lib/engine/run';
import { ROLES } from '@/lib/engine/transcript';
import { useChanging, useRowTexts, useStore, useWorkbench, useWriting } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { rowAfter, rowsOfPage } from '../ui/row-moves';
import { nameOf } from './selection-bar';
import type { Wanted } from './use-found';
import { useInOrder } from './use-in-order';

const HEIGHT = 46;

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

interface MessageRowsProps {
  wanted: Wanted;
  /** Messages to show, or null for all. */
  found: Int32Array | null;
  /** What is shown is not yet what is wanted. */
  isSought: boolean;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  problems: readonly TranscriptProblem[];
}

export function MessageRows({ wanted, found, isSought, selected, onSelect, problems }: MessageRowsProps) {
  const { editing, showItem, writing } = useWorkbench();
  const { current: stood } = useWriting();
  const changing = useChanging();
  const texts = useRowTexts();
  const info = useStore((state) => state.document?.info);
  const arrivals = useStore((state) => state.result?.run.arrivals);
  const total = info?.messageCount ?? 0;
  const count = found ? found.length : total;
  const anchor = useRef(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const troubled = useMemo(() => new Set(problems.map(({ message }) => message)), [problems]);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
  });
  const messageAt = (row: number) => (found ? (found[row] as number) : row);
  const rowOf = (message: number) => (found ? lowerBound(found, message) : message);
  const at = Math.min(rowOf(stood ?? 0), count - 1);
  const setCurrent = (row: number) => {
    const message = row >= 0 && row < count ? messageAt(row) : null;
    if (message !== writing.get().current) writing.set({ current: message });
  };
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);

  const toggle = (message: number) => {
    const next = new Set(selected);
    if (!next.delete(message)) next.add(message);
    onSelect(next);
  };
  const extend = (row: number) => {
    const next = new Set(selected);
    for (let one = Math.min(anchor.current, row); one <= Math.max(anchor.current, row); one++) next.add(messageAt(one));
    onSelect(next);
  };
  const chosen = () => (selected.size > 0 ? [...selected].sort((a, b) => a - b) : at >= 0 ? [messageAt(at)] : []);
  const goTo = (row: number, extending: boolean) => {
    const next = Math.min(Math.max(0, row), count - 1);
    setCurrent(next);
    if (extending) extend(next);
    else anchor.current = next;
  };
  const move = (by: -1 | 1) => {
    const positions = chosen();
    const to = by < 0 ? (positions[0] ?? 0) - 1 : (positions.at(-1) ?? 0) + 2;
    if (positions.length === 0 || to < 0 || to > total) return;
    void editing.apply({ do: 'move', at: positions, to }, `Move ${nameOf(positions)} ${by < 0 ? 'up' : 'down'}`);
  };
  const applyToChosen = (what: 'duplicate' | 'delete', verb: string) => {
    const positions = chosen();
    if (positions.length > 0) void editing.apply({ do: what, at: positions }, `${verb} ${nameOf(positions)}`);
  };
  /** What a key does here, or undefined for a key that is none of the list's. */
  const deedOf = (press: Press): (() => void) | undefined => {
    const { key, altKey, shiftKey } = press;
    const modified = press.ctrlKey || press.metaKey;
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) return () => move(key === 'ArrowUp' ? -1 : 1);
    const next = rowAfter(key, at, count, rowsOfPage(list.current, HEIGHT));
    if (next !== undefined) return () => goTo(next, shiftKey);
    if (key === ' ') return () => at >= 0 && toggle(messageAt(at));
    if (key === 'Enter') return () => at >= 0 && writing.edit(messageAt(at));
    if (key === 'a' && modified)
      return () => onSelect(new Set(Array.from({ length: count }, (_, row) => messageAt(row))));
    if (key === 'a') return () => writing.insert(chosen()[0] ?? 0);
    if (key === 'b' && !modified) return () => writing.insert((chosen().at(-1) ?? -1) + 1);
    if (key === 'Escape' && selected.size > 0) return () => onSelect(new Set());
    if (key === 'd' && modified) return () => applyToChosen('duplicate', 'Duplicate');
    if (key === 'Delete' || key === 'Backspace') return () => applyToChosen('delete', 'Delete');
    return undefined;
  };
  const inOrder = useInOrder<Press>(!isSought && !changing, wanted, (press) => deedOf(press)?.());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!deedOf(event)) return;
    event.preventDefault();
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    inOrder({ key, altKey, ctrlKey, metaKey, shiftKey });
  };
  if (total === 0) {
    return (
      <p className="flex-1 px-4 pt-2 text-ink-soft">
        Nothing is written yet. Begin below with what the user asks, or with the system prompt.
      </p>
    );
  }
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      data-message-rows
      aria-label="Messages of the transcript"
      aria-multiselectable="true"
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto border-rule border-t focus-visible:outline-offset-[-2px]"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: row, start }) => {
          const message = messageAt(row);
          const text = texts.get(message, State.verbatim);
          const role = ROLES[info?.roles[message] ?? 0] ?? '';
          const words = text ? [text.text, ...text.calls].filter((part) => part !== '').join('  ') : '';
          const isSelected = selected.has(message);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list, which has the focus
            <div
              key={row}
              id={`${id}-${row}`}
              role="option"
              tabIndex={-1}
              aria-selected={isSelected}
              onClick={(event) => {
                if (event.shiftKey) extend(row);
                else if (event.ctrlKey || event.metaKey) toggle(message);
                else if (matchMedia('(min-width: 1100px)').matches) showItem(message);
                setCurrent(row);
                if (!event.shiftKey) anchor.current = row;
                list.current?.focus({ preventScroll: true });
              }}
              onDoubleClick={() => writing.edit(message)}
              className={`absolute inset-x-0 grid cursor-pointer grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 border-rule border-b pr-3 pl-4 ${isSelected ? 'bg-selected' : 'hover:bg-hover'} ${row === at ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
              style={{ height: HEIGHT, transform: `translateY(${start}px)` }}
            >
              <span
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  if (event.shiftKey) extend(row);
                  else toggle(message);
                  setCurrent(row);
                  anchor.current = row;
                }}
                className={`grid size-[15px] place-items-center rounded-[3px] border text-[11px] leading-none ${isSelected ? 'border-accent bg-accent text-paper' : 'border-rule-strong'}`}
              >
                {isSelected ? '✓' : ''}
              </span>
              <span className="min-w-0">
                <span className="flex items-baseline gap-1.5 text-[11.5px] text-ink-soft">
                  <span className="tabular-nums">{message}</span>
                  <span className="font-medium">{role}</span>
                  {text?.name ? <span className="truncate font-mono text-[11px]">{text.name}</span> : null}
                  {troubled.has(message) ? <span className="text-trouble">▲ problem</span> : null}
                </span>
                <span className={`block truncate ${role === 'tool' ? 'font-mono text-[12px]' : ''}`}>
                  {text ? words || '(no text)' : ''}
                </span>
              </span>
              <span className="text-[12px] text-ink-faint tabular-nums">
                {arrivals && message < arrivals.cost.length ? whole(arrivals.cost[message] as number) : ''}
              </span>
            </div>
          );
        })}
      </div>
      {count === 0 ? <p className="px-4 py-3 text-ink-soft">No message is like that.</p> : null}
    </div>
  );
}
