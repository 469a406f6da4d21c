// The scoreboard as the workbench shows it: marks follow what is read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import { whole } from '@/lib/engine/figures';
import { bill } from '@/lib/metrics/bill';
import { billOptions } from '@/lib/metrics/bill-prices';
import { contextWindowOf } from '@/lib/metrics/findings/early';
import { FIGURES } from '@/lib/metrics/registry';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { type Score, score } from '@/lib/metrics/score';
import { type Cell, evenMarks, type Scoreboard, scoreboard } from '@/lib/metrics/scoreboard';
import { exportScoreboard } from '@/lib/metrics/scoreboard-export';
import type { BoardNotes } from '@/lib/metrics/scoreboard-notes';
import { validityOf } from '@/lib/metrics/validity/check-run';
import { yardstickMetrics } from '@/lib/metrics/yardstick-metrics';
import { words } from '@/lib/tokenizers/words';
import { billedRun } from './billed-runs';

const NOTES: BoardNotes = {
  yardstick: 'o200k_base',
  options: billOptions({}),
  model: null,
  summarizer: null,
  unknown: [],
  hasOwnPrices: false,
  changed: [],
  gaps: null,
  registry: { name: 'prices', version: '1.2.3', date: '2026-09-23' },
};

function board(...column: [value: number | null, shown: string, mark: Cell['mark']][]): Scoreboard {
  return {
    figures: [{ id: 'peakPressure', label: 'Peak', unit: 'ratio', better: 'low', definition: 'x' }],
    rows: column.map(([value, shown, mark], place) => ({
      lane: `lane ${place}`,
      system: 'managed-window',
      cells: [{ value, shown, mark, calls: Int32Array.of() }],
    })),
  };
}

const marksOf = (one: Scoreboard) => one.rows.map(({ cells }) => cells[0]?.mark);

describe('marks of the scoreboard', () => {
  it('are the same where the numbers read the same', () => {
    const even = evenMarks(
      board([0.701, '0.70', 'best'], [0.704, '0.70', null], [0.8, '0.80', null], [1, '1.00', 'worst']),
    );
    expect(marksOf(even)).toEqual(['best', 'best', null, 'worst']);
  });

  it('are none where best and worst read the same', () => {
    expect(marksOf(evenMarks(board([0.701, '0.70', 'best'], [0.704, '0.70', 'worst'])))).toEqual([null, null]);
  });

  it('leave lanes without a number unmarked', () => {
    expect(marksOf(evenMarks(board([null, '–', null], [1, '1', 'best'], [2, '2', 'worst'])))).toEqual([
      null,
      'best',
      'worst',
    ]);
    expect(marksOf(evenMarks(board([null, '–', null], [1, '1', null])))).toEqual([null, null]);
  });
});

describe('marks of the bill and of the bill ÷ none', () => {
  const figures = FIGURES.filter(({ id }) => id === 'bill' || id === 'billRatio');
  function boardOf(base: number, ...costs: (number | null)[]): Scoreboard {
    const scores = costs.map((cost, at) => ({
      lane: `lane ${at}`,
      system: 'none',
      cost,
      costRatio: cost === null ? null : cost / base,
    }));
    return scoreboard(scores as unknown as Score[], figures);
  }
  const column = (one: Scoreboard, at: number) => one.rows.map(({ cells }) => [cells[at]?.shown, cells[at]?.mark]);

  it('are the same, with digits enough to see why', () => {
    const one = boardOf(0.0403, 0.0402, 0.0403, 0.0403, null);
    expect(column(one, 0)).toEqual([
      ['$0.0402', 'best'],
      ['$0.0403', 'worst'],
      ['$0.0403', 'worst'],
      ['none', null],
    ]);
    expect(column(one, 1)).toEqual([
      ['0.998', 'best'],
      ['1.000', 'worst'],
      ['1.000', 'worst'],
      ['none', null],
    ]);
    // Two digits do where two are enough.
    expect(column(boardOf(2, 1, 2, 3), 1).map(([shown]) => shown)).toEqual(['0.50', '1.00', '1.50']);
  });

  it('are none in either where one of them reads the same throughout', () => {
    expect(column(boardOf(0.0403, 0.04030001, 0.04030002), 1)).toEqual([
      ['1.00', null],
      ['1.00', null],
    ]);
    // A cent of ten thousand dollars: no digit of the ratio would tell.
    expect(column(boardOf(10_000, 9_999.99, 10_000, 10_000.02), 0).map(([, mark]) => mark)).toEqual([null, null, null]);
  });

  it('agree whatever lanes cost, ties as they read are ties, and the best and the worst are among the marked', () => {
    const cost = fc.oneof(
      fc.double({ min: 1e-9, max: 1e5, noNaN: true }),
      fc.integer({ min: 620, max: 640 }).map((n) => n / 1e4),
    );
    fc.assert(
      fc.property(fc.array(cost, { minLength: 1, maxLength: 8 }), cost, (costs, base) => {
        const one = boardOf(base, ...costs);
        const [bills, ratios] = [column(one, 0), column(one, 1)];
        expect(bills.map(([, mark]) => mark)).toEqual(ratios.map(([, mark]) => mark));
        for (const cells of [bills, ratios]) {
          for (const [shown, mark] of cells) {
            for (const [other, its] of cells) if (other === shown) expect(its).toBe(mark);
          }
        }
        if (bills.every(([, mark]) => mark === null)) return;
        expect(bills[costs.indexOf(Math.min(...costs))]?.[1]).toBe('best');
        expect(bills[costs.indexOf(Math.max(...costs))]?.[1]).toBe('worst');
      }),
      { seed: 20260924, numRuns: 2000 },
    );
  });
});

