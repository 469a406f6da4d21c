/** Undo and redo: everything a user changes is one immutable value, and every step is two of them with a name. */

import type { Cell, State, Step, Work } from './state';

export interface History {
  /** Keeps a step. Steps under the same key that follow each other at once, as a drag makes them, become one. */
  record(name: string, before: Work, after: Work, key?: string): void;
  undo(): void;
  /** Undoes this step and no other: nothing where it is not the newest one any more. */
  takeBack(step: Step): void;
  redo(): void;
  /** To the work after so many of the steps there are, made and taken back. */
  goTo(steps: number): void;
}

export interface HistoryHooks {
  /** Makes this the work at hand, replay and all. */
  apply(work: Work): void;
  now(): number;
  /** Whether a pointer is held down: what it does until it is let go is one step, however long it takes. */
  held(): boolean;
  /** Does it once every step that is asked for is made, so that the step taken back is the newest one. */
  inTurn(work: () => void): void;
}

/** Milliseconds between two changes by one hand. */
const ONE_HAND = 1000;

export function workOf({ lanes, active, yardstick, probes, prices, edits }: State): Work {
  return { lanes, active, yardstick, probes, prices, edits };
}

export function createHistory(state: Cell<State>, { apply, now, held, inTurn }: HistoryHooks): History {
  let last: { key: string; at: number; held: boolean } | null = null;
  const goTo = (count: number): void => {
    const { past, future } = state.get().history;
    const steps = [...past, ...future];
    const work = count === past.length ? undefined : (steps[count - 1]?.after ?? steps[0]?.before);
    if (!work || count < 0 || count > steps.length) return;
    last = null;
    state.set({ history: { past: steps.slice(0, count), future: steps.slice(count) } });
    apply(work);
  };
  return {
    record(name, before, after, key = '') {
      const { past, future } = state.get().history;
      const at = now();
      const previous = past.at(-1);
      const joins =
        key !== '' &&
        last?.key === key &&
        (at - last.at < ONE_HAND || (held() && last.held)) &&
        future.length === 0 &&
        previous !== undefined;
      last = { key, at, held: held() };
      const step: Step = joins ? { name, before: previous.before, after } : { name, before, after };
      state.set({ history: { past: [...(joins ? past.slice(0, -1) : past), step], future: [] } });
    },
    undo: () => inTurn(() => goTo(state.get().history.past.length - 1)),
    takeBack: (step) =>
      inTurn(() => {
        const { past } = state.get().history;
        if (past.at(-1) === step) goTo(past.length - 1);
      }),
    redo: () => inTurn(() => goTo(state.get().history.past.length + 1)),
    goTo: (steps) => inTurn(() => goTo(steps)),
  };
}
