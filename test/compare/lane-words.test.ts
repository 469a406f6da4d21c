/** What is said of lanes side by side: who parts from whom, and amounts with their unit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountWords, partingDetail, partingWords } from '@/components/compare/lane-words';

const acting = (...names: string[]) => ({ names, acts: true });
const idle = (...names: string[]) => ({ names, acts: false });

describe('what the lanes do at a call', () => {
  it('where all do the same, whether their windows are the same is said too', () => {
    expect(partingWords([idle('A', 'B')], true)).toBe('No lane acts here; the windows are the same');
    expect(partingWords([idle('A', 'B')], false)).toBe('No lane acts here; the windows differ');
    expect(partingWords([acting('A', 'B')], true)).toBe('All lanes act alike here; the windows are the same');
    expect(partingWords([acting('A', 'B')], false)).toBe('All lanes act alike here; the windows differ');
  });

  it('how many act, and whether they do the same: never that lanes agree that do not', () => {
    expect(partingWords([acting('A'), idle('B', 'C')], false)).toBe('One lane acts here: A');
    expect(partingWords([idle('B', 'C'), acting('A', 'D')], false)).toBe('2 lanes act here, alike: A and D');
    expect(partingWords([acting('A'), acting('B')], false)).toBe('Both lanes act here, each differently');
    expect(partingWords([acting('A'), acting('B'), acting('C'), idle('D', 'E')], false)).toBe(
      '3 lanes act here, each differently',
    );
    expect(partingWords([acting('A', 'B'), acting('C', 'D'), acting('E'), idle('F')], false)).toBe(
      '5 lanes act here, in 3 different ways',
    );
  });

  it('begins with its meaning: what is cut off is names', () => {
    const long = 'a name that is longer than the room there is for all of it';
    for (const groups of [
      [acting(long), idle('B')],
      [acting(long, 'C'), idle('B')],
      [acting(long), acting('B')],
    ]) {
      const words = partingWords(groups, false);
      expect(words.indexOf('act')).toBeLessThan(16);
      if (words.includes(long)) expect(words.indexOf(long)).toBeGreaterThan(words.indexOf('here'));
    }
  });

  it('in full every lane is named once', () => {
    const groups = fc
      .array(fc.tuple(fc.boolean(), fc.array(fc.constant(''), { minLength: 1, maxLength: 4 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((shape) =>
        shape.map(([acts, group], at) => ({ acts, names: group.map((_, place) => `Lane${at}${place}!`) })),
      );
    fc.assert(
      fc.property(groups, (given) => {
        const detail = partingDetail(given);
        for (const name of given.flatMap(({ names }) => names)) expect(detail.split(name)).toHaveLength(2);
      }),
      { seed: 12, numRuns: 60 },
    );
  });
});

describe('amounts of a window', () => {
  it('are in the unit of the system, one of it in the singular', () => {
    expect(amountWords(1, 'messages')).toBe('1 message');
    expect(amountWords(5, 'messages')).toBe('5 messages');
    expect(amountWords(1, 'tokens')).toBe('1 policy token');
    expect(amountWords(12_040, 'tokens')).toBe('12,040 policy tokens');
  });
});
