/** The model that makes a bill: found by name and provider, and where it is not, an error that says exactly how to ask for one. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captured, type Folder, newFolder } from './captured';

const messages = [
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'hello' },
];

let folder: Folder;
let session: string;
beforeAll(() => {
  folder = newFolder();
  session = folder.file('session.json', messages);
});
afterAll(() => folder.remove());

const bill = (...argv: string[]) => captured(['compare', session, '--figures', 'bill', ...argv]);

it.each([
  ['gemini-2.5-pro', 'google', 'Gemini 2.5 Pro (Google), $1.25 a million', 'Gemini, implicit'],
  ['gemini-3-pro-preview', 'google', '(Google), $2 a million', 'Gemini, implicit'],
  ['mistral-large', 'mistral', '(Mistral), $2 a million', 'Custom'],
])('a model without a known window is billed: %s of %s', async (model, provider, priced, cache) => {
  const { code, out } = await bill('--model', model, '--provider', provider);
  expect(code).toBe(0);
  expect(out).toContain(priced);
  expect(out).toContain(`Cache: ${cache}.`);
});

describe('a name that is none', () => {
  it.each([
    [['--model', 'gpt-5-mini', '--provider', 'anthropic'], 'anthropic has no model "gpt-5-mini".'],
    [['--model', 'gemini-2.5-prro', '--provider', 'google'], 'google has no model "gemini-2.5-prro".'],
    [['--model', 'claude-sonet-4'], 'there is no model "claude-sonet-4".'],
  ])('%j comes with options that work as they stand', async (argv, problem) => {
    const { code, out, error } = await bill(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(`palimpsest compare: ${problem} Known: --model `);
    const known = /Known: (.*)\.\n/.exec(error)?.[1]?.split('; ') ?? [];
    expect(known.length).toBeGreaterThan(0);
    for (const options of known) {
      const tried = await bill(...options.split(' '));
      expect([tried.code, tried.error], options).toEqual([0, '']);
    }
  });

  it('names those of the provider first', async () => {
    const { error } = await bill('--model', 'gemini-2.5-prro', '--provider', 'google');
    expect(error).toContain('Known: --model gemini-2.5-pro --provider google; ');
  });

  it('of a provider that is none says so', async () => {
    const { code, error } = await bill('--model', 'gpt-4o', '--provider', 'gogle');
    expect(code).toBe(2);
    expect(error).toContain('there is no provider "gogle". Did you mean "google"?');
  });

  it('that is like no other says how to give its prices', async () => {
    const { error } = await bill('--model', 'zzzz-unheard-of');
    expect(error).toContain(
      'there is no model "zzzz-unheard-of". Give its prices in the scenario: "prices": {"prices": ',
    );
  });

  it.each([
    [
      { model: 'gpt-5-mini', provider: 'google' },
      'prices: google has no model "gpt-5-mini". Known: "model": "gpt-5-mini", "provider": "openai"; ',
    ],
    [
      { summarizer: { model: 'gpt-5-mini', provider: 'google' } },
      'prices.summarizer: google has no model "gpt-5-mini". Known: "model": "gpt-5-mini", "provider": "openai"; ',
    ],
  ])('in a scenario is told with its place and what to write there', async (prices, sentence) => {
    const file = folder.file('priced.palimpsest.json', { palimpsest: 1, transcript: { messages }, prices });
    const { code, error } = await captured(['compare', file]);
    expect(code).toBe(2);
    expect(error).toContain(sentence);
  });
});
