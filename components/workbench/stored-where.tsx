/** What is stored where: every store of the browser that this page uses, and that nothing is sent. */
'use client';

import { lazy, Suspense, useState } from 'react';

const StoredWhereDialog = lazy(() => import('./stored-where-dialog'));

/** A link in a sentence, to the note. */
export function StoredWhereNote() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setShown(true)}
        className="rounded-sm text-accent underline-offset-2 hover:underline"
      >
        What is stored where
      </button>
      {shown ? (
        <Suspense fallback={null}>
          <StoredWhereDialog onClose={() => setShown(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
