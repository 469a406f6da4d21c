/** Two lanes' windows at a call against a plain look at both, and the calls at which lanes part. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingPlace, diffLanes, groupsAt, partings } from '@/components/compare/lane-diff';
import { ownStateAt, windowAt } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { Jobs } from '@/lib/worker/jobs';
import type { LaneSpec } from '@/lib/worker/protocol';

const OPTIONS = { signal: new AbortController().signal, onProgress: () => undefined };

async function runs(turns: number, lanes: readonly LaneSpec[]): Promise<Run[]> {
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Question ${turn}: what does src/part-${turn}.ts do?` },
    { role: 'assistant', content: `Part ${turn} reads the settings and answers. `.repeat(1 + (turn % 9)) },
  ]).flat();
  const jobs = new Jobs();
  const opened = await jobs.run('open', { file: new Blob([JSON.stringify(messages)]), name: 'x.json' }, OPTIONS);
  await jobs.run('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] }, OPTIONS);
  const made: Run[] = [];
  for (const lane of lanes) made.push((await jobs.run('baseline', { lane }, OPTIONS)).run);
  return made;
}

function managed(window: number): LaneSpec {
  return withParameter(withParameter(defaultLane(), 'reserveCompletion', 0), 'window', window);
}

describe('two windows at one call', () => {
  it('every message of either is told once, as a plain look finds it', async () => {
    const [one, other] = await runs(60, [managed(1200), managed(2400)]);
    if (!one || !other) throw new Error('no runs');
    await fc.assert(
      fc.asyncProperty(fc.nat(60), async (call) => {
        const { rows, same } = diffLanes(one, other, call);
        const left = [...windowAt(one, call)];
        const right = [...windowAt(other, call)];
        const inBoth = left.filter((item) => item >= 0 && right.includes(item));
        const alike = inBoth.filter((item) => ownStateAt(one, item, call) === ownStateAt(other, item, call));
        expect(same).toBe(alike.length);
        const side = (wanted: string) => rows.filter((row) => row.side === wanted).map(({ item }) => item);
        expect(side('left').sort()).toEqual(left.filter((item) => item < 0 || !right.includes(item)).sort());
        expect(side('right').sort()).toEqual(right.filter((item) => item < 0 || !left.includes(item)).sort());
        expect(side('changed').sort()).toEqual(inBoth.filter((item) => !alike.includes(item)).sort());
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it('a window against itself has no differences but its own summaries', async () => {
    const [one] = await runs(40, [managed(1200)]);
    if (!one) throw new Error('no run');
    const last = one.calls.before.length - 1;
    expect(diffLanes(one, one, last).rows.every(({ item }) => item < 0)).toBe(true);
  });
});

describe('partings', () => {
  it('lanes that do the same never part; the first parting is the first call whose windows differ', async () => {
    const [small, again, large] = await runs(60, [managed(1200), managed(1200), managed(2400)]);
    if (!small || !again || !large) throw new Error('no runs');
    expect(partings([small, again])).toEqual([]);
    const calls = partings([small, large]);
    const differs = (call: number) => diffLanes(small, large, call).rows.length > 0;
    const first = Array.from({ length: 61 }, (_, call) => call).find(differs);
    expect(calls[0]).toBe(first);
    expect(calls.length).toBeGreaterThan(1);
  });
});

describe('at one call', () => {
  it('runs stand together exactly where they do the same, and a call is a parting exactly where there are two groups', async () => {
    const made = await runs(60, [managed(1200), managed(1200), managed(2400), managed(1800)]);
    const calls = partings(made);
    for (let call = 0; call < 60; call++) {
      const groups = groupsAt(made, call);
      expect(groups.flat().sort()).toEqual([0, 1, 2, 3]);
      expect(groups.find((group) => group.includes(0))).toContain(1);
      expect(groups.length > 1).toBe(calls.includes(call));
    }
  });

  it('the way leads to a run whose window differs, before others to one that parts there; without one there is none', async () => {
    const [small, again, middle, large] = await runs(60, [managed(1200), managed(1200), managed(1800), managed(2400)]);
    if (!small || !again || !middle || !large) throw new Error('no runs');
    const differs = (call: number) => diffLanes(large, middle, call).rows.length > 0;
    const [first = -1] = partings([middle, large]);
    expect(differingPlace(large, [middle], first - 1)).toBe(-1);
    for (let call = 0; call < 60; call++) {
      const place = differingPlace(large, [middle, small], call);
      if (place < 0) expect(differs(call)).toBe(false);
      else expect(diffLanes(large, place === 0 ? middle : small, call).rows.length).toBeGreaterThan(0);
    }
    // `small` has parted long before; at the call at which `middle` does, it is `middle` that is shown.
    expect(differingPlace(large, [small, middle], first)).toBe(
      groupsAt([large, small, middle], first)[0]?.includes(1) ? 1 : 0,
    );
    expect(differingPlace(large, [again, middle], first - 1)).toBe(0);
  });
});
