/** What stands behind a scoreboard, in words: whose prices, of which date, with which cache, and what is not known. */

import { describe, expect, it } from 'vitest';
import { billOptions, EXAMPLE_PRICES, type ScenarioPrices } from '@/lib/metrics/bill-prices';
import { changedSettings } from '@/lib/metrics/changed-prices';
import {
  type BoardNotes,
  callGaps,
  gapsText,
  notesFields,
  notesText,
  pricesText,
} from '@/lib/metrics/scoreboard-notes';

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
    changed: changedSettings(given),
    gaps: null,
    registry: { name: 'registry', version: '1.0.0', date: '2026-09-23' },
    ...change,
  };
}

describe('prices in a sentence', () => {
  it.each([
    [notesOf({}), 'example prices, $3 a million input tokens, $15 output. Cache: Anthropic, 5 minutes.'],
    [
      notesOf({ provider: 'openai', prices: { input: 0.075, output: 1000 } }),
      'prices of the scenario, $0.075 a million input tokens, $1,000 output. Cache: OpenAI, automatic. Changed here: input $0.075, output $1,000.',
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
      'Claude Sonnet 4.5 (Anthropic), $3 a million input tokens, $15 output, more for long requests, registry 1.0.0 of 2026-09-23. Cache: Anthropic, 5 minutes. Changed here: least length 0 tokens.',
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

it('names every setting that was changed, and none that was not', () => {
  expect(
    changedSettings({ provider: 'openai', model: 'gpt-5', profile: 'none', summarizer: { model: 'gpt-5' } }),
  ).toEqual([]);
  expect(
    changedSettings({
      prices: { input: 2, cacheRead: null, cacheWriteHour: 0.5 },
      cache: {
        matching: 'steps',
        minimumTokens: 2048,
        stepTokens: 64,
        breakpoints: 0,
        lookbackBlocks: 5,
        lifetimeSeconds: 1800,
        writeMultiplier: 0,
        readMultiplier: 0.25,
      },
      assumedGapSeconds: 0.5,
      summarizer: { prices: { output: 4 } },
    }).join('; '),
  ).toBe(
    'input $2; cache write for an hour $0.50; prefixes found by steps; least length 2,048 tokens; steps of 64 tokens; breakpoints 0; looked back 5 blocks; time to live 1,800 s; write multiplier 0; read multiplier 0.25; assumed gap 0.5 s; summarizer’s output $4',
  );
});

describe('times between calls', () => {
  const of = (unknown: number, all: number, given: ScenarioPrices = {}) => notesOf(given, { gaps: { unknown, all } });
  it('that are assumed are said: some, or all of them', () => {
    expect(gapsText(of(8, 170))).toBe('The time between calls is unknown at 8 of 170 gaps and taken as 30 s.');
    expect(gapsText(of(13, 13, { assumedGapSeconds: 60 }))).toBe(
      'The transcript does not say when its calls were made: every gap between them is taken as 60 s.',
    );
    expect(notesText(of(8, 170))).toMatch(/Anthropic, 5 minutes\. The time between calls is unknown at 8 of 170 gaps/);
    expect(notesFields(of(8, 170))).toMatchObject({ prices: { gaps: { unknown: 8, all: 170 }, changed: [] } });
  });

  it('are not spoken of where all are known, where there are none, and where no cache asks for them', () => {
    expect([of(0, 170), of(0, 0), of(8, 170, { profile: 'none' }), notesOf({})].map(gapsText)).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });

  it('are one fewer than calls', () => {
    expect(callGaps({ cost: new Float64Array(5), unknownGaps: 3 })).toEqual({ all: 4, unknown: 3 });
    expect(callGaps({ cost: new Float64Array(0), unknownGaps: 0 })).toEqual({ all: 0, unknown: 0 });
    expect(callGaps(undefined)).toBeNull();
  });
});
