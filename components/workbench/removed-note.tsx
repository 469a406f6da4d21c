/** What was just put in the trash, with the way back: it takes the focus that the row had, and stays while it has it. */
'use client';

import { useEffect, useRef, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { CloseIcon } from '../ui/icons';

/** Milliseconds that it stands when nobody is at it. */
const STANDS = 12_000;

export function RemovedNote() {
  const { shelf } = useWorkbench();
  const removed = useStore((state) => state.removed);
  const recent = useStore((state) => state.recent);
  // One that stood before the list was opened is no news.
  const [first] = useState(removed);
  const [left, setLeft] = useState<typeof removed>(null);
  const [held, setHeld] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  const shown = removed !== null && removed !== first && removed !== left;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row goes when the list has been read anew
  useEffect(() => {
    if (!shown) return;
    const { activeElement } = document;
    // The row that had the focus is gone; somebody who types elsewhere is left alone.
    if (!activeElement || activeElement === document.body || activeElement.tagName === 'DIALOG') back.current?.focus();
  }, [shown, recent]);
  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setLeft(removed), STANDS);
    return () => clearTimeout(timer);
  }, [shown, held, removed]);
  return (
    <div role="status" className="empty:hidden">
      {shown ? (
        <fieldset
          aria-label="Removed"
          className="mt-2 flex items-center gap-2 rounded-lg border border-rule-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-raised"
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={(event) => setHeld(event.currentTarget.contains(document.activeElement))}
        >
          <span className="min-w-0 flex-1 truncate">“{removed.title}” is in the trash, for 30 days.</span>
          <Button ref={back} onClick={() => void shelf.takeBack()}>
            Undo
          </Button>
          <Button variant="plain" icon aria-label="Dismiss" onClick={() => setLeft(removed)}>
            <CloseIcon />
          </Button>
        </fieldset>
      ) : null}
    </div>
  );
}
