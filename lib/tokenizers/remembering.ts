/** A counter that remembers what it counted: replays of one transcript ask for the same summaries again and again. */

import type { Counter } from './counter';

/** Texts and code units of them that are remembered; then it begins anew. */
const MOST_TEXTS = 20_000;
const MOST_UNITS = 16_000_000;

/** The same counts. An estimate is as fast as remembering it, and is handed back as it is. */
export function remembering(counter: Counter): Counter {
  if (!counter.exact) return counter;
  const known = new Map<string, number>();
  let units = 0;
  return {
    ...counter,
    count(text) {
      const before = known.get(text);
      if (before !== undefined) return before;
      const tokens = counter.count(text);
      if (known.size >= MOST_TEXTS || units + text.length > MOST_UNITS) {
        known.clear();
        units = 0;
      }
      known.set(text, tokens);
      units += text.length;
      return tokens;
    },
  };
}
