/** Two lanes' windows at a call against a plain look at both, and the calls at which lanes part. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actsAt, alikeAt, differingPlace, diffLanes, groupsAt, partings } from '@/components/compare/lane-diff';
import { ownStateAt, windowAt } from '@/lib/engine/ledger';
import { Recorder } from '@/lib/engine/recorder';
import { type Run, State } from '@/lib/engine/run';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { SYSTEMS } from '@/lib/systems/descriptions';
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

/** A run of one call over two messages, with a summary before each; `before` one that is gone, `again` one more at the first place. */
function written(texts: readonly string[], { before, again }: { before?: string; again?: string } = {}): Run {
  const recorder = new Recorder(2);
  const insert = (content: string, anchor: number) =>
    recorder.insert({
      message: { role: 'user', content },
      anchor,
      covers: 1,
      count: 1,
      generation: 1,
      tokens: 1,
    });
  if (before !== undefined) recorder.transition(~insert(before, 0), State.evicted, -1, -1);
  for (const message of [0, 1]) {
    insert(texts[message] ?? '', message);
    recorder.arrive(message, State.verbatim, 1, 1);
  }
  if (again !== undefined) insert(again, 0);
  recorder.endCall(-1, 4, again === undefined ? 4 : 5);
  return recorder.finish('written', 100);
}

describe('two windows at one call', () => {
  it('every message of either is told once, as a plain look finds it', async () => {
    const [one, other] = await runs(60, [managed(1200), managed(2400)]);
    if (!one || !other) throw new Error('no runs');
    /** A window as it reads: each of its items by what it says and the message of both before it. */
    const reading = (run: Run, window: readonly number[], inBoth: readonly number[], call: number) => {
      let after = -1;
      return window.map((item) => {
        if (item < 0) return `after ${after}: ${run.inserts[~item]?.message.content}`;
        if (inBoth.includes(item)) after = item;
        return `${item} ${ownStateAt(run, item, call)}`;
      });
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(60), async (call) => {
        const { rows, same } = diffLanes(one, other, call);
        const left = [...windowAt(one, call)];
        const right = [...windowAt(other, call)];
        const inBoth = left.filter((item) => item >= 0 && right.includes(item));
        const leftReads = reading(one, left, inBoth, call);
        const rightReads = reading(other, right, inBoth, call);
        const leftOnly = left.filter((_, place) => !rightReads.includes(leftReads[place] ?? ''));
        const rightOnly = right.filter((_, place) => !leftReads.includes(rightReads[place] ?? ''));
        const cut = inBoth.filter((item) => leftOnly.includes(item));
        const side = (wanted: string) => rows.filter((row) => row.side === wanted).map(({ item }) => item);
        expect(side('left').sort()).toEqual(leftOnly.filter((item) => !cut.includes(item)).sort());
        expect(side('right').sort()).toEqual(rightOnly.filter((item) => !cut.includes(item)).sort());
        expect(side('changed').sort()).toEqual(cut.sort());
        expect(same).toBe(left.length - leftOnly.length);
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it('a window against itself, and against that of a lane like it, has no differences', async () => {
    const [one, again] = await runs(40, [managed(1200), managed(1200)]);
    if (!one || !again) throw new Error('no run');
    const last = one.calls.before.length - 1;
    const window = windowAt(one, last);
    expect(window.some((item) => item < 0)).toBe(true);
    for (const other of [one, again]) expect(diffLanes(one, other, last)).toEqual({ rows: [], same: window.length });
  });

  it('summaries are the same where they read the same at the same place, whatever their numbers', () => {
    const first = written(['a', 'b']);
    // The other has made a summary before, which is gone.
    const second = written(['a', 'b'], { before: 'z' });
    expect(diffLanes(first, second, 0)).toEqual({ rows: [], same: 4 });
    const moved = written(['b', 'a']);
    expect(diffLanes(first, moved, 0).rows).toEqual([
      { item: -1, side: 'left' },
      { item: -1, side: 'right' },
      { item: -2, side: 'left' },
      { item: -2, side: 'right' },
    ]);
    // Twice the same in one of them: one of the two is only there.
    const twice = written(['a', 'b'], { again: 'a' });
    expect(diffLanes(first, twice, 0).rows).toEqual([{ item: -3, side: 'right' }]);
    for (const [other, parts] of [
      [second, false],
      [moved, true],
      [twice, true],
    ] as const)
      expect(partings([first, other])).toEqual(parts ? [0] : []);
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

describe('what two lanes do, and what they send', () => {
  it('lanes of any system send the same window up to the first call at which they part, and another one there', async () => {
    const lanes = [managed(1200), managed(1201), managed(2400), ...SYSTEMS.map(({ id }) => defaultLane(id))];
    const made = await runs(60, lanes);
    const pairs = made.flatMap((one, place) => made.slice(place + 1).map((other) => [one, other] as const));
    let parted = 0;
    for (const [one, other] of pairs) {
      const first = partings([one, other])[0] ?? 61;
      for (let call = 0; call < Math.min(61, first); call++) expect(diffLanes(one, other, call).rows).toEqual([]);
      if (first > 60) continue;
      parted++;
      expect(diffLanes(one, other, first).rows).not.toEqual([]);
    }
    expect(parted).toBeGreaterThan(0);
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

  it('lanes that do nothing at a call may hold windows that differ, and both are told', async () => {
    const made = await runs(60, [managed(1200), managed(2400), defaultLane('none')]);
    const calls = partings(made);
    let stillApart = 0;
    for (let call = 0; call < 60; call++) {
      const alike = made.every((run) => diffLanes(made[0] ?? run, run, call).rows.length === 0);
      expect(alikeAt(made, call)).toBe(alike);
      if (call < (calls[0] ?? 60)) expect(alike).toBe(true);
      if (groupsAt(made, call).length > 1) expect(made.some((run) => actsAt(run, call))).toBe(true);
      else if (!alike && made.every((run) => !actsAt(run, call))) stillApart++;
    }
    expect(stillApart).toBeGreaterThan(0);
    expect(made.map((run) => actsAt(run, calls[0] ?? -1))).toEqual([true, false, false]);
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
