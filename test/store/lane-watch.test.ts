/** Workers of the comparison that hang or die: the lane says so, the others go on, and it is begun again. */
import { describe, expect, it } from 'vitest';
import { bench, replays, scoredOf } from './comparison-bench';

describe('workers of lanes', () => {
  it('a lane whose worker does not answer says so, the others go on, and it comes back when it is begun again', async () => {
    let runs = 0;
    const { state, asked, settled, compare, stop, restartLane, until } = await bench(2, (name) =>
      name === 'laneRun' && ++runs === 1 ? new Promise(() => undefined) : undefined,
    );
    const troubles = () => state.get().lanes.map(({ id }) => state.get().comparison.get(id)?.trouble ?? null);
    compare();
    await until(() => troubles()[0] === 'quiet' && scoredOf(state) === 2);
    expect(troubles()).toEqual(['quiet', null, null]);
    expect(state.get().comparison.get('lane-1')?.failed).toBeNull();
    asked.length = 0;
    restartLane('lane-1');
    await settled();
    expect(troubles()).toEqual([null, null, null]);
    expect(replays(asked)).toEqual(['lane-1']);
    expect(asked.filter(({ name }) => name === 'laneRun')[0]?.worker).not.toBe(1);
    stop();
  });

  it('one that answers after all says so no more', async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { state, settled, compare, stop, until } = await bench(1, (name) =>
      name === 'laneScore' ? waiting : undefined,
    );
    compare();
    await until(() => [...state.get().comparison.values()].some(({ trouble }) => trouble === 'quiet'));
    answer();
    await settled();
    expect([...state.get().comparison.values()].map(({ trouble }) => trouble)).toEqual([null, null, null]);
    stop();
  });

  it('a lane whose worker stops says why, and comes back when it is begun again', async () => {
    let runs = 0;
    const { state, settled, compare, stop, stops, restartLane, until } = await bench(2, (name) =>
      name === 'laneRun' && ++runs === 1 ? new Promise(() => undefined) : undefined,
    );
    compare();
    await until(() => scoredOf(state) === 2);
    stops[0]?.('The engine ran out of memory.');
    await until(() => state.get().comparison.get('lane-1')?.trouble === 'stopped');
    expect(state.get().comparison.get('lane-1')?.failed).toBe('The engine ran out of memory.');
    expect(scoredOf(state)).toBe(2);
    restartLane('lane-1');
    await settled();
    expect(state.get().comparison.get('lane-1')).toMatchObject({ failed: null, trouble: null });
    stop();
  });

  it('an edit ends a worker that does not answer: the lanes are replayed by others', async () => {
    let runs = 0;
    const { state, asked, settled, compare, stop, engine, until } = await bench(1, (name) =>
      name === 'laneRun' && ++runs === 1 ? new Promise(() => undefined) : undefined,
    );
    compare();
    await until(() => [...state.get().comparison.values()].some(({ trouble }) => trouble === 'quiet'));
    const { info } = await engine.request('edit', { id: 'e', operation: { do: 'delete', at: [0, 1] } });
    const { document } = state.get();
    if (!document) throw new Error('no document');
    state.set({ document: { ...document, info } });
    await settled();
    expect(new Set(asked.filter(({ name }) => name === 'laneScore').map(({ worker }) => worker))).toEqual(new Set([2]));
    stop();
  });
});
