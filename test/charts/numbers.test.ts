/** The chart's numbers as CSV: every column says of a call what the page says, and nothing is left out that is known. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compositionOf } from '@/components/charts/pressure/composition';
import { MARKED } from '@/components/charts/pressure/markers';
import { type ChartNumbers, chartCsv } from '@/components/charts/pressure/numbers';
import { PARTS } from '@/components/charts/pressure/parts';
import { whenKnown } from '@/components/charts/pressure/when-known';
import { freedBy, tokensBeforeActing } from '@/lib/engine/ledger';
import { DECISIONS, type Run } from '@/lib/engine/run';
import { INITIAL_STATE } from '@/lib/store/initial-state';
import { createCell, type Result, type State } from '@/lib/store/state';
import { anyRun, runOf, TIGHT } from './runs';

const run = runOf(
  Array.from({ length: 12 }, () => ({ result: 200 })),
  { config: TIGHT },
);
const answer = (call: number) => run.calls.before[call] as number;

const numbersOf = (some: Partial<ChartNumbers> = {}): ChartNumbers => ({
  run,
  stretch: null,
  sent: null,
  counter: 'o200k_base',
  unit: 'tokens',
  recorded: { usage: null, compactions: [] },
  misses: null,
  composition: null,
  ...some,
});

/** Rows under their headers. */
function read(csv: string): { [header: string]: string }[] {
  const [head = '', ...lines] = csv.split('\r\n');
  expect(lines.pop()).toBe('');
  const headers = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    expect(cells).toHaveLength(headers.length);
    return Object.fromEntries(headers.map((header, place) => [header, cells[place] ?? '']));
  });
}

describe('the numbers', () => {
  it('are one line a call, in columns whose names and order stay', () => {
    const csv = chartCsv(
      numbersOf({
        recorded: { usage: { calls: Int32Array.of(1), amounts: Int32Array.of(77), peak: 77 }, compactions: [] },
      }),
    );
    const [head = ''] = csv.split('\r\n');
    expect(head.split(',').slice(0, 8).join(',')).toBe(
      'call,before_message,policy_tokens,pressure,sent_tokens_o200k_base,limit_tokens,recorded_input_tokens,events',
    );
    const rows = read(csv);
    expect(rows).toHaveLength(run.calls.tokens.length);
    expect(rows[1]).toMatchObject({
      call: '2',
      before_message: String(answer(1)),
      policy_tokens: String(run.calls.tokens[1]),
    });
    expect(rows.map((row) => row.recorded_input_tokens).filter((cell) => cell !== '')).toEqual(['77']);
    expect(rows.at(-1)?.before_message).toBe('');
    expect(rows[run.decisions.call[0] as number]?.events).toContain('compacted 1');
  });

  it('have what the worker and the file know beside the run', () => {
    const sent = run.calls.tokens.map((tokens) => tokens + 11);
    const one = { before: answer(3), trigger: 'auto', tokens: 160_000 };
    const rows = read(
      chartCsv(
        numbersOf({
          sent,
          recorded: {
            usage: null,
            compactions: [
              { call: 3, ...one },
              { call: 3, ...one },
              { call: 5, ...one },
            ],
          },
          misses: Int32Array.of(2, 4, 4),
        }),
      ),
    );
    expect(rows.map((row) => Number(row.sent_tokens_o200k_base))).toEqual([...sent]);
    expect(rows.slice(0, 6).map((row) => row.recorded_compactions)).toEqual(['0', '0', '0', '2', '0', '1']);
    expect(rows.slice(0, 6).map((row) => row.misses)).toEqual(['0', '0', '1', '0', '2', '0']);
    // What is not known is empty, and not 0.
    const bare = read(chartCsv(numbersOf()));
    expect(bare.every((row) => row.misses === '' && row.recorded_compactions === '')).toBe(true);
  });

  it('of freed tokens add up to the list of events, kind by kind', () => {
    const sumOf = (rows: { [header: string]: string }[], header: string) =>
      rows.reduce((sum, row) => sum + Number(row[header] ?? 0), 0);
    fc.assert(
      fc.property(anyRun, (one: Run) => {
        const rows = read(chartCsv(numbersOf({ run: one })));
        for (const kind of MARKED) {
          let freed = 0;
          for (const [decision, code] of one.decisions.kind.entries())
            if (DECISIONS[code] === kind) freed += freedBy(one, decision);
          expect(sumOf(rows, `freed_tokens_${kind.replaceAll('-', '_')}`)).toBe(freed);
        }
        for (const [call, row] of rows.entries())
          expect(Number(row.policy_tokens_before_acting)).toBe(tokensBeforeActing(one, call));
      }),
      { numRuns: 60, seed: 20261202 },
    );
  });

  it('of the parts of a window add up to its tokens', () => {
    const roles = new Uint8Array(run.messageCount).fill(1);
    const rows = read(chartCsv(numbersOf({ composition: compositionOf(run, roles) })));
    for (const row of rows) {
      const sum = PARTS.reduce((total, part) => total + Number(row[`window_tokens_${part}`]), 0);
      expect(sum).toBe(Number(row.policy_tokens));
    }
  });

  it('of a stretch are those of its calls', () => {
    const whole = read(chartCsv(numbersOf()));
    expect(read(chartCsv(numbersOf({ stretch: { from: 2.4, to: 6.9 } })))).toEqual(whole.slice(3, 7));
  });
});

describe('what is read after the curve', () => {
  const result = (version: number) => ({ version }) as Result;
  const sent = { tokens: Int32Array.of(1), version: 7, counter: 'utf8' };
  const opened = () => createCell({ ...INITIAL_STATE, result: result(7) });
  const readSent = (state: State) => (state.sent?.version === 7 ? state.sent : null);

  it('is waited for', async () => {
    const state = opened();
    const coming = whenKnown(state, 7, readSent);
    state.set({ cursor: 1 });
    state.set({ sent });
    expect(await coming).toBe(sent);
    expect(await whenKnown(state, 7, readSent)).toBe(sent);
  });

  it('is given up where another result comes, or it could not be read', async () => {
    const replaced = opened();
    const coming = whenKnown(replaced, 7, readSent);
    replaced.set({ result: result(8), sent });
    expect(await coming).toBeNull();
    const failed = opened();
    const missing = whenKnown(failed, 7, readSent);
    failed.set({ problem: { title: 'Sent tokens could not be measured', message: '', remedy: '' } });
    expect(await missing).toBeNull();
  });
});
