/** One message: what it is, what becomes of it over the calls, its whole text, and the pin. */
'use client';

import { lazy, Suspense, useMemo } from 'react';
import { counted } from '@/lib/engine/figures';
import { lifeOf } from '@/lib/engine/ledger';
import { itemLabel, type Run, State } from '@/lib/engine/run';
import { pinnedWords, recentWords } from '@/lib/store/held';
import { handPriority, togglePin, withHandPriority } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import type { LaneSpec } from '@/lib/store/state';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { PinIcon } from '../ui/icons';
import { ScrollRegion } from '../ui/scroll-region';
import { MessageProbe } from './message-probe';
import { MessageText } from './message-text';

const PinLikeMenu = lazy(() => import('./pin-like-menu').then((module) => ({ default: module.PinLikeMenu })));

interface Step {
  call: number;
  text: string;
  decision: number;
}

/** The life of an item in sentences: its arrival, then every change with its reason. */
function storyOf(run: Run, lane: LaneSpec, item: number): Step[] {
  const system = systemById(lane.system);
  const steps: Step[] = [];
  if (item >= 0) {
    const state = run.arrivals.state[item];
    const words =
      { [State.truncated]: 'Came in, cut', [State.refused]: 'Refused' }[state as number] ?? 'Came in, word for word';
    const cost = whole(run.arrivals.cost[item] as number);
    steps.push({ call: run.arrivals.call[item] as number, text: `${words}: ${cost} tokens.`, decision: -1 });
  } else {
    const insert = run.inserts[~item];
    if (!insert) return steps;
    steps.push({ call: insert.call, text: `Written to stand for ${counted(insert.covers, 'message')}.`, decision: -1 });
  }
  for (const entry of lifeOf(run, item)) {
    const decision = run.transitions.decision[entry] as number;
    const call = run.transitions.call[entry] as number;
    steps.push({ call, decision, text: decision < 0 ? '' : system.explain(decision, run, lane.config, lane.guards) });
  }
  return steps;
}

export function MessagePanel() {
  const workbench = useWorkbench();
  const item = useStore((state) => state.item);
  const result = useStore((state) => state.shown?.result ?? null);
  const lane = useStore(laneOf);
  const view = useStore((state) => state.shown?.view ?? null);
  const groups = useStore((state) => state.document?.info.groups);
  const texts = useRowTexts();
  const story = useMemo(() => (result && item !== null ? storyOf(result.run, result.lane, item) : []), [result, item]);
  if (item === null || !result) {
    return (
      <p className="p-4 text-ink-soft">Choose a message in the window to read it whole and see what becomes of it.</p>
    );
  }
  const row = view ? view.items.indexOf(item) : -1;
  const pin = view && row >= 0 && groups ? pinnedWords(view, row, groups) : '';
  const recent = view && row >= 0 ? recentWords(view, row) : '';
  const text = texts.get(item, item >= 0 ? (result.run.arrivals.state[item] ?? 0) : State.verbatim);
  const explicit = lane.config.explicit;
  const pinnable = item >= 0 && Array.isArray(explicit);
  const priority = handPriority(lane, item);
  const pinned = pinnable && explicit.includes(item);
  return (
    <ScrollRegion label="Message" className="px-4 pt-3 pb-6">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-[14px]">
          {item >= 0 ? `Message ${item}` : `Summary ${itemLabel(item)}`}{' '}
          <span className="font-normal text-ink-soft">
            {item < 0 ? 'user' : (text?.role ?? '')}
            {text?.name ? ` · ${text.name}` : ''}
          </span>
        </h2>
        {item >= 0 && priority !== undefined ? (
          <select
            aria-label="Priority"
            value={priority}
            onChange={(event) => workbench.tuning.setLane(withHandPriority(lane, item, event.target.value))}
            className="rounded-md border border-rule-strong bg-panel px-1.5 py-1"
          >
            <option value="">priority as labelled</option>
            <option value="low">low priority</option>
            <option value="normal">normal priority</option>
            <option value="high">high priority</option>
          </select>
        ) : null}
        {pinnable ? (
          <Button aria-pressed={pinned} onClick={() => workbench.tuning.setLane(togglePin(lane, item))}>
            <PinIcon filled={pinned} />
            {pinned ? 'Unpin' : 'Pin'}
          </Button>
        ) : null}
      </div>
      {view && (pin !== '' || recent !== '') ? (
        <p className={`mt-1 text-[12px] ${pin === '' ? 'text-ink-soft' : 'text-accent'}`}>
          {pin === ''
            ? `Stays for now at call ${whole(view.call + 1)}: ${recent}`
            : `Pinned at call ${whole(view.call + 1)}: ${pin}`}
        </p>
      ) : null}
      {item >= 0 ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <MessageProbe message={item} />
          <Suspense fallback={<div className="h-7" />}>
            <PinLikeMenu key={item} item={item} />
          </Suspense>
        </div>
      ) : null}
      <ol className="my-3 border-rule-strong border-l pl-3">
        {story.map((step) => (
          <li key={`${step.call} ${step.decision}`} className="py-0.5">
            <button
              type="button"
              onClick={() => {
                workbench.tuning.setCursor(step.call);
                if (step.decision >= 0) workbench.showDecision(step.decision);
              }}
              className="rounded-sm px-1 text-left hover:bg-hover"
            >
              <span className="text-ink-faint tabular-nums">Call {whole(step.call + 1)}</span> {step.text}
            </button>
          </li>
        ))}
      </ol>
      <MessageText item={item} />
    </ScrollRegion>
  );
}
