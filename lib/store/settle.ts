/** Work that follows a result but must not delay it: after the paint, and only once the hand has come to rest. */

/** Applies the newest value soon, skipping those that newer ones replace. */
export function createSettler<T>(
  apply: (value: T) => void,
  /**
   * Milliseconds without a newer value after which the waiting one is applied, and the longest it ever waits. What is `patient`
   * waits for a rest of that many milliseconds however long the hand moves: it would hold up what the hand is waiting for.
   */
  { rest, longest, patient = () => 0 }: { rest: number; longest: number; patient?(): number } = {
    rest: 140,
    longest: 600,
  },
): { (value: T): void; cancel(): void } {
  let waiting: { value: T } | null = null;
  let since = 0;
  let applied = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    const next = waiting;
    waiting = null;
    applied = performance.now();
    if (next) apply(next.value);
  };
  const settle = (value: T): void => {
    const now = performance.now();
    if (!waiting) since = now;
    waiting = { value };
    clearTimeout(timer);
    // The first value after a rest has nothing to wait for but the paint of the curve.
    const pause = now - applied > longest ? rest / 4 : rest;
    timer = setTimeout(run, patient() || Math.max(0, Math.min(pause, since + longest - now)));
  };
  return Object.assign(settle, {
    cancel() {
      clearTimeout(timer);
      waiting = null;
    },
  });
}
