/** The pressure chart: policy tokens as a share of the limit at every model call, with thresholds, events and the cursor. */
'use client';

import { lazy, Suspense, useMemo, useRef } from 'react';
import { decimal } from '@/lib/engine/figures';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/registry';
import { whole } from '../ui/format';
import { ChartHeader, EventLegend, eventCounts, LegendEntry, LineSwatch } from './chart-legend';
import { ChartOverlay } from './chart-overlay';
import { ChartTable } from './chart-table';
import { EmptyPlot } from './empty-plot';
import { type BoxSize, plotOf } from './geometry';
import { markersOf } from './markers';
import { PlotGround } from './plot-ground';
import type { SentCurve } from './pressure-plot';
import { columnSeries, type PressureSeries, pressureSeries } from './pressure-series';
import { ThresholdLabels } from './threshold-labels';
import { thresholdLines } from './thresholds';
import { pressureScale, scaleFor, tokenScale } from './ticks';
import { useBoxSize } from './use-box-size';
import { callNumber } from './words';

// The drawing library comes when there is something to draw, apart from the first paint.
const PressurePlot = lazy(() => import('./pressure-plot').then((module) => ({ default: module.PressurePlot })));

/** Pixels of plot that one mark of a kind takes. */
const MARK_PITCH = 12;

/** Height of the whole, title included, where the page does not say otherwise. */
const HEIGHT = 'h-[clamp(240px,32vh,340px)] shrink-0';

/** `className` sets the height; the width is the parent's. It brings its own padding left and right. */
export function PressureChart({ className = HEIGHT }: { className?: string }) {
  const result = useStore((state) => state.result);
  const showSent = useStore((state) => state.showSent);
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  return (
    <section className={`flex flex-col px-4 ${className}`} aria-label="Pressure">
      <ChartHeader title="Pressure" note={showSent ? '' : 'policy tokens ÷ limit, at each model call'}>
        {showSent && <MeasuresLegend />}
        {result && <EventLegend run={result.run} />}
      </ChartHeader>
      <div ref={box} className="relative min-h-0 flex-1 overflow-hidden">
        {size && (result ? <Drawing result={result} size={size} /> : <EmptyPlot plot={plotOf(size, 0, false)} />)}
      </div>
    </section>
  );
}

/** Names both measures while both are drawn: they never share an axis. */
function MeasuresLegend() {
  const sent = useStore((state) => state.sent);
  return (
    <>
      <LegendEntry mark={<LineSwatch color="var(--accent)" width={1.75} />}>pressure, left</LegendEntry>
      <LegendEntry mark={<LineSwatch color="var(--ink-soft)" width={1.25} dash="2 2.5" />}>
        {sent ? `sent (${sent.counter}), right` : 'sent tokens, being counted'}
      </LegendEntry>
    </>
  );
}

function Drawing({ result, size }: { result: Result; size: BoxSize }) {
  const { run, lane, version } = result;
  const known = useStore((state) => (state.showSent ? state.sent : null));
  const calls = run.calls.tokens.length;
  // Numbers of another transcript never reach this chart; those of an earlier result do, drawn faintly.
  const sent = known?.tokens.length === calls ? known : null;
  const series = useMemo(() => pressureSeries(run), [run]);
  const thresholds = useMemo(() => thresholdLines(lane), [lane]);
  const scale = useMemo(() => {
    let highest = series.reached;
    for (const { pressure } of thresholds) highest = Math.max(highest, pressure);
    if (sent && systemById(lane.system).unit === 'tokens') {
      for (const tokens of sent.tokens) highest = Math.max(highest, tokens / run.limit);
    }
    return pressureScale(highest);
  }, [series, thresholds, sent, lane, run]);
  const sentAxis = sent !== null;
  const plot = useMemo(() => plotOf(size, calls - 1, sentAxis), [size, calls, sentAxis]);
  const bins = Math.floor((plot.right - plot.left) / MARK_PITCH);
  const markers = useMemo(() => markersOf(run, bins), [run, bins]);
  const stale = sent !== null && sent.version !== version;
  const sentCurve = useMemo<SentCurve | null>(() => {
    if (!sent) return null;
    const { points, peak } = columnSeries(sent.tokens);
    // On one height with the pressure that as many policy tokens would be, so that the limit line means the same for both.
    const aligned = systemById(lane.system).unit === 'tokens';
    return { points, scale: aligned ? tokenScale(scale, run.limit) : scaleFor(peak, 5), stale };
  }, [sent, stale, lane, run, scale]);
  return (
    <>
      <div
        role="img"
        aria-label={useMemo(() => summaryOf(result, series), [result, series])}
        className="absolute inset-0"
      >
        <PlotGround plot={plot} scale={scale} thresholds={thresholds} sentScale={sentCurve?.scale ?? null} />
        <Suspense fallback={null}>
          <PressurePlot
            box={size}
            plot={plot}
            points={series.points}
            scale={scale}
            markers={markers}
            sent={sentCurve}
          />
        </Suspense>
      </div>
      <ThresholdLabels lines={thresholds} plot={plot} top={scale.top} sentAxis={sentAxis} />
      <ChartOverlay result={result} plot={plot} width={size.width} top={scale.top} markers={markers} />
      <TableWhenSettled />
    </>
  );
}

/** The table follows when everything has come to rest: nobody hears eighty rows while a slider moves. */
function TableWhenSettled() {
  const { state } = useWorkbench();
  const examined = useStore((current) => current.examination);
  const sent = useStore((current) => (current.showSent ? current.sent : null));
  const { shown } = state.get();
  if (!examined || !shown || shown.result.version !== examined.version) return null;
  return <ChartTable result={shown.result} sent={sent?.version === shown.result.version ? sent : null} />;
}

/** The chart in words. */
function summaryOf({ run, lane }: Result, { peak, peakCall, over }: PressureSeries): string {
  const calls = run.calls.tokens.length;
  const { unit } = systemById(lane.system);
  const events = eventCounts(run).map(({ words }) => words);
  const lines = thresholdLines(lane).map(({ label, pressure }) => `${label} at ${decimal(pressure)}`);
  return [
    `Pressure over ${whole(calls)} model calls, against a limit of ${whole(run.limit)} ${unit}.`,
    `Peak ${decimal(peak)} at call ${callNumber(peakCall)}.`,
    over > 0 ? `Over the limit at ${whole(over)} calls.` : 'Never over the limit.',
    lines.length > 0 ? `Thresholds: ${lines.join(', ')}.` : '',
    events.length > 0 ? `Events: ${events.join(', ')}.` : 'No events.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
