/** The prices of a scenario: every number checked, every fault by its place, and the way back. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CACHE_PROFILE_IDS, type ScenarioPrices } from '@/lib/metrics/bill-prices';
import { scenarioJson } from '@/lib/scenario/encode';
import { parseScenario } from '@/lib/scenario/scenario';
import { ScenarioError } from '@/lib/scenario/scenario-error';

const place = { file: 'a.palimpsest.json' };
const minimal = { palimpsest: 1, transcript: { messages: [{ role: 'user', content: 'hello' }] } };
const read = (prices: unknown) => parseScenario({ ...minimal, prices }, place);

function errorOf(prices: unknown): string {
  try {
    read(prices);
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  throw new Error('The scenario was taken.');
}

describe('faults', () => {
  it.each<[string, unknown, string]>([
    ['no object', 3, 'prices: It is 3, not an object.'],
    [
      'a profile that is none',
      { profile: 'antropic-1h' },
      'prices.profile: It is "antropic-1h", which is none of those known. Did you mean "anthropic-1h"?',
    ],
    ['a negative price', { prices: { input: -1 } }, 'prices.prices.input: It is -1. Use a number from 0 to 1,000,000'],
    ['a price in words', { prices: { output: '15' } }, 'prices.prices.output: It is "15".'],
    ['a price beyond reason', { prices: { cacheRead: 1e300 } }, 'prices.prices.cacheRead: It is 1e+300.'],
    ['half a token', { cache: { minimumTokens: 0.5 } }, 'prices.cache.minimumTokens: It is 0.5. Use a whole number'],
    ['steps of nothing', { cache: { stepTokens: 0 } }, 'prices.cache.stepTokens: It is 0. Use a whole number from 1'],
    [
      'a fifth breakpoint',
      { cache: { breakpoints: 5 } },
      'prices.cache.breakpoints: It is 5. Use a whole number from 0 to 4',
    ],
    [
      'a way of matching that is none',
      { cache: { matching: 'step' } },
      'prices.cache.matching: It is "step", which is none of those known. Did you mean "steps"?',
    ],
    ['a lifetime that is none', { cache: { lifetimeSeconds: [] } }, 'prices.cache.lifetimeSeconds: It is a list.'],
    ['a model that is no name', { model: '' }, 'prices.model: It is "", which is no name.'],
    ['a summarizer that is no object', { summarizer: 'gpt' }, 'prices.summarizer: It is "gpt", not an object.'],
    [
      'a price of the summarizer',
      { summarizer: { prices: { input: true } } },
      'prices.summarizer.prices.input: It is true.',
    ],
    ['a gap that is negative', { assumedGapSeconds: -0.1 }, 'prices.assumedGapSeconds: It is -0.1.'],
  ])('%s', (_name, prices, expected) => {
    expect(errorOf(prices)).toContain(expected);
  });

  it('include numbers that are not finite, which JSON has none of but callers may', () => {
    for (const input of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(errorOf({ prices: { input } })).toContain('prices.prices.input');
  });
});

describe('what is given', () => {
  it('stays: a cache price of null says that it follows the input price, other nulls say nothing', () => {
    const { scenario } = read({
      profile: null,
      prices: { input: null, cacheWrite: null },
      cache: {},
      summarizer: { prices: {} },
    });
    expect(scenario.prices).toEqual({ prices: { cacheWrite: null } });
  });

  it('is left out where it is not known, with a suggestion', () => {
    const { scenario, warnings } = read({
      profil: 'none',
      prices: { inputs: 1 },
      cache: { ttl: 3 },
      summarizer: { price: 1 },
    });
    expect(warnings.map(({ path, remedy }) => `${path} ${remedy}`)).toEqual([
      'prices.profil Did you mean "profile"?',
      'prices.prices.inputs Did you mean "input"?',
      'prices.cache.ttl Known: matching, minimumTokens, stepTokens, breakpoints, lookbackBlocks, lifetimeSeconds, writeMultiplier, readMultiplier.',
      'prices.summarizer.price Did you mean "prices"?',
    ]);
    expect(scenario.prices).toEqual({});
  });

  it('never comes from a prototype, and never reaches one', () => {
    const { scenario } = read(
      JSON.parse(
        '{"__proto__": {"profile": "none", "polluted": 1}, "prices": {"__proto__": {"input": 1}, "output": -0}, "cache": {"__proto__": {"breakpoints": 1}}}',
      ),
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(scenario.prices).toEqual({ prices: { output: 0 } });
  });

  it('is read or refused with words, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom('provider', 'profile', 'prices', 'cache', 'summarizer', 'assumedGapSeconds'),
        (value, name) => {
          try {
            const { prices } = read({ [name]: value }).scenario;
            expect(read(prices).scenario.prices).toEqual(prices);
          } catch (error) {
            if (!(error instanceof ScenarioError)) throw error;
            for (const problem of error.problems) expect(problem.path).toMatch(/^prices\./);
          }
        },
      ),
      { seed: 66, numRuns: 400 },
    );
  });

  it('reads back to the same', () => {
    const amount = fc.double({ min: 0, max: 1000, noNaN: true }).map((value) => value + 0);
    const price = fc.oneof(amount, fc.constant(null));
    const some = { requiredKeys: [] };
    const tokenPrices = fc.record(
      { input: amount, output: amount, cacheRead: price, cacheWrite: price, cacheWriteHour: price },
      some,
    );
    const cache = fc.record(
      {
        matching: fc.constantFrom('breakpoints' as const, 'steps' as const, 'off' as const),
        minimumTokens: fc.nat({ max: 100_000 }),
        stepTokens: fc.integer({ min: 1, max: 4096 }),
        breakpoints: fc.nat({ max: 4 }),
        lookbackBlocks: fc.nat({ max: 100 }),
        lifetimeSeconds: amount,
        writeMultiplier: amount,
        readMultiplier: amount,
      },
      some,
    );
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');
    const prices = fc.record(
      {
        provider: name,
        model: name,
        profile: fc.constantFrom(...CACHE_PROFILE_IDS),
        prices: tokenPrices,
        cache,
        summarizer: fc.record({ provider: name, model: name, prices: tokenPrices }, some),
        assumedGapSeconds: amount,
      },
      some,
    );
    fc.assert(
      fc.property(prices, (given) => {
        const { scenario, warnings } = read(given);
        expect(warnings).toEqual([]);
        expect(scenario.prices).toEqual(withoutNothing(given as ScenarioPrices));
        const text = scenarioJson(scenario);
        const again = parseScenario(JSON.parse(text), place).scenario;
        expect(again.prices).toEqual(scenario.prices);
        expect(scenarioJson(again)).toBe(text);
      }),
      { seed: 67, numRuns: 200 },
    );
  });
});

/** Objects that say nothing are not kept. */
function withoutNothing({ prices, cache, summarizer, ...rest }: ScenarioPrices): ScenarioPrices {
  const { prices: own, ...named } = summarizer ?? {};
  const filled = { ...named, ...(says(own) ? { prices: own } : {}) };
  return {
    ...rest,
    ...(says(prices) ? { prices } : {}),
    ...(says(cache) ? { cache } : {}),
    ...(says(filled) ? { summarizer: filled } : {}),
  };
}

function says<T extends object>(value: T | undefined): value is T {
  return value !== undefined && Object.keys(value).length > 0;
}
