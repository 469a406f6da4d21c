/** What the run shows as a whole: losses, thrash, floors, windows that a provider would reject; each with its calls. */
'use client';

import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';

const LOOKS = {
  error: { mark: '▲', word: 'Error', color: 'text-trouble' },
  warning: { mark: '◆', word: 'Warning', color: 'text-cut' },
  note: { mark: '●', word: 'Note', color: 'text-ink-soft' },
} as const;

/** Calls that are named one by one; the others are counted. */
const NAMED = 6;

export function FindingsList() {
  const { tuning } = useWorkbench();
  const examination = useStore((state) => state.examination);
  const lost = useStore((state) => state.shown?.result.metrics?.lostMessages ?? 0);
  if (!examination) return <div className="flex-1" />;
  if (examination.findings.length === 0) {
    return (
      <p className="px-4 py-3 text-ink-soft">
        No finding: the task and the corrections are kept, no pass was wasted, and every window keeps the providers’
        rules about messages.{lost > 0 ? ` ${whole(lost)} messages are lost all the same: see the events.` : ''}
      </p>
    );
  }
  return (
    <ScrollRegion label="Findings">
      <ul className="divide-y divide-rule">
        {examination.findings.map((finding) => {
          const look = LOOKS[finding.severity];
          return (
            <li key={finding.id} className="grid grid-cols-[18px_1fr] gap-x-2 px-4 py-2">
              <span aria-hidden="true" className={look.color}>
                {look.mark}
              </span>
              <div>
                <p>
                  <span className="sr-only">{look.word}: </span>
                  <strong className="font-semibold">{finding.title}</strong>{' '}
                  <span className="text-ink-soft">{finding.sentence}</span>
                </p>
                {finding.calls.length > 0 ? (
                  <p className="mt-0.5 flex flex-wrap items-center gap-1 text-[12px] text-ink-faint">
                    {finding.calls.length === 1 ? 'Call' : 'Calls'}
                    {Array.from(finding.calls.subarray(0, NAMED), (call) => (
                      <button
                        key={call}
                        type="button"
                        onClick={() => tuning.setCursor(call)}
                        className="rounded-sm px-1 text-accent tabular-nums hover:bg-hover"
                      >
                        {call + 1}
                      </button>
                    ))}
                    {finding.calls.length > NAMED ? `and ${finding.calls.length - NAMED} more` : null}
                  </p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </ScrollRegion>
  );
}
