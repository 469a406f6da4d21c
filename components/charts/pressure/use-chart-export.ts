/** Saving the chart: as it stands as a picture, or its numbers, of all calls or of those in sight. */
'use client';

import { type RefObject, useMemo } from 'react';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import type { MenuChoice } from '../frame/chart-menu';
import { useZoomedDomain } from '../frame/use-zoom';
import type { Domain } from '../frame/zoom';
import { partsIn } from './composition-bands';
import { missesOf } from './misses';
import { stretchWords } from './summary';
import { useRecorded } from './use-recorded';

export function useChartExport(result: Result, box: RefObject<HTMLDivElement | null>): readonly MenuChoice[] {
  const { state } = useWorkbench();
  const byRole = useStore(({ view }) => view.chart.composition);
  const recorded = useRecorded(result.run);
  const zoomed = useZoomedDomain(result.run.calls.tokens.length - 1);
  return useMemo(() => {
    const { run, lane, version } = result;
    const system = systemById(lane.system);
    const title = () => state.get().document?.title ?? '';
    const composition = async () => {
      const roles = state.get().document?.info.roles;
      return roles?.length === run.messageCount ? (await import('./composition')).compositionOf(run, roles) : null;
    };
    const picture = async (form: 'svg' | 'png') => {
      if (!box.current) return;
      const { savePicture } = await import('./save-chart');
      const { yardstick, sent, showSent } = state.get();
      const counter = showSent && sent?.version === version ? yardstick : null;
      const window = byRole ? await composition() : null;
      const parts = window && partsIn(window);
      const shown = { run, system, parts, recorded, counter, misses: missesOf(state.get(), result), zoomed };
      await savePicture(box.current, title(), shown, form);
    };
    const numbers = async (stretch: Domain | null) => {
      const { saveNumbers, numbersOf } = await import('./save-chart');
      saveNumbers(await numbersOf(state, result, stretch, await composition()), title());
    };
    const told = (error: Error & { remedy?: string }) =>
      state.set({
        problem: { title: 'Nothing was saved', message: error.message, remedy: error.remedy ?? 'Try once more.' },
      });
    const inSight = zoomed ? stretchWords(zoomed) : null;
    const all = `all ${whole(run.calls.tokens.length)} calls`;
    return [
      { label: 'Save as SVG', note: inSight ?? 'drawing', run: () => picture('svg').catch(told) },
      { label: 'Save as PNG', note: inSight ?? 'picture', run: () => picture('png').catch(told) },
      { label: 'Save numbers as CSV', note: all, run: () => numbers(null).catch(told) },
      ...(inSight
        ? [{ label: 'Save numbers in sight as CSV', note: inSight, run: () => numbers(zoomed).catch(told) }]
        : []),
    ];
  }, [result, box, state, byRole, recorded, zoomed]);
}
