/** Long work that lets other work in between: a generator yields wherever it may be left for a while, or for good. */

export type Turns<T> = Generator<void, T, void>;

/** Turns between two yields where steps are counted: of a call or a use, a few milliseconds in all. */
export const TURN = 256;

/** Does the work in one go. */
export function atOnce<T>(turns: Turns<T>): T {
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
  }
}
