/** The scoreboard: figures against a plain reading of a run, marks, order, exports that a parser reads back, and bounds. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import { fateAt } from '@/lib/engine/ledger';
import { PROVIDERS } from '@/lib/engine/provider-rules';
import { DECISIONS, type Run, STATE_NAMES } from '@/lib/engine/run';
import { taskOf } from '@/lib/engine/task';
import { bill } from '@/lib/metrics/bill';
import { billOptions } from '@/lib/metrics/bill-prices';
import { collectFacts } from '@/lib/metrics/facts/collect';
import { FactReader } from '@/lib/metrics/facts/recall';
import { passesOf } from '@/lib/metrics/findings/passes';
import { FIGURES } from '@/lib/metrics/registry';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { type Score, score } from '@/lib/metrics/score';
import { marksOf, scoreboard, sortedRows } from '@/lib/metrics/scoreboard';
import { validityOf } from '@/lib/metrics/validity/check-run';
import { yardstickMetrics } from '@/lib/metrics/yardstick-metrics';
import { words } from '@/lib/tokenizers/words';
import { type BilledCase, billedCases, billedRun } from './billed-runs';

const seeded = { seed: 20_261_130, numRuns: Number(process.env.RUNS ?? 100) };

function scored(one: BilledCase, lane = 'lane') {
  const billedOne = billedRun(one);
  const { run, index, system, config, guards, of, exchanges } = billedOne;
  const counts = countTranscript(one.transcript, words);
  const metrics = { ...runMetrics(run, index, config), ...yardstickMetrics(run, counts, of.trace.sent, exchanges) };
  const recall = new FactReader(run, (item) => system.present(item, run, index, config, guards)).recall(
    collectFacts(index),
  );
  const own = bill(of, billOptions({}));
  const made = score({
    lane,
    system: system.id,
    run,
    index,
    sent: of.trace.sent,
    metrics,
    exchanges,
    validity: validityOf(run, index, system, config, guards),
    bill: own,
    baseBill: own,
    recall,
    probes: { total: 4, held: 3, failedCalls: Int32Array.of(0) },
    computeMs: 1.5,
  });
  return { ...billedOne, score: made };
}

/** Calls with a decision of a kind, one after the other. */
function callsWith(
  { run }: { run: { decisions: { kind: Int32Array; call: Int32Array } } },
  ...kinds: string[]
): number[] {
  const calls = new Set<number>();
  for (const [at, code] of run.decisions.kind.entries()) {
    if (kinds.includes(DECISIONS[code] ?? '')) calls.add(run.decisions.call[at] as number);
  }
  return [...calls].sort((a, b) => a - b);
}

function callDecisions({ decisions }: Run, kind: string, call: number): number {
  let count = 0;
  for (const [at, code] of decisions.kind.entries())
    if (DECISIONS[code] === kind && decisions.call[at] === call) count++;
  return count;
}

