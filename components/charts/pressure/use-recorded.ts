/** What the open file recorded of its own run, as far as the chart is asked to show it. */
'use client';

import { useMemo } from 'react';
import { lowerBound } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { useStore } from '@/lib/store/use-store';
import type { Curve } from './curves';
import { type RecordedCompaction, recordedCompactions, recordedUsage } from './recorded';

export interface Recorded {
  /** Recorded input tokens, where the file has them and they are shown. */
  usage: Curve | null;
  compactions: readonly RecordedCompaction[];
  inputAt(call: number): number | null;
}

const NONE: readonly RecordedCompaction[] = [];

export function useRecorded(run: Run): Recorded {
  const info = useStore((state) => state.document?.info ?? null);
  const show = useStore(({ view }) => view.chart.recorded);
  const { before } = run.calls;
  const all = useMemo(() => {
    // Another transcript's numbers never reach this chart.
    if (!info || info.callCount !== before.length) return { usage: null, compactions: NONE };
    return { usage: recordedUsage(run, info.usage), compactions: recordedCompactions(run, info.boundaries) };
  }, [info, run, before]);
  return useMemo(() => {
    const usage = show ? all.usage : null;
    return {
      usage,
      compactions: show ? all.compactions : NONE,
      inputAt(call) {
        if (!usage) return null;
        const place = lowerBound(usage.calls, call);
        return usage.calls[place] === call ? (usage.amounts[place] as number) : null;
      },
    };
  }, [all, show]);
}
