/** Rows of a list as one stop of the Tab key: arrows, Home, End and the page keys move among them. */
'use client';

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { rowAfter, rowsOfPage } from '../ui/row-moves';

/** Rows that a page key moves by where the list cannot say how many are in sight. */
const PAGE = 10;

export interface RowStop {
  /** The row that the Tab key comes to; each is in an element with `data-row-of`, its main button has `data-row`. */
  at: number;
  tabIndexOf(row: number): 0 | -1;
  /** For a virtual list: the row that holds the stop stays in the page, so that the focus is never lost by scrolling. */
  extract(range: Range): number[];
  handlers: {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onFocus(event: FocusEvent<HTMLElement>): void;
  };
}

interface RowStopOptions {
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Where the Tab key comes in as long as the focus has not been elsewhere in the list. */
  entry: number;
  /** Pixels of a row, where all have the same. */
  height?: number;
  /** Brings a row into sight, where not all of them are in the page. */
  scrollTo?: (row: number) => void;
}

export function useRowStop({ list, count, entry, height, scrollTo }: RowStopOptions): RowStop {
  const [held, setHeld] = useState<number | null>(null);
  const wanted = useRef(false);
  const inside = useRef(false);
  // Asked before anything is replaced: afterwards the row that had the focus may be gone.
  inside.current = list.current?.contains(document.activeElement) ?? false;
  const at = Math.min(Math.max(0, held ?? entry), Math.max(0, count - 1));
  // Another entry is where the eye is now, unless the hand is in the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new entry lets go of the row that was held
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) setHeld(null);
  }, [entry, list]);
  const focusRow = (row: number) => {
    const button = list.current?.querySelector<HTMLElement>(`[data-row="${row}"]`);
    button?.focus({ preventScroll: true });
    if (!scrollTo) button?.scrollIntoView({ block: 'nearest' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row that is held is focused once it is in the page
  useLayoutEffect(() => {
    if (!wanted.current || held === null) return;
    wanted.current = false;
    focusRow(held);
  }, [held, list]);
  useLayoutEffect(() => {
    if (inside.current && !list.current?.contains(document.activeElement)) focusRow(at);
  });
  return {
    at,
    tabIndexOf: (row) => (row === at ? 0 : -1),
    extract(range) {
      const shown = defaultRangeExtractor(range);
      if (at >= range.count || (shown[0] !== undefined && at >= shown[0] && at <= (shown.at(-1) ?? 0))) return shown;
      return [...shown, at].sort((one, other) => one - other);
    },
    handlers: {
      onFocus(event) {
        const row = event.target.closest('[data-row-of]')?.getAttribute('data-row-of');
        if (row) setHeld(Number(row));
      },
      onKeyDown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || count === 0) return;
        const next = rowAfter(event.key, at, count, height ? rowsOfPage(list.current, height) : PAGE);
        if (next === undefined) return;
        event.preventDefault();
        scrollTo?.(next);
        if (next === held) {
          focusRow(next);
          return;
        }
        wanted.current = true;
        setHeld(next);
      },
    },
  };
}

interface RowListProps {
  label: string;
  list: RefObject<HTMLElement | null>;
  stop: RowStop;
  className?: string;
  children: ReactNode;
}

/** The part that scrolls. Its rows are the stop of the Tab key, so that it needs none of its own. */
export function RowList({ label, list, stop, className = '', children }: RowListProps) {
  return (
    <section
      ref={list}
      aria-label={label}
      tabIndex={-1}
      className={`scroll-thin min-h-0 flex-1 overflow-y-auto contain-content outline-none ${className}`}
      {...stop.handlers}
    >
      {children}
    </section>
  );
}
