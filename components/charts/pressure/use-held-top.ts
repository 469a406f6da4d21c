/** The top of the chart's upright axis: of what is shown alone, and at rest while a hand is on a handle. */
'use client';

import { useRef } from 'react';
import { topFor } from '../frame/axis';

export function useHeldTop(needed: number, held: boolean): number {
  const top = useRef<number | null>(null);
  if (!held || top.current === null) top.current = topFor(needed);
  return top.current;
}
