/** Curves: fewer points that lose no extreme, and a curve that shows what preparing freed. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCalls } from '@/components/charts/call-sample';
import { decimate } from '@/components/charts/decimate';
import {
  columnSeries,
  pressurePoints,
  pressureSeries,
  tokensBeforePreparing,
} from '@/components/charts/pressure-series';
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
        const limit = Math.max(1, run.limit);
        const { peak, peakCall, reached, over } = pressureSeries(run);
        const points = pressurePoints(run, 0, run.calls.tokens.length - 1);
        const last = new Map(points.map(({ call, value }) => [call, value]));
        for (const [call, value] of last) expect(value).toBe((run.calls.tokens[call] as number) / limit);
        for (let call = 0; call < run.calls.tokens.length; call++) {
          expect(tokensBeforePreparing(run, call)).toBeGreaterThanOrEqual(run.calls.tokens[call] as number);
        }
        expect(reached).toBeGreaterThanOrEqual(peak);
        expect(peak).toBe((run.calls.tokens[peakCall] as number) / limit);
        expect(over).toBe(Array.from(run.calls.tokens).filter((tokens) => tokens / limit > 1).length);
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
    const at = pressurePoints(run, 0, run.calls.tokens.length - 1).filter((point) => point.call === call);
    expect(at.map(({ value }) => Math.round(value * run.limit))).toEqual([
      run.decisions.before[first],
      run.calls.tokens[call],
    ]);
  });

  it('draws 20,000 calls with at most 500 points', () => {
    const column = Int32Array.from({ length: 20_000 }, (_, call) => (call * 7919) % 1000);
    expect(columnSeries(column, 0, column.length - 1).points.length).toBeLessThanOrEqual(500);
    expect(columnSeries(column, 0, column.length - 1).peak).toBe(999);
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
});
