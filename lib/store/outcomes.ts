/** What lanes of the comparison come to, put into the state a frame at a time: lanes that are made at once are drawn once. */

import type { Cell, LaneOutcome, State } from './state';

/** Milliseconds for which a lane that has come waits for others that were asked for with it. */
const TOGETHER = 150;

export interface Outcomes {
  /** Changes what is known of a lane, soon. */
  set(id: string, change: Partial<LaneOutcome>): void;
  /** Does work whose lanes are to be shown together with those of other such work. */
  together<Output>(work: () => Promise<Output>): Promise<Output>;
  /** Forgets what has not been shown yet. */
  clear(): void;
}

export function createOutcomes(state: Cell<State>): Outcomes {
  const coming = new Map<string, Partial<LaneOutcome>>();
  let underWay = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    waiting = undefined;
    if (coming.size === 0) return;
    const next = new Map(state.get().comparison);
    for (const [id, change] of coming) next.set(id, { ...(next.get(id) ?? NOTHING_YET), ...change });
    coming.clear();
    state.set({ comparison: next });
  };
  return {
    set(id, change) {
      coming.set(id, { ...coming.get(id), ...change });
      if (underWay > 0) waiting ??= setTimeout(show, TOGETHER);
      else {
        clearTimeout(waiting);
        waiting = undefined;
        // The last curve that was asked for: who waits for it is shown it with the next picture, not with the one after.
        if (change.sent) show();
        else nextFrame(show);
      }
    },
    async together(work) {
      underWay++;
      try {
        return await work();
      } finally {
        underWay--;
      }
    },
    clear: () => coming.clear(),
  };
}

/** Before the next picture; soon, where there are no pictures or none are shown. */
function nextFrame(work: () => void): void {
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) setTimeout(work);
  else requestAnimationFrame(work);
}

/** A lane of which nothing has come. */
export const NOTHING_YET: LaneOutcome = {
  run: null,
  sent: null,
  lane: null,
  yardstick: '',
  number: 0,
  computeMs: 0,
  score: null,
  failed: null,
  trouble: null,
};
