/** An old run beside the present scoreboard: differences are of what is shown, and only where both were measured alike. */

import { describe, expect, it } from 'vitest';
import { type FigureUnit, shownNumber } from '@/lib/metrics/figure';
import type { FigureInfo, Scoreboard } from '@/lib/metrics/scoreboard';
import { baselineUnlike, unlikeText } from '@/lib/store/baseline';
import { INITIAL_STATE } from '@/lib/store/initial-state';
import { defaultLane } from '@/lib/store/lane';
import type { LaneEntry } from '@/lib/store/lanes';
import { againstBaseline, boardRows, laneChanges } from '@/lib/store/run-rows';
import { automaticTitle } from '@/lib/store/runs';
import type { State } from '@/lib/store/state';

const figure = (id: string, unit: FigureUnit, better: FigureInfo['better']): FigureInfo => ({
  id,
  label: id,
  unit,
  better,
  definition: '',
});
const FIGURES = [
  figure('recall', 'share', 'high'),
  figure('bill', 'dollars', 'low'),
  figure('misses', 'uses', 'low'),
  figure('computeMs', 'milliseconds', null),
];
const ENTRY: LaneEntry = { id: 'a', name: 'A', colour: 0, hidden: false, lane: defaultLane() };

function board(...values: number[]): Scoreboard {
  const cells = values.map((value) => ({ value, shown: String(value), mark: null, calls: new Int32Array() }));
  return { figures: FIGURES, rows: [{ lane: 'A', system: 'none', cells }] };
}

const rowsOf = (...values: number[]) => boardRows(board(...values), [ENTRY]);
const against = (place: number, was: number, now: number) => {
  const values = FIGURES.map((_figure, at) => (at === place ? was : 0));
  return againstBaseline(rowsOf(...values), 'a', FIGURES[place] as FigureInfo, now);
};

describe('a difference to the baseline', () => {
  it('is of the numbers as they are shown, with its tone', () => {
    expect(against(0, 0.9, 0.95)).toEqual({ text: '+0.05', verdict: 'better' });
    expect(against(1, 0.4627, 0.5)).toEqual({ text: '+$0.0373', verdict: 'worse' });
    expect(against(2, 1200, 0)).toEqual({ text: '−1,200', verdict: 'better' });
  });

  it('of money has the digits of the column that it stands in: those of the number above it', () => {
    const [recall, bill] = FIGURES as [FigureInfo, FigureInfo];
    const column = [2.7417, 0.05];
    expect(shownNumber(2.7417, 'dollars', column)).toBe('$2.7417');
    expect(againstBaseline(rowsOf(0, 2.8517), 'a', bill, 2.7417, column).text).toBe('−$0.1100');
    expect(againstBaseline(rowsOf(0, 2.8517), 'a', bill, 2.7417, [2.7417, 5]).text).toBe('−$0.11');
    expect(againstBaseline(rowsOf(0, 0.003), 'a', bill, 2.7417, [2.7417, 5]).text).toBe('+$2.74');
    expect(againstBaseline(rowsOf(0.9), 'a', recall, 0.95, [0.95, 1]).text).toBe('+0.05');
  });

  it('that the digits hide is none, and has no tone', () => {
    expect(against(0, 0.9, 0.9001)).toEqual({ text: '', verdict: null });
    expect(against(0, 0.9, 0.8999)).toEqual({ text: '', verdict: null });
    expect(against(1, 12.341, 12.342)).toEqual({ text: '', verdict: null });
    // Both are shown as 0.90.
    expect(against(0, 0.8951, 0.9049)).toEqual({ text: '', verdict: null });
  });

  it('is not made of what the clock says', () => {
    expect(against(3, 10, 900)).toEqual({ text: '', verdict: null });
    const [change] = laneChanges(rowsOf(1, 1, 1, 10), board(1, 1, 1, 900), [ENTRY], [true]);
    expect(change?.figures.map(({ id }) => id)).toEqual(['recall', 'bill', 'misses']);
    // Nor where no lane has such a number any more.
    const without = { ...board(1, 1, 1), figures: FIGURES.slice(0, 3) };
    const [later] = laneChanges(rowsOf(1, 1, 1, 10), without, [ENTRY], [true]);
    expect(later?.figures.map(({ id }) => id)).toEqual(['recall', 'bill', 'misses']);
  });
});

