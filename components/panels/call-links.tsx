/** Calls as links: each moves the cursor of all lanes there. */
'use client';

import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';

interface CallLinksProps {
  calls: Int32Array;
  /** Becomes the one that is tuned, so that its inspector is at hand. */
  lane?: string | undefined;
  /** Calls that are named one by one; the others are counted. */
  named?: number;
}

export function CallLinks({ calls, lane, named = 12 }: CallLinksProps) {
  const { tuning, lanes } = useWorkbench();
  const cursor = useStore((state) => state.cursor);
  if (calls.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-[12px] text-ink-soft">
      {calls.length === 1 ? 'Call' : 'Calls'}
      {Array.from(calls.subarray(0, named), (call) => (
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
      {calls.length > named ? `and ${whole(calls.length - named)} more` : null}
    </p>
  );
}
