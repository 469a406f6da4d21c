/** One finding: how grave it is, what it is in one line, the calls where it shows, and the button that mends it. */
'use client';

import { laneOf } from '@/lib/store/lanes';
import type { Finding, ProvenRemedy } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';

const LOOKS = {
  error: { mark: '▲', word: 'Error', color: 'text-trouble' },
  warning: { mark: '◆', word: 'Warning', color: 'text-cut' },
  note: { mark: '●', word: 'Note', color: 'text-ink-soft' },
} as const;

/** Calls that are named one by one; the others are counted. */
const NAMED = 6;

interface FindingRowProps {
  finding: Finding;
  remedy: ProvenRemedy | null;
  /** Hears of a remedy just before `change` applies it. */
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
          <strong className="font-semibold">{finding.title}</strong>{' '}
          <span className="text-ink-soft">{finding.sentence}</span>
        </p>
        <Calls calls={finding.calls} />
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

function Calls({ calls }: { calls: Int32Array }) {
  const { tuning } = useWorkbench();
  const cursor = useStore((state) => state.cursor);
  if (calls.length === 0) return null;
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-1 text-[12px] text-ink-faint">
      {calls.length === 1 ? 'Call' : 'Calls'}
      {Array.from(calls.subarray(0, NAMED), (call) => (
        <button
          key={call}
          type="button"
          aria-current={call === cursor ? 'true' : undefined}
          onClick={() => tuning.setCursor(call)}
          className="rounded-sm px-1 text-accent tabular-nums hover:bg-hover aria-[current=true]:bg-selected"
        >
          {call + 1}
        </button>
      ))}
      {calls.length > NAMED ? `and ${whole(calls.length - NAMED)} more` : null}
    </p>
  );
}
