/** The trace of windows against a plain look at every one of them, for every system. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billedCases, billedRun, headOf, shared, sumOf } from './billed-runs';

it('says of every call what is sent, what it shares with the call before, its instructions and its blocks', () => {
  let changes = 0;
  fc.assert(
    fc.property(billedCases, (one) => {
      const { of, windows } = billedRun(one);
      const { trace } = of;
      expect(trace.sent).toHaveLength(windows.length);
      for (const [call, window] of windows.entries()) {
        const before = windows[call - 1];
        const plain = {
          sent: sumOf(window, 'tokens'),
          kept: before === undefined ? 0 : sumOf(shared(window, before), 'tokens'),
          head: sumOf(headOf(window), 'tokens'),
          headBlocks: sumOf(headOf(window), 'blocks'),
          blocks: sumOf(window, 'blocks'),
        };
        const traced = {
          sent: trace.sent[call],
          kept: trace.kept[call],
          head: trace.head[call],
          headBlocks: trace.headBlocks[call],
          blocks: trace.blocks[call],
        };
        expect(traced, `call ${call}`).toEqual(plain);
        if (before !== undefined && plain.kept < sumOf(before, 'tokens')) changes++;
      }
    }),
    { seed: 20_261_130, numRuns: Number(process.env.RUNS ?? 250) },
  );
  expect(changes).toBeGreaterThan(100);
});

it('says what comes in: where nothing is taken, each window is the one before and what came', () => {
  fc.assert(
    fc.property(billedCases, (one) => {
      const { of } = billedRun({ ...one, system: 'none', config: {} });
      const { trace } = of;
      let sent = trace.tools;
      for (const [call, added] of trace.added.entries()) {
        sent += added;
        expect(trace.sent[call]).toBe(sent);
      }
    }),
    { seed: 20_261_131, numRuns: 50 },
  );
});
