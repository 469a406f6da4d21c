/** Counters side by side: how far each is off on this transcript, and which decisions the choice of one moves. */
'use client';

import { useCallback, useMemo } from 'react';
import { exactCounter, MEASURED_COUNTERS, type MeasureOptions } from '@/lib/store/measuring';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { MoreColumns } from '../ui/more-columns';
import { ScrollRegion } from '../ui/scroll-region';
import { CounterMoves } from './counter-moves';
import { CounterTools, CounterTotals } from './counter-totals';
import { CounterUsage } from './counter-usage';
import { useInTurn } from './use-in-turn';

const WANTED = MEASURED_COUNTERS.map(({ id }) => id);

export function CountersPanel() {
  const { measuring } = useWorkbench();
  const exact = exactCounter(useStore((state) => state.yardstick));
  const yardstick = useStore((state) => state.yardstick);
  const info = useStore((state) => state.document?.info);
  const ask = useCallback(
    (counter: string, options: MeasureOptions) => measuring.report(exact, counter, options),
    [measuring, exact],
  );
  const of = useMemo(() => ({ info, exact }), [info, exact]);
  const state = useInTurn({ of, wanted: WANTED, ask, rest: 0 });
  const { asking } = state;
  return (
    <>
      <ScrollRegion label="Counters" className="overflow-x-auto pb-4">
        <MoreColumns />
        {exact === yardstick ? null : (
          <p className="px-4 pt-2 text-[12.5px] text-ink-soft">
            The yardstick, {yardstick}, is an estimate itself; the others are held against {exact}.
          </p>
        )}
        <CounterTotals exact={exact} state={state} />
        <CounterTools exact={exact} state={state} />
        <CounterUsage state={state} />
        <CounterMoves />
      </ScrollRegion>
      {asking ? (
        <p role="status" className="flex items-center gap-3 border-rule border-t px-4 py-1.5 text-[12px] text-ink-soft">
          <span className="truncate">Counting with {asking.what}</span>
          <progress className="h-1 w-40 min-w-0" max={1} value={asking.share} />
          <span className="whitespace-nowrap tabular-nums">
            {state.answers.size} of {WANTED.length}
          </span>
        </p>
      ) : null}
    </>
  );
}
