/** Outcomes as curves and maps draw them: after an edit of the transcript a lane keeps its old picture until the new one is there. */
'use client';

import { useState } from 'react';
import type { State } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';

type Outcomes = State['comparison'];

/** The outcomes of now, and those of before where a lane has none yet. Only what is drawn may be of before, never a number. */
export function useDrawnOutcomes(): Outcomes {
  const comparison = useStore((state) => state.comparison);
  const document = useStore((state) => state.document?.id ?? null);
  const [drawn, setDrawn] = useState({ comparison, document, outcomes: comparison });
  if (drawn.comparison === comparison && drawn.document === document) return drawn.outcomes;
  const before = drawn.document === document ? drawn.outcomes : null;
  const outcomes = new Map(comparison);
  for (const [id, { run, failed }] of comparison) {
    const old = before?.get(id);
    if (!run && !failed && old) outcomes.set(id, old);
  }
  setDrawn({ comparison, document, outcomes });
  return outcomes;
}
