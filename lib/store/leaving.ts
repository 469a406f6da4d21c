/** When the user goes away: what waits to be written is written at once, and what could not be is not left without a word. */

import type { Keeping } from './keeping';
import { markBusy } from './last-open';
import type { Cell, State } from './state';

export function watchLeaving(state: Cell<State>, { flush }: Pick<Keeping, 'flush'>): void {
  globalThis.document.addEventListener('visibilitychange', () => {
    if (globalThis.document.visibilityState === 'hidden') void flush();
  });
  window.addEventListener('pagehide', () => {
    void flush();
    // It was left, and did not end at work.
    markBusy(false);
  });
  window.addEventListener('beforeunload', (event) => {
    if (state.get().saving === 'failed') event.preventDefault();
  });
}
