/** Lanes side by side over the real jobs: what has changed is replayed and nothing else, and late answers are dropped. */
import { describe, expect, it } from 'vitest';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { withLane, withName } from '@/lib/store/lanes';
import { bench, replays, small } from './comparison-bench';

describe('the comparison', () => {
  it('replays every lane once it is looked at, on workers that borrow the conversation once', async () => {
    const { state, asked, settled, compare, stop } = await bench();
    expect(replays(asked)).toEqual([]);
    compare();
    await settled();
    expect(replays(asked).sort()).toEqual(['lane-1', 'lane-2', 'lane-3']);
    expect(asked.filter(({ name }) => name === 'lend')).toHaveLength(2);
    const { lanes, comparison } = state.get();
    for (const { id } of lanes) {
      const outcome = comparison.get(id);
      expect(outcome?.run?.calls.before.length).toBe(41);
      expect(outcome?.sent?.length).toBe(41);
      expect(outcome?.score?.bill.totals.cost).toBeGreaterThan(0);
    }
    expect(comparison.get('lane-2')?.score?.probes[0]).toMatchObject({ id: 'p1', state: 'held' });
    expect(comparison.get('lane-1')?.score?.probes[0]?.state).not.toBe('held');
    stop();
  });

  it('replays only the lane that changed, and judges all anew where a probe did', async () => {
    const { state, asked, settled, compare, stop } = await bench();
    compare();
    await settled();
    asked.length = 0;
    state.set(withLane(state.get(), small(3000)));
    await settled();
    expect(replays(asked)).toEqual(['lane-1']);
    asked.length = 0;
    state.set(withName(state.get(), 'lane-2', 'Everything'));
    state.set({ probes: [{ id: 'p2', at: 'end', text: 'INC-1039' }] });
    await settled();
    expect(replays(asked)).toEqual([]);
    expect(asked.filter(({ name }) => name === 'laneScore')).toHaveLength(3);
    expect(state.get().comparison.get('lane-1')?.score?.probes[0]).toMatchObject({ id: 'p2', state: 'held' });
    stop();
  });

  it('under another yardstick measures the runs there are, as a new replay would', async () => {
    const { state, asked, settled, compare, stop } = await bench();
    compare();
    await settled();
    asked.length = 0;
    const before = [...state.get().comparison.values()].map(({ run }) => run);
    state.set({ yardstick: 'chars4' });
    await settled();
    expect(replays(asked)).toEqual([]);
    expect([...state.get().comparison.values()].map(({ run }) => run)).toEqual(before);
    const other = await bench();
    other.state.set({ yardstick: 'chars4' });
    other.compare();
    await other.settled();
    for (const { id } of state.get().lanes) {
      const mine = state.get().comparison.get(id);
      const fresh = other.state.get().comparison.get(id);
      expect(mine?.sent).toEqual(fresh?.sent);
      expect(mine?.score?.bill).toEqual(fresh?.score?.bill);
      expect({ ...mine?.score?.score, computeMs: 0 }).toEqual({ ...fresh?.score?.score, computeMs: 0 });
    }
    stop();
    other.stop();
  });

  it('of a burst of changes shows the last, and never the run of other settings as theirs', async () => {
    const { state, settled, compare, stop } = await bench();
    const wrong: string[] = [];
    state.subscribe(() => {
      for (const [id, { lane, run }] of state.get().comparison) {
        if (!lane || !run) continue;
        const limit = lane.system === 'managed-window' ? Math.floor((lane.config.window as number) * 0.7) : null;
        if (limit !== null && run.limit !== limit) wrong.push(id);
      }
    });
    compare();
    for (const window of [9000, 8000, 7000, 6500]) state.set(withLane(state.get(), small(window)));
    await settled();
    expect(state.get().comparison.get('lane-1')?.lane?.config.window).toBe(6500);
    expect(wrong).toEqual([]);
    stop();
  });

  it('a judgement that is no longer wanted holds up nothing', async () => {
    let judging = 0;
    const { state, asked, settled, compare, stop, until } = await bench(1, (name) => {
      // The first judgement never ends.
      return name === 'laneScore' && ++judging === 1 ? new Promise(() => undefined) : undefined;
    });
    compare();
    await until(() => judging > 0);
    asked.length = 0;
    state.set(withLane(state.get(), small(3500)));
    await settled();
    expect(replays(asked)).toEqual(['lane-1']);
    expect(state.get().comparison.get('lane-1')?.lane?.config.window).toBe(3500);
    stop();
  });

  it('settings that cannot run are said, and the lane comes back once they can', async () => {
    const { state, settled, compare, stop } = await bench();
    compare();
    await settled();
    state.set(withLane(state.get(), withParameter(defaultLane(), 'reserveCompletion', 500_000)));
    await settled();
    expect(state.get().comparison.get('lane-1')?.failed).toMatch(/./);
    state.set(withLane(state.get(), small(9000)));
    await settled();
    expect(state.get().comparison.get('lane-1')?.failed).toBeNull();
    stop();
  });

  it('a transcript that was edited is lent again', async () => {
    const { state, asked, settled, compare, stop, engine } = await bench();
    compare();
    await settled();
    asked.length = 0;
    const { info } = await engine.request('edit', { id: 'e', operation: { do: 'delete', at: [0, 1] } });
    const { document } = state.get();
    if (!document) throw new Error('no document');
    state.set({ document: { ...document, info } });
    await settled();
    expect(asked.some(({ name }) => name === 'lend')).toBe(true);
    expect(state.get().comparison.get('lane-2')?.run?.calls.before.length).toBe(40);
    stop();
  });
});
