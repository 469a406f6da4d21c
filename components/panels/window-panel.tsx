/** The window at the cursor: how full it is, whether providers would take it, what fills it, as a list or as provider JSON. */
'use client';

import { lazy, memo, Suspense, useDeferredValue, useEffect, useState } from 'react';
import type { Shown } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { pressureText, whole } from '../ui/format';
import { CompositionBar } from './composition-bar';
import { OfResult } from './of-result';
import { ValidityLine } from './validity-line';
import { WindowList } from './window-list';

const WindowJson = lazy(() => import('./window-json').then((module) => ({ default: module.WindowJson })));

/** Messages whose text, name or calls hold the query; null where nothing is asked. */
function useMatches(query: string): ReadonlySet<number> | null {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const [found, setFound] = useState<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (query === '' || !info) {
      setFound(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .search({ text: query, roles: [], tool: '', minTokens: 0, counter: '' })
        .then((messages) => {
          if (current) setFound(new Set(messages));
        })
        .catch(() => undefined);
    }, 90);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query, info, transcript]);
  return query === '' ? null : found;
}

/** Rendered in pieces, and all of one result: a long transcript must not hold up the hand. */
export function WindowPanel() {
  const shown = useDeferredValue(useStore((state) => state.shown));
  return shown ? <Window shown={shown} /> : <div className="flex-1" />;
}

const Window = memo(function Window({ shown }: { shown: Shown }) {
  const [form, setForm] = useState<'list' | 'json'>('list');
  const [showGone, setShowGone] = useState(true);
  const [query, setQuery] = useState('');
  const found = useMatches(query);
  const { view, result } = shown;
  const tokens = result.run.calls.tokens[view.call] ?? 0;
  const before = result.run.calls.before[view.call] ?? -1;
  const gone = view.items.length - view.inWindow;
  return (
    <>
      <div className="px-4 pt-2.5 pb-2">
        <OfResult version={result.version}>
          <div className="flex items-baseline justify-between gap-2">
            <p>
              <strong className="font-semibold">Call {whole(view.call + 1)}</strong>{' '}
              <span className="text-ink-soft">{before < 0 ? 'the next call' : `before message ${before}`}</span>
            </p>
            <p className="text-ink-soft tabular-nums">
              <strong className="font-semibold text-ink">{whole(tokens)}</strong> {systemById(result.lane.system).unit}{' '}
              · {pressureText(tokens / Math.max(1, result.run.limit))}
            </p>
          </div>
          <ValidityLine call={view.call} />
          <CompositionBar view={view} run={result.run} />
        </OfResult>
        <div className="mt-2 flex items-center gap-2 text-[12px] text-ink-soft">
          <input
            type="search"
            aria-label="Search the window"
            placeholder="Search the window"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="h-6 min-w-0 flex-1 rounded-md border border-rule-strong bg-panel px-2 placeholder:text-ink-faint"
          />
          <fieldset className="flex shrink-0 overflow-hidden rounded-md border border-rule-strong">
            <legend className="sr-only">Form</legend>
            {(['list', 'json'] as const).map((one) => (
              <button
                key={one}
                type="button"
                data-form={one}
                aria-pressed={form === one}
                onClick={() => setForm(one)}
                className="h-6 px-2 hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink"
              >
                {one === 'list' ? 'List' : 'JSON'}
              </button>
            ))}
          </fieldset>
        </div>
        <div className="mt-1.5 flex min-h-5 items-center justify-between gap-2 text-[12px] text-ink-soft">
          <OfResult as="span" version={result.version} className="tabular-nums">
            {whole(view.inWindow)} in the window{gone > 0 ? ` · ${whole(gone)} no longer there` : ''}
          </OfResult>
          {form === 'list' ? (
            <label className="flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={showGone}
                onChange={(event) => setShowGone(event.target.checked)}
                className="accent-(--accent)"
              />
              Show what is gone
            </label>
          ) : null}
        </div>
      </div>
      <OfResult version={result.version} className="flex min-h-0 flex-1 flex-col">
        {form === 'list' ? (
          <WindowList shown={shown} showGone={showGone} found={found} query={query} />
        ) : (
          <Suspense fallback={<div className="flex-1" />}>
            <WindowJson call={view.call} version={result.version} query={query} />
          </Suspense>
        )}
      </OfResult>
    </>
  );
});
