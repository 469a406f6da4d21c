/** Whose prompt cache a bill is reckoned with: that of the model's maker, wherever the registry says that it is sold. */
import { describe, expect, it } from 'vitest';
import { profileFor, profileOf } from '@/lib/metrics/bill-prices';
import { loadModels } from '@/lib/models/registry';
import { captured } from '../cli/captured';

const models = await loadModels();
const sold = (name: RegExp) => models.filter(({ id }) => name.test(id));
const profiles = (found: typeof models) => [...new Set(found.map(({ providerId, id }) => profileFor(providerId, id)))];

describe('the cache of a model', () => {
  it('is Anthropic’s for every Claude, at four sellers and more', () => {
    const found = sold(/claude/i);
    expect(profiles(found)).toEqual(['anthropic-5m']);
    const sellers = new Set(found.map(({ providerId }) => providerId));
    for (const seller of ['anthropic', 'google', 'aws', 'openrouter']) expect(sellers).toContain(seller);
  });

  it('is OpenAI’s for every GPT and every o-model, but for weights that anyone may run', () => {
    const found = sold(/(^|openai[./])(gpt-(?!oss)|chatgpt|codex|o\d)/i);
    expect(profiles(found)).toEqual(['openai']);
    const sellers = new Set(found.map(({ providerId }) => providerId));
    for (const seller of ['openai', 'azure', 'aws', 'openrouter']) expect(sellers).toContain(seller);
    expect(profiles(sold(/gpt-oss/))).toEqual(['custom']);
  });

  it('is Gemini’s for every Gemini, and for nothing else that Google sells', () => {
    expect(profiles(sold(/gemini/))).toEqual(['gemini']);
    const others = models.filter(({ providerId, id }) => providerId === 'google' && !/gemini/.test(id));
    expect(others.some(({ id }) => id.startsWith('gemma'))).toBe(true);
    for (const { id } of others) expect(profileFor('google', id), id).not.toBe('gemini');
  });

  it('is nobody’s in particular for models of other makers, whoever sells them', () => {
    const makers = /llama|qwen|mistral|mixtral|deepseek|kimi|glm|grok|nova|phi-|minimax|command|sonar|hermes/i;
    const found = sold(makers).filter(({ id, providerId }) => !/claude|gemini/.test(id) && providerId !== 'openai');
    expect(found.length).toBeGreaterThan(100);
    expect(profiles(found)).toEqual(['custom']);
  });

  it('is the same by the name that people say, in any case of letters, and without a seller', () => {
    expect(profileFor('Google', 'Claude Sonnet 4.5')).toBe('anthropic-5m');
    expect(profileFor('OpenAI', 'text-davinci-003')).toBe('openai');
    expect(profileOf({ model: 'gpt-5' })).toBe('openai');
    expect(profileOf({ model: 'no such model' })).toBe('anthropic-5m');
    expect(profileOf({ provider: 'google', model: 'claude-sonnet-4-5', profile: 'none' })).toBe('none');
  });

  it('is said by the command line', async () => {
    const chat = JSON.stringify([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
    ]);
    const board = (provider: string) =>
      captured(['compare', '-', '--model', 'claude-sonnet-4-5', '--provider', provider], chat);
    for (const provider of ['google', 'anthropic']) {
      expect((await board(provider)).out).toContain('Cache: Anthropic, 5 minutes');
    }
  });
});
