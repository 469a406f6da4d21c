/** Lessons in the workbench: a lesson opens at the call where its failure first shows, and its note is gone once it was put away. */

import type { Lesson } from './samples';
import type { Cell, State } from './state';
import { withPanel } from './view';

const PUT_AWAY = 'palimpsest:lesson-put-away';

/** Puts the cursor at the lesson's call and the panel that tells it in sight. Another file that is open stays as it is. */
export function startLesson(state: Cell<State>, { file, firstCall, panel }: Lesson): void {
  const { document, view } = state.get();
  if (document?.name !== file) return;
  state.set({ cursor: Math.min(firstCall, document.info.callCount) - 1, view: withPanel(view, panel) });
}

/** Whether the note over this document was put away. Only the last one is remembered. */
export function isPutAway(document: string): boolean {
  try {
    return localStorage.getItem(PUT_AWAY) === document;
  } catch {
    return false;
  }
}

/** Remembers it over a reload; a storage that refuses shows the note again. */
export function putAway(document: string): void {
  try {
    localStorage.setItem(PUT_AWAY, document);
  } catch {
    // Private modes refuse; it can be put away again.
  }
}