describe('an old run beside now', () => {
  it('has its money in the digits of now, and no difference where the two were measured differently', () => {
    const old = rowsOf(0.5, 0.4627, 3, 1);
    const now = board(0.75, 0.012, 3, 1);
    const [alike] = laneChanges(old, now, [ENTRY], [true]);
    expect(alike?.figures.map(({ old, now, difference, verdict }) => [old, now, difference, verdict])).toEqual([
      ['0.5', '0.75', '+0.25', 'better'],
      ['$0.4627', '$0.0120', '−$0.4507', 'better'],
      ['3', '3', '0', null],
    ]);
    const [unlike] = laneChanges(old, now, [ENTRY], [false]);
    expect(unlike?.figures.map(({ difference, verdict }) => [difference, verdict])).toEqual([
      ['', null],
      ['', null],
      ['', null],
    ]);
  });
});

describe('whether a baseline is held against the lanes', () => {
  const edit = { id: 'e1', splices: [{ at: 0, remove: 1, insert: [] }] };
  const state = {
    ...INITIAL_STATE,
    scenario: { id: 's', title: '', tags: [] },
    document: { id: 't', conversation: '0' },
    yardstick: 'words',
    prices: { provider: 'openai', model: 'x' },
    probes: [{ id: 'p', text: 'staging', at: 'end' }],
    edits: [edit],
  } as unknown as State;

  function told(settings: object, record: object = {}): string | null {
    const { yardstick, prices, probes, edits } = state;
    const whole = { lanes: [], yardstick, prices, probes, edits, ...settings };
    const baseline = { title: 'X', transcript: 't', conversation: '0', rows: [], settings: whole, ...record };
    return baselineUnlike({ ...state, kept: { scenario: 's', list: [], baseline } } as unknown as State);
  }

  it('is where counter, prices, probes and edits are the same', () => {
    expect(told({})).toBeNull();
    expect(baselineUnlike(state)).toBeNull();
    // The same said otherwise: another order, the cache named that is in force, the same edit made again.
    expect(told({ prices: { model: 'x', provider: 'openai', profile: 'openai' } })).toBeNull();
    expect(told({ edits: [{ ...edit, id: 'e2' }] })).toBeNull();
  });

  it.each([
    [{ yardstick: 'o200k_base' }, 'is counted with o200k_base'],
    [{ prices: { provider: 'openai', model: 'y' } }, 'is billed at other prices'],
    [{ prices: { provider: 'openai', model: 'x', profile: 'none' } }, 'is billed at other prices'],
    [{ probes: [] }, 'has other probes'],
    [{ edits: undefined }, 'is of the transcript with other edits'],
    [
      { yardstick: 'utf8', prices: {}, probes: [] },
      'is counted with utf8, is billed at other prices and has other probes',
    ],
  ])('is not with %o', (settings, why) => {
    expect(told(settings)).toBe(`The baseline “X” ${why}: its numbers are not held against these.`);
  });

  it('is not where it is of another conversation, and follows the state', () => {
    expect(told({}, { conversation: '1' })).toContain('is of another conversation');
    const old = { title: 'X', transcript: 't', conversation: '0', settings: { ...state, lanes: [] } };
    expect(unlikeText('run', old, state)).toBeNull();
    expect(unlikeText('run', old, { ...state, yardstick: 'utf8' })).toBe(
      'The run “X” is counted with words: its numbers are not held against these.',
    );
    expect(unlikeText('run', old, state)).toBeNull();
  });

  it('does not matter where it is the baseline of another scenario', () => {
    const kept = { scenario: 'other', list: [], baseline: { title: 'X', transcript: 'u', settings: {} } };
    expect(baselineUnlike({ ...state, kept } as unknown as State)).toBeNull();
  });
});

describe('the title of a run that kept itself', () => {
  it('is what tells it from the one before; of the first, its lanes', () => {
    const lanes = [ENTRY, { ...ENTRY, id: 'b', name: '' }];
    expect(automaticTitle(lanes, [])).toBe('A, Managed window');
    expect(automaticTitle(lanes, ['A: Compact at 0.7 → 0.6'])).toBe('A: Compact at 0.7 → 0.6');
    expect(automaticTitle(lanes, ['A: new', 'B: removed', 'Prices changed'])).toBe('A: new and 2 more changes');
    const long = automaticTitle(lanes, ['😀'.repeat(200), 'x']);
    expect([...long]).toHaveLength(96);
    expect(long).toMatch(/^(😀)+… and 1 more change$/u);
  });
});
