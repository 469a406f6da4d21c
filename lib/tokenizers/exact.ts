/** The exact encodings: which table and which split pattern each uses, with every table behind its own lazy import. */

import { bytePairCount } from './byte-pair';
import type { EncodingId } from './counter';
import { type Split, splitCl100k, splitO200k, splitR50k } from './split';
import type { RankTable } from './vocabulary';

/** Loads the counting function of an encoding. Rejects where its table cannot be loaded. */
export type EncodingLoader = (id: EncodingId) => Promise<(text: string) => number>;

type TableName = 'o200k_base' | 'cl100k_base' | 'p50k_base' | 'r50k_base';

// Literal imports: a bundler makes one chunk of each, which loads when the encoding is first used.
const tables: Record<TableName, { load: () => Promise<{ default: RankTable }>; split: Split }> = {
  o200k_base: { load: () => import('gpt-tokenizer/bpeRanks/o200k_base'), split: splitO200k },
  cl100k_base: { load: () => import('gpt-tokenizer/bpeRanks/cl100k_base'), split: splitCl100k },
  p50k_base: { load: () => import('gpt-tokenizer/bpeRanks/p50k_base'), split: splitR50k },
  r50k_base: { load: () => import('gpt-tokenizer/bpeRanks/r50k_base'), split: splitR50k },
};

/** Encodings that differ only in their special tokens share a table, for text that spells one is ordinary text here. */
const tableOf: Record<EncodingId, TableName> = {
  o200k_base: 'o200k_base',
  o200k_harmony: 'o200k_base',
  cl100k_base: 'cl100k_base',
  p50k_base: 'p50k_base',
  p50k_edit: 'p50k_base',
  r50k_base: 'r50k_base',
  gpt2: 'r50k_base',
};

const loaded = new Map<TableName, Promise<(text: string) => number>>();

export const loadEncoding: EncodingLoader = (id) => {
  const name = tableOf[id];
  const known = loaded.get(name);
  if (known) return known;
  const { load, split } = tables[name];
  const loading = load().then((module) => bytePairCount(module.default, split));
  loaded.set(name, loading);
  // A failure is forgotten, so that the next request tries again.
  loading.catch(() => loaded.delete(name));
  return loading;
};