describe('a request larger than what the model takes', () => {
  const messages = Array.from({ length: 12 }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: '7'.repeat(400),
  }));
  /** A digit is a quarter of a token to the lane, and a byte to the yardstick. */
  function boardOf(window: number, ...systems: string[]): Scoreboard {
    return scoreboard(
      systems.map((id) => {
        const config = id === 'none' ? { window } : {};
        const {
          run,
          index,
          system,
          config: complete,
          guards,
          exchanges,
          of,
        } = billedRun({
          system: id,
          config,
          guards: true,
          summarizer: 'short',
          transcript: { messages },
        });
        const sent = Int32Array.from(run.calls.tokens, (tokens) => tokens * 4);
        const counts = countTranscript({ messages }, words);
        return score({
          lane: id,
          system: id,
          run,
          index,
          sent,
          metrics: { ...runMetrics(run, index, complete), ...yardstickMetrics(run, counts, sent, exchanges) },
          exchanges,
          validity: validityOf(run, index, system, complete, guards),
          bill: bill(of, billOptions({})),
          contextWindow: contextWindowOf({ config: complete, system }),
        });
      }),
    );
  }
  const cellOf = (board: Scoreboard, row: number, id: string) =>
    board.rows[row]?.cells[board.figures.findIndex((figure) => figure.id === id)];

  it('has a note where it stands and where no call is over budget, with the calls, and is not the best by either', () => {
    const board = boardOf(2500, 'none', 'message-cap');
    const largest = cellOf(board, 0, 'sentPeak');
    const budget = cellOf(board, 0, 'overBudget');
    expect(budget).toMatchObject({ value: 0, mark: null });
    expect(largest?.note).toEqual(budget?.note);
    expect(largest?.note?.text).toBe(
      `${largest?.shown} tokens by the yardstick, over the window of 2,500: at 4 calls in all. Its own count says ${whole((largest?.value ?? 0) / 4)} there, 75 % less.`,
    );
    expect(Array.from(largest?.note?.calls ?? [])).toEqual([3, 4, 5, 6]);
    expect(cellOf(board, 1, 'sentPeak')?.note).toBeUndefined();
  });

  it('has none where everything fits, and none where the lane knows no window', () => {
    const board = boardOf(128_000, 'none', 'message-cap');
    for (const { cells } of board.rows) for (const { note } of cells) expect(note).toBeUndefined();
  });

  it('goes out with every export', () => {
    const board = boardOf(2500, 'none', 'message-cap');
    const text = cellOf(board, 0, 'sentPeak')?.note?.text ?? '';
    expect(text).not.toBe('');
    const of = (format: 'csv' | 'markdown' | 'json') => exportScoreboard(board, format, NOTES);
    expect(of('csv')).toContain(`"Over budget, Largest call: ${text}"`);
    expect(of('markdown')).toContain(`\\! none, Over budget, Largest call: ${text}`);
    expect(JSON.parse(of('json')).lanes[0].figures.sentPeak.note).toEqual({ text, calls: [3, 4, 5, 6] });
    expect(JSON.parse(of('json')).lanes[1].figures.sentPeak).not.toHaveProperty('note');
  });
});
