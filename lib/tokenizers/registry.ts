/** How each counter is loaded. */

import { chars4 } from './chars4';
import type { Counter, CounterId } from './counter';
import { COUNTERS, ENCODINGS } from './descriptions';
import { type EncodingLoader, loadEncoding } from './exact';
import { utf8 } from './utf8';
import { words } from './words';

/** A scenario or an option names a counter that does not exist. */
export class UnknownCounterError extends Error {
  override readonly name = 'UnknownCounterError';
  readonly remedy: string;

  constructor(readonly counter: string) {
    const remedy = `Use one of ${COUNTERS.map((entry) => entry.id).join(', ')}.`;
    super(`counter: "${counter}" is not a known token counter. ${remedy}`);
    this.remedy = remedy;
  }
}

/** Makes a loader of counters over a loader of encodings; what loaded once is kept, what failed is tried again. */
export function counterLoader(load: EncodingLoader): (id: CounterId) => Promise<Counter> {
  const loaded = new Map<CounterId, Counter>([chars4, words, utf8].map((counter) => [counter.id, counter]));
  return async (id) => {
    const known = loaded.get(id);
    if (known) return known;
    const entry = ENCODINGS.find((encoding) => encoding.id === id);
    if (!entry) throw new UnknownCounterError(id);
    try {
      const count = await load(entry.id);
      const counter: Counter = { id: entry.id, label: entry.label, exact: true, count };
      loaded.set(id, counter);
      return counter;
    } catch (error) {
      const fallbackReason = error instanceof Error ? error.message : String(error);
      return { ...utf8, fellBackFrom: entry.id, fallbackReason };
    }
  };
}

/**
 * Loads a counter. An encoding whose tables cannot load is replaced by `utf8`, which overestimates; `fellBackFrom` and
 * `fallbackReason` on the counter say so. Rejects with UnknownCounterError for an id that is none.
 */
export const loadCounter = counterLoader(loadEncoding);
