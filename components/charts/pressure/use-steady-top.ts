/** The top of the chart's upright axis over time: it moves only when it must, and never under a hand that holds a handle. */
'use client';

import { useRef } from 'react';
import { steadyTop } from '../frame/axis';

export function useSteadyTop(needed: number, held: boolean): number {
  const top = useRef<number | null>(null);
  if (!held || top.current === null) top.current = steadyTop(needed, top.current);
  return top.current;
}
