/** Saving the chart: as it stands as a picture, or all its numbers. */
'use client';

import { type RefObject, useMemo } from 'react';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/registry';
import { whole } from '../../ui/format';
import { saveAs } from '../../ui/save-as';
import type { MenuChoice } from '../frame/chart-menu';
import { type PictureKey, pngOf, svgOf } from '../frame/picture';
import { PART_LOOKS, PARTS } from './composition';
import { eventLook } from './event-glyph';
import { chartCsv } from './numbers';
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
    const picture = () =>
      box.current &&
      svgOf(box.current, {
        title: `Pressure: ${title()}`,
        note: `${system.label}, limit ${whole(run.limit)} ${system.unit}, ${whole(run.calls.tokens.length)} model calls`,
        key: key(),
      });
    return [
      {
        label: 'Save as SVG',
        note: 'drawing',
        run() {
          const drawn = picture();
          if (drawn) saveAs(new Blob([drawn.svg], { type: 'image/svg+xml' }), fileName(title(), 'svg'));
        },
      },
      {
        label: 'Save as PNG',
        note: 'picture',
        run() {
          const drawn = picture();
          if (!drawn) return;
          pngOf(drawn.svg, drawn.width, drawn.height).then(
            (png) => saveAs(png, fileName(title(), 'png')),
            (error: Error & { remedy?: string }) =>
              state.set({
                problem: { title: 'No picture', message: error.message, remedy: error.remedy ?? 'Save it as SVG.' },
              }),
          );
        },
      },
      {
        label: 'Save numbers as CSV',
        note: `${whole(run.calls.tokens.length)} calls`,
        run() {
          const sent = sentNow();
          const text = chartCsv({
            run,
            sent: sent?.tokens ?? null,
            counter: sent?.counter ?? state.get().yardstick,
            unit: system.unit,
            inputAt: recorded.inputAt,
          });
          saveAs(new Blob([text], { type: 'text/csv' }), fileName(title(), 'csv'));
        },
      },
    ];
  }, [result, box, state, byRole, recorded]);
}
