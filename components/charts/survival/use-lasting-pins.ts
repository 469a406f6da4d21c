/** The pins that last until the end of the run, by message: what the map draws as lines that never stop. */
'use client';

import { useMemo } from 'react';
import { pinnedMessages } from '@/lib/store/held';
import { useStore } from '@/lib/store/use-store';

const NO_PINS: ReadonlyMap<number, string> = new Map();

/** Message → why it stays. */
export function useLastingPins(): ReadonlyMap<number, string> {
  const info = useStore((state) => state.document?.info);
  const last = useStore((state) => state.last);
  return useMemo(() => (info && last ? pinnedMessages(last, info.roles, info.groups) : NO_PINS), [info, last]);
}
