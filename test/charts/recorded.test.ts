/** What the file recorded, put on the calls it belongs to, and the chart's numbers as CSV. */

import { describe, expect, it } from 'vitest';
import { chartCsv } from '@/components/charts/pressure/numbers';
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

describe('the numbers', () => {
  it('are one line a call, with what was decided', () => {
    const csv = chartCsv({
      run,
      sent: null,
      counter: 'o200k_base',
      unit: 'tokens',
      inputAt: (call) => (call === 1 ? 77 : null),
    });
    const lines = csv.split('\r\n');
    expect(lines[0]).toBe(
      'call,before_message,policy_tokens,pressure,sent_tokens_o200k_base,limit_tokens,recorded_input_tokens,events',
    );
    expect(lines.length).toBe(run.calls.tokens.length + 2);
    const cells = lines.slice(1, -1).map((line) => line.split(','));
    expect(cells.every((row) => row.length === 8)).toBe(true);
    expect(cells[1]?.slice(0, 3)).toEqual(['2', String(answer(1)), String(run.calls.tokens[1])]);
    expect(cells.map((row) => row[6]).filter((cell) => cell !== '')).toEqual(['77']);
    expect(cells.at(-1)?.[1]).toBe('');
    const compacted = run.decisions.call[0] as number;
    expect(cells[compacted]?.[7]).toContain('compacted 1');
  });
});
