/** The pins that last until the end of the run, by message: what the map draws as lines that never stop. */
'use client';

import { useMemo } from 'react';
import { useStore } from '@/lib/store/use-store';
import { lastingPins } from './lasting-pins';

const NO_PINS: ReadonlyMap<number, string> = new Map();

/** Message → why it stays. */
export function useLastingPins(): ReadonlyMap<number, string> {
  const roles = useStore((state) => state.document?.info.roles);
  const last = useStore((state) => state.last);
  return useMemo(() => (roles && last ? lastingPins(last, roles) : NO_PINS), [roles, last]);
}
