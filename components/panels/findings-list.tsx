/** What the run shows as a whole: the gravest first, each with its numbers, its calls, and a remedy that a replay has proved. */
'use client';

import { useEffect, useRef, useState } from 'react';
import { TRIED_AT_ONCE, UNEXAMINED } from '@/lib/store/insights';
import { findingsVersion, isOfOther } from '@/lib/store/present';
import type { Finding, ProvenRemedy } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';
import { FindingRow } from './finding-row';
import { OfResult } from './of-result';
import { type Applied, isNewest, RemedyEffect } from './remedy-effect';
import { Unread } from './unread';

/** Messages that the result of the findings loses; those of the last one that was examined while another one stands. */
function useLost(): number {
  const now = useStore((state) => {
    const { examination, result } = state;
    return !examination || isOfOther(state, examination.version) ? null : (result?.metrics?.lostMessages ?? 0);
  });
  const known = useRef(0);
  if (now !== null) known.current = now;
  return known.current;
}

export function FindingsList() {
  const { tuning, state } = useWorkbench();
  const examination = useStore((state) => state.examination);
  const remedies = useStore((state) => state.remedies);
  const isUnread = useStore(({ unexamined, result }) => unexamined !== null && unexamined === result?.version);
  const lost = useLost();
  const isLong = useStore((state) => (state.document?.info.messageCount ?? 0) > TRIED_AT_ONCE);
  const [asked, setAsked] = useState(0);
  const [applied, setApplied] = useState<Applied | null>(null);
  // What it did is told until something else is done, or until it is taken back, by whatever way.
  const stands = useStore((now) => applied !== null && isNewest(applied, now));
  useEffect(() => {
    if (!stands) setApplied(null);
  }, [stands]);
  const list = useRef<HTMLElement>(null);
  if (isUnread) return <Unread title={UNEXAMINED} />;
  if (!examination) return <p className="late flex-1 px-4 py-3 text-ink-soft">Looking for findings…</p>;
  const { findings, version } = examination;
  const known = remedies?.version === version ? remedies.list : null;
  const apply = (finding: Finding, remedy: ProvenRemedy, change: () => void) => {
    const { lanes } = state.get();
    change();
    const { history, active } = state.get();
    const step = history.past.at(-1);
    if (!step || state.get().lanes === lanes) return;
    const alone = step.before.lanes === lanes;
    setApplied({ remedy, finding, findings: findings.length, version, step, alone, active });
  };
  return (
    <>
      <ScrollRegion label="Findings" ref={list}>
        <OfResult version={findingsVersion}>
          {findings.length === 0 ? (
            <p className="px-4 py-3 text-ink-soft">
              No finding: the task and the corrections are kept, no pass was wasted, and every window keeps the
              providers’ rules about messages.
              {lost > 0
                ? ` ${whole(lost)} ${lost === 1 ? 'message is' : 'messages are'} lost all the same: see the events.`
                : ''}
            </p>
          ) : (
            <ul className="divide-y divide-rule">
              {findings.map((finding) => (
                <FindingRow
                  key={finding.id}
                  finding={finding}
                  remedy={known?.find((one) => one.finding === finding.id) ?? null}
                  onApply={apply}
                />
              ))}
            </ul>
          )}
          {findings.length > 0 && isLong && !known ? (
            <p className="flex flex-wrap items-center gap-2 border-rule border-t px-4 py-2 text-[12px] text-ink-soft">
              <Button
                disabled={asked === version}
                onClick={() => {
                  setAsked(version);
                  tuning.tryRemedies();
                }}
              >
                {asked === version ? 'Trying…' : 'Look for remedies'}
              </Button>
              Each is tried by a replay before it is offered.
            </p>
          ) : null}
        </OfResult>
      </ScrollRegion>
      {/* Under the list, which so keeps its place, and in sight wherever the list is scrolled to. */}
      {applied && stands ? (
        <RemedyEffect
          applied={applied}
          onDismiss={() => setApplied(null)}
          onLeave={() => list.current?.focus({ preventScroll: true })}
        />
      ) : null}
    </>
  );
}
