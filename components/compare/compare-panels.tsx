/** How lanes are judged: scoreboard, bill, probes, counters, and two windows against each other. */
'use client';

import { lazy, Suspense } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import type { ComparePanel } from '@/lib/store/view';
import { type Tab, Tabs } from '../ui/tabs';
import { ScoreboardPanel } from './scoreboard-panel';

const BillPanel = lazy(() => import('./bill-panel').then((module) => ({ default: module.BillPanel })));
const ProbesPanel = lazy(() => import('./probes-panel').then((module) => ({ default: module.ProbesPanel })));
const CountersPanel = lazy(() => import('./counters-panel').then((module) => ({ default: module.CountersPanel })));
const AutomaticRuns = lazy(() => import('./automatic-runs'));
const RunsPanel = lazy(() => import('./runs-panel').then((module) => ({ default: module.RunsPanel })));
const WindowsPanel = lazy(() => import('./windows-panel').then((module) => ({ default: module.WindowsPanel })));

const TABS: readonly Tab<ComparePanel>[] = [
  { id: 'scoreboard', label: 'Scoreboard' },
  { id: 'bill', label: 'Bill' },
  { id: 'probes', label: 'Probes' },
  { id: 'counters', label: 'Counters' },
  { id: 'windows', label: 'Windows' },
  { id: 'runs', label: 'Runs' },
];

export function ComparePanels() {
  const { setCompare } = useWorkbench();
  const current = useStore(({ view }) => view.compare.panel);
  return (
    <Tabs
      label="Judgements"
      className="min-h-[220px] flex-1 border-rule border-t"
      current={current}
      onChange={(panel) => setCompare({ panel })}
      tabs={TABS}
    >
      <Suspense fallback={null}>
        <AutomaticRuns />
      </Suspense>
      <Suspense fallback={<div className="flex-1" />}>
        {current === 'scoreboard' ? <ScoreboardPanel /> : null}
        {current === 'bill' ? <BillPanel /> : null}
        {current === 'probes' ? <ProbesPanel /> : null}
        {current === 'counters' ? <CountersPanel /> : null}
        {current === 'windows' ? <WindowsPanel /> : null}
        {current === 'runs' ? <RunsPanel /> : null}
      </Suspense>
    </Tabs>
  );
}
