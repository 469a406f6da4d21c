/** The workbench: controls, chart and lists, and the inspector, side by side where there is room, one region at a time elsewhere. */
'use client';

import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { PressureChart } from '@/components/charts/pressure-chart';
import { Scrubber } from '@/components/charts/scrubber';
import { SurvivalMap } from '@/components/charts/survival-map';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import type { Region } from '@/lib/store/view';
import { FitLine } from '../panels/fit-line';
import { MetricsStrip } from '../panels/metrics-strip';
import { Splitter } from '../ui/splitter';
import { useMedia } from '../ui/use-media';
import { Header } from './header';
import { Controls, Inspector, Lists } from './regions';
import { useCommands } from './use-commands';
import { INITIAL, LEAST, useSizes } from './use-sizes';

const Dialogs = lazy(() => import('./dialogs'));
// Lessons and their texts come only where a scenario is open.
const LessonNote = lazy(() => import('./lesson-note'));
const CompareView = lazy(() => import('../compare/compare-view'));
const CompareCharts = lazy(() => import('../compare/narrow-charts'));
const ComparePanels = lazy(() =>
  import('../compare/compare-panels').then((module) => ({ default: module.ComparePanels })),
);

const WIDE = '(min-width: 1100px)';

export default function WorkbenchView() {
  const wide = useMedia(WIDE, true);
  useCommands();
  return (
    <>
      {wide ? <Wide /> : <Narrow />}
      <OpenDialog />
    </>
  );
}

function LessonPlace() {
  const isScenario = useStore((state) => state.document?.name.endsWith('.palimpsest.json') ?? false);
  if (!isScenario) return null;
  return (
    <Suspense fallback={null}>
      <LessonNote />
    </Suspense>
  );
}

function OpenDialog() {
  const dialog = useStore((state) => state.view.dialog);
  if (!dialog) return null;
  return (
    <Suspense fallback={null}>
      <Dialogs dialog={dialog} />
    </Suspense>
  );
}

function Wide() {
  const { sizes, most, resize } = useSizes();
  const comparing = useStore(({ view }) => view.mode === 'compare');
  const columns = `${sizes.controls}px 1px minmax(0, 1fr)${comparing ? '' : ` 1px ${sizes.inspector}px`}`;
  return (
    <div className="grid h-dvh grid-rows-[48px_minmax(0,1fr)_auto]">
      <Header />
      <main className="grid min-h-0" style={{ gridTemplateColumns: columns }}>
        <Controls />
        <Splitter
          label="Width of the controls"
          orientation="vertical"
          size={sizes.controls}
          min={LEAST.controls}
          max={most.controls}
          initial={INITIAL.controls}
          direction={1}
          onResize={(size) => resize('controls', size)}
        />
        {comparing ? (
          <Suspense fallback={<div />}>
            <CompareView />
          </Suspense>
        ) : (
          <Tuned sizes={sizes} most={most} resize={resize} />
        )}
      </main>
      {comparing ? null : <MetricsStrip />}
    </div>
  );
}

/** The lane that is tuned: its curve, its map, what happened, and the inspector. */
function Tuned({ sizes, most, resize }: ReturnType<typeof useSizes>) {
  return (
    <>
      <section aria-label="Replay" className="flex min-h-0 flex-col">
        <LessonPlace />
        <div className="px-4 pt-2.5 pb-0.5">
          <FitLine />
        </div>
        <PressureChart />
        <Scrubber />
        <SurvivalMap />
        <Lists withMap={false} />
      </section>
      <Splitter
        label="Width of the inspector"
        orientation="vertical"
        size={sizes.inspector}
        min={LEAST.inspector}
        max={most.inspector}
        initial={INITIAL.inspector}
        direction={-1}
        onResize={(size) => resize('inspector', size)}
      />
      <Inspector />
    </>
  );
}

type Regions = readonly { id: Region; label: string; content: ReactNode }[];

const REGIONS: Regions = [
  { id: 'timeline', label: 'Timeline', content: <Lists withMap /> },
  { id: 'inspector', label: 'Inspect', content: <Inspector /> },
  { id: 'controls', label: 'Tune', content: <Controls /> },
];

const COMPARED: Regions = [
  { id: 'timeline', label: 'Charts', content: <CompareCharts /> },
  { id: 'inspector', label: 'Judge', content: <ComparePanels /> },
  { id: 'controls', label: 'Lanes', content: <Controls /> },
];

/**
 * Where the chart and the region under it scroll as one, a region that is turned to comes into sight; the timeline begins with
 * its chart. Elsewhere nothing scrolls here.
 */
function useSight(region: Region): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef(region);
  useEffect(() => {
    if (before.current === region) return;
    before.current = region;
    const main = pane.current?.querySelector('main');
    if (main) pane.current?.scrollTo({ top: region === 'timeline' ? 0 : main.offsetTop });
  }, [region]);
  return pane;
}

/**
 * The chart stays above, but where messages are edited: they need the height. Under it one region, chosen in the bar at the foot.
 * A short screen has no room for both: there they scroll as one.
 */
function Narrow() {
  const { state } = useWorkbench();
  const region = useStore(({ view }) => view.region);
  const comparing = useStore(({ view }) => view.mode === 'compare');
  const editing = useStore(({ view }) => view.region === 'controls' && view.controls === 'transcript');
  const regions = comparing ? COMPARED : REGIONS;
  const pane = useSight(region);
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[48px_minmax(0,1fr)_auto]">
      <Header />
      <div
        ref={pane}
        className={`relative flex min-h-0 flex-col ${comparing && region !== 'controls' ? '' : 'one-pane scroll-thin overscroll-y-contain'}`}
      >
        {comparing ? null : (
          <section aria-label="Replay" className="shrink-0">
            {editing ? null : <LessonPlace />}
            {editing ? null : <PressureChart />}
            <Scrubber />
          </section>
        )}
        <main className="flex min-h-0 flex-1 flex-col border-rule border-t">
          <Suspense fallback={<div className="flex-1" />}>{regions.find(({ id }) => id === region)?.content}</Suspense>
        </main>
      </div>
      <nav
        aria-label="Regions"
        className="grid grid-cols-3 border-rule-strong border-t bg-panel pb-[env(safe-area-inset-bottom)]"
      >
        {regions.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-current={id === region ? 'page' : undefined}
            onClick={() => state.set({ view: { ...state.get().view, region: id } })}
            className="h-11 font-medium text-ink-soft aria-[current=page]:text-accent aria-[current=page]:shadow-[inset_0_2px_0_var(--accent)]"
          >
            {label}
          </button>
        ))}
      </nav>
    </div>
  );
}
