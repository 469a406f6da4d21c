/** Saving the chart: as it stands as a picture, or all its numbers. */
'use client';

import { type RefObject, useMemo } from 'react';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../../ui/format';
import type { MenuChoice } from '../frame/chart-menu';
import type { PictureKey, PictureMark } from '../frame/picture';
import { FLAG, FLAG_COLOR, POLICY_LOOK, RECORDED_LOOK, SENT_LOOK } from './curve-looks';
import { eventPaint, eventPath } from './event-glyph';
import { PART_LOOKS, PARTS } from './parts';
import type { StrandLook } from './strands';
import { eventCounts } from './summary';
import { useRecorded } from './use-recorded';

/** An area's colour in the key. */
const AREA = 'M4 -4.5h9v9h-9z';

/** A stretch of line as the curve is drawn. */
function lineMark({ stroke, strokeWidth, strokeDasharray }: StrandLook): PictureMark {
  return { path: 'M0 0H16', stroke, strokeWidth, ...(strokeDasharray ? { strokeDasharray } : {}) };
}

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
        ? PARTS.map((part) => ({ label: PART_LOOKS[part].short, mark: { path: AREA, fill: PART_LOOKS[part].color } }))
        : [{ label: `policy ${system.unit}`, mark: lineMark(POLICY_LOOK) }]),
      ...(sentNow() ? [{ label: `sent (${state.get().yardstick})`, mark: lineMark(SENT_LOOK) }] : []),
      ...(recorded.usage ? [{ label: 'recorded input', mark: lineMark(RECORDED_LOOK) }] : []),
      ...(recorded.compactions.length > 0
        ? [{ label: 'recorded compactions', mark: { path: `M5 -4${FLAG}`, fill: FLAG_COLOR } }]
        : []),
      ...eventCounts(run).map(({ kind, words }) => ({
        label: words,
        mark: { path: eventPath(kind, 9, 0, 3.25), ...eventPaint(kind, 'none') },
      })),
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
