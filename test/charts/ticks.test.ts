/** Ticks and scales: round numbers, whole where things are counted, and room for the highest value. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callAt, plotOf, spreadLabels, xOf, yOf } from '@/components/charts/geometry';
import {
  axisLabel,
  integerTicks,
  pressureLabel,
  pressureScale,
  scaleFor,
  tokensLabel,
} from '@/components/charts/ticks';

describe('ticks', () => {
  it('of calls are whole, ascending, inside, and not too many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 2, max: 20 }), (last, most) => {
        const ticks = integerTicks(1, last + 1, most);
        expect(ticks[0]).toBe(1);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        expect(ticks.every((tick, place) => place === 0 || tick > (ticks[place - 1] as number))).toBe(true);
        expect(ticks.every((tick) => Number.isInteger(tick) && tick <= last + 1)).toBe(true);
      }),
      { seed: 20250308 },
    );
  });

  it('stand at round numbers', () => {
    expect(integerTicks(1, 131, 10)).toEqual([1, 20, 40, 60, 80, 100, 120]);
    expect(integerTicks(1, 1, 10)).toEqual([1]);
    expect(integerTicks(1, 3, 10)).toEqual([1, 2, 3]);
    expect(integerTicks(0, 412, 6)).toEqual([0, 100, 200, 300, 400]);
  });

  it('of a scale reach over the peak, in equal steps', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e9, noNaN: true }), (peak) => {
        const { top, ticks } = scaleFor(peak, 5);
        expect(top).toBeGreaterThanOrEqual(peak * (1 - 1e-9));
        expect(ticks.at(-1)).toBeCloseTo(top, 6);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
      { seed: 20250309 },
    );
  });

  it('of pressure stay on quarters until the curve leaves them', () => {
    expect(pressureScale(0.3)).toEqual({ top: 1.2, ticks: [0, 0.25, 0.5, 0.75, 1] });
    expect(pressureScale(1.2).top).toBe(1.2);
    expect(pressureScale(1.21).top).toBe(1.6);
    expect(pressureScale(11).top).toBeGreaterThan(11);
    expect(pressureScale(11).ticks.map((tick) => axisLabel(tick, pressureScale(11)))).toEqual([
      '0',
      '2.5',
      '5.0',
      '7.5',
      '10.0',
      '12.5',
    ]);
  });

  it('are written short', () => {
    expect([0, 0.7, 1, 12, 340].map(pressureLabel)).toEqual(['.00', '.70', '1.00', '12.0', '340']);
    expect([0, 900, 2500, 51_873, 999_600, 1_250_000].map(tokensLabel)).toEqual([
      '0',
      '900',
      '2.5k',
      '52k',
      '1M',
      '1.25M',
    ]);
  });
});

describe('the scale of calls', () => {
  it('leads from a call to its x and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 600, max: 2000 }), (last, width) => {
        const plot = plotOf({ width, height: 250 }, last, false);
        for (let call = 0; call <= last; call++) expect(callAt(plot, xOf(plot, call))).toBe(call);
      }),
      { numRuns: 40, seed: 20250310 },
    );
  });

  it('stays inside for any x and any size', () => {
    const plot = plotOf({ width: 10, height: 10 }, 0, true);
    expect(callAt(plot, -500)).toBe(0);
    expect(callAt(plot, 500)).toBe(0);
    expect(plot.right).toBeGreaterThan(plot.left);
    expect(yOf(plot, 99, 1.2)).toBe(plot.top);
  });
});

describe('labels', () => {
  it('stand apart and inside, in their order, and stay where they fit', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 6 }), (wanted) => {
        const exact = wanted.toSorted((a, b) => a - b);
        const placed = spreadLabels(exact, 18, 8, 192);
        for (const [place, y] of placed.entries()) {
          expect(y).toBeGreaterThanOrEqual(8 - 1e-9);
          expect(y).toBeLessThanOrEqual(192 + 1e-9);
          if (place > 0) expect(y - (placed[place - 1] as number)).toBeGreaterThanOrEqual(18 - 1e-9);
        }
      }),
      { seed: 20250311 },
    );
    expect(spreadLabels([20, 60, 120], 18, 8, 192)).toEqual([20, 60, 120]);
  });
});
