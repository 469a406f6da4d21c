/** What stands where a result could not be read as a whole: that it was not, and the way to try again. */
'use client';

import { UNEXAMINED, UNRECALLED } from '@/lib/store/insights';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';

/** A new replay is read anew, whatever kept this one from being read. */
export function Unread({ title }: { title: string }) {
  const { state, tuning } = useWorkbench();
  return (
    <div role="status" className="flex flex-1 flex-col items-start gap-2 px-4 py-3">
      <p>
        <strong className="font-semibold">
          <span aria-hidden="true" className="mr-1.5 text-trouble">
            ▲
          </span>
          {title}.
        </strong>{' '}
        <span className="text-ink-soft">The curve and the window are right all the same.</span>
      </p>
      <Button
        onClick={() => {
          // The notice has been answered.
          const { problem } = state.get();
          const isTold = problem?.title === UNEXAMINED || problem?.title === UNRECALLED;
          state.set({ unexamined: null, unrecalled: null, ...(isTold ? { problem: null } : {}) });
          tuning.replay();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
