/** Lanes side by side over the real jobs: what has changed is replayed and nothing else, and late answers are dropped. */
import { describe, expect, it } from 'vitest';
import { followComparison } from '@/lib/store/comparison';
import { defaultLane, hasErrors, laneProblems, withParameter } from '@/lib/store/lane';
import { createLanePool } from '@/lib/store/lane-pool';
import { createLaneWatch } from '@/lib/store/lane-watch';
import { oneLane, withAdded, withLane, withName } from '@/lib/store/lanes';
import { type Cell, createCell, type State } from '@/lib/store/state';
import { FIRST_VIEW } from '@/lib/store/view';
import type { EngineClient } from '@/lib/worker/client';
import { Jobs } from '@/lib/worker/jobs';

const OPTIONS = { signal: new AbortController().signal, onProgress: () => undefined };

function messages(turns: number) {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Look at src/part-${turn}.ts and say what it does, ticket INC-${1000 + turn}.` },
    { role: 'assistant', content: `It reads the configuration of part ${turn} and gives the ticket back. `.repeat(6) },
  ]).flat();
}

interface Asked {
  worker: number;
  name: string;
  id?: string;
}

/** A managed window that has to forget. */
function small(window: number) {
  return withParameter(withParameter(defaultLane(), 'reserveCompletion', 0), 'window', window);
}

/** Milliseconds after which a worker counts as one that does not answer. */
const QUIET = 400;

/** A worker without a thread: the same jobs, and ports as they are. */
function worker(number: number, asked: Asked[], hold: (name: string) => Promise<void> | undefined): EngineClient {
  const jobs = new Jobs();
  return {
    request: (name: never, input: { id?: string }, options: { signal?: AbortSignal } = {}) => {
      asked.push({ worker: number, name, ...(input.id === undefined ? {} : { id: input.id }) });
      const answer = async () => {
        await hold(name);
        return await jobs.run(name, input as never, OPTIONS);
      };
      const { signal } = options;
      if (!signal) return answer();
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        answer().then(resolve, reject);
      });
    },
    dispose: () => undefined,
  } as unknown as EngineClient;
}

async function bench(size = 2, hold: (name: string) => Promise<void> | undefined = () => undefined) {
  const asked: Asked[] = [];
  const engine = worker(0, asked, hold);
  const opened = await engine.request('open', { file: new Blob([JSON.stringify(messages(40))]), name: 'x.json' });
  const { info } = await engine.request('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] });
  const list = withAdded(withAdded(oneLane(small(2000)), defaultLane('none')), defaultLane('message-cap'));
  const state = createCell({
    document: { id: 'd', info },
    ...list,
    yardstick: 'o200k_base',
    probes: [{ id: 'p1', at: 'end', text: 'INC-1003' }],
    prices: {},
    comparison: new Map(),
    view: FIRST_VIEW,
  } as unknown as State);
  let started = 0;
  const stops: ((reason: string) => void)[] = [];
  const watch = createLaneWatch((onStop) => {
    stops.push(onStop);
    return worker(++started, asked, hold);
  }, QUIET);
  const pool = createLanePool({ engine: () => engine, start: watch.begin, size });
  const { stop, restartLane } = followComparison(state, {
    pool,
    watch,
    count: async (counter) => {
      await engine.request('count', { counter });
    },
    counterOf: () => 'chars4',
  });
  const settled = async () => {
    for (let turn = 0; turn < 400; turn++) {
      const { lanes, comparison } = state.get();
      const done = lanes.every(({ id, lane }) => {
        const outcome = comparison.get(id);
        if (hasErrors(laneProblems(lane))) return outcome?.failed;
        return outcome?.failed === null && outcome.lane === lane && outcome.score?.of === outcome.number;
      });
      if (done) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error('the comparison did not come to rest');
  };
  const until = async (isSo: () => boolean) => {
    for (let turn = 0; turn < 2000; turn++) {
      if (isSo()) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error('it did not come to that');
  };
  const compare = () => state.set({ view: { ...state.get().view, mode: 'compare' } });
  return { state, asked, settled, compare, stop, stops, restartLane, until, engine };
}

const scoredOf = (state: Cell<State>) => [...state.get().comparison.values()].filter(({ score }) => score).length;

const replays = (asked: readonly Asked[]) => asked.filter(({ name }) => name === 'laneRun').map(({ id }) => id);

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
    await new Promise((resolve) => setTimeout(resolve, 50));
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
    await new Promise((resolve) => setTimeout(resolve, 50));
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
    const { state, asked, settled, compare, stop } = await bench(1, (name) => {
      // The first judgement never ends.
      return name === 'laneScore' && ++judging === 1 ? new Promise(() => undefined) : undefined;
    });
    compare();
    while (judging === 0) await new Promise((resolve) => setTimeout(resolve, 5));
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
