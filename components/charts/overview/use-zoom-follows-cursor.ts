/** The part in sight goes along when the cursor is moved out of it, and is forgotten with the transcript it belonged to. */
'use client';

import { useEffect } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { useZoom } from '../frame/use-zoom';
import { domainAround } from '../frame/zoom';

export function useZoomFollowsCursor(): void {
  const { state } = useWorkbench();
  const last = useStore(({ result }) => (result?.run.calls.tokens.length ?? 1) - 1);
  const zoom = useZoom(last);
  useEffect(() => {
    let { cursor } = state.get();
    const nameOf = () => `${state.get().document?.id} ${state.get().document?.conversation}`;
    let shown = nameOf();
    return state.subscribe(() => {
      const now = nameOf();
      if (now !== shown) {
        shown = now;
        zoom.reset();
      }
      const next = state.get().cursor;
      if (next === cursor) return;
      cursor = next;
      const domain = zoom.chosen();
      if (domain) zoom.set(domainAround(domain, Math.min(next, last)));
    });
  }, [state, zoom, last]);
}
