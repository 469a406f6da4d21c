/** The comparison of lanes: replays what has changed on workers beside each other, and keeps each lane's latest outcome. */

import { WorkerRequestError, WorkerStoppedError } from '../worker/client';
import type { DocumentInfo } from '../worker/protocol';
import { hasErrors, laneProblems } from './lane';
import type { LanePool } from './lane-pool';
import { LaneRestartedError, type LaneWatch } from './lane-watch';
import { type LaneEntry, laneName } from './lanes';
import { createOutcomes, NOTHING_YET } from './outcomes';
import { problemOf } from './problem';
import type { Cell, LaneOutcome, LaneSpec, State } from './state';

/** What an outcome was made of. Parts are compared by identity: every change makes new ones. */
interface Making {
  lane: LaneSpec;
  yardstick: string;
  info: DocumentInfo;
}

interface Judged {
  probes: State['probes'];
  prices: State['prices'];
}

interface Held {
  made: Making | null;
  judged: Judged | null;
  /** Replays that were begun; the worker keeps the latest one's run under this number. */
  number: number;
  worker: number;
  /** What is being made or judged now. */
  running: boolean;
  /** It is being made again because its worker lost it. */
  again: boolean;
  /** Something has changed: ends the rest before a judgement, or the judgement, where that is no longer wanted. */
  wake: (() => void) | null;
}

/** Milliseconds a lane is left alone after its replay: while a hand moves, its next replay must not wait for a judgement. */
const REST = 120;

export interface ComparisonHooks {
  pool: LanePool;
  /** Watches the workers of the pool. */
  watch: LaneWatch;
  /** Makes sure that the worker which lends the conversation has counted it, so that nobody counts it twice. Nothing where it has. */
  count(counter: string): Promise<void> | null;
  /** Counters that the lane's system goes by. */
  counterOf(lane: LaneSpec): string;
}

export interface Comparison {
  /** Begins a lane again whose worker does not answer, which ends that one, or has stopped. */
  restartLane(id: string): void;
  stop(): void;
}

