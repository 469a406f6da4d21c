/** Saving the chart: as it stands as a picture, or all its numbers. */
'use client';

import { type RefObject, useMemo } from 'react';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import type { MenuChoice } from '../frame/chart-menu';
import { partsIn } from './composition-bands';
import { missesOf } from './misses';
import { useRecorded } from './use-recorded';

export function useChartExport(result: Result, box: RefObject<HTMLDivElement | null>): readonly MenuChoice[] {
  const { state } = useWorkbench();
  const byRole = useStore(({ view }) => view.chart.composition);
  const recorded = useRecorded(result.run);
  return useMemo(() => {
    const { run, lane, version } = result;
    const system = systemById(lane.system);
    const title = () => state.get().document?.title ?? '';
    const sentNow = () => {
      const { sent, showSent } = state.get();
      return showSent && sent?.version === version ? sent : null;
    };
    const picture = async (form: 'svg' | 'png') => {
      if (!box.current) return;
      const { savePicture } = await import('./save-chart');
      const { yardstick } = state.get();
      const misses = missesOf(state.get(), result);
      const roles = byRole ? state.get().document?.info.roles : undefined;
      const parts =
        roles?.length === run.messageCount ? partsIn((await import('./composition')).compositionOf(run, roles)) : null;
      const shown = { run, system, parts, recorded, counter: sentNow() ? yardstick : null, misses };
      await savePicture(box.current, title(), shown, form);
    };
    const numbers = async () => {
      const sent = sentNow();
      const { saveNumbers } = await import('./save-chart');
      saveNumbers(
        {
          run,
          sent: sent?.tokens ?? null,
          counter: sent?.counter ?? state.get().yardstick,
          unit: system.unit,
          inputAt: recorded.inputAt,
        },
        title(),
      );
    };
    const told = (error: Error & { remedy?: string }) =>
      state.set({
        problem: { title: 'Nothing was saved', message: error.message, remedy: error.remedy ?? 'Try once more.' },
      });
    return [
      { label: 'Save as SVG', note: 'drawing', run: () => void picture('svg').catch(told) },
      { label: 'Save as PNG', note: 'picture', run: () => void picture('png').catch(told) },
      {
        label: 'Save numbers as CSV',
        note: `${whole(run.calls.tokens.length)} calls`,
        run: () => void numbers().catch(told),
      },
    ];
  }, [result, box, state, byRole, recorded]);
}
