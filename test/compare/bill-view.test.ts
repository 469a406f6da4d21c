/** The bill in words: money, what a lane saves or costs more, when a compaction pays back, and the curve of forgetting nothing. */
import { describe, expect, it } from 'vitest';
import { billCurves } from '@/components/compare/bill-curves';
import type { CompactionBill } from '@/lib/metrics/bill-compactions';
import { shownNumber } from '@/lib/metrics/figure';
import {
  againstText,
  type BillRow,
  baseCosts,
  compactionsText,
  moneyText,
  paidBack,
  paybackText,
  shareText,
} from '@/lib/store/bill-view';
import { defaultLane } from '@/lib/store/lane';

const ONE: CompactionBill = {
  call: 10,
  freedTokens: 900,
  summarizerCost: 0.1,
  rewriteCost: 0.1,
  cost: 0.2,
  savingPerCall: 0.01,
  paysBackAfter: 9,
  callsLeft: 9,
};

describe('words of a bill', () => {
  it('have the money and the shares of the scoreboard, digit by digit', () => {
    const costs = [0.4627, 12.3456, 0.01234];
    const board = costs.map((cost) => shownNumber(cost, 'dollars', costs));
    expect(costs.map((cost) => moneyText(cost, costs))).toEqual(board);
    expect(board).toEqual(['$0.4627', '$12.3456', '$0.0123']);
    expect(shareText(0.456)).toBe(shownNumber(0.456, 'share'));
    expect(shareText(0.456)).toBe('0.46');
  });

  it('tell calls with a compaction, not compactions: several before one call are billed together', () => {
    expect(compactionsText([])).toBe('no compactions');
    expect(compactionsText([ONE])).toBe('1 call with a compaction, $0.2000 in all, 1 pays back within this run');
    expect(compactionsText([ONE, { ...ONE, call: 12, callsLeft: 7 }])).toBe(
      '2 calls with a compaction, $0.4000 in all, 1 pays back within this run',
    );
  });

  it('say what a cost under 0 means: it is saved', () => {
    const saving = { ...ONE, cost: -0.25, rewriteCost: -0.35, paysBackAfter: 0 };
    expect(compactionsText([saving, { ...saving, cost: 0.05 }])).toBe(
      '2 calls with a compaction, $0.2000 saved at those calls, 2 pay back within this run',
    );
    expect(compactionsText([{ ...saving, cost: -1e-15 }])).toContain('$0.00 in all');
  });

  it('say when a compaction pays back, and when the run is too short for it', () => {
    expect(paybackText(ONE)).toBe('pays back after 9 calls');
    expect(paybackText({ ...ONE, paysBackAfter: 1 })).toBe('pays back after 1 call');
    expect(paybackText({ ...ONE, paysBackAfter: 0 })).toBe(
      'at once: the shorter window saves more at this very call than it costs',
    );
    expect(paybackText({ ...ONE, paysBackAfter: null })).toBe('never');
    expect(paybackText({ ...ONE, callsLeft: 8 })).toBe(
      'does not pay back within this run: it takes 9 calls, and 8 follow',
    );
    expect([ONE, { ...ONE, callsLeft: 8 }, { ...ONE, paysBackAfter: null }].map(paidBack)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('say what a lane saves or costs more than forgetting nothing', () => {
    const of = { ahead: new Float64Array(), aheadFrom: null };
    expect(againstText({ ...of, saved: 1, ratio: 0.8 })).toBe('$1.00 saved (20\u00a0%)');
    expect(againstText({ ...of, saved: -0.5, ratio: 1.5 })).toBe('$0.5000 dearer (50\u00a0%)');
    expect(againstText({ ...of, saved: 0, ratio: 1 })).toBe('the same');
    expect(againstText({ ...of, saved: -1e-17, ratio: 1 })).toBe('the same');
    expect(againstText({ ...of, saved: 0.0002, ratio: 0.9999 })).toBe('$0.000200 saved (under 1\u00a0%)');
    // Halves as the ratio on the scoreboard has them: 1.84 and 0.17.
    expect(againstText({ ...of, saved: -8.35, ratio: 1.835 })).toBe('$8.35 dearer (84\u00a0%)');
    expect(againstText({ ...of, saved: 8.35, ratio: 0.165 })).toBe('$8.35 saved (83\u00a0%)');
    const column = [2, 0.25].map((saved) => ({ ...of, saved, ratio: 0.5 }));
    expect(
      column.map((one) =>
        againstText(
          one,
          column.map(({ saved }) => saved),
        ),
      ),
    ).toEqual(['$2.0000 saved (50\u00a0%)', '$0.2500 saved (50\u00a0%)']);
  });
});

describe('curves of the cost', () => {
  const row = (id: string, cumulative: number[], base: number[]): BillRow =>
    ({
      entry: { id, name: '', colour: 0, hidden: false, lane: defaultLane() },
      bill: { cumulative: Float64Array.from(cumulative), totals: { cost: cumulative.at(-1) } },
      against: { ahead: Float64Array.from(base, (cost, call) => cost - (cumulative[call] as number)) },
    }) as unknown as BillRow;

  it('have forgetting nothing below all lanes, and the tuned lane on top, in exact dollars', () => {
    const rows = [row('a', [0.001, 0.002], [0.001, 0.004]), row('b', [0.002, 0.003], [0.001, 0.004])];
    const [first] = rows;
    expect(first && [...baseCosts(first)]).toEqual([0.001, 0.004]);
    const { strands, dollars, amount, axis } = billCurves(rows, 'a', 200);
    expect(strands.map(({ id }) => id)).toEqual(['base', 'b', 'a']);
    expect(dollars(strands[0]?.curve.peak ?? 0)).toBeCloseTo(0.004, 7);
    expect(amount(0.004)).toBeLessThanOrEqual(axis.top);
  });

  it('stand where nothing costs anything', () => {
    const { axis, strands } = billCurves([row('a', [0, 0], [0, 0])], 'a', 200);
    expect(axis.top).toBeGreaterThan(0);
    expect(strands.map(({ curve }) => curve.peak)).toEqual([0, 0]);
  });
});
