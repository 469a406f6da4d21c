/** Bounds as text: what is read as one, and what is none. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundError, parseBounds } from '@/lib/metrics/bounds';

const NAMES = ['recall', 'invalid', 'invalid-openai-chat'];

describe('bounds', () => {
  it('are read with any spaces, letter case and percent', () => {
    expect(parseBounds(' Recall < 90 % , invalid-openai-chat>=1,invalid>.5', NAMES)).toEqual([
      { figure: 'recall', operator: '<', limit: 0.9, text: 'Recall < 90 %' },
      { figure: 'invalid-openai-chat', operator: '>=', limit: 1, text: 'invalid-openai-chat>=1' },
      { figure: 'invalid', operator: '>', limit: 0.5, text: 'invalid>.5' },
    ]);
  });

  it('take numbers as programs write them, with an exponent', () => {
    const read = (text: string) => parseBounds(text, NAMES).map(({ operator, limit }) => [operator, limit]);
    expect(read('invalid>=1e1,recall<9E-1,invalid>+2.5e+2,recall<5e1%,invalid>3.')).toEqual([
      ['>=', 10],
      ['<', 0.9],
      ['>', 250],
      ['<', 0.5],
      ['>', 3],
    ]);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (limit) => {
        // `+ 0`: a negative zero is written as 0.
        expect(parseBounds(`recall<${limit}`, NAMES)[0]?.limit).toBe(limit + 0);
      }),
      { seed: 20260923 },
    );
  });

  it.each([
    '',
    ' , ',
    'recall',
    'recall=0.9',
    'recall<',
    'recall<x',
    '<0.9',
    'recall<0.9 invalid>0',
    'recall<1e',
    'recall<e3',
    'recall<1e400',
    'recall<.',
    'nope>1',
  ])('%j is none', (text) => {
    expect(() => parseBounds(text, NAMES)).toThrow(BoundError);
  });

  it('name every figure there is where one is none', () => {
    expect(() => parseBounds('recal<1', NAMES)).toThrow(
      'There is no figure "recal". The figures are recall, invalid, invalid-openai-chat.',
    );
  });
});
