/** Calls at which two counts of the same windows disagree about a limit. */

export interface Verdicts {
  /** Over the limit by the exact count alone. */
  missed: Int32Array;
  /** Over it by the lane's own count alone. */
  early: Int32Array;
}

/** Index = call. A window of exactly the limit is not over it. */
export function verdicts(own: Int32Array, exact: Int32Array, limit: number): Verdicts {
  const missed: number[] = [];
  const early: number[] = [];
  for (let call = 0; call < own.length; call++) {
    const isOver = (exact[call] ?? 0) > limit;
    if (isOver === (own[call] as number) > limit) continue;
    (isOver ? missed : early).push(call);
  }
  return { missed: Int32Array.from(missed), early: Int32Array.from(early) };
}
