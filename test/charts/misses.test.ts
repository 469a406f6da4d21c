/** Ticks of misses: every miss in sight is counted once, at a call where it is. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plotOf } from '@/components/charts/frame/geometry';
import { placeMisses } from '@/components/charts/pressure/misses';

const LAST = 400;
const anyCalls = fc
  .array(fc.integer({ min: 0, max: LAST }), { maxLength: 300 })
  .map((calls) => Int32Array.from(calls).sort());
const anyStretch = fc
  .tuple(fc.integer({ min: 0, max: LAST }), fc.integer({ min: 0, max: LAST }))
  .map(([one, other]) => ({ from: Math.min(one, other) - 0.5, to: Math.max(one, other) + 0.5 }));

describe('ticks of misses', () => {
  it('count every miss in sight in exactly one tick, in the order of their calls', () => {
    fc.assert(
      fc.property(anyCalls, anyStretch, fc.integer({ min: 120, max: 1400 }), (calls, stretch, width) => {
        const plot = plotOf({ width, height: 240 }, stretch, LAST);
        const ticks = placeMisses(calls, plot);
        const inSight = calls.filter((call) => call >= stretch.from && call <= stretch.to);
        expect(ticks.reduce((sum, { count }) => sum + count, 0)).toBe(inSight.length);
        let before = -1;
        for (const { call, decision, first, last, x, y, size } of ticks) {
          expect(calls[decision]).toBe(call);
          expect(first).toBe(call);
          expect(first).toBeGreaterThan(before);
          before = last;
          expect(x).toBeGreaterThanOrEqual(plot.left - 0.01);
          expect(x).toBeLessThanOrEqual(plot.right + 0.01);
          expect(y + size).toBeCloseTo(plot.bottom);
        }
      }),
      { numRuns: 150, seed: 20250611 },
    );
  });

  it('are taller where there are more, and few however many misses there are', () => {
    const plot = plotOf({ width: 700, height: 240 }, { from: 0, to: LAST }, LAST);
    const [one, four] = placeMisses(Int32Array.of(10, 200, 200, 200, 200), plot);
    expect(four?.size).toBeGreaterThan(one?.size ?? 0);
    const many = Int32Array.from({ length: 40_000 }, (_, miss) => Math.floor(miss / 100));
    expect(placeMisses(many, plot).length).toBeLessThan(120);
  });
});
