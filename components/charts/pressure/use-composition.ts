/** What the window is made of at every call, worked out while the chart shows it; how it is worked out comes when it is asked for. */
'use client';

import { useEffect, useMemo, useState } from 'react';
import type { Run } from '@/lib/engine/run';
import type { Composition } from './composition';

type Method = (run: Run, roles: Uint8Array) => Composition;

export function useComposition(run: Run, roles: Uint8Array | null, wanted: boolean): Composition | null {
  const [method, setMethod] = useState<{ compositionOf: Method } | null>(null);
  useEffect(() => {
    if (!wanted || method) return;
    let current = true;
    import('./composition').then(
      (module) => current && setMethod(module),
      // Without it the curve stays, and the next wish asks again.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [wanted, method]);
  return useMemo(
    () => (wanted && method && roles?.length === run.messageCount ? method.compositionOf(run, roles) : null),
    [wanted, method, run, roles],
  );
}