/** Follows the state; nothing is replayed while no comparison is looked at. */
export function followComparison(state: Cell<State>, hooks: ComparisonHooks): Comparison {
  const held = new Map<string, Held>();
  let info: DocumentInfo | null = null;
  let open: string | null = null;
  let runs = 0;

  const entryOf = (id: string): LaneEntry | undefined => state.get().lanes.find((one) => one.id === id);

  const outcomes = createOutcomes(state);

  const wanted = ({ lane }: LaneEntry): Making | null => {
    const { yardstick, document } = state.get();
    return document ? { lane, yardstick, info: document.info } : null;
  };

  const isRun = (one: Held, making: Making): boolean => one.made?.lane === making.lane && one.made.info === making.info;

  const isMade = (one: Held, making: Making): boolean => isRun(one, making) && one.made?.yardstick === making.yardstick;

  /** Whether something else is wanted of a lane than what was made last. */
  const isOther = (id: string, one: Held): boolean => {
    const entry = entryOf(id);
    const making = entry && wanted(entry);
    return !making || !isMade(one, making);
  };

  const isJudged = ({ judged }: Held): boolean => {
    const { probes, prices } = state.get();
    return judged?.probes === probes && judged.prices === prices;
  };

  const replay = async (entry: LaneEntry, one: Held, making: Making): Promise<void> => {
    const { lane, yardstick } = making;
    for (const counter of [yardstick, hooks.counterOf(lane)]) {
      const counting = hooks.count(counter);
      // What is known is not waited for: the worker is to have its task before the page draws.
      if (counting) await counting;
    }
    const change = await outcomes.together(() =>
      isRun(one, making) ? measured(entry, one, yardstick) : replayed(entry, one, making),
    );
    one.made = making;
    one.judged = null;
    // The document may have been closed or changed meanwhile: such an outcome is never shown.
    if (state.get().document?.info === making.info)
      outcomes.set(entry.id, { ...change, lane, yardstick, failed: null, trouble: null });
  };

  const replayed = async ({ id }: LaneEntry, one: Held, { lane, yardstick }: Making): Promise<Partial<LaneOutcome>> => {
    const number = ++runs;
    one.number = number;
    const { output, worker } = await hooks.pool.run((client) =>
      client.request('laneRun', { id, number, lane, yardstick }),
    );
    one.worker = worker;
    return { ...output, number };
  };

  /** The run is still that of the lane: only the yardstick has changed. */
  const measured = async ({ id }: LaneEntry, one: Held, yardstick: string): Promise<Partial<LaneOutcome>> => {
    const { number, worker } = one;
    const next = ++runs;
    one.number = next;
    const { sent } = await hooks.pool.runOn(worker, (client) =>
      client.request('laneMeasure', { id, number, next, yardstick }),
    );
    return { sent, number: next };
  };

  /** What its run comes to. Given up once that is no longer wanted: then a replay of the lane waits for nothing. */
  const judge = async (entry: LaneEntry, one: Held): Promise<void> => {
    const { probes, prices, document } = state.get();
    const { number } = one;
    const yardstick = one.made?.yardstick ?? '';
    const { signal, abort } = giveUp();
    one.wake = () => {
      const now = state.get();
      if (isOther(entry.id, one) || now.probes !== probes || now.prices !== prices) abort();
    };
    const input = { id: entry.id, number, name: laneName(entry), probes, prices };
    const work = hooks.pool.runOn(one.worker, (client) => client.request('laneScore', input, { signal }), true);
    const score = await unlessGivenUp(work, signal).finally(() => {
      one.wake = null;
    });
    if (!score) return;
    one.judged = { probes, prices };
    one.again = false;
    if (document && state.get().document?.info === document.info)
      outcomes.set(entry.id, {
        score: { ...score, of: number, judged: { yardstick, probes, prices, info: document.info } },
      });
  };

  /** Waits until the lane has been left alone for a moment, or has changed again. */
  const rested = (id: string, one: Held): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, REST);
      function done() {
        clearTimeout(timer);
        one.wake = null;
        resolve();
      }
      one.wake = () => {
        if (isOther(id, one)) done();
      };
    });

  /** Brings one lane up to what is wanted, step by step, until it is there. */
  const bring = async (id: string, one: Held): Promise<void> => {
    one.running = true;
    let isAgain = false;
    try {
      for (;;) {
        const entry = entryOf(id);
        const making = entry && wanted(entry);
        // Of another document, another task brings the lane up.
        if (!entry || !making || held.get(id) !== one || !isLookedAt(state.get())) return;
        if (!isMade(one, making)) {
          if (hasErrors(laneProblems(making.lane))) {
            one.made = making;
            one.judged = { probes: state.get().probes, prices: state.get().prices };
            outcomes.set(id, { ...NOTHING_YET, failed: laneProblems(making.lane)[0]?.message ?? null });
          } else {
            await replay(entry, one, making);
            await rested(id, one);
          }
        } else if (!isJudged(one)) await judge(entry, one);
        else return;
      }
    } catch (error) {
      // A worker that was started anew does not have the run: it is made again, once; and as often as a person asks for it.
      const isLost = error instanceof WorkerRequestError && error.kind === 'NoSuchRunError' && !one.again;
      if (isLost || error instanceof LaneRestartedError) {
        isAgain = true;
        one.again = true;
        one.made = null;
        return;
      }
      const entry = entryOf(id);
      one.made = (entry && wanted(entry)) ?? null;
      one.judged = { probes: state.get().probes, prices: state.get().prices };
      const { message } = problemOf('The lane could not be replayed', error);
      const trouble = error instanceof WorkerStoppedError ? 'stopped' : null;
      outcomes.set(id, { ...NOTHING_YET, failed: message, trouble });
    } finally {
      one.running = false;
      if (isAgain) void bring(id, one);
    }
  };

  const follow = (): void => {
    const now = state.get();
    const { document, lanes } = now;
    if (document?.info !== info) {
      const isEdit = document !== null && document.id === open;
      info = document?.info ?? null;
      open = document?.id ?? null;
      held.clear();
      outcomes.clear();
      // What they were asked is of no use any more.
      hooks.watch.end();
      hooks.pool.renew();
      if (now.comparison.size > 0) {
        // After an edit the old scores stand, as those of other settings do, until there are new ones.
        const kept = isEdit ? now.comparison : new Map<string, LaneOutcome>();
        state.set({ comparison: new Map([...kept].map(([id, { score }]) => [id, { ...NOTHING_YET, score }])) });
        return;
      }
    }
    if (!document || !isLookedAt(now)) return;
    for (const { id } of lanes) {
      const one = held.get(id) ?? {
        made: null,
        judged: null,
        number: 0,
        worker: 0,
        running: false,
        again: false,
        wake: null,
      };
      held.set(id, one);
      if (one.running) one.wake?.();
      else void bring(id, one);
    }
    const gone = [...now.comparison.keys()].filter((id) => !lanes.some((lane) => lane.id === id));
    if (gone.length === 0) return;
    for (const id of gone) {
      held.delete(id);
      hooks.watch.end(id);
    }
    state.set({ comparison: new Map([...now.comparison].filter(([id]) => !gone.includes(id))) });
  };

  hooks.watch.listen(() => {
    for (const [id, one] of held) {
      if (one.running) outcomes.set(id, { trouble: hooks.watch.isQuiet(id) ? 'quiet' : null });
    }
  });
  // What is looked at already when this begins.
  follow();
  return {
    stop: state.subscribe(follow),
    restartLane(id) {
      const one = held.get(id);
      if (!one) return;
      if (one.running) {
        hooks.watch.end(id);
        return;
      }
      one.made = null;
      one.again = false;
      outcomes.set(id, { failed: null, trouble: null });
      void bring(id, one);
    },
  };
}

function giveUp(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** What work comes to, or null as soon as it is given up, whatever becomes of it then. */
function unlessGivenUp<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
    work.then(resolve, reject);
  });
}

/** Whether lanes are to be replayed at all. */
function isLookedAt({ view }: State): boolean {
  return view.mode === 'compare';
}
