/** The three regions of the workbench with their panels: controls, timeline lists, and the inspector. */
'use client';

import { SurvivalMap } from '@/components/charts/survival-map';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import type { PanelOf } from '@/lib/store/view';
import { TranscriptPanel } from '../editor/transcript-panel';
import { ChangePanel } from '../panels/change-panel';
import { DecisionList } from '../panels/decision-list';
import { FactsPanel } from '../panels/facts-panel';
import { FindingsList } from '../panels/findings-list';
import { FitLine } from '../panels/fit-line';
import { MessagePanel } from '../panels/message-panel';
import { MetricsStrip } from '../panels/metrics-strip';
import { SettingsPanel } from '../panels/settings-panel';
import { WindowPanel } from '../panels/window-panel';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';
import { type Tab, Tabs } from '../ui/tabs';

/** Settings and the transcript: everything that can be changed. */
export function Controls() {
  const { reveal } = useWorkbench();
  const current = useStore(({ view }) => view.controls);
  const messages = useStore(({ document }) => document?.info.messageCount ?? 0);
  return (
    <Tabs
      label="Controls"
      className="min-w-0 flex-1 bg-panel"
      current={current}
      onChange={reveal}
      tabs={[
        { id: 'settings', label: 'Settings' },
        { id: 'transcript', label: 'Transcript', note: whole(messages) },
      ]}
    >
      {current === 'settings' ? <SettingsPanel /> : <TranscriptPanel />}
    </Tabs>
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
        {current === 'events' ? <DecisionList /> : current === 'findings' ? <FindingsList /> : <Overview />}
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
      {current === 'window' ? <WindowPanel /> : null}
      {current === 'change' ? <ChangePanel /> : null}
      {current === 'message' ? <MessagePanel /> : null}
      {current === 'facts' ? <FactsPanel /> : null}
    </Tabs>
  );
}
