/** The call under the pointer, shared by the chart and the map so that a line follows it in both. */
'use client';

import { useSyncExternalStore } from 'react';
import { createCell } from '@/lib/store/state';

interface Hover {
  /** Call under the pointer, or -1. */
  call: number;
}

const hover = createCell<Hover>({ call: -1 });
const read = () => hover.get().call;
const nowhere = () => -1;

export function setHoverCall(call: number): void {
  if (call !== hover.get().call) hover.set({ call });
}

export function useHoverCall(): number {
  return useSyncExternalStore(hover.subscribe, read, nowhere);
}
