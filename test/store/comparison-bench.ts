/** A comparison over the real jobs, on workers without threads that a test can hold or stop. */
import { followComparison } from '@/lib/store/comparison';
import { defaultLane, hasErrors, laneProblems, withParameter } from '@/lib/store/lane';
import { createLanePool } from '@/lib/store/lane-pool';
import { createLaneWatch } from '@/lib/store/lane-watch';
import { oneLane, withAdded } from '@/lib/store/lanes';
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
export function small(window: number) {
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

export async function bench(size = 2, hold: (name: string) => Promise<void> | undefined = () => undefined) {
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
  /** Waits for what must come; the test's own time is the longest that it may take. */
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  /** Waits until every lane has its run and its score, both of what is wanted now. */
  const settled = () =>
    until(() => {
      const { lanes, comparison, yardstick, probes, prices, document } = state.get();
      return lanes.every(({ id, lane }) => {
        const outcome = comparison.get(id);
        if (hasErrors(laneProblems(lane))) return typeof outcome?.failed === 'string';
        if (outcome?.failed !== null || outcome.lane !== lane || outcome.score?.of !== outcome.number) return false;
        const { judged } = outcome.score;
        return (
          judged.yardstick === yardstick &&
          judged.probes === probes &&
          judged.prices === prices &&
          judged.info === document?.info
        );
      });
    });
  const compare = () => state.set({ view: { ...state.get().view, mode: 'compare' } });
  return { state, asked, settled, compare, stop, stops, restartLane, until, engine };
}

export const scoredOf = (state: Cell<State>) =>
  [...state.get().comparison.values()].filter(({ score }) => score).length;

export const replays = (asked: readonly Asked[]) => asked.filter(({ name }) => name === 'laneRun').map(({ id }) => id);
