/** Long work in the worker that other requests may interrupt: a replay that the hand waits for comes first. */

import type { Turns } from '../metrics/turns';

/** Work that was given up, since a later replay has taken the place of the one it is about. */
export class SupersededError extends Error {
  override name = 'SupersededError';
}

/** Milliseconds of work between two looks at the other requests. */
const SPELL = 8;

/** Does the work, with a break after every spell. Throws SupersededError where after a break it may not go on. */
export async function takingTurns<T>(turns: Turns<T>, mayGoOn: () => boolean): Promise<T> {
  let since = performance.now();
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
    if (performance.now() - since < SPELL) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!mayGoOn()) throw new SupersededError('A later replay has taken its place.');
    since = performance.now();
  }
}
