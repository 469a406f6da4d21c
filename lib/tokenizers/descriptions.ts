/** All counters in the order in which people choose among them, without the code that counts. */

import type { CounterId, EncodingId } from './counter';

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

export const ENCODINGS: readonly EncodingEntry[] = [
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

const estimates: readonly CounterEntry[] = [
  {
    id: 'chars4',
    label: 'Characters ÷ 4',
    description: 'A quarter of the characters, rounded down, plus one. Close for English prose, low for code and CJK.',
    exact: false,
  },
  {
    id: 'words',
    label: 'Words',
    description: 'Runs of text between whitespace. Always low, and one word for a whole unspaced text.',
    exact: false,
  },
  {
    id: 'utf8',
    label: 'UTF-8 bytes',
    description: 'Bytes of UTF-8. Never below the exact count, and about four times above it for English.',
    exact: false,
  },
];

export const COUNTERS: readonly CounterEntry[] = [...ENCODINGS, ...estimates];

export function isCounterId(value: unknown): value is CounterId {
  return COUNTERS.some((entry) => entry.id === value);
}
