/** The three regions of the workbench with their panels: controls, timeline lists, and the inspector. */
'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { SurvivalMap } from '@/components/charts/survival-map';
import { findingsVersion, missesVersion, shownVersion } from '@/lib/store/present';
import type { State } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import type { PanelOf } from '@/lib/store/view';
import { LaneList } from '../compare/lane-list';
import { DecisionList } from '../panels/decision-list';
import { FitLine } from '../panels/fit-line';
import { MetricsStrip } from '../panels/metrics-strip';
import { OfResult } from '../panels/of-result';
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
        className={`min-w-0 flex-1 ${current === 'settings' ? 'flows' : ''}`}
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
  const current = chosen === 'map' && !withMap ? 'events' : chosen;
  const tabs: Tab<PanelOf<'timeline'>>[] = [
    { id: 'events', label: 'Events', note: <EventCount /> },
    { id: 'findings', label: 'Findings', note: <FindingCount /> },
  ];
  return (
    <>
      {withMap ? <MetricsStrip /> : null}
      <Tabs
        label="Lists"
        className={`min-h-[132px] flex-1 border-rule max-[1099px]:min-h-0 min-[1100px]:border-t ${current === 'events' ? '' : 'flows'}`}
        current={current}
        onChange={reveal}
        tabs={withMap ? [...tabs, { id: 'map', label: 'Map' }] : tabs}
      >
        <Arriving>
          {current === 'events' ? (
            <OfResult version={shownVersion} className="flex min-h-0 flex-1 flex-col">
              <DecisionList />
            </OfResult>
          ) : null}
          {current === 'findings' ? <FindingsList /> : null}
          {current === 'map' ? <Overview /> : null}
        </Arriving>
      </Tabs>
    </>
  );
}

/** A number after a tab's label; its place is kept while there is none. */
function Count({ value }: { value: number | undefined }) {
  return (
    <span className="inline-block min-w-[3ch] text-left tabular-nums">{value === undefined ? '' : whole(value)}</span>
  );
}

/** It comes with the curve. */
function EventCount() {
  return <Count value={useStore((state) => state.result?.run.decisions.kind.length)} />;
}

function FindingCount() {
  const findings = useStore((state) => state.examination?.findings.length);
  return (
    <OfResult as="span" version={findingsVersion}>
      <Count value={findings} />
    </OfResult>
  );
}

function MissCount() {
  const misses = useStore((state) => state.recall?.misses.call.length ?? 0);
  return (
    <OfResult as="span" version={missesVersion} className="tabular-nums">
      {misses > 0 ? (
        <>
          {whole(misses)} <span className="max-[359px]:sr-only">{misses === 1 ? 'miss' : 'misses'}</span>
        </>
      ) : null}
    </OfResult>
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

/** Of the decision that is shown; what stands between two calls says it by itself. */
const decisionVersion = (state: State) => (state.decision === null ? undefined : shownVersion(state));

/** What the model sees at the cursor, and what became of everything else. */
export function Inspector() {
  const { reveal } = useWorkbench();
  const current = useStore(({ view }) => view.inspector);
  return (
    <Tabs
      label="Inspector"
      className={`min-w-0 flex-1 bg-panel ${current === 'change' || current === 'message' ? 'flows' : ''}`}
      current={current}
      onChange={reveal}
      tabs={[
        { id: 'window', label: 'Window' },
        { id: 'change', label: 'Changes' },
        { id: 'message', label: 'Message' },
        { id: 'facts', label: 'Facts', note: <MissCount /> },
      ]}
    >
      <Arriving>
        {current === 'window' ? <WindowPanel /> : null}
        {current === 'change' ? (
          <OfResult version={decisionVersion} className="flex min-h-0 flex-1 flex-col">
            <ChangePanel />
          </OfResult>
        ) : null}
        {current === 'message' ? (
          <OfResult version={shownVersion} className="flex min-h-0 flex-1 flex-col">
            <MessagePanel />
          </OfResult>
        ) : null}
        {current === 'facts' ? <FactsPanel /> : null}
      </Arriving>
    </Tabs>
  );
}
