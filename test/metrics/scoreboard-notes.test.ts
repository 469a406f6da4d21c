/** What stands behind a scoreboard, in words: whose prices, of which date, with which cache, and what is not known. */

import { describe, expect, it } from 'vitest';
import { billOptions, EXAMPLE_PRICES, type ScenarioPrices } from '@/lib/metrics/bill-prices';
import { type BoardNotes, notesFields, notesText, pricesText } from '@/lib/metrics/scoreboard-notes';

const model = { id: 'claude-sonnet-4-5', name: 'Claude Sonnet 4.5', provider: 'Anthropic' };
const tier = { ...EXAMPLE_PRICES, input: 6, overTokens: 200_000 };

function notesOf(given: ScenarioPrices, change: Partial<BoardNotes> = {}): BoardNotes {
  return {
    yardstick: 'o200k_base',
    options: billOptions(given),
    model: null,
    summarizer: null,
    unknown: [],
    hasOwnPrices: given.prices !== undefined,
    hasOwnCache: given.cache !== undefined,
    registry: { name: 'registry', version: '1.0.0', date: '2026-09-23' },
    ...change,
  };
}

describe('prices in a sentence', () => {
  it.each([
    [notesOf({}), 'example prices, $3 a million input tokens, $15 output. Cache: Anthropic, 5 minutes.'],
    [
      notesOf({ provider: 'openai', prices: { input: 0.075, output: 1000 } }),
      'prices of the scenario, $0.075 a million input tokens, $1,000 output. Cache: OpenAI, automatic.',
    ],
    [
      notesOf({ profile: 'anthropic-1h' }, { model }),
      'Claude Sonnet 4.5 (Anthropic), $3 a million input tokens, $15 output, registry 1.0.0 of 2026-09-23. Cache: Anthropic, 1 hour.',
    ],
    [
      notesOf(
        { cache: { minimumTokens: 0 } },
        { model, options: billOptions({}, { ...EXAMPLE_PRICES, tiers: [tier] }) },
      ),
      'Claude Sonnet 4.5 (Anthropic), $3 a million input tokens, $15 output, more for long requests, registry 1.0.0 of 2026-09-23. Cache: Anthropic, 5 minutes, with settings of the scenario.',
    ],
    [
      notesOf({ profile: 'none' }, { summarizer: model, unknown: ['no-such-model'] }),
      'example prices, $3 a million input tokens, $15 output, summarizer Claude Sonnet 4.5 (Anthropic), registry 1.0.0 of 2026-09-23. Cache: No cache. No prices are known of "no-such-model": others stand in.',
    ],
  ])('%#', (notes, sentence) => {
    expect(pricesText(notes)).toBe(sentence);
    expect(notesText(notes)).toBe(`Tokens in o200k_base. Bill: ${sentence}`);
  });
});

it('has the registry as a field only where a model is of it', () => {
  expect(notesFields(notesOf({}))).toMatchObject({ yardstick: 'o200k_base', prices: { registry: null, model: null } });
  expect(notesFields(notesOf({}, { model }))).toMatchObject({ prices: { model, registry: { date: '2026-09-23' } } });
  const own = notesOf({ summarizer: { prices: { input: 1 } } });
  expect(notesFields(own)).toMatchObject({ prices: { summarizer: { model: null, input: 1, output: 15 } } });
});
