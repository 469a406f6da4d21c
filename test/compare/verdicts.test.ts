/** Two counts of the same windows against a limit: the calls at which they disagree, held against a plain reading. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdicts } from '@/components/compare/verdicts';

describe('verdicts', () => {
  it('tells who alone finds a window over the limit; exactly the limit is not over it', () => {
    const found = verdicts(Int32Array.of(9, 10, 11, 11, 10), Int32Array.of(11, 11, 10, 12, 10), 10);
    expect([...found.missed]).toEqual([0, 1]);
    expect([...found.early]).toEqual([2]);
  });

  it('agrees with a plain reading on any counts', () => {
    const counts = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 40 });
    fc.assert(
      fc.property(counts, fc.nat(20), (pairs, limit) => {
        const found = verdicts(
          Int32Array.from(pairs, ([own]) => own),
          Int32Array.from(pairs, ([, exact]) => exact),
          limit,
        );
        const where = (test: (own: number, exact: number) => boolean) =>
          pairs.flatMap(([own, exact], call) => (test(own, exact) ? [call] : []));
        expect([...found.missed]).toEqual(where((own, exact) => exact > limit && own <= limit));
        expect([...found.early]).toEqual(where((own, exact) => own > limit && exact <= limit));
      }),
      { seed: 62, numRuns: 200 },
    );
  });
});
