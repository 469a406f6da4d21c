/** Facts as rows: the value, where it stands at the cursor, where it came from, and how often it was used and missed. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { Standing } from '@/lib/engine/standing';
import type { FactRow } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { RowList, useRowStop } from './row-list';

const HEIGHT = 44;

const LOOKS: { [code: number]: { mark: string; word: string; tone: string } } = {
  [Standing.unsaid]: { mark: '·', word: 'not said yet', tone: 'text-ink-faint' },
  [Standing.verbatim]: { mark: '●', word: 'in the window', tone: 'text-ink' },
  [Standing.summary]: { mark: '◐', word: 'in a summary', tone: 'text-summary' },
  [Standing.gone]: { mark: '○', word: 'gone', tone: 'text-trouble' },
};

interface FactListProps {
  facts: readonly FactRow[];
  /** Positions in `facts`. */
  shown: readonly number[];
  standings: Uint8Array | null;
  /** The fact of each miss. */
  misses: Int32Array | null;
}

export function FactList({ facts, shown, standings, misses }: FactListProps) {
  const { showItem } = useWorkbench();
  const list = useRef<HTMLElement>(null);
  const missed = useMemo(() => {
    const counts = new Map<number, number>();
    for (const fact of misses ?? []) counts.set(fact, (counts.get(fact) ?? 0) + 1);
    return counts;
  }, [misses]);
  const stop = useRowStop({
    list,
    count: shown.length,
    entry: 0,
    height: HEIGHT,
    scrollTo: (row) => virtual.scrollToIndex(row),
  });
  const virtual = useVirtualizer({
    rangeExtractor: stop.extract,
    count: shown.length,
    getScrollElement: () => list.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
  });
  return (
    <RowList label="Facts of the transcript" list={list} stop={stop} className="border-rule border-t">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const at = shown[index] as number;
          const fact = facts[at];
          if (!fact) return null;
          const look = LOOKS[standings?.[at] ?? Standing.unsaid];
          const misses = missed.get(at) ?? 0;
          return (
            <li
              key={at}
              data-row-of={index}
              className="absolute inset-x-0 border-rule border-b"
              style={{ height: HEIGHT, transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                data-row={index}
                tabIndex={stop.tabIndexOf(index)}
                onClick={() => showItem(fact.first)}
                className="grid h-full w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-2 px-4 text-left hover:bg-hover"
              >
                <span aria-hidden="true" className={look?.tone}>
                  {look?.mark}
                </span>
                <span className="min-w-0">
                  <span
                    title={fact.value}
                    className={`block truncate ${fact.kind === 'constraint' ? '' : 'font-mono text-[12px]'}`}
                  >
                    {fact.value}
                  </span>
                  <span className="block truncate text-[11.5px] text-ink-soft tabular-nums">
                    <span className={look?.tone}>{look?.word}</span> ·{' '}
                    {fact.kind === 'constraint' ? 'demand' : fact.kind} · message {fact.first}
                  </span>
                </span>
                <span className="text-right text-[12px] text-ink-soft tabular-nums">
                  {fact.uses > 0 ? `${whole(fact.uses)} ${fact.uses === 1 ? 'use' : 'uses'}` : ''}
                  {misses > 0 ? (
                    <span className="block text-trouble">
                      {whole(misses)} {misses === 1 ? 'miss' : 'misses'}
                    </span>
                  ) : null}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length === 0 ? <p className="px-4 py-3 text-ink-soft">No fact is like that at this call.</p> : null}
    </RowList>
  );
}
