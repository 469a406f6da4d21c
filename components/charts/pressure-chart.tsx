/** The pressure chart: policy tokens as a share of the limit at every model call, with thresholds, events and the cursor. */
'use client';

import { lazy, Suspense, useMemo, useRef } from 'react';
import { decimal } from '@/lib/engine/figures';
import type { Result } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { shownCalls } from '@/lib/store/view';
import { systemById } from '@/lib/systems/registry';
import { whole } from '../ui/format';
import { ChartControls } from './chart-controls';
import { ChartHeader, EventLegend, eventCounts, LegendEntry, LineSwatch } from './chart-legend';
import { ChartOverlay } from './chart-overlay';
import { ChartTable } from './chart-table';
import { CompositionLegend } from './composition-legend';
import { EmptyPlot } from './empty-plot';
import { type BoxSize, plotOf } from './geometry';
import { markersOf } from './markers';
import { PlotGround } from './plot-ground';
import type { SentCurve } from './pressure-plot';
import { columnSeries, type PressureSeries, pressurePoints, pressureSeries } from './pressure-series';
import { RecordedLegend, RecordedMarks, useRecorded } from './recorded-marks';
import { ThresholdLabels } from './threshold-labels';
import { thresholdLines } from './thresholds';
import { logScale, pressureScale, scaleFor, tokenScale } from './ticks';
import { useBoxSize } from './use-box-size';
import { callNumber } from './words';
import { ZoomBrush } from './zoom-brush';

// The drawing library comes when there is something to draw, apart from the first paint.
const PressurePlot = lazy(() => import('./pressure-plot').then((module) => ({ default: module.PressurePlot })));

const CompositionAreas = lazy(() =>
  import('./composition-areas').then((module) => ({ default: module.CompositionAreas })),
);

/** Pixels of plot that one mark of a kind takes. */
const MARK_PITCH = 12;

/** Height of the whole, title included, where the page does not say otherwise. */
const HEIGHT = 'h-[clamp(240px,32vh,340px)] shrink-0';

/** `className` sets the height; the width is the parent's. It brings its own padding left and right. */
export function PressureChart({ className = HEIGHT }: { className?: string }) {
  const result = useStore((state) => state.result);
  const showSent = useStore((state) => state.showSent);
  const composition = useStore((state) => state.view.chart.composition);
  const recorded = useStore((state) => state.view.chart.recorded);
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  return (
    <section className={`flex flex-col px-4 ${className}`} aria-label="Pressure">
      <ChartHeader
        title="Pressure"
        note={showSent ? '' : 'policy tokens ÷ limit, at each model call'}
        aside={<ChartControls box={box} />}
      >
        {showSent && <MeasuresLegend />}
        {result && composition ? <CompositionLegend /> : result && <EventLegend run={result.run} />}
        {result && recorded && <RecordedLegend run={result.run} system={result.lane.system} />}
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
  const view = useStore((state) => state.view.chart);
  const { from, to } = shownCalls(view, calls - 1);
  const { log, composition, recorded } = view;
  const recordings = useRecorded(run);
  const unit = systemById(lane.system).unit;
  const series = useMemo(() => pressureSeries(run), [run]);
  const points = useMemo(() => pressurePoints(run, from, to), [run, from, to]);
  const thresholds = useMemo(() => thresholdLines(lane), [lane]);
  const scale = useMemo(() => {
    let highest = series.reached;
    for (const { pressure } of thresholds) highest = Math.max(highest, pressure);
    if (sent && unit === 'tokens') {
      for (const tokens of sent.tokens) highest = Math.max(highest, tokens / run.limit);
    }
    if (recorded && unit === 'tokens') {
      for (const { input } of recordings.usage) highest = Math.max(highest, input / run.limit);
    }
    return log ? logScale(highest) : pressureScale(highest);
  }, [series, thresholds, sent, unit, run, recorded, recordings, log]);
  const sentAxis = sent !== null;
  const plot = useMemo(() => plotOf(size, to, sentAxis, { first: from, log }), [size, from, to, sentAxis, log]);
  const bins = Math.floor((((plot.right - plot.left) / MARK_PITCH) * (calls - 1)) / Math.max(1, to - from));
  const markers = useMemo(
    () => markersOf(run, bins).filter(({ call }) => call >= from && call <= to),
    [run, bins, from, to],
  );
  const stale = sent !== null && sent.version !== version;
  const sentCurve = useMemo<SentCurve | null>(() => {
    if (!sent) return null;
    const { points, peak } = columnSeries(sent.tokens, from, to);
    // On one height with the pressure that as many policy tokens would be, so that the limit line means the same for both.
    return { points, scale: unit === 'tokens' ? tokenScale(scale, run.limit) : scaleFor(peak, 5), stale };
  }, [sent, stale, unit, run, scale, from, to]);
  return (
    <>
      <div
        role="img"
        aria-label={useMemo(() => summaryOf(result, series), [result, series])}
        className="absolute inset-0"
      >
        <PlotGround plot={plot} scale={scale} thresholds={thresholds} sentScale={sentCurve?.scale ?? null} />
        {composition ? (
          <Suspense fallback={null}>
            <CompositionAreas run={run} plot={plot} top={scale.top} />
          </Suspense>
        ) : null}
        {recorded ? <RecordedMarks run={run} unit={unit} plot={plot} top={scale.top} /> : null}
        <Suspense fallback={null}>
          <PressurePlot box={size} plot={plot} points={points} scale={scale} markers={markers} sent={sentCurve} />
        </Suspense>
      </div>
      <ThresholdLabels lane={lane} lines={thresholds} plot={plot} top={scale.top} sentAxis={sentAxis} />
      <ZoomBrush plot={plot} last={calls - 1} />
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
