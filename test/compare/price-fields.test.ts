/** The numbers of a bill: what a field shows is what the bill goes by, a change is taken, and a reset leaves nothing behind. */
import { describe, expect, it } from 'vitest';
import { billOptions, CACHE_PROFILE_IDS, inputRates, type Prices } from '@/lib/metrics/bill-prices';
import { readPrices } from '@/lib/scenario/prices';
import { Findings } from '@/lib/scenario/scenario-error';
import {
  fieldsOf,
  fieldValue,
  isGiven,
  optionsOf,
  type ScenarioPrices,
  withField,
  withModel,
  withProfile,
  withSummarizer,
} from '@/lib/store/price-fields';

const MODEL: Prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWriteHour: 10, tiers: [] };
const WRITER: Prices = { input: 1, output: 5, cacheRead: null, cacheWrite: null, cacheWriteHour: null, tiers: [] };
const GIVEN: readonly ScenarioPrices[] = CACHE_PROFILE_IDS.flatMap((profile) => [
  { profile },
  { profile, provider: 'anthropic', model: 'x', summarizer: { provider: 'anthropic', model: 'y' } },
]);

function every(visit: (given: ScenarioPrices, agent: Prices | null, writer: Prices | null) => void): void {
  for (const given of GIVEN) visit(given, given.model ? MODEL : null, given.summarizer ? WRITER : null);
}

describe('the numbers of a bill', () => {
  it('change what the bill goes by, each of them, and go back to the default without a trace', () => {
    let tried = 0;
    every((given, agent, writer) => {
      for (const field of fieldsOf(optionsOf(given, agent, writer).options).flatMap(({ fields }) => fields)) {
        const usual = fieldValue(field, optionsOf(given, agent, writer).options);
        const next = field.id === 'breakpoints' ? 2 : usual + 7;
        const changed = withField(field, given, next);
        const made = optionsOf(changed, agent, writer);
        expect(fieldValue(field, made.options), field.id).toBe(next);
        expect(fieldValue(field, made.defaults), field.id).toBe(usual);
        expect(isGiven(field, changed)).toBe(true);
        expect(isGiven(field, given)).toBe(false);
        expect(withField(field, changed, null)).toEqual(given);
        tried++;
      }
    });
    expect(tried).toBeGreaterThan(80);
  });

  it('are what a scenario file can say: what is written is read back unchanged', () => {
    every((given, agent, writer) => {
      for (const field of fieldsOf(optionsOf(given, agent, writer).options).flatMap(({ fields }) => fields)) {
        for (const value of [field.least, field.most]) {
          const changed = withField(field, given, value);
          const findings = new Findings();
          expect(readPrices(JSON.parse(JSON.stringify(changed)), findings), field.id).toEqual(changed);
          expect(findings.errors, field.id).toEqual([]);
        }
      }
    });
  });

  it('show cache prices as the bill reckons with them', () => {
    every((given, agent, writer) => {
      const { options } = optionsOf(given, agent, writer);
      const rates = inputRates(options.prices, options.profile);
      for (const field of fieldsOf(options).flatMap(({ fields }) => fields)) {
        const rate = { cacheRead: rates.read, cacheWrite: rates.write, cacheWriteHour: rates.write }[field.id];
        if (rate !== undefined) expect(fieldValue(field, options) / 1e6, field.id).toBeCloseTo(rate, 12);
      }
    });
  });
});

describe('a choice', () => {
  const full: ScenarioPrices = {
    provider: 'openai',
    model: 'a',
    profile: 'openai',
    prices: { input: 9 },
    cache: { minimumTokens: 5 },
    summarizer: { provider: 'openai', model: 'b' },
    assumedGapSeconds: 9,
  };

  it('of a model takes its prices and its provider’s cache, and keeps the rest', () => {
    const next = withModel(full, { provider: 'anthropic', model: 'c' });
    const { summarizer } = full;
    expect(next).toEqual({ provider: 'anthropic', model: 'c', summarizer, assumedGapSeconds: 9 });
    expect(billOptions(next).profile.id).toBe('anthropic-5m');
    expect(withModel(full, null)).toEqual({ summarizer, assumedGapSeconds: 9 });
  });

  it('of a cache leaves nothing of the one before', () => {
    const { cache: _before, ...rest } = full;
    expect(withProfile(full, 'none')).toEqual({ ...rest, profile: 'none' });
  });

  it('of a summarizer can be taken back', () => {
    const { summarizer: _own, ...rest } = full;
    expect(withSummarizer(full, null)).toEqual(rest);
    expect(withSummarizer(rest, { provider: 'x', model: 'y' })).toEqual({
      ...rest,
      summarizer: { provider: 'x', model: 'y' },
    });
  });
});
