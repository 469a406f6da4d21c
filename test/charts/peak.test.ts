/** What the peak says: the highest window that was sent, and the higher one that stood before the memory acted. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { peakWords } from '@/components/panels/peak-words';
import { DECISIONS } from '@/lib/engine/run';
import { anyRun, runOf, TIGHT } from './runs';

describe('the peak', () => {
  it('says what the events say: how high the window stood before they acted', () => {
    const run = runOf(
      Array.from({ length: 30 }, () => ({ result: 700 })),
      { config: TIGHT },
    );
    let most = 0;
    for (const [decision, code] of run.decisions.kind.entries()) {
      if (DECISIONS[code] === 'compacted') most = Math.max(most, run.decisions.before[decision] as number);
    }
    expect(peakWords(run)).toMatch(/^Highest policy tokens ÷ limit at a call, after the memory acted: call \d+\. /);
    expect(peakWords(run)).toContain(`Before it acted: up to ${(most / run.limit).toFixed(2)}, at call `);
  });

  it('says it of a memory that acts while messages come in, too', () => {
    const run = runOf([{ user: 20 }, { results: [9000, 9000] }, { user: 20 }], { system: 'three-phase' });
    const before = run.decisions.before.reduce((most, tokens) => Math.max(most, tokens), 0);
    expect(before).toBeGreaterThan(1.5 * run.limit);
    expect(peakWords(run)).toContain(`Before it acted: up to ${(before / run.limit).toFixed(2)}, at call `);
  });

  it('says nothing of before where nothing acted', () => {
    expect(peakWords(runOf([{ user: 5 }], { system: 'none' }))).toMatch(/after the memory acted: call \d+$/);
  });

  it('names calls that there are, and a height over the peak', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const [, call, before, spike] =
          /call ([\d,]+)(?:\. Before it acted: up to ([\d.]+), at call ([\d,]+))?$/.exec(peakWords(run)) ?? [];
        const sent = run.calls.tokens[Number(call) - 1] ?? -1;
        for (const tokens of run.calls.tokens) expect(sent).toBeGreaterThanOrEqual(tokens);
        if (before === undefined) return;
        expect(Number(spike)).toBeLessThanOrEqual(run.calls.tokens.length);
        expect(Number(before) + 0.05).toBeGreaterThanOrEqual(sent / run.limit);
      }),
      { numRuns: 60, seed: 20261204 },
    );
  });
});
