/** The desk of the library and what it shows, read anew whenever the list of scenarios changes. */
'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createDesk, type Desk, type DeskView } from '@/lib/store/library-desk';
import { useStore, useWorkbench } from '@/lib/store/use-store';

interface DeskState {
  desk: Desk;
  /** Null until it has been read. */
  view: DeskView | null;
  /** Why something could not be done; empty where nothing failed. */
  failed: string;
  /** Does something with it, reads anew, and says what could not be done. */
  run(work: (desk: Desk) => Promise<unknown>): Promise<void>;
}

/** Null where the browser keeps nothing. */
export function useDesk(): DeskState | null {
  const { library, shelf } = useWorkbench();
  const recent = useStore((state) => state.recent);
  const saving = useStore((state) => state.saving);
  const open = library();
  const desk = useMemo(() => (open ? createDesk(open, shelf) : null), [open, shelf]);
  const [view, setView] = useState<DeskView | null>(null);
  const [failed, setFailed] = useState('');
  const looks = useRef(0);
  const look = useCallback(async () => {
    if (!desk) return;
    looks.current++;
    const own = looks.current;
    try {
      const seen = await desk.look();
      // What was begun earlier may come later, and knows less.
      if (own === looks.current) setView(seen);
    } catch (error) {
      setFailed(wordsOf(error));
    }
  }, [desk]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept has changed
  useEffect(() => {
    if (saving !== 'saving') void look();
  }, [look, recent, saving]);
  if (!desk) return null;
  return {
    desk,
    view,
    failed,
    async run(work) {
      setFailed('');
      try {
        await work(desk);
      } catch (error) {
        setFailed(wordsOf(error));
      }
      await look();
    },
  };
}

/** An error with what to do about it. */
function wordsOf(error: unknown): string {
  const { message = String(error), remedy = '' } = (error ?? {}) as { message?: string; remedy?: string };
  return `${message} ${remedy}`.trim();
}
