/** The workbench: settings, chart and decisions, and the inspector, arranged for the width there is. */
'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { PressureChart } from '@/components/charts/pressure-chart';
import { useScrubKeys } from '@/components/charts/scrub-keys';
import { Scrubber } from '@/components/charts/scrubber';
import { SurvivalMap } from '@/components/charts/survival-map';
import { useStore } from '@/lib/store/use-store';
import { ChangePanel } from '../panels/change-panel';
import { DecisionList } from '../panels/decision-list';
import { FindingsList } from '../panels/findings-list';
import { FitLine } from '../panels/fit-line';
import { MessagePanel } from '../panels/message-panel';
import { MetricsStrip } from '../panels/metrics-strip';
import { SettingsPanel } from '../panels/settings-panel';
import { WindowList } from '../panels/window-list';
import { whole } from '../ui/format';
import { Tabs } from '../ui/tabs';
import { Header } from './header';

type InspectorTab = 'window' | 'change' | 'message';
type NarrowTab = 'events' | 'findings' | InspectorTab | 'settings';

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

/** Follows what was chosen last: a decision shows its change, a message its text. */
function useFollowed<Id extends string>(initial: Id, change: Id, message: Id): [Id, (tab: Id) => void] {
  const [tab, setTab] = useState(initial);
  const decision = useStore((state) => state.decision);
  const item = useStore((state) => state.item);
  useEffect(() => {
    if (decision !== null) setTab(change);
  }, [decision, change]);
  useEffect(() => {
    if (item !== null) setTab(message);
  }, [item, message]);
  return [tab, setTab];
}

export default function WorkbenchView() {
  const wide = useWide();
  useScrubKeys();
  return wide ? <Wide /> : <Narrow />;
}

function Curves() {
  return (
    <>
      <div className="px-4 pt-3 pb-2">
        <FitLine />
      </div>
      <PressureChart />
      <Scrubber />
      <SurvivalMap />
    </>
  );
}

function Wide() {
  const [tab, setTab] = useFollowed<InspectorTab>('window', 'change', 'message');
  return (
    <div className="grid h-dvh grid-rows-[48px_minmax(0,1fr)_auto]">
      <Header />
      <main className="grid min-h-0 grid-cols-[288px_minmax(0,1fr)_minmax(380px,30%)]">
        <aside aria-label="Settings" className="flex min-h-0 flex-col border-rule border-r bg-panel">
          <SettingsPanel />
        </aside>
        <section aria-label="Replay" className="flex min-h-0 flex-col">
          <Curves />
          <Lists />
        </section>
        <Tabs
          label="Inspector"
          className="border-rule border-l bg-panel"
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'window', label: 'Window' },
            { id: 'change', label: 'Change' },
            { id: 'message', label: 'Message' },
          ]}
        >
          {tab === 'window' ? <WindowList /> : tab === 'change' ? <ChangePanel /> : <MessagePanel />}
        </Tabs>
      </main>
      <MetricsStrip />
    </div>
  );
}

/** Decisions and findings, under the curves. */
function Lists() {
  const [tab, setTab] = useState<'events' | 'findings'>('events');
  const events = useStore((state) => state.shown?.result.run.decisions.kind.length ?? 0);
  const findings = useStore((state) => state.examination?.findings.length ?? 0);
  return (
    <Tabs
      label="Lists"
      className="min-h-[132px] flex-1 border-rule border-t"
      current={tab}
      onChange={setTab}
      tabs={[
        { id: 'events', label: 'Events', note: whole(events) },
        { id: 'findings', label: 'Findings', note: whole(findings) },
      ]}
    >
      {tab === 'events' ? <DecisionList /> : <FindingsList />}
    </Tabs>
  );
}

function Narrow() {
  const [tab, setTab] = useFollowed<NarrowTab>('events', 'change', 'message');
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main className="flex min-h-0 flex-1 flex-col">
        <section aria-label="Replay">
          <Curves />
        </section>
        <Tabs
          label="Inspector"
          className="min-h-[72dvh] flex-1 border-rule border-t bg-panel [&_[role=tablist]]:overflow-x-auto"
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'events', label: 'Events' },
            { id: 'findings', label: 'Findings' },
            { id: 'window', label: 'Window' },
            { id: 'change', label: 'Change' },
            { id: 'message', label: 'Message' },
            { id: 'settings', label: 'Settings' },
          ]}
        >
          <div className="flex h-[72dvh] flex-col">
            {tab === 'events' ? <DecisionList /> : null}
            {tab === 'findings' ? <FindingsList /> : null}
            {tab === 'window' ? <WindowList /> : null}
            {tab === 'change' ? <ChangePanel /> : null}
            {tab === 'message' ? <MessagePanel /> : null}
            {tab === 'settings' ? <SettingsPanel /> : null}
          </div>
        </Tabs>
      </main>
      <MetricsStrip />
    </div>
  );
}
