/** Lines: what a hand puts at an amount stands there, whichever parameter it is that moves, and never breaks the settings. */

import { describe, expect, it } from 'vitest';
import { amountWords, handleWords, lineWords, shortAmount } from '@/components/charts/pressure/line-look';
import { type Line, linesOf, rangeOf, valueAt } from '@/components/charts/pressure/lines';
import { defaultLane, hasErrors, laneProblems, withParameter } from '@/lib/store/lane';
import { SYSTEMS, systemById } from '@/lib/systems/registry';

const lanes = SYSTEMS.map(({ id }) => defaultLane(id));
const summarizing = withParameter(defaultLane('context-manager'), 'strategy', 'summarize');
const all = [...lanes, summarizing, withParameter(summarizing, 'summaryThreshold', 60_000)];

const moved = (lane: (typeof all)[number], { id }: Line, name: string, value: number) =>
  linesOf(withParameter(lane, name, value)).find((line) => line.id === id)?.at ?? Number.NaN;

describe('lines across the chart', () => {
  it('come from the highest down, each with a name of its own', () => {
    for (const lane of all) {
      const lines = linesOf(lane);
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
      const amounts = lines.map(({ at }) => at);
      expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    }
  });

  it('have a handle on every threshold of every system, and on limit and window of a managed window', () => {
    for (const system of SYSTEMS) {
      const lane = defaultLane(system.id);
      const parameters = linesOf(lane).map(({ parameter }) => parameter?.name);
      for (const { parameter } of system.thresholds(lane.config)) expect(parameters).toContain(parameter);
    }
    const managed = linesOf(defaultLane('managed-window')).map(({ id, parameter }) => [id, parameter?.name]);
    expect(managed).toEqual([
      ['window window', 'window'],
      ['limit', 'ratio'],
      ['threshold evictAt', 'evictAt'],
      ['threshold compactAt', 'compactAt'],
    ]);
  });

  it('say the true limit where a reserve leaves less than nothing, and stay where they are then', () => {
    const small = withParameter(
      withParameter(defaultLane('managed-window'), 'window', 4000),
      'reserveCompletion',
      4000,
    );
    const lines = linesOf(small);
    const limit = lines.find(({ id }) => id === 'limit');
    expect(limit?.at).toBe(systemById('managed-window').limitOf(small.config).limit);
    expect(limit && amountWords(limit, 'tokens')).toBe('−1,200 tokens');
    expect(limit && shortAmount(limit)).toBe('−1.2k');
    for (const line of lines.filter(({ id }) => id.startsWith('threshold'))) {
      const { parameter } = line;
      if (!parameter) continue;
      expect(valueAt(small, line, 500, parameter, 1)).toBe(small.config[parameter.name]);
    }
  });

  it('go where they are put', () => {
    let tried = 0;
    for (const lane of all) {
      for (const line of linesOf(lane)) {
        const { parameter } = line;
        if (!parameter) continue;
        const range = rangeOf(lane, parameter);
        for (const share of [0.6, 0.9, 1, 1.1]) {
          const at = line.at * share;
          const value = valueAt(lane, line, at, range, 1);
          if (value === range.min || value === range.max) continue;
          tried++;
          const step = Math.abs(
            moved(lane, line, parameter.name, value + parameter.step) - moved(lane, line, parameter.name, value),
          );
          expect(Math.abs(moved(lane, line, parameter.name, value) - at)).toBeLessThanOrEqual(Math.max(1, step));
        }
      }
    }
    expect(tried).toBeGreaterThan(20);
  });

  it('take only values that work', () => {
    for (const lane of all) {
      for (const line of linesOf(lane)) {
        const { parameter } = line;
        if (!parameter) continue;
        const range = rangeOf(lane, parameter);
        for (const value of [
          range.min,
          range.max,
          valueAt(lane, line, 0, range, 1),
          valueAt(lane, line, 1e9, range, 1),
        ]) {
          expect(hasErrors(laneProblems(withParameter(lane, parameter.name, value)))).toBe(false);
        }
      }
    }
  });

  it('keep thresholds in their order where the system asks for it', () => {
    const lane = defaultLane('three-phase');
    const hard = linesOf(lane).find(({ id }) => id === 'threshold hardLimit') as Line;
    const range = rangeOf(lane, hard.parameter as NonNullable<Line['parameter']>);
    expect(range.min).toBe((lane.config.targetLimit as number) + 1);
    expect(valueAt(lane, hard, 10, range, 1)).toBe(range.min);
  });

  it('move in round numbers where a pixel is many tokens', () => {
    const lane = defaultLane('managed-window');
    const window = linesOf(lane).find(({ id }) => id === 'window window') as Line;
    const value = valueAt(lane, window, 123_456, rangeOf(lane, window.parameter as never), 430);
    expect(value).toBe(123_500);
    const compact = linesOf(lane).find(({ id }) => id === 'threshold compactAt') as Line;
    expect(valueAt(lane, compact, 0.6512 * 85_600, { min: 0.05, max: 1 }, 430)).toBe(0.65);
  });

  it('say the number that the settings say, in its unit', () => {
    const words = (lane: (typeof all)[number]) => linesOf(lane).map((line) => lineWords(line, false));
    expect(words(defaultLane('three-phase'))).toEqual(['compact 1,500', 'target 900']);
    expect(words(withParameter(defaultLane('three-phase'), 'targetLimit', 1025))).toContain('target 1,025');
    expect(words(defaultLane('managed-window'))).toEqual(['window 128k', 'limit 85.6k', 'evict .90', 'compact .70']);
    let told = 0;
    for (const lane of all) {
      for (const line of linesOf(lane)) {
        const { parameter, says } = line;
        if (!parameter) continue;
        const value = lane.config[parameter.name] as number;
        if (says === 'amount') expect(value).toBe(Math.round(line.at));
        if (says === 'share') expect(value).toBe(line.pressure);
        // What is neither is named with its own number.
        const number = parameter.type === 'integer' ? value.toLocaleString('en') : value.toFixed(2);
        expect(handleWords({ ...line, parameter }, value, 'tokens')).toContain(number);
        told++;
      }
    }
    expect(told).toBeGreaterThan(8);
  });
});
