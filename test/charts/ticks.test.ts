/** Ticks and scales: round numbers, whole where things are counted, and room for the highest value. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountAt, axisOf, topFor, yOf } from '@/components/charts/frame/axis';
import { callAt, inSight, plotOf, spreadLabels, xOf } from '@/components/charts/frame/geometry';
import { innerTicks, integerTicks, pressureLabel, tokensLabel } from '@/components/charts/frame/ticks';
import { boundedDomain, domainAround, scaledDomain } from '@/components/charts/frame/zoom';

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

  it('of a stretch are round and inside', () => {
    expect(innerTicks(301, 480, 4)).toEqual([350, 400, 450]);
    expect(innerTicks(0.5, 3.5, 8)).toEqual([1, 2, 3]);
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

describe('the upright axis', () => {
  const plot = plotOf({ width: 700, height: 260 }, { from: 0, to: 10 }, 10);

  it('leads from an amount to its y and back, linear and logarithmic, over the top too', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.double({ min: 400, max: 150_000, noNaN: true }), (log, amount) => {
        const axis = axisOf(log, 300, 100_000, plot.bottom - plot.top);
        expect(amountAt(plot, yOf(plot, amount, axis), axis)).toBeCloseTo(amount, 4);
      }),
      { seed: 20250309 },
    );
  });

  it('has round ticks inside, and not more than there is room for', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.integer({ min: 0, max: 3_000_000 }), (log, highest) => {
        const { ticks, top } = axisOf(log, highest / 300, highest, 220);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(9);
        for (const tick of ticks) expect(tick).toBeLessThanOrEqual(top * (1 + 1e-6));
      }),
      { seed: 20250324 },
    );
  });

  it('has a round top that holds what is shown and leaves no more than a fifth empty', () => {
    expect(topFor(85_000)).toBe(90_000);
    expect(topFor(0)).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), (needed) => {
        const top = topFor(needed);
        expect(top).toBeGreaterThanOrEqual(needed * 1.02 * (1 - 1e-9));
        expect(top).toBeLessThanOrEqual(needed * 1.02 * 1.25);
      }),
      { seed: 20250331 },
    );
  });
});

describe('the axis of calls', () => {
  it('leads from a call to its x and back, whatever stretch is in sight', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 600, max: 2000 }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (last, width, share) => {
          const plot = plotOf({ width, height: 250 }, { from: share * last, to: last }, last);
          for (let call = 0; call <= last; call++) {
            if (inSight(plot, call)) expect(callAt(plot, xOf(plot, call))).toBe(call);
          }
        },
      ),
      { numRuns: 40, seed: 20250310 },
    );
  });

  it('stays inside for any x and any size', () => {
    const plot = plotOf({ width: 10, height: 10 }, { from: 0, to: 0 }, 0);
    expect(callAt(plot, -500)).toBe(0);
    expect(callAt(plot, 500)).toBe(0);
    expect(plot.right).toBeGreaterThan(plot.left);
  });
});

describe('zooming', () => {
  const stretch = fc.record({
    from: fc.double({ min: -500, max: 2500, noNaN: true }),
    to: fc.double({ min: -500, max: 2500, noNaN: true }),
  });

  it('stays inside the calls, wide enough, and is nothing where it shows all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), stretch, (last, domain) => {
        const bounded = boundedDomain(last, domain);
        if (!bounded) return;
        expect(bounded.from).toBeGreaterThanOrEqual(0);
        expect(bounded.to).toBeLessThanOrEqual(last + 1e-9);
        expect(bounded.to - bounded.from).toBeGreaterThanOrEqual(Math.min(last, 4) - 1e-9);
      }),
      { seed: 20250325 },
    );
    expect(boundedDomain(100, { from: -5, to: 105 })).toBeNull();
    expect(boundedDomain(100, { from: 95, to: 115 })).toEqual({ from: 80, to: 100 });
  });

  it('keeps the place under the pointer where it is', () => {
    const zoomed = scaledDomain({ from: 0, to: 100 }, 25, 0.5);
    expect(zoomed).toEqual({ from: 12.5, to: 62.5 });
    expect((25 - zoomed.from) / (zoomed.to - zoomed.from)).toBe(0.25);
  });

  it('goes along with the cursor only as far as it must', () => {
    const domain = { from: 100, to: 200 };
    expect(domainAround(domain, 150)).toBe(domain);
    expect(domainAround(domain, 210)).toEqual({ from: 120, to: 220 });
    expect(domainAround(domain, 50)).toEqual({ from: 40, to: 140 });
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

  it('give way to the one that is held', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        (wanted, seed) => {
          const exact = wanted.toSorted((a, b) => a - b);
          const held = seed % exact.length;
          const placed = spreadLabels(exact, 18, 8, 192, held);
          const room = Math.min(192 - (exact.length - 1 - held) * 18, Math.max(8 + held * 18, exact[held] as number));
          expect(placed[held]).toBeCloseTo(room, 6);
          for (let place = 1; place < placed.length; place++) {
            expect((placed[place] as number) - (placed[place - 1] as number)).toBeGreaterThanOrEqual(18 - 1e-9);
          }
        },
      ),
      { seed: 20250326 },
    );
  });
});
