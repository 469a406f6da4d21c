/** The diff of two windows: with what is kept and what changed it makes one window of the other, on any run. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWindows } from '@/components/panels/window-diff';
import { ownStateAt, windowAt } from '@/lib/engine/ledger';
import { anyRun } from '../charts/runs';

describe('the diff of two windows', () => {
  it('takes one window to the other, and counts what stands in both', () => {
    fc.assert(
      fc.property(anyRun, fc.nat(), fc.nat(), (run, one, other) => {
        const calls = run.calls.tokens.length;
        const [from, to] = [one % calls, other % calls];
        const { rows, kept } = diffWindows(run, from, to);
        const window = new Set<number>(windowAt(run, from));
        for (const { item, change } of rows) {
          if (change === 'gone') expect(window.delete(item)).toBe(true);
          if (change === 'come') expect(window.has(item)).toBe(false);
          if (change === 'come') window.add(item);
          if (change === 'changed') expect(ownStateAt(run, item, from)).not.toBe(ownStateAt(run, item, to));
        }
        expect([...window].sort()).toEqual(Array.from(windowAt(run, to)).sort());
        expect(kept).toBe(windowAt(run, to).length - rows.filter(({ change }) => change !== 'gone').length);
      }),
      { seed: 11, numRuns: 60 },
    );
  });

  it('is empty between a call and itself', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        expect(diffWindows(run, 0, 0).rows).toEqual([]);
      }),
      { seed: 12, numRuns: 20 },
    );
  });
});
