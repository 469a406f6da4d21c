/** Work that follows a result but must not delay it: after the paint, and only once the hand has come to rest. */

/** Milliseconds without a newer value after which the waiting one is applied, and the longest it ever waits. */
const REST = 90;
const LONGEST = 400;

/** Applies the newest value soon, skipping those that newer ones replace. */
export function createSettler<T>(apply: (value: T) => void): { (value: T): void; cancel(): void } {
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
    const rest = now - applied > LONGEST ? 30 : REST;
    timer = setTimeout(run, Math.max(0, Math.min(rest, since + LONGEST - now)));
  };
  return Object.assign(settle, {
    cancel() {
      clearTimeout(timer);
      waiting = null;
    },
  });
}
