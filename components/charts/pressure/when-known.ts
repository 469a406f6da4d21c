/** Waits for what the worker reads of a result after its curve: what is saved has it too. */

import type { Cell, State } from '@/lib/store/state';

/** Longest wait in milliseconds: past that the file goes out without it. */
const LONGEST = 60_000;

/** What is known of the result of `version`; null where another result took its place, or it could not be read. */
export async function whenKnown<Known>(
  state: Pick<Cell<State>, 'get' | 'subscribe'>,
  version: number,
  read: (state: State) => Known | null,
): Promise<Known | null> {
  const { problem } = state.get();
  /** What is to be answered; undefined while it is still to come. */
  const answer = (): Known | null | undefined => {
    const now = state.get();
    const known = now.result?.version === version ? read(now) : null;
    if (known !== null) return known;
    const isOver = now.result?.version !== version || (now.problem !== null && now.problem !== problem);
    return isOver ? null : undefined;
  };
  const first = answer();
  if (first !== undefined) return first;
  return new Promise((resolve) => {
    const end = (known: Known | null) => {
      clearTimeout(timer);
      stop();
      resolve(known);
    };
    const timer = setTimeout(() => end(null), LONGEST);
    const stop = state.subscribe(() => {
      const known = answer();
      if (known !== undefined) end(known);
    });
  });
}
