/** The three regions of the workbench with their panels: controls, timeline lists, and the inspector. */
'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { SurvivalMap } from '@/components/charts/survival-map';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import type { PanelOf } from '@/lib/store/view';
import { LaneList } from '../compare/lane-list';
import { DecisionList } from '../panels/decision-list';
import { FitLine } from '../panels/fit-line';
import { MetricsStrip } from '../panels/metrics-strip';
import { SettingsPanel } from '../panels/settings-panel';
import { WindowPanel } from '../panels/window-panel';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';
import { type Tab, Tabs } from '../ui/tabs';

// What is not in sight at first comes when it is wanted.
const TranscriptPanel = lazy(() =>
  import('../editor/transcript-panel').then((module) => ({ default: module.TranscriptPanel })),
);
const ChangePanel = lazy(() => import('../panels/change-panel').then((module) => ({ default: module.ChangePanel })));
const MessagePanel = lazy(() => import('../panels/message-panel').then((module) => ({ default: module.MessagePanel })));
const FactsPanel = lazy(() => import('../panels/facts-panel').then((module) => ({ default: module.FactsPanel })));
const FindingsList = lazy(() => import('../panels/findings-list').then((module) => ({ default: module.FindingsList })));

/** Room for a panel that is on its way. */
function Arriving({ children }: { children: ReactNode }) {
  return <Suspense fallback={<div className="flex-1" />}>{children}</Suspense>;
}

/** Settings and the transcript: everything that can be changed. */
export function Controls() {
  const { reveal } = useWorkbench();
  const current = useStore(({ view }) => view.controls);
  const messages = useStore(({ document }) => document?.info.messageCount ?? 0);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-panel">
      <div className={current === 'transcript' ? 'max-[1099px]:hidden' : 'contents'}>
        <LaneList />
      </div>
      <Tabs
        label="Controls"
        className="min-w-0 flex-1"
        current={current}
        onChange={reveal}
        tabs={[
          { id: 'settings', label: 'Settings' },
          { id: 'transcript', label: 'Transcript', note: whole(messages) },
        ]}
      >
        <Arriving>{current === 'settings' ? <SettingsPanel /> : <TranscriptPanel />}</Arriving>
      </Tabs>
    </div>
  );
}

/** What happened over the calls: events and findings; on a narrow screen the map and the figures too. */
export function Lists({ withMap }: { withMap: boolean }) {
  const { reveal } = useWorkbench();
  const chosen = useStore(({ view }) => view.timeline);
  const events = useStore((state) => state.shown?.result.run.decisions.kind.length ?? 0);
  const findings = useStore((state) => state.examination?.findings.length ?? 0);
  const current = chosen === 'map' && !withMap ? 'events' : chosen;
  const tabs: Tab<PanelOf<'timeline'>>[] = [
    { id: 'events', label: 'Events', note: whole(events) },
    { id: 'findings', label: 'Findings', note: whole(findings) },
  ];
  return (
    <>
      {withMap ? <MetricsStrip /> : null}
      <Tabs
        label="Lists"
        className="min-h-[132px] flex-1 border-rule max-[1099px]:min-h-0 min-[1100px]:border-t"
        current={current}
        onChange={reveal}
        tabs={withMap ? [...tabs, { id: 'map', label: 'Map' }] : tabs}
      >
        <Arriving>
          {current === 'events' ? <DecisionList /> : current === 'findings' ? <FindingsList /> : <Overview />}
        </Arriving>
      </Tabs>
    </>
  );
}

/** What a wide screen shows all the time. */
function Overview() {
  return (
    <ScrollRegion label="Map">
      <div className="px-4 pt-3 pb-2">
        <FitLine />
      </div>
      <SurvivalMap />
    </ScrollRegion>
  );
}

/** What the model sees at the cursor, and what became of everything else. */
export function Inspector() {
  const { reveal } = useWorkbench();
  const current = useStore(({ view }) => view.inspector);
  const misses = useStore((state) => state.recall?.misses.call.length ?? 0);
  return (
    <Tabs
      label="Inspector"
      className="min-w-0 flex-1 bg-panel"
      current={current}
      onChange={reveal}
      tabs={[
        { id: 'window', label: 'Window' },
        { id: 'change', label: 'Changes' },
        { id: 'message', label: 'Message' },
        {
          id: 'facts',
          label: 'Facts',
          note: misses > 0 ? `${whole(misses)} ${misses === 1 ? 'miss' : 'misses'}` : undefined,
        },
      ]}
    >
      <Arriving>
        {current === 'window' ? <WindowPanel /> : null}
        {current === 'change' ? <ChangePanel /> : null}
        {current === 'message' ? <MessagePanel /> : null}
        {current === 'facts' ? <FactsPanel /> : null}
      </Arriving>
    </Tabs>
  );
}
