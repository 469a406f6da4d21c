/** Zooming by command: inside the run, around the cursor, and back to all calls of a run that has become shorter. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callAt, plotOf, xOf } from '@/components/charts/frame/geometry';
import { FIRST_VIEW, shownCalls, zoomed } from '@/lib/store/view';

describe('zoom', () => {
  it('shows calls inside the run, and every call has its x and its way back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 20_000 }),
        fc.nat(),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (last, seed, factor) => {
          let chart = FIRST_VIEW.chart;
          for (let step = 0; step < 6; step++) {
            chart = zoomed(chart, last, (seed * (step + 3)) % (last + 1), factor);
            const { from, to } = shownCalls(chart, last);
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            const plot = plotOf({ width: 700, height: 260 }, { from, to }, last);
            expect(xOf(plot, from)).toBe(plot.left);
            expect(xOf(plot, to)).toBe(plot.right);
            const call = from + (seed % (to - from + 1));
            if (to - from < 400) expect(callAt(plot, xOf(plot, call))).toBe(call);
          }
        },
      ),
      { seed: 41, numRuns: 100 },
    );
  });

  it('a zoom of a longer run falls back to all calls of a shorter one', () => {
    const chart = { ...FIRST_VIEW.chart, zoom: { from: 50, to: 90 } };
    expect(shownCalls(chart, 60)).toEqual({ from: 50, to: 60 });
    expect(shownCalls(chart, 40)).toEqual({ from: 0, to: 40 });
  });
});
