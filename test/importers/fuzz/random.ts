/** A small generator of whole numbers with a seed, so that a failure can be repeated. */

export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
  let state = (seed * 2654435761 + 1) | 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

export function pick<T>(next: Random, list: readonly T[]): T {
  return list[next(list.length)] as T;
}
