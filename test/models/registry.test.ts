/** The registry of models: every provider is there, windows and prices are plausible, the date said is that of the version installed. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findModel,
  loadModels,
  loadWindowModels,
  MODEL_SOURCE,
  PROVIDER_IDS,
  searchModels,
} from '@/lib/models/registry';

const models = await loadModels();
const windowModels = await loadWindowModels();

describe('models', () => {
  it('come from the version that is installed', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    // A new version needs a new date: `npm view @pydantic/genai-prices time` tells it.
    expect(dependencies[MODEL_SOURCE.name]).toBe(MODEL_SOURCE.version);
  });

  it('of every provider have windows and prices that can be', () => {
    expect(new Set(windowModels.map(({ provider }) => provider)).size).toBe(PROVIDER_IDS.length);
    expect(windowModels.length).toBeGreaterThan(200);
    for (const { id, window, inputPrice, outputPrice, prices } of models) {
      if (window === null) expect(prices, id).not.toBeNull();
      else expect(window).toBeGreaterThanOrEqual(4000);
      if (window !== null) expect(window).toBeLessThanOrEqual(12_000_000);
      for (const price of [inputPrice, outputPrice]) if (price !== null) expect(price).toBeLessThan(1000);
    }
    const priced = models.filter(({ inputPrice }) => inputPrice !== null);
    expect(priced.length).toBeGreaterThan(models.length * 0.9);
  });

  it.each([
    ['gemini-2.5-pro', 'google', 1.25, 10],
    ['gemini-3-pro-preview', 'google', 2, 12],
    ['mistral-large', 'mistral', 2, 6],
  ])('without a window have their prices, and no window to choose: %s', (model, provider, input, output) => {
    const found = findModel(models, model, provider);
    expect(found).toMatchObject({ id: model, providerId: provider, window: null, prices: { input, output } });
    expect(findModel(windowModels, model, provider)?.id).not.toBe(model);
    // Without a provider too, it is that of its maker.
    expect(findModel(models, model)).toBe(found);
  });

  it('with a window stay those of the list, in its order', () => {
    const listed = models.filter(({ window }) => window !== null && window >= 4000);
    expect(listed.map(({ providerId, id }) => `${providerId} ${id}`)).toEqual(
      windowModels.map(({ providerId, id }) => `${providerId} ${id}`),
    );
  });

  it('hold conversations: none is for sound, pictures or vectors', () => {
    expect(models.filter(({ id }) => /embed|whisper|tts|image|voice|sonic|-live-/.test(id))).toEqual([]);
  });

  it('are found by words in any order, names that begin with them first', () => {
    const found = searchModels(models, 'claude sonnet', 5);
    expect(found).toHaveLength(5);
    for (const { name, id } of found) expect(`${name} ${id}`.toLowerCase()).toMatch(/sonnet/);
    expect(found[0]?.provider).toBe('Anthropic');
    expect(searchModels(models, 'openai gpt-5-mini', 1)[0]).toMatchObject({ id: 'gpt-5-mini', window: 400_000 });
    expect(searchModels(models, 'no such model', 5)).toEqual([]);
  });

  it('have the prices of the cache, and of long requests, where the registry has them', () => {
    const priced = models.filter(({ prices }) => prices !== null);
    expect(priced.length).toBeGreaterThan(models.length * 0.85);
    for (const { id, prices, inputPrice, outputPrice } of priced) {
      expect([prices?.input, prices?.output], id).toEqual([inputPrice, outputPrice]);
      let before = 0;
      for (const tier of prices?.tiers ?? []) {
        expect(tier.overTokens, id).toBeGreaterThan(before);
        before = tier.overTokens;
      }
    }
    const anthropic = priced.filter(({ providerId }) => providerId === 'anthropic');
    expect(anthropic.length).toBeGreaterThan(5);
    // Writing costs a quarter more (once a fifth) for five minutes and twice as much for an hour; reading a seventh at the most.
    for (const { id, prices } of anthropic) {
      if (!prices?.cacheRead) continue;
      expect(prices.cacheRead / prices.input, id).toBeLessThan(1 / 7);
      if (prices.cacheWrite !== null) expect([1.2, 1.25], id).toContain(prices.cacheWrite / prices.input);
      if (prices.cacheWriteHour !== null) expect(prices.cacheWriteHour / prices.input, id).toBeCloseTo(2, 1);
    }
    expect(priced.some(({ prices }) => (prices?.tiers.length ?? 0) > 0)).toBe(true);
  });

  it('are found by id or name, with their provider or without', () => {
    expect(findModel(models, 'gpt-5-mini', 'openai')).toMatchObject({ id: 'gpt-5-mini', providerId: 'openai' });
    expect(findModel(models, 'GPT-5-MINI')).toMatchObject({ id: 'gpt-5-mini', provider: 'OpenAI' });
    expect(findModel(models, 'claude-sonnet', 'Anthropic')?.id).toMatch(/^claude-sonnet/);
    expect(findModel(models, 'gpt-5-mini', 'anthropic')).toBeUndefined();
    expect(findModel(models, 'no such model')).toBeUndefined();
  });
});
