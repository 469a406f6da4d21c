/** Keeps what the lanes come to once they have rested, so that there is something to go back to; and reads what was kept. */
'use client';

import { useEffect } from 'react';
import { isStale } from '@/lib/store/stale';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { useRuns } from './use-runs';

/** Milliseconds without a change after which a result counts as one. */
const REST = 6000;

export default function AutomaticRuns() {
  const { state } = useWorkbench();
  const runs = useRuns();
  const scenario = useStore((now) => now.scenario?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scenario has runs of its own
  useEffect(() => void runs.refresh(), [runs, scenario]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let seen = state.get().comparison;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const rested = state.get();
        if (rested.lanes.every((entry) => !isStale(entry, rested))) void runs.keepAutomatically();
      }, REST);
    };
    const stop = state.subscribe(() => {
      const { comparison } = state.get();
      if (comparison === seen) return;
      seen = comparison;
      wait();
    });
    wait();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [state, runs]);
  return null;
}
