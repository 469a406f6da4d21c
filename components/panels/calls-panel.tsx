/** What changed between two calls: the window before and the window now, by message, and by word where a text changed. */
'use client';

import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { itemLabel, type Run, State } from '@/lib/engine/run';
import type { Result } from '@/lib/store/state';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { NumberField } from '../ui/number-field';
import { OfResult } from './of-result';
import { RowList, useRowStop } from './row-list';
import { type DiffRow, diffWindows } from './window-diff';
import { WordDiff } from './word-diff';

const SHOWN = 300;

const LOOKS = {
  gone: { mark: '−', word: 'gone', tone: 'bg-trouble-soft/60 text-trouble' },
  come: { mark: '+', word: 'new', tone: 'bg-summary-soft/60 text-summary' },
  changed: { mark: '~', word: 'cut', tone: 'bg-accent-soft/60 text-cut' },
} as const;

export function CallsPanel() {
  const newest = useStore((state) => state.shown?.result ?? null);
  const at = useStore((state) => state.cursor);
  // Deferred as one, so that they stay together.
  const { result, cursor } = useDeferredValue(useMemo(() => ({ result: newest, cursor: at }), [newest, at]));
  /** The call that is looked back to; null for the one before the cursor. */
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const calls = result?.run.calls.tokens.length ?? 1;
  const to = Math.min(cursor, calls - 1);
  const from = Math.min(chosen ?? Math.max(0, to - 1), calls - 1);
  const diff = useMemo(() => (result ? diffWindows(result.run, from, to) : null), [result, from, to]);
  const list = useRef<HTMLElement>(null);
  const rows = Math.min(SHOWN, diff?.rows.length ?? 0);
  const stop = useRowStop({ list, count: rows, entry: 0 });
  if (!result || !diff) return <div className="flex-1" />;
  const { tokens } = result.run.calls;
  const [before, after] = [tokens[from] ?? 0, tokens[to] ?? 0];
  return (
    <>
      <div className="flex flex-col gap-1.5 px-4 pt-2.5 pb-2">
        <p data-from-call="" className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
          <label htmlFor={`${id}-from`} className="text-ink-soft">
            From call
          </label>
          <NumberField
            id={`${id}-from`}
            value={from + 1}
            min={1}
            max={calls}
            step={1}
            digits={0}
            invalid={false}
            onChange={(call) => setChosen(Math.min(Math.max(1, call), calls) - 1)}
          />
          <span>
            to <strong className="font-semibold">call {whole(to + 1)}</strong>
          </span>
          <button
            type="button"
            disabled={chosen === null}
            onClick={() => setChosen(null)}
            className="rounded-sm px-1 text-ink-soft hover:bg-hover hover:text-ink disabled:invisible"
          >
            the call before
          </button>
        </p>
        <OfResult as="p" version={result.version} className="text-ink-soft tabular-nums">
          {whole(before)} → <strong className="font-semibold text-ink">{whole(after)}</strong> tokens ·{' '}
          {whole(diff.kept)} unchanged
        </OfResult>
      </div>
      <OfResult version={result.version} className="flex min-h-0 flex-1 flex-col">
        <RowList label="Differences" list={list} stop={stop} className="border-rule border-t">
          {diff.rows.length === 0 ? <p className="p-4 text-ink-soft">The two windows are the same.</p> : null}
          <ul>
            {diff.rows.slice(0, SHOWN).map((row, at) => (
              <Row key={`${row.change} ${row.item}`} row={row} result={result} at={at} tabIndex={stop.tabIndexOf(at)} />
            ))}
          </ul>
          {diff.rows.length > SHOWN ? (
            <p className="px-4 py-2 text-ink-soft">and {whole(diff.rows.length - SHOWN)} more</p>
          ) : null}
        </RowList>
      </OfResult>
    </>
  );
}

function costOf(run: Run, item: number): number {
  return (item >= 0 ? run.arrivals.cost[item] : run.inserts[~item]?.tokens) ?? 0;
}

interface RowProps {
  row: DiffRow;
  result: Result;
  /** Its place in the list, and whether the Tab key stops at it. */
  at: number;
  tabIndex: 0 | -1;
}

function Row({ row, result, at, tabIndex }: RowProps) {
  const { showItem } = useWorkbench();
  const texts = useRowTexts();
  const [open, setOpen] = useState(false);
  const text = texts.get(row.item, State.verbatim);
  const look = LOOKS[row.change];
  const words = text ? [text.text, ...text.calls].filter(Boolean).join('  ') || '(no text)' : '';
  const byWord = row.change === 'changed' || row.replaces !== undefined;
  return (
    <li data-row-of={at} className="border-rule border-b">
      <div className={`flex items-center pr-3 ${look.tone}`}>
        <button
          type="button"
          data-row={at}
          tabIndex={tabIndex}
          onClick={() => showItem(row.item)}
          className="grid h-8 min-w-0 flex-1 grid-cols-[14px_36px_62px_minmax(0,1fr)_auto] items-center gap-2 pl-4 text-left hover:bg-hover"
        >
          <span className="font-semibold">
            <span aria-hidden="true">{look.mark}</span>
            <span className="sr-only">{look.word}</span>
          </span>
          <span className="text-ink-soft tabular-nums">{itemLabel(row.item)}</span>
          <span className="truncate text-ink-soft">{row.item < 0 ? 'summary' : (text?.role ?? '')}</span>
          <span className="truncate text-ink">{words}</span>
          <span className="text-ink-soft tabular-nums">{whole(costOf(result.run, row.item))}</span>
        </button>
        {byWord ? (
          <button
            type="button"
            aria-expanded={open}
            tabIndex={tabIndex}
            onClick={() => setOpen(!open)}
            className="ml-2 rounded-sm px-1 text-[12px] text-ink-soft hover:bg-hover"
          >
            by word
          </button>
        ) : null}
      </div>
      {open ? <ByWord row={row} version={result.version} /> : null}
    </li>
  );
}

/** The two texts of a row that changed: the original and what is sent, or the old summary and the new one. */
function ByWord({ row, version }: { row: DiffRow; version: number }) {
  const workbench = useWorkbench();
  const [texts, setTexts] = useState<{ before: string; after: string } | null>(null);
  const { item, replaces } = row;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result has other texts
  useEffect(() => {
    let current = true;
    const read = async () => {
      const now = await workbench.message(item);
      const then = replaces === undefined ? now.original : (await workbench.message(replaces)).sent;
      if (current) setTexts({ before: then?.content ?? '', after: now.sent.content ?? '' });
    };
    read().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [workbench, item, replaces, version]);
  return <div className="bg-panel px-4 py-3">{texts ? <WordDiff {...texts} /> : <div className="h-12" />}</div>;
}
