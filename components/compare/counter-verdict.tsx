/** A counter that is part of a published system: at which calls an exact count would have found the window over its limit, or not. */
'use client';

import { useMemo } from 'react';
import { useStore } from '@/lib/store/use-store';
import { CallLinks } from '../panels/call-links';
import { whole } from '../ui/format';
import { verdicts } from './verdicts';

export function CounterVerdict({ counter }: { counter: string }) {
  const yardstick = useStore((state) => state.yardstick);
  const outcome = useStore((state) => state.comparison.get(state.active));
  const run = outcome?.run;
  const sent = outcome?.sent;
  const found = useMemo(() => (run && sent ? verdicts(run.calls.tokens, sent, run.limit) : null), [run, sent]);
  return (
    <div className="max-w-[88ch] space-y-1 px-4 text-[12.5px] text-ink-soft">
      <p>
        Its estimate ({counter}) is a part of the system as published and cannot be exchanged, so the lane is not
        replayed under other counters. What can be said is where the same windows are over the limit by {yardstick}, the
        yardstick of the comparison, tool schemas included.
      </p>
      {found && run ? (
        <>
          <p className="text-ink tabular-nums">
            Over the limit of {whole(run.limit)} by an exact count, though not by its own: {whole(found.missed.length)}{' '}
            of {whole(run.calls.tokens.length)} calls.
          </p>
          <CallLinks calls={found.missed} />
          <p className="text-ink tabular-nums">
            Over it by its own count, though not by an exact one: {whole(found.early.length)}.
          </p>
          <CallLinks calls={found.early} />
        </>
      ) : (
        <p>The lane is being replayed.</p>
      )}
    </div>
  );
}
