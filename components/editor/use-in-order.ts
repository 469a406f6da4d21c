/** What a hand does faster than the page answers is kept, and done in order, each on what the one before it left. */
'use client';

import { useEffect, useState } from 'react';

interface Kept<Step> {
  step: Step;
  scope: unknown;
}

/**
 * `act` as soon as what is on the page can be acted on. What was kept for another scope, as for a search that is another
 * one by now, is let go.
 */
export function useInOrder<Step>(isReady: boolean, scope: unknown, act: (step: Step) => void): (step: Step) => void {
  const [kept, setKept] = useState<readonly Kept<Step>[]>([]);
  // After every rendering: `act` is then the one of what is on the page now.
  useEffect(() => {
    const [next] = kept;
    if (!next || !isReady) return;
    setKept((all) => all.slice(1));
    if (next.scope === scope) act(next.step);
  });
  return (step) => {
    if (isReady && kept.length === 0) act(step);
    else setKept((all) => [...all, { step, scope }]);
  };
}
