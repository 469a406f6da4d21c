/** The window at the cursor, message by message, with what is no longer there dimmed in its place. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { DECISIONS, itemLabel, type Run, State } from '@/lib/engine/run';
import { pinnedWords, recentWords } from '@/lib/store/held';
import { togglePin } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import type { Shown, WindowView } from '@/lib/store/state';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { percentText, whole } from '../ui/format';
import { PinIcon } from '../ui/icons';
import { RowList, useRowStop } from './row-list';

const STANDING_HEIGHT = 66;
const GONE_HEIGHT = 34;

function stands(view: WindowView, row: number): boolean {
  const state = view.state[row];
  return state === State.verbatim || state === State.truncated;
}

interface WindowListProps {
  shown: Shown;
  /** Rows that are no longer in the window are shown too. */
  showGone: boolean;
  /** Messages that a search found, or null where none is on. Summaries are searched in what is shown of them. */
  found: ReadonlySet<number> | null;
  query: string;
}

export function WindowList({ shown, showGone, found, query }: WindowListProps) {
  const texts = useRowTexts();
  const { view, result } = shown;
  const list = useRef<HTMLElement>(null);
  const rows = useMemo(() => {
    const matches = (item: number) => {
      if (!found) return true;
      if (item >= 0) return found.has(item);
      return texts.get(item, State.verbatim)?.text.toLowerCase().includes(query.toLowerCase()) === true;
    };
    const all = Int32Array.from(view.items.keys());
    return showGone && !found
      ? all
      : all.filter((row) => (showGone || stands(view, row)) && matches(view.items[row] as number));
  }, [view, showGone, found, query, texts]);
  const stop = useRowStop({ list, count: rows.length, entry: 0, scrollTo: (row) => virtual.scrollToIndex(row) });
  const virtual = useVirtualizer({
    rangeExtractor: stop.extract,
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: (position) => (stands(view, rows[position] as number) ? STANDING_HEIGHT : GONE_HEIGHT),
    overscan: 6,
  });
  // Sizes depend on states that a replay changes, and on what a search leaves.
  const measured = useRef(rows);
  if (measured.current !== rows) {
    measured.current = rows;
    virtual.measure();
  }
  const tokens = result.run.calls.tokens[view.call] ?? 0;
  return (
    <RowList label="Messages" list={list} stop={stop} className="border-rule border-t">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, size, start }) => (
          <li
            key={index}
            data-row-of={index}
            className="absolute inset-x-0"
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            <WindowRow
              run={result.run}
              view={view}
              row={rows[index] as number}
              total={tokens}
              position={index}
              tabIndex={stop.tabIndexOf(index)}
            />
          </li>
        ))}
      </ul>
      {rows.length === 0 ? <p className="px-4 py-3 text-ink-soft">No message is like that.</p> : null}
    </RowList>
  );
}

interface RowProps {
  run: Run;
  view: WindowView;
  row: number;
  /** Policy tokens of the whole window, for the share. */
  total: number;
  /** Its place in the list. */
  position: number;
  tabIndex: 0 | -1;
}

function WindowRow({ run, view, row, total, position, tabIndex }: RowProps) {
  const workbench = useWorkbench();
  const texts = useRowTexts();
  const item = view.items[row] as number;
  const state = view.state[row] as number;
  const cost = view.cost[row] as number;
  const text = texts.get(item, state);
  const standing = stands(view, row);
  const role = text?.role ?? '';
  const words = text ? [text.text, ...text.calls].filter((part) => part !== '').join('  ') : '';
  const code = text !== null && (role === 'tool' || (text.text === '' && text.calls.length > 0));
  const share = total > 0 ? (100 * cost) / total : 0;
  // One button whatever becomes of the message: the hand that is on it stays there.
  return (
    <div className={`group relative h-full border-rule border-b ${standing && item < 0 ? 'bg-summary-soft' : ''}`}>
      <button
        type="button"
        data-row={position}
        tabIndex={tabIndex}
        onClick={() => workbench.showItem(item)}
        className={`grid h-full w-full gap-2 px-4 text-left hover:bg-hover ${standing ? 'grid-cols-[36px_62px_1fr_56px] pt-1.5' : 'grid-cols-[36px_62px_1fr_auto] items-center text-ink-faint'}`}
      >
        <span className={`tabular-nums ${standing ? 'text-ink-faint' : ''}`}>{itemLabel(item)}</span>
        <span className={`truncate ${standing ? (item < 0 ? 'text-summary' : 'text-ink-soft') : ''}`}>{role}</span>
        {standing ? (
          <>
            <span className="min-w-0">
              <span
                className={`line-clamp-2 min-h-[18px] text-[12.5px] leading-[18px] ${code ? 'font-mono text-[11.5px]' : ''}`}
              >
                {words || <span className="text-ink-faint">{text ? '(no text)' : ' '}</span>}
              </span>
              <StandingTag run={run} view={view} row={row} />
            </span>
            <span className="text-right tabular-nums">
              {whole(cost)}
              <span className="block text-[11px] text-ink-faint">{total > 0 ? percentText(share) : ''}</span>
            </span>
          </>
        ) : (
          <>
            {/* Until its text has come nothing is said of it. */}
            <span className="truncate decoration-(--ink-faint)/40 line-through">
              {words || (text ? '(no text)' : '')}
            </span>
            <GoneTag run={run} view={view} row={row} />
          </>
        )}
      </button>
      {standing && item >= 0 ? <PinButton message={item} tabIndex={tabIndex} /> : null}
      {standing ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute bottom-0 left-0 h-[2px] bg-tool/60"
          style={{ width: `${Math.min(100, share)}%` }}
        />
      ) : null}
    </div>
  );
}

