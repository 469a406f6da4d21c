/** Curves: fewer points that lose no extreme, and a curve that shows what preparing freed. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf } from '@/components/charts/frame/axis';
import { decimate } from '@/components/charts/frame/decimate';
import { plotOf } from '@/components/charts/frame/geometry';
import { columnCurve, curvePath, dotPath, positionsInSight, pressureCurve } from '@/components/charts/pressure/curves';
import { sampleCalls } from '@/components/charts/pressure/sample';
import { strandRows } from '@/components/charts/pressure/strands';
import { tokensBeforePreparing } from '@/lib/engine/ledger';
import { anyRun, runOf, TIGHT } from './runs';

describe('decimate', () => {
  it('keeps the ends, the order, the lowest and the highest value, and no more points than asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 3000 }),
        fc.integer({ min: 4, max: 500 }),
        (values, most) => {
          const kept = Array.from(decimate(values, most));
          expect(kept.length).toBeLessThanOrEqual(Math.max(most, 2));
          expect(kept[0]).toBe(0);
          expect(kept.at(-1)).toBe(values.length - 1);
          expect(kept.every((position, place) => place === 0 || position > (kept[place - 1] as number))).toBe(true);
          const drawn = kept.map((position) => values[position] as number);
          const extreme = (list: number[], better: (a: number, b: number) => boolean) =>
            list.reduce((best, value) => (better(value, best) ? value : best));
          expect(extreme(drawn, (a, b) => a < b)).toBe(extreme(values, (a, b) => a < b));
          expect(extreme(drawn, (a, b) => a > b)).toBe(extreme(values, (a, b) => a > b));
        },
      ),
      { numRuns: 200, seed: 20250305 },
    );
  });

  it('leaves a short curve as it is', () => {
    expect(Array.from(decimate([3, 1, 2], 10))).toEqual([0, 1, 2]);
    expect(Array.from(decimate([], 10))).toEqual([]);
  });
});

describe('the pressure curve', () => {
  it('ends every call at what was sent, and never stands under it before', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const { calls, amounts, peak, sentPeak, peakCall, over } = pressureCurve(run);
        const last = new Map(Array.from(calls, (call, place) => [call, amounts[place]]));
        for (const [call, amount] of last) expect(amount).toBe(run.calls.tokens[call]);
        expect(last.size).toBe(run.calls.tokens.length);
        for (let call = 0; call < run.calls.tokens.length; call++) {
          expect(tokensBeforePreparing(run, call)).toBeGreaterThanOrEqual(run.calls.tokens[call] as number);
        }
        expect(peak).toBeGreaterThanOrEqual(sentPeak);
        expect(sentPeak).toBe(run.calls.tokens[peakCall]);
        expect(over).toBe(Array.from(run.calls.tokens).filter((tokens) => tokens > run.limit).length);
      }),
      { numRuns: 80, seed: 20250306 },
    );
  });

  it('rises to where a compaction found it and drops straight down', () => {
    const run = runOf(
      Array.from({ length: 12 }, () => ({ result: 200 })),
      { config: TIGHT },
    );
    const first = run.decisions.kind.findIndex((_, decision) => (run.decisions.insert[decision] as number) >= 0);
    const call = run.decisions.call[first] as number;
    const { calls, amounts } = pressureCurve(run);
    const at = Array.from(amounts).filter((_, place) => calls[place] === call);
    expect(at).toEqual([run.decisions.before[first], run.calls.tokens[call]]);
  });

  it('draws 20,000 calls with a few points for each pixel, however far it is zoomed', () => {
    const curve = columnCurve(Int32Array.from({ length: 20_000 }, (_, call) => (call * 7919) % 1000));
    expect(curve.peak).toBe(999);
    for (const domain of [
      { from: 0, to: 19_999 },
      { from: 700.5, to: 900 },
      { from: 19_990, to: 19_999 },
    ]) {
      const plot = plotOf({ width: 700, height: 250 }, domain, 19_999);
      const points = curvePath(curve, plot, axisOf(false, 0, 1000, 200)).split('L').length;
      expect(points).toBeLessThanOrEqual(plot.right - plot.left);
      expect(points).toBeGreaterThan(5);
    }
  });

  it('of a stretch reaches over both of its ends', () => {
    const curve = columnCurve(Int32Array.from({ length: 100 }, (_, call) => call));
    expect(positionsInSight(curve, 10, 20)).toEqual({ start: 9, end: 22 });
    expect(positionsInSight(curve, 10.5, 20.5)).toEqual({ start: 10, end: 22 });
    expect(positionsInSight(curve, 0, 99)).toEqual({ start: 0, end: 100 });
  });
});

describe('a curve of one call', () => {
  const axis = axisOf(false, 0, 10, 200);

  it('is a dot at its last amount; a longer one is its line alone', () => {
    const plot = plotOf({ width: 800, height: 246 }, { from: 0, to: 0 }, 0);
    const low = dotPath(columnCurve(Int32Array.of(2)), plot, axis);
    const high = dotPath(columnCurve(Int32Array.of(8)), plot, axis);
    expect(low).toMatch(/^M45\.0 /);
    expect(Number(low.split(/[ a]/)[1])).toBeGreaterThan(Number(high.split(/[ a]/)[1]));
    const freed = { calls: Int32Array.of(0, 0), amounts: Int32Array.of(8, 2), peak: 8 };
    expect(dotPath(freed, plot, axis)).toBe(low);
    expect(dotPath(columnCurve(Int32Array.of(2, 8)), plot, axis)).toBe('');
    expect(dotPath(columnCurve(new Int32Array(0)), plot, axis)).toBe('');
  });

  it('is known to the library by the ends of the plot, as every curve is, and they stay until plot or curves are others', () => {
    const plot = plotOf({ width: 800, height: 246 }, { from: 0, to: 0 }, 0);
    const strand = {
      id: 'policy',
      curve: columnCurve(Int32Array.of(2)),
      axis,
      look: { stroke: 'black', strokeWidth: 1 },
    };
    const rows = strandRows([strand], plot);
    expect(rows).toEqual([plot.from, plot.to].map((call) => ({ call, policy: 0 })));
    expect(strandRows([{ ...strand, curve: columnCurve(Int32Array.of(9)) }], plot)).toBe(rows);
    expect(strandRows([strand, { ...strand, id: 'recorded' }], plot)).not.toBe(rows);
    expect(strandRows([strand], plotOf({ width: 700, height: 246 }, { from: 0, to: 0 }, 0))).not.toBe(rows);
  });
});

describe('the sample of calls in the table', () => {
  it('has first and last call, no call twice, and every event call while there is room', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 10, max: 60 }), (run, most) => {
        const calls = sampleCalls(run, most);
        expect(calls.length).toBeLessThanOrEqual(most);
        expect(calls[0]).toBe(0);
        expect(calls.at(-1)).toBe(run.calls.tokens.length - 1);
        expect(new Set(calls).size).toBe(calls.length);
        const events = new Set(run.decisions.call);
        if (events.size <= most - 2) for (const call of events) expect(calls).toContain(call);
      }),
      { numRuns: 120, seed: 20250307 },
    );
  });

  it('of a stretch stays inside it, ends included', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 0, max: 12 }), (run, from) => {
        const last = run.calls.tokens.length - 1;
        const to = Math.max(from, last - 3);
        if (to > last) return;
        const calls = sampleCalls(run, 10, from, to);
        expect(calls[0]).toBe(from);
        expect(calls.at(-1)).toBe(to);
        expect(calls.length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 80, seed: 20250323 },
    );
  });
});
