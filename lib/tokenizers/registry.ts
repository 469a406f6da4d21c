/** All counters in the order in which people choose among them, and how each is loaded. */

import { chars4 } from './chars4';
import type { Counter, CounterId, EncodingId } from './counter';
import { type EncodingLoader, loadEncoding } from './exact';
import { utf8 } from './utf8';
import { words } from './words';

/** A counter as the app and the command line list it, before anything is loaded. */
export interface CounterEntry {
  readonly id: CounterId;
  readonly label: string;
  /** One sentence for people: what it counts and when to choose it. */
  readonly description: string;
  readonly exact: boolean;
}

interface EncodingEntry extends CounterEntry {
  readonly id: EncodingId;
  readonly exact: true;
}

const encodings: readonly EncodingEntry[] = [
  {
    id: 'o200k_base',
    label: 'o200k_base',
    description: 'Exact tokens of GPT-4o, GPT-4.1, GPT-5 and the o-series.',
    exact: true,
  },
  {
    id: 'o200k_harmony',
    label: 'o200k_harmony',
    description: 'Exact tokens of gpt-oss. Text counts as in o200k_base; only the special tokens differ.',
    exact: true,
  },
  { id: 'cl100k_base', label: 'cl100k_base', description: 'Exact tokens of GPT-4 and GPT-3.5 Turbo.', exact: true },
  {
    id: 'p50k_base',
    label: 'p50k_base',
    description: 'Exact tokens of the Codex models and text-davinci-002 and -003.',
    exact: true,
  },
  {
    id: 'p50k_edit',
    label: 'p50k_edit',
    description: 'Exact tokens of the edit models. Text counts as in p50k_base; only the special tokens differ.',
    exact: true,
  },
  { id: 'r50k_base', label: 'r50k_base', description: 'Exact tokens of GPT-3.', exact: true },
  { id: 'gpt2', label: 'gpt2', description: 'Exact tokens of GPT-2; text counts as in r50k_base.', exact: true },
];

const estimates: readonly (CounterEntry & { readonly counter: Counter })[] = [
  {
    id: chars4.id,
    label: chars4.label,
    description: 'A quarter of the characters, rounded down, plus one. Close for English prose, low for code and CJK.',
    exact: false,
    counter: chars4,
  },
  {
    id: words.id,
    label: words.label,
    description: 'Runs of text between whitespace. Always low, and one word for a whole unspaced text.',
    exact: false,
    counter: words,
  },
  {
    id: utf8.id,
    label: utf8.label,
    description: 'Bytes of UTF-8. Never below the exact count, and about four times above it for English.',
    exact: false,
    counter: utf8,
  },
];

export const COUNTERS: readonly CounterEntry[] = [
  ...encodings,
  ...estimates.map(({ id, label, description, exact }) => ({ id, label, description, exact })),
];

export function isCounterId(value: unknown): value is CounterId {
  return COUNTERS.some((entry) => entry.id === value);
}

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
  const loaded = new Map<CounterId, Counter>(estimates.map(({ id, counter }) => [id, counter]));
  return async (id) => {
    const known = loaded.get(id);
    if (known) return known;
    const entry = encodings.find((encoding) => encoding.id === id);
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
