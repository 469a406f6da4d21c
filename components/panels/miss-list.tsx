/** Misses as rows, the next after the cursor in sight: what was used, at which call, and since when the window had lost it. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { lowerBound } from '@/lib/engine/ledger';
import type { FactRow, State } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { ScrollRegion } from '../ui/scroll-region';

const HEIGHT = 44;

interface MissListProps {
  facts: readonly FactRow[];
  misses: NonNullable<State['recall']>['misses'];
  cursor: number;
}

export function MissList({ facts, misses, cursor }: MissListProps) {
  const { tuning, showDecision } = useWorkbench();
  const list = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: misses.call.length,
    getScrollElement: () => list.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
  });
  const near = lowerBound(misses.call, cursor);
  useEffect(() => {
    if (near < misses.call.length) virtual.scrollToIndex(near, { align: 'center' });
  }, [near, misses, virtual]);
  return (
    <ScrollRegion ref={list} label="Misses" className="border-rule border-t">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const fact = facts[misses.fact[index] as number];
          const call = misses.call[index] as number;
          const lostAt = misses.lostAt[index] as number;
          const decision = misses.decision[index] as number;
          return (
            <li
              key={index}
              className={`absolute inset-x-0 flex border-rule border-b ${call === cursor ? 'bg-selected' : ''}`}
              style={{ height: HEIGHT, transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                onClick={() => tuning.setCursor(call)}
                className="min-w-0 flex-1 px-4 text-left hover:bg-hover"
              >
                <span title={fact?.value} className="block truncate font-mono text-[12px]">
                  {fact?.value}
                </span>
                <span className="block truncate text-[11.5px] text-ink-soft tabular-nums">
                  used at call {call + 1}, in message {misses.message[index]}
                </span>
              </button>
              <button
                type="button"
                disabled={decision < 0}
                onClick={() => {
                  tuning.setCursor(lostAt);
                  showDecision(decision);
                }}
                className="shrink-0 px-4 text-[12px] text-trouble tabular-nums hover:bg-hover hover:underline"
              >
                gone at call {lostAt + 1}
              </button>
            </li>
          );
        })}
      </ul>
      {misses.call.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">
          Nothing was missed: whatever the agent used again was still in its window or in a summary.
        </p>
      ) : null}
    </ScrollRegion>
  );
}
