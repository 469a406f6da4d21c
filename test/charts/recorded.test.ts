/** What the file recorded, put on the calls it belongs to. */

import { describe, expect, it } from 'vitest';
import { recordedCompactions, recordedUsage } from '@/components/charts/pressure/recorded';
import { runOf, TIGHT } from './runs';

const run = runOf(
  Array.from({ length: 12 }, () => ({ result: 200 })),
  { config: TIGHT },
);
const answer = (call: number) => run.calls.before[call] as number;

describe('recorded usage', () => {
  it('stands at the call that the message answers, and nowhere where it answers none', () => {
    const usage = recordedUsage(run, [
      { message: answer(4), input: 500 },
      { message: answer(2), input: 300 },
      { message: answer(2) + 1, input: 9999 },
    ]);
    expect(usage && [Array.from(usage.calls), Array.from(usage.amounts), usage.peak]).toEqual([
      [2, 4],
      [300, 500],
      500,
    ]);
  });

  it('is nothing where there is none', () => {
    expect(recordedUsage(run, [])).toBeNull();
    expect(recordedUsage(run, [{ message: 0, input: 5 }])).toBeNull();
  });
});

describe('recorded compactions', () => {
  it('stand at the first call after them', () => {
    const last = run.calls.tokens.length - 1;
    expect(
      recordedCompactions(run, [
        { before: answer(3), trigger: 'auto', preTokens: 160_000 },
        { before: answer(3) + 1 },
        { before: run.messageCount },
      ]),
    ).toEqual([
      { call: 3, before: answer(3), trigger: 'auto', tokens: 160_000 },
      { call: 4, before: answer(3) + 1, trigger: '', tokens: null },
      { call: last, before: run.messageCount, trigger: '', tokens: null },
    ]);
  });
});
