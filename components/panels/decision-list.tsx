/** Every decision of the run, one line each: the call, what was done, the tokens freed, and the reason in a sentence. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { decisionsAt, freedBy } from '@/lib/engine/ledger';
import { DECISIONS, type Run } from '@/lib/engine/run';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../ui/format';
import { RowList, useRowStop } from './row-list';

const ROW_HEIGHT = 28;

/** A decision in a word, and how it looks. Shapes differ, not colours alone. */
const DECISION_LOOKS: Record<string, { word: string; mark: string; color: string }> = {
  truncated: { word: 'truncated', mark: '✂', color: 'text-cut' },
  refused: { word: 'refused', mark: '⊘', color: 'text-trouble' },
  compacted: { word: 'compacted', mark: '●', color: 'text-summary' },
  evicted: { word: 'evicted', mark: '✕', color: 'text-trouble' },
  'summary-refused': { word: 'summary refused', mark: '○', color: 'text-trouble' },
  'summary-failed': { word: 'summary failed', mark: '○', color: 'text-trouble' },
  floor: { word: 'nothing left', mark: '▲', color: 'text-trouble' },
  trimmed: { word: 'trimmed', mark: '✕', color: 'text-trouble' },
  restored: { word: 'restored', mark: '↺', color: 'text-accent' },
  retrieved: { word: 'retrieved', mark: '↺', color: 'text-accent' },
  released: { word: 'released', mark: '↳', color: 'text-ink-soft' },
  'state-changed': { word: 'state changed', mark: '◆', color: 'text-accent' },
  joined: { word: 'joined', mark: '+', color: 'text-ink-soft' },
  referenced: { word: 'referenced', mark: '→', color: 'text-summary' },
  reported: { word: 'reported', mark: '▲', color: 'text-cut' },
};

export function lookOf(run: Run, decision: number): { word: string; mark: string; color: string } {
  const kind = DECISIONS[run.decisions.kind[decision] as number] ?? '';
  return DECISION_LOOKS[kind] ?? { word: kind, mark: '•', color: 'text-ink-soft' };
}

export function DecisionList() {
  const { tuning, showDecision } = useWorkbench();
  const result = useStore((state) => state.shown?.result ?? null);
  const chosen = useStore((state) => state.decision);
  const cursor = useStore((state) => state.cursor);
  const list = useRef<HTMLElement>(null);
  const count = result?.run.decisions.kind.length ?? 0;
  const near = useMemo(() => (result ? decisionsAt(result.run, cursor).from : 0), [result, cursor]);
  const stop = useRowStop({
    list,
    count,
    entry: chosen ?? near,
    height: ROW_HEIGHT,
    scrollTo: (row) => virtual.scrollToIndex(row),
  });
  const virtual = useVirtualizer({
    rangeExtractor: stop.extract,
    count,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  // The list follows the cursor, unless the user is reading elsewhere with a decision chosen. New results leave it where it
  // is: a scroll would lay out the whole page while a slider moves.
  const latest = useRef({ result, chosen });
  latest.current = { result, chosen };
  const any = count > 0;
  useEffect(() => {
    const { result: now, chosen: held } = latest.current;
    if (!any || !now || held !== null) return;
    const { from } = decisionsAt(now.run, cursor);
    // Three rows of what came before stay in sight; rows have one height, so nothing need be measured.
    list.current?.scrollTo({ top: (Math.min(now.run.decisions.kind.length - 1, from) - 3) * ROW_HEIGHT });
  }, [cursor, any]);
  if (!result) return <div className="flex-1" />;
  const { run, lane } = result;
  const system = systemById(lane.system);
  if (count === 0) {
    return (
      <p className="px-4 py-3 text-ink-soft">
        Nothing was taken: the window holds the whole transcript at every call. A smaller window shows where it would
        not.
      </p>
    );
  }
  return (
    <RowList label="Decisions" list={list} stop={stop}>
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const look = lookOf(run, index);
          const call = run.decisions.call[index] as number;
          const freed = freedBy(run, index);
          return (
            <li
              key={index}
              data-row-of={index}
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                data-row={index}
                tabIndex={stop.tabIndexOf(index)}
                aria-pressed={chosen === index}
                onClick={() => {
                  tuning.setCursor(call);
                  showDecision(index);
                }}
                className={`grid h-7 w-full grid-cols-[52px_118px_64px_1fr] items-center gap-3 px-4 text-left hover:bg-hover max-sm:grid-cols-[44px_1fr_64px] ${chosen === index ? 'bg-selected' : call === cursor ? 'bg-hover' : ''}`}
              >
                <span className="text-right text-ink-faint tabular-nums">{whole(call + 1)}</span>
                <span className={`truncate ${look.color}`}>
                  <span aria-hidden="true" className="mr-1.5 inline-block w-3 text-center">
                    {look.mark}
                  </span>
                  {look.word}
                </span>
                <span className="text-right tabular-nums">{freed > 0 ? `−${whole(freed)}` : ''}</span>
                <span className="truncate text-ink-soft max-sm:hidden">
                  {system.explain(index, run, lane.config, lane.guards)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </RowList>
  );
}
