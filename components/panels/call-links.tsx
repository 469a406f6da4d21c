/** Calls as links: each moves the cursor of all lanes there. */
'use client';

import { useRef, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';

interface CallLinksProps {
  calls: Int32Array;
  /** Becomes the one that is tuned, so that its inspector is at hand. */
  lane?: string | undefined;
  /** Calls that are named until all are asked for. */
  named?: number;
}

/** Links that one press of the button adds at most. */
const STEP = 400;

/** What was asked for of a list of calls. */
interface Opened {
  calls: Int32Array;
  shown: number;
  /** Pixels that the list had when it was closed: the rest scrolls in them, and nothing around it moves. */
  height: number;
}

export function CallLinks({ calls, lane, named = 12 }: CallLinksProps) {
  const { tuning, lanes } = useWorkbench();
  const cursor = useStore((state) => state.cursor);
  const box = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Opened | null>(null);
  if (calls.length === 0) return null;
  const opened = asked?.calls === calls ? asked : null;
  const shown = Math.min(calls.length, opened?.shown ?? named);
  const rest = calls.length - shown;
  const open = () => {
    const height = opened?.height ?? box.current?.getBoundingClientRect().height ?? 0;
    setAsked({ calls, shown: shown + STEP, height });
    // The button goes: who came by keyboard goes on with what it brought.
    const place = shown;
    requestAnimationFrame(() => box.current?.querySelectorAll('button')[place]?.focus());
  };
  return (
    <div
      ref={box}
      className={`flex flex-wrap items-center gap-x-1 text-[12px] text-ink-soft ${opened ? 'scroll-thin overflow-y-auto' : ''}`}
      style={opened ? { height: opened.height } : undefined}
    >
      {calls.length === 1 ? 'Call' : 'Calls'}
      {Array.from(calls.subarray(0, shown), (call) => (
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
      {rest > 0 ? (
        // On a line of its own: where the others come there are two lines to scroll in.
        <span className="basis-full">
          <button type="button" onClick={open} className="-ml-1 rounded-sm px-1 text-accent hover:bg-hover">
            {rest > STEP ? `Show ${whole(STEP)} of ${whole(rest)} more` : `Show ${whole(rest)} more`}
          </button>
        </span>
      ) : null}
    </div>
  );
}
