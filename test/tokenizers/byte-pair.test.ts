/** The exact counters give gpt-tokenizer's counts on every text, and finish where gpt-tokenizer does not. */

import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as gpt2 from 'gpt-tokenizer/encoding/gpt2';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import * as harmony from 'gpt-tokenizer/encoding/o200k_harmony';
import * as p50k from 'gpt-tokenizer/encoding/p50k_base';
import * as p50kEdit from 'gpt-tokenizer/encoding/p50k_edit';
import * as r50k from 'gpt-tokenizer/encoding/r50k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EncodingId } from '@/lib/tokenizers/counter';
import { loadEncoding } from '@/lib/tokenizers/exact';
import { anyText, brokenText, realFiles, stringsOf, wellFormed } from './texts';

const ordinary = { disallowedSpecial: new Set<string>() };

// Encodings that share another's table get fewer runs.
const libraries: { id: EncodingId; library: Pick<typeof o200k, 'countTokens'>; runs: number }[] = [
  { id: 'o200k_base', library: o200k, runs: 3000 },
  { id: 'o200k_harmony', library: harmony, runs: 300 },
  { id: 'cl100k_base', library: cl100k, runs: 3000 },
  { id: 'p50k_base', library: p50k, runs: 1500 },
  { id: 'p50k_edit', library: p50kEdit, runs: 300 },
  { id: 'r50k_base', library: r50k, runs: 1500 },
  { id: 'gpt2', library: gpt2, runs: 300 },
];

const counts = new Map<EncodingId, (text: string) => number>();
beforeAll(async () => {
  for (const { id } of libraries) counts.set(id, await loadEncoding(id));
});

describe.each(libraries)('$id', ({ id, library, runs }) => {
  const count = (text: string) => (counts.get(id) as (text: string) => number)(text);
  const reference = (text: string) => library.countTokens(text, ordinary);

  it('equals gpt-tokenizer on random texts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(count(text)).toBe(reference(text));
      }),
      { seed: 7301, numRuns: runs },
    );
  });

  it('counts a lone surrogate as U+FFFD and never throws', () => {
    fc.assert(
      fc.property(brokenText, (text) => {
        expect(count(text)).toBe(reference(wellFormed(text)));
      }),
      { seed: 7302, numRuns: runs / 3 },
    );
  });

  it.each(['<|endoftext|>', 'a<|im_start|>b', '<|fim_prefix|><|endofprompt|>', '<|call|>', '<|reserved_200013|>'])(
    'takes %j for ordinary text',
    (text) => {
      expect(count(text)).toBe(reference(text));
      expect(count(text)).toBeGreaterThan(1);
    },
  );

  it('equals gpt-tokenizer on marked text, whose marks it never merges', () => {
    for (const text of [
      '\ufeff',
      '\ufeffusing System;',
      '\ufeff名',
      '\ufeff名名',
      'a\ufeff\ufeffb',
      ' \ufeff',
      '\ufeff#',
    ]) {
      expect(count(text), JSON.stringify(text)).toBe(reference(text));
    }
  });

  // 129 bytes is where merging goes from scanning all pairs to a heap.
  it.each(['a', 'A', ' ', '\n', '=', '中', '한국어', '😀', '\u0301', 'aB', 'xyzzy', '\ufeff', '\ud800'])(
    'equals gpt-tokenizer on %j repeated',
    (part) => {
      for (const bytes of [2, 126, 127, 128, 129, 130, 255, 2000]) {
        const text = part.repeat(Math.ceil(bytes / new TextEncoder().encode(part).length));
        expect(count(text), `${bytes} bytes`).toBe(reference(wellFormed(text)));
      }
    },
  );

  it('equals gpt-tokenizer on one unbroken piece of random letters', () => {
    const piece = fc.string({ unit: fc.constantFrom(...'etaoinshrdlucm'), minLength: 100, maxLength: 1500 });
    fc.assert(
      fc.property(piece, (text) => {
        expect(count(text)).toBe(reference(text));
      }),
      { seed: 7303, numRuns: 60 },
    );
  });

  it('is the same for a text of any length, in or out of the kept buffer', () => {
    const line = 'for (const [key, value] of entries) log(key, "→", value); // 日本語 😀\n';
    expect(count(line.repeat(2000))).toBe(reference(line.repeat(2000)));
  });
});

describe('known values', () => {
  it.each<[string, number, number]>([
    ['', 0, 0],
    ['hello world', 2, 2],
    ['Hello, world!', 4, 4],
    ['a', 1, 1],
    ['antidisestablishmentarianism', 6, 6],
    ['1234567', 3, 3],
    ['日本語', 2, 4],
    ['😀', 1, 2],
  ])('%j', (text, inO200k, inCl100k) => {
    expect(counts.get('o200k_base')?.(text)).toBe(inO200k);
    expect(counts.get('cl100k_base')?.(text)).toBe(inCl100k);
  });
});

describe('one unbroken piece of a million characters', () => {
  // The longest tokens of the runs are 8 letters, 128 spaces and 16 newlines; emoji and ideographs stay one each.
  it.each<[string, string, number]>([
    ['o200k_base', 'a', 1_000_000 / 8],
    ['o200k_base', ' ', Math.ceil(1_000_000 / 128)],
    ['o200k_base', '\n', 1_000_000 / 16],
    ['o200k_base', '😀', 1_000_000],
    ['o200k_base', '中', 1_000_000],
    ['cl100k_base', 'a', 1_000_000 / 8],
    ['cl100k_base', '中', 1_000_000],
  ])('%s, %j: a closed form', (id, part, tokens) => {
    expect(counts.get(id as EncodingId)?.(part.repeat(1_000_000))).toBe(tokens);
  });

  it('a million different ideographs in a row', () => {
    let text = '';
    for (let index = 0; index < 1_000_000; index++) text += String.fromCharCode(0x4e00 + ((index * 7919) % 20_000));
    const count = counts.get('o200k_base') as (text: string) => number;
    expect(count(text.slice(0, 2000))).toBe(o200k.countTokens(text.slice(0, 2000), ordinary));
    // At most a token a byte, at least one for two ideographs.
    expect(count(text)).toBeGreaterThan(500_000);
    expect(count(text)).toBeLessThan(3_000_000);
  });
});

describe.each(realFiles)('real transcript $name', ({ path, exists }) => {
  it.skipIf(!exists)('every string has the same count (skipped where ../shared/transcripts is missing)', () => {
    const strings = stringsOf(path).filter((text) => text.length < 20_000);
    expect(strings.length).toBeGreaterThan(10);
    for (const { id, library } of libraries.filter(({ id }) => id === 'o200k_base' || id === 'cl100k_base')) {
      for (const text of strings) {
        const tokens = counts.get(id)?.(text);
        if (tokens !== library.countTokens(text, ordinary)) expect.fail(`${id}: ${JSON.stringify(text.slice(0, 200))}`);
      }
    }
  });
});
