/** What is read off a result as a whole: findings and what would do away with them, uses of facts and misses. */

import { type EngineClient, WorkerRequestError } from '../worker/client';
import { latestWins } from './replay-loop';
import { createSettler } from './settle';
import type { Cell, State } from './state';

/** Messages up to which remedies are tried without being asked for. */
export const TRIED_AT_ONCE = 4000;

/** What is told where a result could not be examined, or its facts not be read. */
export const UNEXAMINED = 'The result could not be examined';
export const UNRECALLED = 'The facts could not be read';

export interface Insights {
  /** Reads the result of a version, once the settings have come to rest. */
  lookInto(version: number): void;
  /** Looks for findings once more: what is known by now may belong to them. */
  examineAgain(version: number): void;
  /** Tries what would do away with them. */
  tryRemedies(version: number): void;
  cancel(): void;
}

export interface InsightHooks {
  client(): EngineClient;
  /** Whether a look takes so long that it would hold up the hand. */
  isLong(): boolean;
  fail(title: string): (error: unknown) => void;
}

export function createInsights(state: Cell<State>, { client, isLong, fail }: InsightHooks): Insights {
  const isNow = (version: number) => state.get().result?.version === version;

  /** Where the answer would stand it is said that there is none. Whoever was overtaken or cut off is asked again anyway. */
  const orUnread = (key: 'unexamined' | 'unrecalled', work: (version: number) => Promise<void>) => {
    return async (version: number): Promise<void> => {
      try {
        await work(version);
      } catch (error) {
        const isTrouble = error instanceof WorkerRequestError && error.kind !== 'SupersededError';
        if (isTrouble && isNow(version))
          state.set(key === 'unexamined' ? { unexamined: version } : { unrecalled: version });
        throw error;
      }
    };
  };

  /** How often it was found that a look at a result must be repeated. */
  let overtaken = 0;
  const examineAgain = (version: number): void => {
    overtaken++;
    const { examination } = state.get();
    if (examination?.version === version) state.set({ examination: { ...examination, isOvertaken: true } });
    examineLater(version);
  };
  /** A look from before the facts were collected, which found misses. */
  const lacksMisses = (version: number): boolean => {
    const { examination, recall } = state.get();
    if (examination?.version !== version || recall?.version !== version) return false;
    return recall.misses.call.length > 0 && !examination.findings.some(({ id }) => id === 'misses');
  };

  const examineLoop = latestWins<number, void>(
    orUnread('unexamined', async (version) => {
      const before = { overtaken, recall: state.get().recall };
      const examination = await client().request('examine', { counter: state.get().yardstick });
      // The worker examines its latest run; a newer one than was asked for will be examined in its turn.
      if (!isNow(version)) return;
      state.set({
        examination: { ...examination, version, ...(before.overtaken === overtaken ? {} : { isOvertaken: true }) },
      });
      // Facts that came while it was looked.
      if (before.recall !== state.get().recall && lacksMisses(version)) examineAgain(version);
      // A trial takes as long as a replay and a look at it: a long transcript waits until it is asked for.
      if (!isLong()) remedyLoop(version);
    }),
    () => undefined,
    fail(UNEXAMINED),
  );

  const remedyLoop = latestWins<number, void>(
    async (version) => {
      const list = await client().request('remedies', { counter: state.get().yardstick });
      if (isNow(version)) state.set({ remedies: { list, version } });
    },
    () => undefined,
    fail('Remedies could not be tried'),
  );

  // Texts are read for it: it waits until the settings have come to rest.
  const patient = () => (isLong() ? 750 : 0);
  const examineLater = createSettler(examineLoop, { rest: 700, longest: 5000, patient });

  const recallLoop = latestWins<number, void>(
    orUnread('unrecalled', async (version) => {
      const recall = await client().request('recall', {});
      if (!isNow(version)) return;
      state.set({ recall: { ...recall, version } });
      if (lacksMisses(version)) examineAgain(version);
    }),
    () => undefined,
    fail(UNRECALLED),
  );
  const recallLater = createSettler(recallLoop, { rest: 800, longest: 4000, patient });

  return {
    lookInto(version) {
      // They are read where they can be seen; a comparison has its own judgements, and needs the processor.
      if (state.get().view.mode === 'compare') return;
      examineLater(version);
      recallLater(version);
    },
    examineAgain,
    tryRemedies: remedyLoop,
    cancel() {
      examineLater.cancel();
      recallLater.cancel();
      recallLoop.cancel();
      examineLoop.cancel();
      remedyLoop.cancel();
    },
  };
}
