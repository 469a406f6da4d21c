/** The registry of models: every provider is there, windows and prices are plausible, the date said is that of the version installed. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadModels, MODEL_SOURCE, PROVIDER_IDS, searchModels } from '@/lib/models/registry';

const models = await loadModels();

describe('models', () => {
  it('come from the version that is installed', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    // A new version needs a new date: `npm view @pydantic/genai-prices time` tells it.
    expect(dependencies[MODEL_SOURCE.name]).toBe(MODEL_SOURCE.version);
  });

  it('of every provider have windows and prices that can be', () => {
    expect(new Set(models.map(({ provider }) => provider)).size).toBe(PROVIDER_IDS.length);
    expect(models.length).toBeGreaterThan(200);
    for (const { window, inputPrice, outputPrice } of models) {
      expect(window).toBeGreaterThanOrEqual(4000);
      expect(window).toBeLessThanOrEqual(12_000_000);
      for (const price of [inputPrice, outputPrice]) if (price !== null) expect(price).toBeLessThan(1000);
    }
    const priced = models.filter(({ inputPrice }) => inputPrice !== null);
    expect(priced.length).toBeGreaterThan(models.length * 0.9);
  });

  it('hold conversations: none is for sound, pictures or vectors', () => {
    expect(models.filter(({ id }) => /embed|whisper|tts|image/.test(id))).toEqual([]);
  });

  it('are found by words in any order, names that begin with them first', () => {
    const found = searchModels(models, 'claude sonnet', 5);
    expect(found).toHaveLength(5);
    for (const { name, id } of found) expect(`${name} ${id}`.toLowerCase()).toMatch(/sonnet/);
    expect(found[0]?.provider).toBe('Anthropic');
    expect(searchModels(models, 'openai gpt-5-mini', 1)[0]).toMatchObject({ id: 'gpt-5-mini', window: 400_000 });
    expect(searchModels(models, 'no such model', 5)).toEqual([]);
  });
});
