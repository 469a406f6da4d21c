/** Probes that the transcript itself suggests, each with its reason, taken with one click. */
'use client';

import { useEffect, useState } from 'react';
import { probeName, probeTime } from '@/lib/probes/probe';
import type { ProbeSuggestion } from '@/lib/store/measuring';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';

/** Suggestions beside the probes there are; null while the facts are read. */
function useSuggestions(): readonly ProbeSuggestion[] | null | 'failed' {
  const { measuring } = useWorkbench();
  const probes = useStore((state) => state.probes);
  const info = useStore((state) => state.document?.info);
  const [found, setFound] = useState<{ of: unknown; list: readonly ProbeSuggestion[] | 'failed' } | null>(null);
  useEffect(() => {
    if (!info) return;
    const asked = new AbortController();
    measuring.suggestions(probes, asked.signal).then(
      (list) => setFound({ of: info, list }),
      () => {
        if (!asked.signal.aborted) setFound({ of: info, list: 'failed' });
      },
    );
    return () => asked.abort();
  }, [measuring, probes, info]);
  return found && found.of === info ? found.list : null;
}

export function ProbeSuggestions() {
  const { judging } = useWorkbench();
  const found = useSuggestions();
  return (
    <section aria-label="Suggested probes" className="px-4 pt-3 pb-4 text-[12.5px]">
      <h3 className="font-medium text-[12.5px]">
        Suggested by the transcript{' '}
        {Array.isArray(found) ? <span className="font-normal text-ink-faint">{whole(found.length)}</span> : null}
      </h3>
      {found === null ? (
        <p className="text-ink-soft">The transcript is read for facts that it uses later.</p>
      ) : found === 'failed' ? (
        <p className="text-ink-soft">The facts could not be read. Open another panel and come back to try again.</p>
      ) : found.length === 0 ? (
        <p className="text-ink-soft">Nothing more: no fact is used again long after it was said.</p>
      ) : (
        <ul>
          {found.map(({ probe, reason }) => {
            const named = { ...probe, id: '' };
            return (
              <li
                key={`${probeName(named)} ${probeTime(named)}`}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-rule border-b py-1"
              >
                <span className="min-w-0">
                  <span className="break-words font-mono text-[12px]">{probeName(named)}</span>{' '}
                  <span className="whitespace-nowrap text-ink-soft">{probeTime(named)}</span>
                  <span className="block text-ink-soft">{reason}</span>
                </span>
                <Button
                  aria-label={`Add the probe ${probeName(named)} ${probeTime(named)}`}
                  onClick={() => judging.addProbe(probe)}
                >
                  Add
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
