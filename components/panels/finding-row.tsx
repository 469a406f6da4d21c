/** One finding: how grave it is, what it is in one line, the calls where it shows, and the button that mends it. */
'use client';

import { laneOf } from '@/lib/store/lanes';
import type { Finding, ProvenRemedy } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { unbroken, whole } from '../ui/format';
import { CallLinks } from './call-links';

const LOOKS = {
  error: { mark: '▲', word: 'Error', color: 'text-trouble' },
  warning: { mark: '◆', word: 'Warning', color: 'text-cut' },
  note: { mark: '●', word: 'Note', color: 'text-ink-soft' },
} as const;

interface FindingRowProps {
  finding: Finding;
  remedy: ProvenRemedy | null;
  /** Has `change` apply the remedy. */
  onApply: (finding: Finding, remedy: ProvenRemedy, change: () => void) => void;
}

export function FindingRow({ finding, remedy, onApply }: FindingRowProps) {
  const { state, tuning } = useWorkbench();
  const look = LOOKS[finding.severity];
  const change = ({ config, guards }: ProvenRemedy) => {
    const lane = laneOf(state.get());
    tuning.setLane({ ...lane, config: { ...lane.config, ...config }, guards: { ...lane.guards, ...guards } });
  };
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-2 px-4 py-2">
      <span aria-hidden="true" className={look.color}>
        {look.mark}
      </span>
      <div>
        <p>
          <span className="sr-only">{look.word}: </span>
          <strong className="font-semibold">{unbroken(finding.title)}</strong>{' '}
          <span className="text-ink-soft">{unbroken(finding.sentence)}</span>
        </p>
        <CallLinks calls={finding.calls} named={6} />
        {remedy ? (
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-[12px]">
            <Button
              className="h-auto min-h-7 max-w-full whitespace-normal py-0.5 text-left"
              onClick={() => onApply(finding, remedy, () => change(remedy))}
            >
              {remedy.label}
            </Button>
            <span className="text-ink-soft tabular-nums">
              {remedy.after === 0 ? '→ gone' : `→ ${callsWord(remedy.after)} instead of ${whole(remedy.before)}`}
            </span>
          </p>
        ) : null}
      </div>
    </li>
  );
}

function callsWord(count: number): string {
  return `${whole(count)} ${count === 1 ? 'call' : 'calls'}`;
}
