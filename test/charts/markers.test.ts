/** Marks: every decision is counted once, and what a mark says is of a decision that exists. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countKinds, MARKED, markersOf, markRadius, markScale, onCurve } from '@/components/charts/pressure/markers';
import { freedBy } from '@/lib/engine/ledger';
import { DECISIONS, type Run } from '@/lib/engine/run';
import { anyRun, runOf, TIGHT } from './runs';

/** All calls of a run. */
const whole = (run: Run) => ({ from: 0, to: run.calls.tokens.length - 1 });

describe('marks', () => {
  it('count every decision of a marked kind in exactly one mark', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 40 }), (run, bins) => {
        const counts = countKinds(run);
        const told = new Int32Array(DECISIONS.length);
        for (const { kind, count } of markersOf(run, bins, whole(run)))
          (told[DECISIONS.indexOf(kind)] as number) += count;
        for (const kind of MARKED) {
          const code = DECISIONS.indexOf(kind);
          expect(told[code]).toBe(counts[code]);
        }
      }),
      { numRuns: 120, seed: 20250303 },
    );
  });

  it('are at most one a kind and column, at a call and with a decision of that kind', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 40 }), (run, bins) => {
        const width = Math.max(1e-9, (run.calls.tokens.length - 1) / bins);
        const taken = new Set<string>();
        for (const { kind, call, decision } of markersOf(run, bins, whole(run))) {
          const column = `${kind} ${Math.floor(call / width)}`;
          expect(taken.has(column)).toBe(false);
          taken.add(column);
          expect(run.decisions.call[decision]).toBe(call);
          expect(DECISIONS[run.decisions.kind[decision] as number]).toBe(kind);
        }
      }),
      { numRuns: 120, seed: 20250304 },
    );
  });

  it('show the drop of a call with several decisions as one', () => {
    const run = runOf(
      Array.from({ length: 30 }, () => ({ result: 700 })),
      { config: { ...TIGHT, compaction: false, maxToolTokens: 10_000 } },
    );
    const evictions = markersOf(run, 10_000, whole(run)).filter(({ kind }) => kind === 'evicted');
    expect(evictions.length).toBeGreaterThan(0);
    for (const mark of evictions) {
      expect(mark.after).toBe(run.calls.tokens[mark.call]);
      expect(mark.freed).toBe(mark.before - mark.after);
    }
  });

  it('keep single messages off the curve', () => {
    expect(DECISIONS.filter(onCurve)).toEqual(['compacted', 'evicted', 'summary-refused', 'summary-failed', 'floor']);
  });

  it('have an area that follows the tokens freed beside the largest in sight, within bounds', () => {
    const marks = [100, 200, 400, 0].map((freed) => ({ kind: 'compacted', freed }) as const);
    const scale = markScale(marks, 1000);
    const radius = (freed: number) => markRadius({ kind: 'compacted', freed }, scale);
    expect((radius(400) / radius(200)) ** 2).toBeCloseTo(2, 6);
    expect(radius(0)).toBeGreaterThan(0);
    // The same marks a thousand times as heavy look the same.
    const heavy = markScale(
      marks.map(({ kind, freed }) => ({ kind, freed: freed * 1000 })),
      1000,
    );
    expect(markRadius({ kind: 'compacted', freed: 200_000 }, heavy)).toBeCloseTo(radius(200), 6);
  });

  it('take a small share of the width together, however many there are', () => {
    const marks = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ kind: 'evicted', freed: 1000 + at }) as const);
    const taken = (count: number, width: number) => {
      const scale = markScale(marks(count), width);
      return marks(count).reduce((sum, mark) => sum + 2 * markRadius(mark, scale), 0) / width;
    };
    // One kind has a column of eighteen pixels a mark.
    for (const width of [280, 554, 1400]) expect(taken(Math.floor(width / 18), width)).toBeLessThan(0.27);
    expect(taken(3, 554)).toBeLessThan(0.1);
  });

  it('say the stretch that they stand for', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 12 }), (run, bins) => {
        for (const { call, first, last, count, before, peak } of markersOf(run, bins, whole(run))) {
          expect(first).toBeLessThanOrEqual(call);
          expect(last).toBeGreaterThanOrEqual(call);
          if (count === 1) expect(last).toBe(first);
          expect(peak).toBeGreaterThanOrEqual(before);
        }
      }),
      { numRuns: 80, seed: 20250332 },
    );
  });

  it('together free what the list of events says, kind by kind, however near they are', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 40 }), (run, bins) => {
        const listed = new Map<string, number>();
        const { kind: kinds, before, after } = run.decisions;
        for (const [decision, code] of kinds.entries()) {
          const kind = DECISIONS[code];
          if (!kind || !MARKED.includes(kind)) continue;
          const freed = kind === 'refused' ? 0 : (before[decision] as number) - (after[decision] as number);
          listed.set(kind, (listed.get(kind) ?? 0) + Math.max(0, freed));
        }
        for (const columns of [bins, 1_000_000]) {
          const told = new Map<string, number>();
          for (const { kind, freed } of markersOf(run, columns, whole(run))) {
            told.set(kind, (told.get(kind) ?? 0) + freed);
          }
          expect(new Map([...told].sort())).toEqual(new Map([...listed].sort()));
        }
      }),
      { numRuns: 120, seed: 20250321 },
    );
  });

  it('show the one of them that freed most', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 12 }), (run, bins) => {
        for (const { kind, decision, first, last } of markersOf(run, bins, whole(run))) {
          for (const [other, call] of run.decisions.call.entries()) {
            if (call < first || call > last || DECISIONS[run.decisions.kind[other] as number] !== kind) continue;
            expect(freedBy(run, other)).toBeLessThanOrEqual(freedBy(run, decision));
          }
        }
      }),
      { numRuns: 120, seed: 20250333 },
    );
  });

  it('add up cut results of one call one by one', () => {
    const run = runOf([{ results: [2000, 600, 4000] }], { config: { ...TIGHT, window: 9000 } });
    const [mark, ...others] = markersOf(run, 1_000_000, whole(run)).filter(({ kind }) => kind === 'truncated');
    const freed = [...run.decisions.kind.keys()]
      .filter((decision) => DECISIONS[run.decisions.kind[decision] as number] === 'truncated')
      .map((decision) => freedBy(run, decision));
    expect(others).toEqual([]);
    expect(freed).toHaveLength(3);
    expect(mark?.freed).toBe((freed[0] ?? 0) + (freed[1] ?? 0) + (freed[2] ?? 0));
    expect(run.decisions.first[mark?.decision ?? 0]).toBe(4);
  });

  it('of a stretch are those of its calls, in the columns that the whole has', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (run, from, more) => {
        const to = Math.min(run.calls.tokens.length - 1, from + more);
        let decisions = 0;
        for (const [decision, call] of run.decisions.call.entries()) {
          const kind = DECISIONS[run.decisions.kind[decision] as number];
          if (call >= from && call <= to && kind && MARKED.includes(kind)) decisions++;
        }
        let told = 0;
        for (const { call, count } of markersOf(run, 7, { from, to })) {
          expect(call).toBeGreaterThanOrEqual(from);
          expect(call).toBeLessThanOrEqual(to);
          told += count;
        }
        expect(told).toBe(to < from ? 0 : decisions);
      }),
      { numRuns: 80, seed: 20250322 },
    );
  });
});
