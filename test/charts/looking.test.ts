/** Ways of looking at a run: zoom, the logarithmic axis, what fills the window, and where a threshold's handle leads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compositionOf, stackedEdges } from '@/components/charts/composition';
import { callAt, plotOf, pressureAt, xOf, yOf } from '@/components/charts/geometry';
import { pressurePoints } from '@/components/charts/pressure-series';
import { thresholdParameter, valueAt } from '@/components/charts/threshold-value';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { FIRST_VIEW, shownCalls, zoomed } from '@/lib/store/view';
import { systemById } from '@/lib/systems/registry';
import { anyRun, runOf, TIGHT } from './runs';

const SIZE = { width: 700, height: 260 };

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
            const plot = plotOf(SIZE, to, false, { first: from });
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

  it('keeps every point of the stretch', () => {
    const run = runOf([{ user: 10 }, ...Array.from({ length: 30 }, () => ({ result: 300 }))], { config: TIGHT });
    const calls = new Set(pressurePoints(run, 5, 9).map(({ call }) => call));
    expect([...calls]).toEqual([5, 6, 7, 8, 9]);
  });
});

describe('the logarithmic axis', () => {
  it('is read back where it was drawn, and keeps order, bottom and top', () => {
    const plot = plotOf(SIZE, 10, false, { log: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1.2, noNaN: true }), (pressure) => {
        expect(pressureAt(plot, yOf(plot, pressure, 1.2), 1.2)).toBeCloseTo(pressure, 8);
      }),
      { seed: 42 },
    );
    expect(yOf(plot, 0, 1.2)).toBe(plot.bottom);
    expect(yOf(plot, 1.2, 1.2)).toBe(plot.top);
    expect(yOf(plot, 0.02, 1.2)).toBeLessThan(yOf(plotOf(SIZE, 10, false), 0.02, 1.2));
  });
});

describe('the composition', () => {
  it('never falls short of the curve: what the messages do not take is the rest', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const roles = Uint8Array.from({ length: run.messageCount }, (_, message) => message % 5);
        const parts = compositionOf(run, roles);
        run.calls.tokens.forEach((tokens, call) => {
          const sum = parts.reduce((total, column) => total + (column[call] as number), 0);
          expect(sum).toBeGreaterThanOrEqual(tokens);
          for (const column of parts) expect(column[call]).toBeGreaterThanOrEqual(0);
        });
        const { edges } = stackedEdges(parts, 0, run.calls.tokens.length - 1);
        for (let part = 1; part < edges.length; part++) {
          edges[part]?.forEach((edge, position) => {
            expect(edge).toBeGreaterThanOrEqual(edges[part - 1]?.[position] as number);
          });
        }
      }),
      { seed: 43, numRuns: 60 },
    );
  });

  it('adds up to the policy tokens of a managed window to the token', () => {
    const run = runOf([{ user: 40 }, ...Array.from({ length: 40 }, () => ({ result: 200 }))], { config: TIGHT });
    const parts = compositionOf(run, new Uint8Array(run.messageCount));
    run.calls.tokens.forEach((tokens, call) => {
      expect(parts.reduce((total, column) => total + (column[call] as number), 0)).toBe(tokens);
    });
    expect(Math.max(...(parts[4] as Int32Array))).toBeGreaterThan(0);
  });
});

describe('a threshold’s handle', () => {
  it.each([
    ['managed-window', 'compactAt', {}],
    ['managed-window', 'evictAt', {}],
    ['three-phase', 'targetLimit', {}],
    ['context-manager', 'summaryThreshold', { strategy: 'summarize', summaryThreshold: 40_000 }],
    ['context-manager', 'hysteresis', { strategy: 'summarize' }],
  ])('%s: %s stands where it was let go', (system, name, config) => {
    let lane = defaultLane(system);
    for (const [key, value] of Object.entries(config)) lane = withParameter(lane, key, value);
    const threshold = thresholdParameter(lane, name);
    expect(threshold).not.toBeNull();
    if (!threshold) return;
    const lineOf = (value: number) =>
      systemById(system)
        .thresholds(withParameter(lane, name, value).config)
        .find((line) => line.parameter === name)?.pressure as number;
    const [low, high] = [lineOf(threshold.min || threshold.step), lineOf(threshold.max)];
    for (const share of [0.2, 0.5, 0.8]) {
      const wanted = Math.min(high, Math.max(low, low + share * Math.min(1, high - low)));
      const value = valueAt(lane, threshold, wanted);
      const resolution = Math.abs(lineOf(Math.min(threshold.max, value + threshold.step)) - lineOf(value)) || 0.01;
      expect(Math.abs(lineOf(value) - wanted)).toBeLessThanOrEqual(resolution + 0.001);
    }
  });
});
