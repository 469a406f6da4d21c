/** What the window is made of at every call, worked out while the chart shows it; how it is worked out comes when it is asked for. */
'use client';

import { useEffect, useMemo, useState } from 'react';
import type { Run } from '@/lib/engine/run';
import type { Composition } from './composition';

type Method = (run: Run, roles: Uint8Array) => Composition;

/** The chart and its key ask for the same. */
const latest = new WeakMap<Run, { roles: Uint8Array; composition: Composition }>();

function compositionOnce(method: Method, run: Run, roles: Uint8Array): Composition {
  const known = latest.get(run);
  if (known?.roles === roles) return known.composition;
  const composition = method(run, roles);
  latest.set(run, { roles, composition });
  return composition;
}

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
    () =>
      wanted && method && roles?.length === run.messageCount ? compositionOnce(method.compositionOf, run, roles) : null,
    [wanted, method, run, roles],
  );
}
