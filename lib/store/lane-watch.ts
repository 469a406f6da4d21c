/** Watches the workers of the comparison: tells which lanes wait for one that does not answer, and ends it when that is asked. */

import { type EngineClient, WorkerStoppedError } from '../worker/client';

/** Seconds without a word from a worker, while something was asked, after which it counts as one that does not answer. */
export const QUIET_SECONDS = 12;

/** A worker was ended because it was asked for: what it was asked is asked of another one. */
export class LaneRestartedError extends Error {
  override name = 'LaneRestartedError';
}

export interface LaneWatch {
  /** A worker under watch; `onStop` hears once it is gone, of itself or on request. */
  begin(onStop: () => void): EngineClient;
  /** Whether the worker that has a lane's run, or makes it, does not answer. */
  isQuiet(lane: string): boolean;
  /** Ends the worker of a lane, where it does not answer; without a lane, every one that does not. */
  end(lane?: string): void;
  /** Hears whenever a worker falls quiet, answers after all, or is ended. */
  listen(listener: () => void): void;
}

interface Watched {
  quiet: boolean;
  end(reason: Error): void;
}

/** What is asked of the worker while the conversation is on its way to it: that it is sent is another worker's part. */
const BORROW = 'borrow';

export function createLaneWatch(
  start: (onStop: (reason: string) => void) => EngineClient,
  quiet = QUIET_SECONDS * 1000,
): LaneWatch {
  const workers = new Set<Watched>();
  /** By lane, the worker that was asked about it last. */
  const homes = new Map<string, Watched>();
  const listeners: (() => void)[] = [];
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const begin = (onStop: () => void): EngineClient => {
    /** Rejections of what has been asked and not answered, with what it is. */
    const open = new Map<(reason: Error) => void, string>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const hear = (): void => {
      clearTimeout(timer);
      if (worker.quiet) {
        worker.quiet = false;
        tell();
      }
      if (open.size > 0) timer = setTimeout(missed, quiet);
    };
    const missed = (): void => {
      if ([...open.values()].includes(BORROW)) {
        hear();
        return;
      }
      worker.quiet = true;
      tell();
    };
    const worker: Watched = {
      quiet: false,
      end(reason) {
        clearTimeout(timer);
        workers.delete(worker);
        for (const [lane, home] of homes) if (home === worker) homes.delete(lane);
        inner.dispose();
        onStop();
        const waiting = [...open.keys()];
        open.clear();
        // What waits for an answer must not wait for ever.
        for (const refuse of waiting) refuse(reason);
        tell();
      },
    };
    const inner = start((reason) => worker.end(new WorkerStoppedError(reason)));
    workers.add(worker);

    return {
      async request(name, input, options = {}) {
        const { id } = input as { id?: unknown };
        if (typeof id === 'string') homes.set(id, worker);
        let refuse: (reason: Error) => void = () => undefined;
        const given = new Promise<never>((_, reject) => {
          refuse = reject;
        });
        open.set(refuse, name);
        if (open.size === 1) hear();
        try {
          return await Promise.race([inner.request(name, input, options), given]);
        } finally {
          // Once it is ended nothing is open any more, and nothing is awaited.
          if (open.delete(refuse)) hear();
        }
      },
      dispose: () => worker.end(new WorkerStoppedError('The worker was stopped.')),
    };
  };

  return {
    begin,
    isQuiet: (lane) => homes.get(lane)?.quiet === true,
    end(lane) {
      const ended = lane === undefined ? [...workers] : [homes.get(lane)];
      for (const worker of ended) {
        if (worker?.quiet) worker.end(new LaneRestartedError('The lane was begun again.'));
      }
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}
