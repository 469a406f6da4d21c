/** The key of a part of the calls: it counts what is in sight, and a picture of it names nothing that is not there. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARKED, markersOf } from '@/components/charts/pressure/markers';
import { pictureParts, type ShownChart } from '@/components/charts/pressure/picture-parts';
import { countWords, eventCounts } from '@/components/charts/pressure/summary';
import { systemById } from '@/lib/systems/descriptions';
import { anyRun, runOf, TIGHT } from './runs';

describe('the key of a part of the calls', () => {
  it('counts what the marks in sight stand for, of what there is in all', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (run, first, more) => {
        const from = Math.min(first, run.calls.tokens.length - 1) + 0.3;
        const to = Math.min(run.calls.tokens.length - 1, from + more);
        const told = new Map(MARKED.map((kind) => [kind, 0]));
        for (const { kind, count } of markersOf(run, 7, { from, to })) told.set(kind, (told.get(kind) ?? 0) + count);
        const whole = eventCounts(run);
        const part = eventCounts(run, { from, to });
        expect(part.map(({ kind, total }) => [kind, total])).toEqual(whole.map(({ kind, count }) => [kind, count]));
        for (const { kind, count } of part) expect(count).toBe(told.get(kind));
      }),
      { numRuns: 80, seed: 20261203 },
    );
  });

  it('says how many of how many', () => {
    expect(countWords('compacted', 5, 13)).toBe('5 of 13 compactions');
    expect(countWords('compacted', 1, 1)).toBe('1 of 1 compaction');
    expect(countWords('missed', 1, 64)).toBe('1 of 64 misses');
    expect(countWords('missed', 1)).toBe('1 miss');
  });
});

describe('a picture of a part of the calls', () => {
  const run = runOf(
    Array.from({ length: 30 }, () => ({ result: 700 })),
    { config: TIGHT },
  );
  const compacted = eventCounts(run).find(({ kind }) => kind === 'compacted')?.count ?? 0;
  const shown = (zoomed: ShownChart['zoomed']): ShownChart => ({
    run,
    system: systemById('managed-window'),
    parts: null,
    recorded: {
      usage: { calls: Int32Array.of(3), amounts: Int32Array.of(900), peak: 900 },
      compactions: [{ call: 4, before: 9, trigger: '', tokens: null }],
      inputAt: () => null,
    },
    counter: null,
    misses: Int32Array.of(5, 20, 21),
    zoomed,
  });
  const labels = (zoomed: ShownChart['zoomed']) => pictureParts('A task', shown(zoomed)).key.map(({ label }) => label);

  it('says which calls it shows and counts what is on it', () => {
    expect(pictureParts('A task', shown({ from: 19, to: 25.6 })).note).toMatch(/, calls 20 to 26 of 31$/);
    expect(labels({ from: 19, to: 25.6 })).toContain('2 of 3 misses');
    const part = labels({ from: 19, to: 25.6 }).find((label) => label.endsWith('compactions')) ?? '';
    const [, count, total] = /^(\d+) of (\d+) compactions$/.exec(part) ?? [];
    expect(Number(total)).toBe(compacted);
    expect(Number(count)).toBeLessThan(compacted);
  });

  it('names nothing that is not on it', () => {
    expect(labels(null)).toEqual(expect.arrayContaining(['recorded input', 'recorded compactions', '3 misses']));
    expect(labels({ from: 3, to: 4 })).toEqual(expect.arrayContaining(['recorded input', 'recorded compactions']));
    const beside = labels({ from: 22, to: 28 });
    for (const word of ['recorded', 'miss']) expect(beside.filter((label) => label.includes(word))).toEqual([]);
  });
});
