/** Where the library stands on the start page: fetched at once where something is kept, and otherwise when it is asked for. */
'use client';

import { lazy, Suspense, useState } from 'react';
import { useStore } from '@/lib/store/use-store';
import { StoredWhereNote } from './stored-where';

const LibrarySection = lazy(() => import('./library-section'));

export function LibraryPlace({ onOpen }: { onOpen?: () => void }) {
  const isEmpty = useStore(({ recent, removed }) => recent.length === 0 && removed === null);
  const [asked, setAsked] = useState(false);
  if (isEmpty && !asked) {
    return (
      <p className="text-ink-soft">
        What you open is kept in this browser, with every change.{' '}
        <button
          type="button"
          onClick={() => setAsked(true)}
          className="rounded-sm text-accent underline-offset-2 hover:underline"
        >
          Trash, room and copies
        </button>{' '}
        · <StoredWhereNote />
      </p>
    );
  }
  return (
    <section aria-labelledby="kept">
      <h2 id="kept" className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">
        Kept in this browser
      </h2>
      <Suspense fallback={<div className="min-h-[160px]" />}>
        <LibrarySection {...(onOpen ? { onOpen } : {})} />
      </Suspense>
    </section>
  );
}
