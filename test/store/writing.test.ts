/** Writing: the draft, the place in the list and what is selected follow the messages they are about. */
import { describe, expect, it } from 'vitest';
import { createCell, type State } from '@/lib/store/state';
import { FIRST_VIEW } from '@/lib/store/view';
import { createWriting } from '@/lib/store/writing';

const SYSTEM = 0;
const USER = 2;
const ASSISTANT = 3;

function bench() {
  const roles = Uint8Array.of(SYSTEM, USER, ASSISTANT);
  const document = { id: 'd', conversation: 'c', info: { roles, messageCount: 3 } };
  const state = createCell({ document, view: FIRST_VIEW } as unknown as State);
  return { state, writing: createWriting(state) };
}

describe('writing', () => {
  it('a new message speaks for whoever is next, and brings its panel into sight', () => {
    const { state, writing } = bench();
    for (const [at, role] of [
      [0, 'user'],
      [1, 'assistant'],
      [2, 'assistant'],
      [3, 'user'],
    ] as const) {
      writing.insert(at);
      expect(writing.get().draft).toMatchObject({ at, isNew: true, message: { role, content: '' } });
    }
    expect(state.get().view.controls).toBe('transcript');
    writing.edit(1);
    expect(writing.get().draft).toMatchObject({ at: 1, isNew: false, message: null, document: 'd c' });
  });

  it('stands at the message that is shown elsewhere, but for one that an edit moved', () => {
    const { state, writing } = bench();
    state.set({ item: 2 });
    expect(writing.get().current).toBe(2);
    const { document } = state.get();
    writing.set({ current: 0 });
    state.set({ item: 1, document: document && { ...document, info: { ...document.info } } });
    expect(writing.get().current).toBe(0);
    state.set({ item: -1 });
    expect(writing.get().current).toBe(0);
  });

  it('follows an edit, and lets go of what is gone', () => {
    const { writing } = bench();
    writing.edit(2);
    writing.set({ current: 1 });
    writing.select(new Set([0, 1]));
    // Message 0 is deleted; 3 is the place after the last.
    writing.follow(Int32Array.of(-1, 0, 1, 2));
    expect(writing.get()).toMatchObject({ current: 0, selected: new Set(), draft: { at: 1 } });
    writing.select(new Set([0]));
    writing.follow(Int32Array.of(1, 0, 2));
    expect(writing.get()).toMatchObject({ current: 1, selected: new Set([1]), draft: { at: 0 } });
    writing.follow(Int32Array.of(-1, 0, 1));
    expect(writing.get().draft).toBeNull();
    writing.follow(null);
    expect(writing.get().selected.size).toBe(0);
  });
});