function PinButton({ message, tabIndex }: { message: number; tabIndex: 0 | -1 }) {
  const { tuning } = useWorkbench();
  const lane = useStore(laneOf);
  const explicit = lane.config.explicit;
  if (!Array.isArray(explicit)) return null;
  const pinned = explicit.includes(message);
  return (
    <button
      type="button"
      aria-pressed={pinned}
      tabIndex={tabIndex}
      aria-label={pinned ? `Unpin message ${message}` : `Pin message ${message}`}
      title={pinned ? 'Unpin' : 'Pin: never let it go'}
      onClick={() => tuning.setLane(togglePin(lane, message))}
      className={`absolute right-3 bottom-1 rounded-sm p-0.5 hover:bg-hover focus-visible:opacity-100 group-hover:opacity-100 ${pinned ? 'text-accent' : 'text-ink-faint opacity-0 hover:text-ink [@media(hover:none)]:opacity-100'}`}
    >
      <PinIcon filled={pinned} />
    </button>
  );
}

type TagProps = Pick<RowProps, 'run' | 'view' | 'row'>;

/** Which items a summary took the place of: the span of the decision that wrote it. */
function coveredBy(run: Run, insert: number): string {
  const decision = run.decisions.insert.indexOf(insert);
  if (decision < 0) return '';
  const first = run.decisions.first[decision] as number;
  const last = run.decisions.last[decision] as number;
  return `${itemLabel(first)} to ${itemLabel(last)}`;
}

function StandingTag({ run, view, row }: TagProps) {
  const item = view.items[row] as number;
  const groups = useStore((state) => state.document?.info.groups);
  const pin = groups ? pinnedWords(view, row, groups) : '';
  const recent = recentWords(view, row);
  const parts: React.ReactNode[] = [];
  if (item < 0) {
    const insert = run.inserts[~item];
    if (insert && insert.covers > 0) {
      parts.push(
        <span key="summary" className="mr-2.5 text-summary">
          {insert.kind === 'summary' ? 'summary of' : 'stands for'} {coveredBy(run, ~item)}, {whole(insert.covers)}{' '}
          {insert.covers === 1 ? 'message' : 'messages'}
          {insert.generation > 1 ? `, generation ${insert.generation}` : ''}
        </span>,
      );
    }
  }
  if (view.state[row] === State.truncated) {
    parts.push(
      <span key="cut" className="mr-2.5 text-cut">
        truncated
      </span>,
    );
  }
  if (pin !== '' || recent !== '') {
    parts.push(
      <span key="pin" className={pin === '' ? 'text-ink-faint' : 'text-accent'}>
        {pin === '' ? recent : `pinned: ${pin}`}
      </span>,
    );
  }
  return <span className="block truncate text-[11px] leading-[16px]">{parts}</span>;
}

function GoneTag({ run, view, row }: TagProps) {
  const state = view.state[row];
  const into = view.into[row] as number;
  if (state === State.summarised) {
    return <span className="whitespace-nowrap text-[11px] text-summary">in {itemLabel(~into)}</span>;
  }
  if (state === State.refused) return <span className="text-[11px] text-trouble">refused</span>;
  const decision = view.decision[row] as number;
  const kind = DECISIONS[run.decisions.kind[decision] ?? -1];
  return <span className="text-[11px] text-trouble">{kind === 'compacted' ? 'removed' : (kind ?? 'evicted')}</span>;
}
