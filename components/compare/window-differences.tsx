/** What only one of two windows sends, a line each: only the lines in sight are drawn, and each leads to its lane. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { itemLabel, type Run, State } from '@/lib/engine/run';
import { type LaneEntry, laneName } from '@/lib/store/lanes';
import { useRowTexts, useWorkbench } from '@/lib/store/use-store';
import { RowList, useRowStop } from '../panels/row-list';
import type { LaneDiffRow } from './lane-diff';
import { LaneMark } from './lane-mark';

const ROW_HEIGHT = 33;
/** Of a summary, what a line can show at the most. */
const MOST_SHOWN = 400;

/** A lane with its run. */
interface Side {
  entry: LaneEntry;
  run: Run;
}

interface WindowDifferencesProps {
  rows: readonly LaneDiffRow[];
  left: Side;
  right: Side;
}

export function WindowDifferences({ rows, left, right }: WindowDifferencesProps) {
  const list = useRef<HTMLElement>(null);
  const stop = useRowStop({
    list,
    count: rows.length,
    entry: 0,
    height: ROW_HEIGHT,
    scrollTo: (row) => virtual.scrollToIndex(row),
  });
  const virtual = useVirtualizer({
    rangeExtractor: stop.extract,
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  return (
    <RowList label="Differences between the windows" list={list} stop={stop} className="border-rule border-t">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row ? (
            <li
              key={`${row.side} ${row.item}`}
              data-row-of={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-rule border-b"
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              <Row row={row} index={index} tabIndex={stop.tabIndexOf(index)} of={row.side === 'right' ? right : left} />
            </li>
          ) : null;
        })}
      </ul>
    </RowList>
  );
}

interface RowProps {
  row: LaneDiffRow;
  index: number;
  tabIndex: 0 | -1;
  of: Side;
}

/** What a lane wrote itself stands in its run; the words of messages are fetched. */
function useWords({ item }: LaneDiffRow, { run }: Side): { words: string; role: string } {
  const rows = useRowTexts();
  if (item < 0) {
    const insert = run.inserts[~item];
    return { words: (insert?.message.content ?? '').slice(0, MOST_SHOWN), role: insert?.kind ?? 'summary' };
  }
  const text = rows.get(item, State.verbatim);
  const words = text ? [text.text, ...text.calls].filter(Boolean).join('  ') || '(no text)' : '';
  return { words, role: text?.role ?? '' };
}

function Row({ row, index, tabIndex, of }: RowProps) {
  const { showItem, setMode, lanes } = useWorkbench();
  const { words, role } = useWords(row, of);
  const where = row.side === 'changed' ? 'cut in one of them' : `only in ${laneName(of.entry)}`;
  return (
    <button
      type="button"
      data-row={index}
      tabIndex={tabIndex}
      title={where}
      onClick={() => {
        // Its whole life is in the inspector of its lane.
        lanes.activate(of.entry.id);
        setMode('tune');
        showItem(row.item);
      }}
      className="grid h-full w-full grid-cols-[18px_40px_70px_minmax(0,1fr)] items-center gap-2 px-4 text-left hover:bg-hover"
    >
      {row.side === 'changed' ? <span className="text-center text-cut">~</span> : <LaneMark colour={of.entry.colour} />}
      <span className="text-ink-soft tabular-nums">{itemLabel(row.item)}</span>
      <span className="truncate text-ink-soft">{role}</span>
      <span className={`truncate ${row.side === 'right' ? 'pl-6' : ''}`}>
        <span className="sr-only">{where}: </span>
        {words}
      </span>
    </button>
  );
}
