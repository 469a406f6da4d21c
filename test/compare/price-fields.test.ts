/** The numbers of a bill: what a field shows is what the bill goes by, a change is taken, and a reset leaves nothing behind. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOptions, CACHE_PROFILE_IDS, inputRates, type Prices } from '@/lib/metrics/bill-prices';
import { readPrices } from '@/lib/scenario/prices';
import { Findings } from '@/lib/scenario/scenario-error';
import { readEntry } from '@/lib/store/price-entry';
import {
  fieldsOf,
  type PriceField,
  type ScenarioPrices,
  withField,
  withModel,
  withProfile,
  withSummarizer,
} from '@/lib/store/price-fields';
import { fieldState, fieldValue, optionsOf, withTyped } from '@/lib/store/price-state';

const MODEL: Prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWriteHour: 10, tiers: [] };
const WRITER: Prices = { input: 1, output: 5, cacheRead: null, cacheWrite: null, cacheWriteHour: null, tiers: [] };
const GIVEN: readonly ScenarioPrices[] = CACHE_PROFILE_IDS.flatMap((profile) => [
  { profile },
  { profile, provider: 'anthropic', model: 'x', summarizer: { provider: 'anthropic', model: 'y' } },
]);

function every(visit: (given: ScenarioPrices, agent: Prices | null, writer: Prices | null) => void): void {
  for (const given of GIVEN) visit(given, given.model ? MODEL : null, given.summarizer ? WRITER : null);
}

const fieldsIn = (given: ScenarioPrices, agent: Prices | null, writer: Prices | null) =>
  fieldsOf(optionsOf(given, agent, writer)).flatMap(({ fields }) => fields);

describe('the numbers of a bill', () => {
  it('change what the bill goes by, each of them, and go back to the default without a trace', () => {
    let tried = 0;
    every((given, agent, writer) => {
      for (const field of fieldsIn(given, agent, writer)) {
        const stood = fieldState(field, given, agent, writer);
        const next = field.id === 'breakpoints' ? 2 : stood.value + 7;
        const changed = withField(field, given, next);
        expect(fieldState(field, changed, agent, writer), field.id).toMatchObject({
          value: next,
          usual: stood.value,
          given: true,
        });
        expect(stood.given).toBe(false);
        expect(stood.usual).toBe(stood.value);
        expect(withField(field, changed, null)).toEqual(given);
        tried++;
      }
    });
    expect(tried).toBeGreaterThan(80);
  });

  it('are in force once they are typed, whatever was typed before', () => {
    const cases = fc.record({
      profile: fc.constantFrom(...CACHE_PROFILE_IDS),
      hasModel: fc.boolean(),
      steps: fc.array(fc.record({ at: fc.nat(), value: fc.constantFrom(0, 0.1, 0.25, 0.5, 1, 3, 4, 15, 128) }), {
        maxLength: 8,
      }),
    });
    let typed = 0;
    fc.assert(
      fc.property(cases, ({ profile, hasModel, steps }) => {
        const agent = hasModel ? MODEL : null;
        let given: ScenarioPrices = { profile };
        for (const { at, value } of steps) {
          const fields = fieldsIn(given, agent, null);
          const field = fields[at % fields.length] as PriceField;
          if (!('value' in readEntry(field, String(value)))) continue;
          given = withTyped(field, fieldState(field, given, agent, null), given, value);
          const options = optionsOf(given, agent, null);
          const { read, write, plain } = inputRates(options.prices, options.profile);
          const rates: { [id: string]: number } = { readMultiplier: read, writeMultiplier: write };
          const rate = rates[field.id];
          if (rate === undefined || plain > 0)
            expect(fieldState(field, given, agent, null).value).toBeCloseTo(value, 6);
          if (rate !== undefined) expect(rate).toBeCloseTo(plain * value, 12);
          typed++;
        }
      }),
      { seed: 20_261_130, numRuns: 300 },
    );
    expect(typed).toBeGreaterThan(500);
  });

  it('show the factor that is billed where the model has a cache price of its own, and say whose it is', () => {
    const lite: Prices = {
      input: 0.1,
      output: 0.4,
      cacheRead: 0.01,
      cacheWrite: null,
      cacheWriteHour: null,
      tiers: [],
    };
    const given: ScenarioPrices = { provider: 'google', model: 'gemini-lite' };
    const [read, price] = ['readMultiplier', 'cacheRead'].map(
      (id) => fieldsIn(given, lite, null).find((field) => field.id === id) as PriceField,
    ) as [PriceField, PriceField];
    const stood = fieldState(read, given, lite, null);
    expect(stood).toEqual({
      value: 0.1,
      usual: 0.1,
      given: false,
      source: 'From the model’s own cache read price of $0.01.',
    });
    expect(fieldState(price, given, lite, null).source).toBe('The model’s own price.');
    // The factor of the cache’s profile, typed, is in force; so is the price that follows from it.
    const typed = withTyped(read, stood, given, 0.25);
    expect(fieldState(read, typed, lite, null)).toMatchObject({ value: 0.25, source: 'Set here; 0.1 otherwise.' });
    expect(fieldState(price, typed, lite, null)).toMatchObject({ value: 0.025, source: 'Input × 0.25.' });
    // A price typed after it takes its place.
    const priced = withTyped(price, fieldState(price, typed, lite, null), typed, 0.05);
    expect(priced).toEqual({ ...given, prices: { cacheRead: 0.05 } });
    expect(fieldState(read, priced, lite, null)).toMatchObject({
      value: 0.5,
      given: false,
      source: 'From the cache read price of $0.05.',
    });
    // Without a price of the model's own the factor is that of the profile.
    expect(fieldState(read, given, { ...lite, cacheRead: null }, null)).toMatchObject({
      value: 0.25,
      source: 'That of the cache “Gemini, implicit”.',
    });
    expect(fieldState(read, given, { ...lite, input: 0 }, null).source).toMatch(/^Not in force: /);
  });

  it('are what a scenario file can say: what is written is read back unchanged', () => {
    every((given, agent, writer) => {
      for (const field of fieldsIn(given, agent, writer)) {
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
      const options = optionsOf(given, agent, writer);
      const rates = inputRates(options.prices, options.profile);
      for (const field of fieldsIn(given, agent, writer)) {
        const rate = { cacheRead: rates.read, cacheWrite: rates.write, cacheWriteHour: rates.write }[field.id];
        if (rate !== undefined) expect(fieldValue(field, options) / 1e6, field.id).toBeCloseTo(rate, 12);
      }
    });
  });
});

describe('an entry', () => {
  const fieldOf = (id: string) =>
    fieldsIn({ profile: 'openai' }, null, null).find((one) => one.id === id) as PriceField;

  it.each([
    ['input', '0.25', 0.25],
    ['input', ' 1,234.5 ', 1234.5],
    ['input', '.5', 0.5],
    ['input', '1e3', 1000],
    ['minimumTokens', '128k', 128_000],
    ['minimumTokens', '1.5k', 1500],
    ['assumedGapSeconds', '0.5', 0.5],
    ['input', '-0', 0],
  ])('in %s: "%s" is taken as %d', (id, text, value) => {
    expect(readEntry(fieldOf(id), text)).toEqual({ value });
  });

  it.each([
    ['input', '-3', '“-3” is too little. Allowed is a number from 0 to 1,000,000.'],
    ['input', 'abc', '“abc” is no number. Allowed is a number from 0 to 1,000,000.'],
    ['input', '1e9', '“1e9” is too much. Allowed is a number from 0 to 1,000,000.'],
    ['input', '0,7', '“0,7” is no number. Allowed is a number from 0 to 1,000,000.'],
    ['input', '', 'Nothing was typed. Allowed is a number from 0 to 1,000,000.'],
    ['assumedGapSeconds', '99999999', '“99999999” is too much. Allowed is a number from 0 to 31,622,400.'],
    ['minimumTokens', '1.5', '“1.5” is no whole number. Allowed is a whole number from 0 to 100,000,000.'],
    ['stepTokens', '0', '“0” is too little. Allowed is a whole number from 1 to 100,000,000.'],
    ['input', 'x'.repeat(99), `“${'x'.repeat(24)}…” is no number. Allowed is a number from 0 to 1,000,000.`],
  ])('in %s: "%s" is refused with a reason and what is allowed', (id, text, refused) => {
    expect(readEntry(fieldOf(id), text)).toEqual({ refused });
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
