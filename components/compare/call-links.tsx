/** Calls as links: each moves the cursor of all lanes there. */
'use client';

import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';

/** Calls that are named one by one; the others are counted. */
const NAMED = 12;

/** `lane` becomes the one that is tuned, so that its inspector is at hand. */
export function CallLinks({ calls, lane }: { calls: Int32Array; lane?: string | undefined }) {
  const { tuning, lanes } = useWorkbench();
  const cursor = useStore((state) => state.cursor);
  if (calls.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-[12px] text-ink-soft">
      {calls.length === 1 ? 'Call' : 'Calls'}
      {Array.from(calls.subarray(0, NAMED), (call) => (
        <button
          key={call}
          type="button"
          aria-current={call === cursor ? 'true' : undefined}
          onClick={() => {
            if (lane !== undefined) lanes.activate(lane);
            tuning.setCursor(call);
          }}
          className="rounded-sm px-1 text-accent tabular-nums hover:bg-hover aria-[current=true]:bg-selected"
        >
          {call + 1}
        </button>
      ))}
      {calls.length > NAMED ? `and ${whole(calls.length - NAMED)} more` : null}
    </p>
  );
}
