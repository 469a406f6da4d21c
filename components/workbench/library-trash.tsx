/** The trash: what was removed comes back with everything that went with it, or goes for good. */
'use client';

import { useState } from 'react';
import type { Desk, TrashedTogether } from '@/lib/store/library-desk';
import { Button } from '../ui/button';
import { agoText, sizeText, whole } from '../ui/format';

interface LibraryTrashProps {
  trash: readonly TrashedTogether[];
  run(work: (desk: Desk) => Promise<unknown>): Promise<void>;
}

export function LibraryTrash({ trash, run }: LibraryTrashProps) {
  const [asking, setAsking] = useState(false);
  const now = Date.now();
  if (trash.length === 0) {
    return <p className="py-3 text-ink-soft">The trash is empty. What is removed stays here for 30 days.</p>;
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 py-2">
        <p className="min-w-0 flex-1 text-ink-soft">What was removed stays here for 30 days, then it goes for good.</p>
        {asking ? (
          <>
            <span>{whole(trash.length)} for good?</span>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false);
                void run((desk) => desk.emptyTrash());
              }}
            >
              Delete for good
            </Button>
            <Button onClick={() => setAsking(false)}>Keep</Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>Empty the trash</Button>
        )}
      </div>
      <ul aria-label="Trash" className="divide-y divide-rule border-rule border-y">
        {trash.map((entry) => (
          <li key={entry.at} className="flex items-center gap-3 px-1 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{entry.title}</p>
              <p className="text-[12px] text-ink-soft tabular-nums">
                {entry.along === '' ? '' : `with ${entry.along} · `}
                {sizeText(entry.bytes)} · removed {agoText(entry.at, now)}
              </p>
            </div>
            <Button aria-label={`Restore ${entry.title}`} onClick={() => void run((desk) => desk.restore(entry))}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
