/** Every rule on arbitrary transcripts, configurations, guards and summarizers at once; a counterexample shrinks to its core. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '@/lib/engine/invariants';
import { arbitraryCase, guarded, mixed, published, replayed } from '../fixtures/arbitrary-lane';

describe('R1 to R29 hold', () => {
  it.each([
    ['all guards on', guarded, 1],
    ['as published', published, 2],
    ['any mix of guards', mixed, 3],
  ] as const)(
    '%s',
    (_, guards, seed) => {
      fc.assert(
        fc.property(arbitraryCase(guards), (one) => {
          expect(violationsOf(replayed(one))).toEqual([]);
        }),
        { seed, numRuns: 500 },
      );
    },
    120_000,
  );
});
