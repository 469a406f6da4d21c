/** What is said of lanes side by side: who parts from whom, and amounts with their unit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountWords, partingDetail, partingWords } from '@/components/compare/lane-words';

describe('which lanes part', () => {
  it('two lanes part from each other', () => {
    expect(partingWords([['Managed window'], ['Message cap']])).toBe('Managed window and Message cap part here');
  });

  it('the fewer part from the more', () => {
    expect(partingWords([['A'], ['B', 'C', 'D']])).toBe('A parts from the other 3');
    expect(partingWords([['A', 'D'], ['B'], ['C']])).toBe('B and C part from the other 2');
    expect(
      partingWords([
        ['A', 'B'],
        ['C', 'D'],
      ]),
    ).toBe('C and D part from the other 2');
  });

  it('where none does what another does, or all do, that is said', () => {
    expect(partingWords([['A'], ['B'], ['C']])).toBe('Here each lane does otherwise');
    expect(partingWords([['A', 'B', 'C']])).toBe('Here all lanes do the same');
  });

  it('in full every lane is named once', () => {
    const groups = fc
      .array(fc.array(fc.constant(''), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
      .map((shape) => shape.map((group, at) => group.map((_, place) => `Lane${at}${place}!`)));
    fc.assert(
      fc.property(groups, (names) => {
        const detail = partingDetail(names);
        for (const name of names.flat()) expect(detail.split(name)).toHaveLength(2);
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
