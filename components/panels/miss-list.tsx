/** Misses as rows, the one at the cursor chosen and in sight: what was used, where it came from, and since when it was gone. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { lowerBound } from '@/lib/engine/ledger';
import { ROLES } from '@/lib/engine/transcript';
import type { FactRow, State } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { RowList, useRowStop } from './row-list';

const HEIGHT = 52;

interface MissListProps {
  facts: readonly FactRow[];
  misses: NonNullable<State['recall']>['misses'];
  cursor: number;
}

export function MissList({ facts, misses, cursor }: MissListProps) {
  const list = useRef<HTMLElement>(null);
  const count = misses.call.length;
  const near = lowerBound(misses.call, cursor);
  const stop = useRowStop({
    list,
    count,
    entry: near,
    height: HEIGHT,
    scrollTo: (row) => virtual.scrollToIndex(row),
  });
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => HEIGHT,
    rangeExtractor: stop.extract,
    overscan: 8,
  });
  useEffect(() => {
    // A row that the hand is on stays where it is.
    if (near < misses.call.length && !list.current?.contains(document.activeElement)) {
      virtual.scrollToIndex(near, { align: 'center' });
    }
  }, [near, misses, virtual]);
  const here = misses.call[near] === cursor ? lowerBound(misses.call, cursor + 1) - near : 0;
  const first = here > 0 ? facts[misses.fact[near] as number] : undefined;
  return (
    <>
      <p role="status" className="min-h-6 truncate px-4 pb-1.5 text-[12px] text-ink-soft" title={first?.value}>
        {first ? (
          <>
            {here === 1 ? 'Missed' : `${whole(here)} missed`} at call {whole(cursor + 1)}:{' '}
            <span className="font-mono text-[11.5px] text-ink">{first.value}</span>
          </>
        ) : count > 0 ? (
          `No miss at call ${whole(cursor + 1)}. The next miss: key “.”, the one before: “,”.`
        ) : null}
      </p>
      <RowList label="Misses" list={list} stop={stop} className="border-rule border-t">
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <li
              key={index}
              data-row-of={index}
              aria-current={misses.call[index] === cursor ? 'true' : undefined}
              className={`absolute inset-x-0 flex border-rule border-b ${misses.call[index] === cursor ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
              style={{ height: HEIGHT, transform: `translateY(${start}px)` }}
            >
              <Miss
                fact={facts[misses.fact[index] as number]}
                misses={misses}
                index={index}
                tabIndex={stop.tabIndexOf(index)}
              />
            </li>
          ))}
        </ul>
        {count === 0 ? (
          <p className="px-4 py-3 text-ink-soft">
            Nothing was missed: whatever the agent used again was still in its window or in a summary.
          </p>
        ) : null}
      </RowList>
    </>
  );
}

interface MissProps {
  fact: FactRow | undefined;
  misses: MissListProps['misses'];
  index: number;
  tabIndex: 0 | -1;
}

/** The use, the message that the fact came from, and the decision that took it. */
function Miss({ fact, misses, index, tabIndex }: MissProps) {
  const { tuning, showDecision, showItem } = useWorkbench();
  const roles = useStore((state) => state.document?.info.roles);
  const call = misses.call[index] as number;
  const lostAt = misses.lostAt[index] as number;
  const decision = misses.decision[index] as number;
  const role = fact ? (ROLES[roles?.[fact.first] ?? -1] ?? '') : '';
  const aside = 'flex-1 px-4 text-right text-[12px] tabular-nums hover:bg-hover hover:underline';
  return (
    <>
      <button
        type="button"
        data-row={index}
        tabIndex={tabIndex}
        onClick={() => tuning.setCursor(call)}
        className="min-w-0 flex-1 pl-4 text-left hover:bg-hover"
      >
        <span title={fact?.value} className="block truncate font-mono text-[12px]">
          {fact?.value}
        </span>
        <span className="block truncate text-[11.5px] text-ink-soft tabular-nums">
          used at call {whole(call + 1)}, in message {misses.message[index]}
        </span>
      </button>
      <span className="flex shrink-0 flex-col">
        <button
          type="button"
          disabled={!fact}
          tabIndex={tabIndex}
          title="The message that said it first"
          onClick={() => fact && showItem(fact.first)}
          className={`${aside} text-ink-soft`}
        >
          {fact ? `from ${role} message ${fact.first}` : ''}
        </button>
        <button
          type="button"
          disabled={decision < 0}
          tabIndex={tabIndex}
          onClick={() => {
            tuning.setCursor(lostAt);
            showDecision(decision);
          }}
          className={`${aside} text-trouble`}
        >
          gone at call {whole(lostAt + 1)}
        </button>
      </span>
    </>
  );
}
