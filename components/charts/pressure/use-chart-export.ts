/** Saving the chart: as it stands as a picture, or all its numbers. */
'use client';

import { type RefObject, useMemo } from 'react';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import type { MenuChoice } from '../frame/chart-menu';
import type { PictureKey } from '../frame/picture';
import { eventLook } from './event-glyph';
import { PART_LOOKS, PARTS } from './parts';
import { eventCounts } from './summary';
import { useRecorded } from './use-recorded';

/** Letters of a title that a file's name keeps. */
function fileName(title: string, extension: string): string {
  const plain = title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'chart' : plain}-pressure.${extension}`;
}

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
    const key = (): PictureKey[] => [
      ...(byRole
        ? PARTS.map((part) => ({ label: PART_LOOKS[part].short, color: PART_LOOKS[part].color }))
        : [{ label: `policy ${system.unit}`, color: 'var(--accent)' }]),
      ...(sentNow() ? [{ label: `sent (${state.get().yardstick})`, color: 'var(--ink-soft)' }] : []),
      ...(recorded.usage ? [{ label: 'recorded input', color: 'var(--cut-mark)' }] : []),
      ...eventCounts(run).map(({ kind, words }) => ({ label: words, color: eventLook(kind).color })),
    ];
    const picture = async (form: 'svg' | 'png') => {
      if (!box.current) return;
      const parts = {
        title: `Pressure: ${title()}`,
        note: `${system.label}, limit ${whole(run.limit)} ${system.unit}, ${whole(run.calls.tokens.length)} model calls`,
        key: key(),
      };
      const { savePicture } = await import('./save-chart');
      await savePicture(box.current, parts, fileName(title(), form), form);
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
        fileName(title(), 'csv'),
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
