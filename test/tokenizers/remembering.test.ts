/** A counter that remembers gives the counts of the one it wraps, asks it once a text, and forgets before it grows without end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Counter } from '@/lib/tokenizers/counter';
import { remembering } from '@/lib/tokenizers/remembering';

function counting(exact: boolean): { counter: Counter; asked: string[] } {
  const asked: string[] = [];
  const count = (text: string) => {
    asked.push(text);
    return text.length;
  };
  return { asked, counter: { id: 'o200k_base', label: 'test', exact, count } };
}

describe('a counter that remembers', () => {
  it('gives the same counts and asks once a text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 60 }), (texts) => {
        const { counter, asked } = counting(true);
        const again = remembering(counter);
        for (const text of texts) expect(again.count(text)).toBe(text.length);
        expect(asked).toEqual([...new Set(texts)]);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it('begins anew when it holds too much', () => {
    const { counter, asked } = counting(true);
    const again = remembering(counter);
    again.count('first');
    for (let text = 0; text < 20_000; text++) again.count(`text ${text}`);
    again.count('first');
    expect(asked.filter((text) => text === 'first')).toHaveLength(2);
  });

  it('leaves an estimate as it is', () => {
    const { counter } = counting(false);
    expect(remembering(counter)).toBe(counter);
  });
});
