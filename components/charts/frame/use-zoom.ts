/** The part of the calls in sight, shared by strip, curve and map through the page's one state, and what changes it. */
'use client';

import { useMemo } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { type ChartView, shownCalls } from '@/lib/store/view';
import { boundedDomain, type Domain, scaledDomain } from './zoom';

/** The stretch of calls `0…last` that was chosen; null for all of them. */
function chosenOf(chart: ChartView, last: number): Domain | null {
  const { from, to } = shownCalls(chart, last);
  return from > 0 || to < last ? { from, to } : null;
}

/** The stretch in sight, or null for all of it: the same object until it changes. */
export function useZoomedDomain(last: number): Domain | null {
  const chart = useStore(({ view }) => view.chart);
  const { zoom } = chart;
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of the chart's view matters
  return useMemo(() => chosenOf(chart, last), [zoom, last]);
}

export interface Zoom {
  /** The stretch that was chosen, or null. */
  chosen(): Domain | null;
  /** The stretch in sight. */
  now(): Domain;
  set(domain: Domain): void;
  /** Around a call, by a factor under 1 (in) or over 1 (out). */
  by(around: number, factor: number): void;
  /** Moved by so many calls. */
  pan(calls: number): void;
  reset(): void;
}

/** What zooms calls `0…last`. It never changes for a run, and nothing renders for asking. */
export function useZoom(last: number): Zoom {
  const { state, setChart } = useWorkbench();
  return useMemo(() => {
    const chosen = () => chosenOf(state.get().view.chart, last);
    const now = () => chosen() ?? { from: 0, to: last };
    const set = (domain: Domain) => {
      const bounded = boundedDomain(last, domain);
      const known = state.get().view.chart.zoom;
      if (known?.from !== bounded?.from || known?.to !== bounded?.to) setChart({ zoom: bounded });
    };
    return {
      chosen,
      now,
      set,
      by: (around, factor) => set(scaledDomain(now(), around, factor)),
      pan(calls) {
        const { from, to } = now();
        set({ from: from + calls, to: to + calls });
      },
      reset() {
        if (state.get().view.chart.zoom) setChart({ zoom: null });
      },
    };
  }, [state, setChart, last]);
}
