/** Facts and misses: what the transcript says that can be looked for word for word, where it stands now, and what was missed. */
'use client';

import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Standing } from '@/lib/engine/standing';
import { UNRECALLED } from '@/lib/store/insights';
import { LATE, recalledVersion, versionOfBoth } from '@/lib/store/present';
import type { FactRow, State } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { FactList } from './fact-list';
import { MissList } from './miss-list';
import { OfResult } from './of-result';
import { Unread } from './unread';
import { useFacts } from './use-facts';

const KINDS = {
  path: 'Paths',
  command: 'Commands',
  number: 'Numbers',
  id: 'Ids',
  url: 'Addresses',
  error: 'Errors',
  name: 'Names',
  constraint: 'Demands',
} as const;

const STANDINGS = [
  { code: Standing.verbatim, mark: '●', word: 'in the window', tone: 'text-ink' },
  { code: Standing.summary, mark: '◐', word: 'in a summary', tone: 'text-summary' },
  { code: Standing.gone, mark: '○', word: 'gone', tone: 'text-trouble' },
] as const;

const NO_FACTS: readonly FactRow[] = [];

/** Where each fact stands at a call of the result of a version. */
interface Standings {
  codes: Uint8Array;
  version: number | undefined;
  call: number;
}

/** Of the window that is shown, or still of the one before. */
function useStandings(): Standings | null {
  const { state, transcript } = useWorkbench();
  const version = useStore((state) => state.shown?.result.version);
  const call = useStore((state) => state.shown?.view.call);
  const [standings, setStandings] = useState<Standings | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result has other windows at the same call
  useEffect(() => {
    if (call === undefined) return;
    let current = true;
    transcript
      .standings(call)
      .then((codes) => {
        // The worker reads its latest run, which is the result on the page.
        if (current) setStandings({ codes, version: state.get().result?.version, call });
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [state, transcript, version, call]);
  return standings;
}

/** Standings at another call than that of the window are of no result that is shown. */
function standingsVersion({ shown }: State, standings: Standings | null): number | undefined {
  return standings && standings.call !== shown?.view.call ? LATE : standings?.version;
}

export function FactsPanel() {
  const { listFacts } = useWorkbench();
  const facts = useFacts();
  const known = useDeferredValue(useStandings());
  const standings = known?.codes ?? null;
  const versionOfStandings = (state: State) => standingsVersion(state, known);
  // Where facts stand is of the one, which were missed of the other.
  const listedVersion = (state: State) => versionOfBoth(versionOfStandings(state), recalledVersion(state));
  const recall = useStore((state) => state.recall);
  const cursor = useStore((state) => state.cursor);
  const isUnread = useStore(({ unrecalled, result }) => unrecalled !== null && unrecalled === result?.version);
  const [kind, setKind] = useState('');
  const [standing, setStanding] = useState(0);
  const [query, setQuery] = useState('');
  const form = useStore(({ view }) => view.facts);
  const rows = facts ?? NO_FACTS;
  const totals = useMemo(() => {
    const counts = [0, 0, 0, 0];
    for (const code of standings ?? []) counts[code] = (counts[code] as number) + 1;
    return counts;
  }, [standings]);
  const shown = useMemo(() => {
    const needle = query.toLowerCase();
    const found: number[] = [];
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as FactRow;
      if (kind !== '' && row.kind !== kind) continue;
      const code = standings?.[at] ?? Standing.unsaid;
      if (standing === 0 ? code === Standing.unsaid : code !== standing) continue;
      if (needle !== '' && !row.value.toLowerCase().includes(needle)) continue;
      found.push(at);
    }
    return found;
  }, [rows, kind, standing, query, standings]);
  const misses = recall?.misses.call.length ?? 0;
  if (isUnread) {
    return (
      <section
        data-panel="facts"
        tabIndex={-1}
        aria-label="Facts"
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <Unread title={UNRECALLED} />
      </section>
    );
  }
  return (
    <section data-panel="facts" tabIndex={-1} aria-label="Facts" className="flex min-h-0 flex-1 flex-col outline-none">
      <div className="flex flex-col gap-2 px-4 pt-2.5 pb-2">
        <OfResult as="p" version={recalledVersion}>
          {recall ? (
            <>
              Recall <strong className="font-semibold tabular-nums">{recall.recall.toFixed(3)}</strong>
              <span className="text-ink-soft tabular-nums">
                {' '}
                = 1 − {whole(misses)} {misses === 1 ? 'miss' : 'misses'} of {whole(recall.uses)} uses
                {recall.inSummary > 0 ? `; ${whole(recall.inSummary)} from a summary alone` : ''}
              </span>
            </>
          ) : (
            <span className="text-ink-soft">Reading what the transcript says…</span>
          )}
        </OfResult>
        <p className="text-[12px] text-ink-soft">
          A use is an answer that repeats what an earlier message said. A miss is a use after the window had lost it:
          the agent of the recording still knew, this memory would not have.
        </p>
        <fieldset className="flex flex-wrap gap-1 text-[12px]">
          <legend className="sr-only">What to list</legend>
          {STANDINGS.map(({ code, mark, word, tone }) => (
            <button
              key={code}
              type="button"
              aria-pressed={form === 'facts' && standing === code}
              onClick={() => {
                listFacts('facts');
                setStanding(standing === code && form === 'facts' ? 0 : code);
              }}
              className="rounded-full border border-rule-strong px-2 tabular-nums leading-[22px] hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              <span aria-hidden="true" className={tone}>
                {mark}
              </span>{' '}
              <OfResult as="span" version={versionOfStandings}>
                {whole(totals[code] ?? 0)} {word}
              </OfResult>
            </button>
          ))}
          <button
            type="button"
            aria-pressed={form === 'misses'}
            onClick={() => listFacts(form === 'misses' ? 'facts' : 'misses')}
            className="rounded-full border border-rule-strong px-2 tabular-nums leading-[22px] hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            <span aria-hidden="true" className="text-trouble">
              ✕
            </span>{' '}
            <OfResult as="span" version={recalledVersion}>
              {whole(misses)} {misses === 1 ? 'miss' : 'misses'}
            </OfResult>
          </button>
        </fieldset>
        {form === 'facts' ? (
          <div className="flex gap-2 text-[12px]">
            <input
              type="search"
              aria-label="Search the facts"
              placeholder="Search"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="h-6 min-w-0 flex-1 rounded-md border border-rule-strong bg-panel px-2 placeholder:text-ink-faint"
            />
            <select
              aria-label="Kind of fact"
              value={kind}
              onChange={(event) => setKind(event.target.value)}
              className="h-6 rounded-md border border-rule-strong bg-panel px-1"
            >
              <option value="">All kinds</option>
              {Object.entries(KINDS).map(([id, label]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
      <OfResult version={form === 'misses' ? recalledVersion : listedVersion} className="flex min-h-0 flex-1 flex-col">
        {form === 'misses' && recall ? (
          <MissList facts={rows} misses={recall.misses} cursor={cursor} />
        ) : (
          <FactList facts={rows} shown={shown} standings={standings} misses={recall?.misses.fact ?? null} />
        )}
      </OfResult>
    </section>
  );
}
