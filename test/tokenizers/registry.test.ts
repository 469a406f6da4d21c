/** Choosing and loading a counter: every listed one loads, an unknown one is refused, a failing one falls back and says so. */

import { describe, expect, it } from 'vitest';
import type { CounterId, EncodingId } from '@/lib/tokenizers/counter';
import { COUNTERS, isCounterId } from '@/lib/tokenizers/descriptions';
import { counterLoader, loadCounter, UnknownCounterError } from '@/lib/tokenizers/registry';

describe('COUNTERS', () => {
  it('lists each counter once, with words for people', () => {
    expect(COUNTERS.map((entry) => entry.id).sort()).toEqual(
      [
        'chars4',
        'cl100k_base',
        'gpt2',
        'o200k_base',
        'o200k_harmony',
        'p50k_base',
        'p50k_edit',
        'r50k_base',
        'utf8',
        'words',
      ].sort(),
    );
    for (const entry of COUNTERS) expect(entry.description).toMatch(/^[A-Z].*\.$/);
  });

  it('every one of them loads as what the list says', async () => {
    for (const { id, label, exact } of COUNTERS) {
      const counter = await loadCounter(id);
      expect(counter).toMatchObject({ id, label, exact });
      expect(counter.fellBackFrom).toBeUndefined();
      expect(counter.count('The quick brown fox jumps.')).toBe(
        id === 'utf8' ? 26 : id === 'chars4' ? 7 : id === 'words' ? 5 : 6,
      );
    }
  });
});

describe('isCounterId', () => {
  it('knows the listed ids and nothing else', () => {
    expect(COUNTERS.every((entry) => isCounterId(entry.id))).toBe(true);
    for (const value of ['', 'o200k', 'constructor', null, 4, undefined]) expect(isCounterId(value)).toBe(false);
  });
});

describe('loading', () => {
  it('refuses an id that is no counter, and lists those that are', async () => {
    const loading = loadCounter('tiktoken' as CounterId);
    await expect(loading).rejects.toBeInstanceOf(UnknownCounterError);
    await expect(loading).rejects.toThrow(/"tiktoken" is not a known token counter.*o200k_base/);
  });

  it('counts bytes where the tables cannot load, says instead of what and why, and tries again the next time', async () => {
    let offline = true;
    const asked: EncodingId[] = [];
    const load = counterLoader(async (id) => {
      asked.push(id);
      if (offline) throw new TypeError('Failed to fetch dynamically imported module');
      return (text) => text.length;
    });
    const standIn = await load('cl100k_base');
    expect(standIn).toMatchObject({
      id: 'utf8',
      exact: false,
      fellBackFrom: 'cl100k_base',
      fallbackReason: 'Failed to fetch dynamically imported module',
    });
    expect(standIn.count('é')).toBe(2);
    expect((await load('utf8')).fellBackFrom).toBeUndefined();
    offline = false;
    expect(await load('cl100k_base')).toMatchObject({ id: 'cl100k_base', exact: true });
    await load('cl100k_base');
    expect(asked).toEqual(['cl100k_base', 'cl100k_base']);
  });

  it('keeps a counter that has loaded', async () => {
    expect(await loadCounter('o200k_base')).toBe(await loadCounter('o200k_base'));
  });
});
