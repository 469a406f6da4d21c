/** The facts of the transcript as it is now, asked for once however many show them. */
'use client';

import { useEffect, useState } from 'react';
import type { FactRow } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';

const known = new WeakMap<object, Promise<FactRow[]>>();

/** Null until they have been read, and as long as they are not `wanted`. */
export function useFacts(wanted = true): readonly FactRow[] | null {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const [facts, setFacts] = useState<{ of: unknown; rows: readonly FactRow[] } | null>(null);
  useEffect(() => {
    if (!info || !wanted) return;
    let current = true;
    const asked = known.get(info) ?? transcript.facts();
    known.set(info, asked);
    asked
      .then((rows) => {
        if (current) setFacts({ of: info, rows });
      })
      .catch(() => known.delete(info));
    return () => {
      current = false;
    };
  }, [info, transcript, wanted]);
  return facts && facts.of === info ? facts.rows : null;
}
