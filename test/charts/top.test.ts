/** The top of the axis: what is tuned decides, what was recorded widens it a little and is cut past that. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, topFor } from '@/components/charts/frame/axis';
import { plotOf } from '@/components/charts/frame/geometry';
import { type Curve, dotPath } from '@/components/charts/pressure/curves';
import { cutLine, neededTop, type Reach } from '@/components/charts/pressure/top';

const reach = (some: Partial<Reach> = {}): Reach => ({
  curve: 4100,
  lines: [
    { tone: 'window', at: 8000 },
    { tone: 'limit', at: 4600 },
  ],
  sent: 0,
  recorded: 0,
  log: false,
  ...some,
});

const curveOf = (...points: [number, number][]): Curve => ({
  calls: Int32Array.from(points, ([call]) => call),
  amounts: Int32Array.from(points, ([, amount]) => amount),
  peak: points.reduce((most, [, amount]) => Math.max(most, amount), 0),
});

describe('the top of the axis', () => {
  it('is never set by a recording that is many times as large', () => {
    const own = neededTop(reach());
    expect(neededTop(reach({ recorded: 177_000 }))).toBeCloseTo(own * 1.5, 6);
    expect(topFor(neededTop(reach({ recorded: 177_000 })))).toBeLessThanOrEqual(8000);
  });

  it('shows a recording whole where it is not much larger, and on a logarithmic axis always', () => {
    expect(neededTop(reach({ recorded: 6000 }))).toBe(6000);
    expect(neededTop(reach({ recorded: 177_000, log: true }))).toBe(177_000);
    expect(neededTop(reach({ recorded: 3000 }))).toBe(neededTop(reach()));
  });

  it('shows sent tokens whole: they are of the same settings', () => {
    expect(neededTop(reach({ sent: 177_000 }))).toBe(177_000);
  });

  it('is between what is tuned and what that allows, whatever there is', () => {
    const amount = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, amount, fc.nat(2_000_000), (curve, limit, window, sent, recorded) => {
        const lines = [
          { tone: 'window', at: window },
          { tone: 'limit', at: limit },
        ] as const;
        const own = neededTop({ curve, lines, sent, recorded: 0, log: false });
        const needed = neededTop({ curve, lines, sent, recorded, log: false });
        expect(needed).toBeGreaterThanOrEqual(own);
        expect(needed).toBeGreaterThanOrEqual(Math.min(recorded, own * 1.5));
        expect(needed).toBeLessThanOrEqual(own * 1.5);
      }),
      { numRuns: 300, seed: 20261201 },
    );
  });
});

describe('a recorded curve over the top', () => {
  const recorded = curveOf([2, 3000], [5, 177_000], [9, 60_000]);

  it('is told with the highest amount in sight, and not where nothing in sight is cut', () => {
    expect(cutLine(recorded, 7000, { from: 0, to: 10 })?.at).toBe(177_000);
    expect(cutLine(recorded, 7000, { from: 6, to: 10 })?.at).toBe(60_000);
    expect(cutLine(recorded, 7000, { from: 0, to: 4 })).toBeNull();
    expect(cutLine(recorded, 200_000, { from: 0, to: 10 })).toBeNull();
    expect(cutLine(null, 7000, { from: 0, to: 10 })).toBeNull();
  });

  it('of a single call is an arrow inside the plot', () => {
    const plot = plotOf({ width: 800, height: 300 }, { from: 0, to: 10 }, 10);
    const [top] = /(?<=M[\d.]+ )[-\d.]+/.exec(dotPath(curveOf([3, 60_000]), plot, axisOf(false, 0, 2000, 200))) ?? [];
    expect(Number(top)).toBeGreaterThanOrEqual(plot.top);
    expect(Number(top)).toBeLessThan(plot.bottom);
  });
});
