/** Long work in the worker that other requests may interrupt: a replay that the hand waits for comes first. */

import type { Turns } from '../metrics/turns';

/** Work that was given up, since a later request has taken its place. */
export class SupersededError extends Error {
  override name = 'SupersededError';
}

/** Milliseconds of work between two looks at the other requests. */
const SPELL = 8;

/** A break in which other requests are heard. */
export async function pause(mayGoOn: () => boolean): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (!mayGoOn()) throw new SupersededError('A later request has taken its place.');
}

/** Does the work, with a break after every spell. Throws SupersededError where after a break it may not go on. */
export async function takingTurns<T>(turns: Turns<T>, mayGoOn: () => boolean): Promise<T> {
  let since = performance.now();
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
    if (performance.now() - since < SPELL) continue;
    await pause(mayGoOn);
    since = performance.now();
  }
}
