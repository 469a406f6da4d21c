/** The workbench: controls, chart and lists, and the inspector, side by side where there is room, one region at a time elsewhere. */
'use client';

import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { PressureChart } from '@/components/charts/pressure-chart';
import { Scrubber } from '@/components/charts/scrubber';
import { SurvivalMap } from '@/components/charts/survival-map';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import type { Region } from '@/lib/store/view';
import { FitLine } from '../panels/fit-line';
import { MetricsStrip } from '../panels/metrics-strip';
import { Splitter } from '../ui/splitter';
import { Header } from './header';
import { LessonNote } from './lesson-note';
import { Controls, Inspector, Lists } from './regions';
import { useCommands } from './use-commands';
import { INITIAL, LEAST, useSizes } from './use-sizes';

const Dialogs = lazy(() => import('./dialogs'));

const WIDE = '(min-width: 1100px)';

function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(WIDE).matches,
    () => true,
  );
}

export default function WorkbenchView() {
  const wide = useWide();
  useCommands();
  return (
    <>
      {wide ? <Wide /> : <Narrow />}
      <OpenDialog />
    </>
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
  const columns = `${sizes.controls}px 1px minmax(0, 1fr) 1px ${sizes.inspector}px`;
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
        <section aria-label="Replay" className="flex min-h-0 flex-col">
          <LessonNote />
          <div className="px-4 pt-3 pb-2">
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
      </main>
      <MetricsStrip />
    </div>
  );
}

const REGIONS: { id: Region; label: string; content: ReactNode }[] = [
  { id: 'timeline', label: 'Timeline', content: <Lists withMap /> },
  { id: 'inspector', label: 'Inspect', content: <Inspector /> },
  { id: 'controls', label: 'Tune', content: <Controls /> },
];

/** The chart stays above; under it one region, chosen in the bar at the foot. */
function Narrow() {
  const { state } = useWorkbench();
  const region = useStore(({ view }) => view.region);
  return (
    <div className="grid h-dvh grid-rows-[48px_auto_minmax(0,1fr)_auto]">
      <Header />
      <section aria-label="Replay" className="min-w-0">
        <LessonNote />
        <PressureChart />
        <Scrubber />
      </section>
      <main className="flex min-h-0 min-w-0 flex-col border-rule border-t">
        {REGIONS.find(({ id }) => id === region)?.content}
      </main>
      <nav
        aria-label="Regions"
        className="grid grid-cols-3 border-rule-strong border-t bg-panel pb-[env(safe-area-inset-bottom)]"
      >
        {REGIONS.map(({ id, label }) => (
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
