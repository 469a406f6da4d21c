/** How long a first exact count takes beside one pass of gpt-tokenizer over the same texts, in the same process. */

import table from 'gpt-tokenizer/bpeRanks/o200k_base';
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { bytePairCount } from '../../lib/tokenizers/byte-pair';
import { splitO200k } from '../../lib/tokenizers/split';
import { agentTexts } from './agent-texts';

const ROUNDS = 5;
const ordinary = { disallowedSpecial: new Set<string>() };

function timed(work: () => number): { milliseconds: number; tokens: number } {
  const start = performance.now();
  const tokens = work();
  return { milliseconds: performance.now() - start, tokens };
}

function countAll(texts: readonly string[], count: (text: string) => number): number {
  let tokens = 0;
  for (const text of texts) tokens += count(text);
  return tokens;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

/**
 * Both start cold in every round: gpt-tokenizer with its merge cache emptied, ours with a new counter, so that building its
 * tables is in our time and not in theirs. Throws where the counts differ. The ratio is ours / gpt-tokenizer.
 */
export async function benchExactCount(): Promise<{ name: string; ratio: number; detail: string }> {
  const texts = agentTexts(5_000_000);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const ours: number[] = [];
  const theirs: number[] = [];
  let tokens = 0;
  for (let round = 0; round < ROUNDS; round++) {
    clearMergeCache();
    const library = timed(() => countAll(texts, (text) => countTokens(text, ordinary)));
    const own = timed(() => countAll(texts, bytePairCount(table, splitO200k)));
    if (own.tokens !== library.tokens) throw new Error(`exact count: ${own.tokens}, gpt-tokenizer: ${library.tokens}`);
    theirs.push(library.milliseconds);
    ours.push(own.milliseconds);
    tokens = own.tokens;
  }
  const ratio = median(ours) / median(theirs);
  const size = `${texts.length} texts, ${(characters / 1e6).toFixed(1)} M characters, ${tokens} tokens`;
  const times = `${median(ours).toFixed(0)} ms with tables built, gpt-tokenizer ${median(theirs).toFixed(0)} ms`;
  return { name: 'first exact count / one pass of gpt-tokenizer', ratio, detail: `${size}: ${times}` };
}