describe('figures', () => {
  it('say what each is, under names of their own', () => {
    expect(new Set(FIGURES.map(({ id }) => id)).size).toBe(FIGURES.length);
    expect(new Set(FIGURES.map(({ label }) => label)).size).toBe(FIGURES.length);
    for (const { id, definition } of FIGURES) {
      expect(id).toMatch(/^[A-Za-z][A-Za-z-]*$/);
      expect(definition).toMatch(/^.{20,}\.$/);
    }
  });

  it('stand in their ranges, and their calls are calls of the run, ascending', () => {
    fc.assert(
      fc.property(billedCases, (one) => {
        const made = scored(one);
        const calls = made.run.calls.before.length;
        for (const figure of FIGURES) {
          const value = figure.value(made.score);
          if (value !== null) {
            expect(value, figure.id).toBeGreaterThanOrEqual(0);
            expect(Number.isFinite(value), figure.id).toBe(true);
            const isPressure = /pressure/i.test(figure.id);
            if (figure.unit === 'share' && !isPressure) expect(value, figure.id).toBeLessThanOrEqual(1);
            if (figure.unit === 'calls') expect(value, figure.id).toBeLessThanOrEqual(calls);
          }
          let before = -1;
          for (const call of figure.calls(made.score)) {
            expect(call, figure.id).toBeGreaterThan(before);
            before = call;
          }
          expect(before, figure.id).toBeLessThan(calls);
        }
      }),
      seeded,
    );
  });

  it('the number of compactions is their sum over the calls that its link, the rhythm, the bill and the findings go by', () => {
    let dropsOnly = 0;
    let several = 0;
    fc.assert(
      fc.property(billedCases, (one) => {
        const made = scored(one);
        const { run, score: own, of } = made;
        const figure = FIGURES.find(({ id }) => id === 'compactions');
        const listed = Array.from(figure?.calls(own) ?? []);
        const at = listed.map((call) => callDecisions(run, 'compacted', call));
        expect(figure?.value(own)).toBe(at.reduce((sum, count) => sum + count, 0));
        expect(at.every((count) => count > 0)).toBe(true);
        expect(Array.from(own.rhythm.calls)).toEqual(listed);
        expect(Array.from(of.compactions)).toEqual(listed);
        expect(bill(of, billOptions({})).compactions.map(({ call }) => call)).toEqual(listed);
        expect(passesOf(run)).toHaveLength(figure?.value(own) ?? -1);
        dropsOnly += callsWith(made, 'reported').filter((call) => !listed.includes(call)).length;
        several += at.filter((count) => count > 1).length;
      }),
      seeded,
    );
    expect(dropsOnly).toBeGreaterThan(10);
    expect(several).toBeGreaterThan(0);
  });

  it('the task leads to the call at which it became what its cell says', () => {
    let moved = 0;
    const figure = FIGURES.find(({ id }) => id === 'task');
    fc.assert(
      fc.property(billedCases, (one) => {
        const { run, index, score: own } = scored(one);
        const task = taskOf(index);
        const at = figure?.calls(own).at(-1);
        if (task < 0 || at === undefined) return;
        const stateAt = (call: number) => STATE_NAMES[fateAt(run, task, call).state];
        expect(stateAt(at)).toBe(own.metrics.task);
        if (at > (run.arrivals.call[task] as number)) expect(stateAt(at - 1)).not.toBe(own.metrics.task);
        moved++;
      }),
      seeded,
    );
    expect(moved).toBeGreaterThan(20);
  });

  it('what a pass freed is of the whole pass where the system reports it', () => {
    let longer = 0;
    fc.assert(
      fc.property(
        billedCases.filter(({ system }) => system === 'three-phase'),
        (one) => {
          const { run } = scored(one);
          const { kind, before, after } = run.decisions;
          const gains: number[] = [];
          let compacted = -1;
          for (const [decision, code] of kind.entries()) {
            if (DECISIONS[code] === 'compacted') compacted = decision;
            if (DECISIONS[code] !== 'reported') continue;
            const freed = (before[decision] as number) - (after[decision] as number);
            if (compacted >= 0) gains.push(freed / run.limit);
            if (compacted >= 0 && freed > (before[compacted] as number) - (after[compacted] as number)) longer++;
            compacted = -1;
          }
          expect(passesOf(run).map(({ gain }) => gain)).toEqual(gains);
        },
      ),
      seeded,
    );
    expect(longer).toBeGreaterThan(0);
  });

  it('cadence, thrash, generations and invalid windows are what a plain reading says', () => {
    let quick = 0;
    fc.assert(
      fc.property(billedCases, (one) => {
        const made = scored(one);
        const calls = callsWith(made, 'compacted');
        const gaps = calls.slice(1).map((call, at) => call - (calls[at] as number));
        const { rhythm, generations, invalidAny, callsBehind } = made.score;
        expect(Array.from(rhythm.calls)).toEqual(calls);
        if (gaps.length === 0) expect(rhythm.cadence).toBeNull();
        else expect(rhythm.cadence).toBeCloseTo(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length, 12);
        const close = gaps.filter((gap) => gap <= 2).length;
        expect(rhythm.thrash).toBe(calls.length === 0 ? null : close / calls.length);
        quick += close;
        let deepest = 0;
        for (const insert of made.run.inserts)
          if (insert.kind === 'summary') deepest = Math.max(deepest, insert.generation);
        expect(generations).toBe(deepest);
        const any = new Set(PROVIDERS.flatMap((provider) => [...callsBehind.invalid[provider]]));
        expect(invalidAny).toBe(any.size);
        expect(Array.from(callsBehind.evictions)).toEqual(callsWith(made, 'evicted', 'trimmed', 'referenced'));
      }),
      seeded,
    );
    expect(quick).toBeGreaterThan(20);
  });
});

const values = fc.array(fc.option(fc.integer({ min: -3, max: 3 })), { maxLength: 8 });

describe('marks', () => {
  it('are on every lane that has the best or the worst number, and on none where all are the same', () => {
    fc.assert(
      fc.property(values, fc.constantFrom('low', 'high', null), (column, better) => {
        const marks = marksOf(column, better);
        const known = column.filter((value) => value !== null).sort((a, b) => a - b);
        const [least, most] = [known[0], known.at(-1)];
        const plain = column.map((value) => {
          if (value === null || better === null || least === most) return null;
          if (value === (better === 'low' ? least : most)) return 'best';
          return value === (better === 'low' ? most : least) ? 'worst' : null;
        });
        expect(marks).toEqual(plain);
      }),
      { ...seeded, numRuns: 300 },
    );
  });
});

describe('the board', () => {
  const lane = (name: string, peakPressure: number, recall: number | null): Score => {
    const { score: one } = scored(SMALL, name);
    return { ...one, recall, metrics: { ...one.metrics, peakPressure } };
  };
  const SMALL: BilledCase = {
    system: 'none',
    config: {},
    guards: true,
    summarizer: 'short',
    transcript: { messages: [{ role: 'user', content: 'hello' }] },
  };

  it('has a row a lane and leaves out what no lane has a number for', () => {
    const board = scoreboard([lane('a', 0.5, 0.9), lane('b', 0.7, 1)]);
    const ids = board.figures.map(({ id }) => id);
    expect(ids).not.toContain('corrections');
    expect(ids).not.toContain('cadence');
    const cell = (row: number, id: string) => board.rows[row]?.cells[ids.indexOf(id)];
    expect(cell(0, 'peakPressure')).toMatchObject({ value: 0.5, shown: '0.50', mark: 'best' });
    expect(cell(1, 'peakPressure')).toMatchObject({ value: 0.7, mark: 'worst' });
    expect(cell(1, 'recall')?.mark).toBe('best');
    expect(cell(0, 'task')).toMatchObject({ value: 1, shown: 'verbatim', mark: null });
    expect(cell(0, 'probes')).toMatchObject({ value: 0.75, shown: '3 of 4' });
    expect(structuredClone(board)).toEqual(board);
  });

  it('sorts by a figure, the better end first, lanes without a number last', () => {
    const board = scoreboard([lane('a', 0.5, null), lane('b', 0.7, 0.2), lane('c', 0.1, 0.8)]);
    expect(sortedRows(board, 'peakPressure')).toEqual([2, 0, 1]);
    expect(sortedRows(board, 'recall')).toEqual([2, 1, 0]);
    expect(sortedRows(board, 'recall', true)).toEqual([1, 2, 0]);
    expect(sortedRows(board, 'sentTokens')).toEqual([0, 1, 2]);
  });
});
