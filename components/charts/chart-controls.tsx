/** How the chart is looked at, and how it goes out: log axis, composition, recordings, zoom, and the three exports. */
'use client';

import { type RefObject, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { zoomed } from '@/lib/store/view';
import { saveAs } from '../ui/save-as';

const SWITCH =
  'h-[18px] rounded-[4px] border border-transparent px-1 text-[11px] leading-none text-ink-soft hover:bg-hover hover:text-ink aria-pressed:border-rule-strong aria-pressed:bg-panel aria-pressed:text-ink';

export function ChartControls({ box }: { box: RefObject<HTMLDivElement | null> }) {
  const workbench = useWorkbench();
  const { state, setChart } = workbench;
  const { log, composition, recorded, zoom } = useStore(({ view }) => view.chart);
  const hasRecords = useStore(
    ({ document }) => (document?.info.usage.length ?? 0) + (document?.info.boundaries.length ?? 0) > 0,
  );
  const [failed, setFailed] = useState(false);
  const zoomBy = (factor: number) => {
    const { result, cursor, view } = state.get();
    if (result) setChart(zoomed(view.chart, result.run.calls.tokens.length - 1, cursor, factor));
  };
  const save = async (form: string) => {
    const { document, result, sent } = state.get();
    if (!box.current || !result) return;
    const name = `${document?.title ?? 'pressure'} pressure.${form}`;
    setFailed(false);
    try {
      const { chartCsv, chartPng, chartSvg } = await import('./chart-export');
      if (form === 'csv') saveAs(chartCsv(result, sent, document?.info.usage ?? []), name);
      else if (form === 'svg') saveAs(chartSvg(box.current), name);
      else saveAs(await chartPng(box.current), name);
    } catch {
      setFailed(true);
    }
  };
  return (
    <span className="flex items-center gap-0.5">
      <button type="button" aria-pressed={log} className={SWITCH} onClick={() => setChart({ log: !log })}>
        log
      </button>
      <button
        type="button"
        aria-pressed={composition}
        className={SWITCH}
        onClick={() => setChart({ composition: !composition })}
      >
        by role
      </button>
      {hasRecords ? (
        <button
          type="button"
          aria-pressed={recorded}
          className={SWITCH}
          onClick={() => setChart({ recorded: !recorded })}
        >
          recorded
        </button>
      ) : null}
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" className={SWITCH} onClick={() => zoomBy(0.5)}>
        +
      </button>
      <button
        type="button"
        aria-label="Show all calls"
        title="Show all calls (0)"
        aria-disabled={zoom === null}
        className={`${SWITCH} aria-disabled:opacity-40`}
        onClick={() => setChart({ zoom: null })}
      >
        all
      </button>
      <select
        aria-label="Export the chart"
        value=""
        onChange={(event) => void save(event.target.value)}
        className={`${SWITCH} max-w-14 cursor-pointer bg-transparent`}
      >
        <option value="">{failed ? 'failed' : 'save'}</option>
        <option value="svg">SVG</option>
        <option value="png">PNG</option>
        <option value="csv">CSV</option>
      </select>
    </span>
  );
}
