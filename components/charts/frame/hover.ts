/** The call under the pointer, shared by all charts so that a line follows it in each. Listeners draw; nothing renders. */

import { createCell } from '@/lib/store/state';

const hover = createCell<{ call: number }>({ call: -1 });

/** The call under the pointer, or -1. */
export function hoverCall(): number {
  return hover.get().call;
}

export function setHoverCall(call: number): void {
  if (call !== hover.get().call) hover.set({ call });
}

export function onHover(listener: () => void): () => void {
  return hover.subscribe(listener);
}
