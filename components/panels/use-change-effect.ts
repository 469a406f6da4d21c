/** What moving a setting did, as the results on the page show it. */
'use client';

import { useMemo, useState } from 'react';
import { type ChangeEffect, ChangeFollower } from '@/lib/store/change-effect';
import { hasErrors } from '@/lib/store/lane';
import { useStore } from '@/lib/store/use-store';

/** Null where the settings as they stand cannot run: what is on the page is then of others. */
export function useChangeEffect(): ChangeEffect | null {
  const result = useStore((state) => state.shown?.result ?? null);
  const problems = useStore((state) => state.problems);
  const [follower] = useState(() => new ChangeFollower());
  const effect = useMemo(() => follower.follow(result, performance.now()), [follower, result]);
  return hasErrors(problems) ? null : effect;
}
