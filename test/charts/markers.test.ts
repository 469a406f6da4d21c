/** Marks: every decision is counted once, and what a mark says is of a decision that exists. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countKinds, MARKED, type Marker, markersOf, markRadius, onCurve } from '@/components/charts/markers';
import { DECISIONS } from '@/lib/engine/run';
import { anyRun, runOf, TIGHT } from './runs';

describe('marks', () => {
  it('count every decision of a marked kind in exactly one mark', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 40 }), (run, bins) => {
        const counts = countKinds(run);
        const told = new Int32Array(DECISIONS.length);
        for (const { kind, count } of markersOf(run, bins)) (told[DECISIONS.indexOf(kind)] as number) += count;
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
        const last = Math.max(1, run.calls.tokens.length - 1);
        const taken = new Set<string>();
        for (const { kind, call, decision } of markersOf(run, bins)) {
          const column = `${kind} ${Math.min(bins - 1, Math.floor((call / last) * bins))}`;
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
    const evictions = markersOf(run, 10_000).filter(({ kind }) => kind === 'evicted');
    expect(evictions.length).toBeGreaterThan(0);
    for (const mark of evictions) {
      expect(mark.after * run.limit).toBeCloseTo(run.calls.tokens[mark.call] as number, 6);
      expect(mark.freed).toBe(Math.round((mark.before - mark.after) * run.limit));
    }
  });

  it('keep single messages off the curve', () => {
    expect(DECISIONS.filter(onCurve)).toEqual(['compacted', 'evicted', 'summary-refused', 'summary-failed', 'floor']);
  });

  it('grow with what was freed, within bounds', () => {
    const mark = (before: number, after: number) => markRadius({ before, after } as Marker);
    expect(mark(0.8, 0.2)).toBeGreaterThan(mark(0.8, 0.7));
    expect(mark(9, 0)).toBe(mark(1, 0));
    expect(mark(0.5, 0.6)).toBe(mark(0.5, 0.5));
  });
});
