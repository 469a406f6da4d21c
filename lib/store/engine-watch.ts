/** Watches the engine: says when it does not answer or has stopped, and lets the user go on with a new one. */

import { type EngineClient, WorkerStoppedError } from '../worker/client';
import { markBusy } from './last-open';
import type { Cell, State } from './state';

/** Milliseconds without a word from the engine, while something was asked, after which the user is told. */
const QUIET = 12_000;
/** Milliseconds of work after which it is noted, so that the next start does not repeat what ended the tab. */
const LONG = 1500;

export interface EngineWatch {
  /** The engine at work; one that stopped answers everything with a WorkerStoppedError until it is begun anew. */
  client(): EngineClient;
  /** An engine that works: a new one where the last stopped or does not answer. It has nothing open then. */
  fresh(): EngineClient;
}

export function createEngineWatch(
  state: Cell<State>,
  start: (onStop: (reason: string) => void) => EngineClient,
): EngineWatch {
  let engine: EngineClient | null = null;

  const refused: EngineClient = {
    request: () => Promise.reject(new WorkerStoppedError('The engine has stopped.')),
    dispose: () => undefined,
  };

  const begin = (): EngineClient => {
    /** Rejections of what has been asked and not answered. */
    const open = new Set<(reason: Error) => void>();
    let quiet: ReturnType<typeof setTimeout> | undefined;
    let long: ReturnType<typeof setTimeout> | undefined;

    const listen = (): void => {
      clearTimeout(quiet);
      if (state.get().engineTrouble?.kind === 'quiet') state.set({ engineTrouble: null });
      if (open.size === 0) return;
      quiet = setTimeout(() => {
        state.set({ engineTrouble: { kind: 'quiet', reason: `No answer for ${QUIET / 1000} seconds.` } });
      }, QUIET);
    };
    const rest = (): void => {
      clearTimeout(quiet);
      clearTimeout(long);
      long = undefined;
      markBusy(false);
    };
    const inner = start((reason) => {
      rest();
      engine = null;
      state.set({ loading: null, counting: null, engineTrouble: { kind: 'stopped', reason } });
    });

    return {
      async request(name, input, options = {}) {
        let refuse: (reason: Error) => void = () => undefined;
        const given = new Promise<never>((_, reject) => {
          refuse = reject;
        });
        open.add(refuse);
        long ??= setTimeout(() => markBusy(true), LONG);
        if (open.size === 1) listen();
        const { onProgress } = options;
        try {
          const heard = onProgress
            ? {
                ...options,
                onProgress: (progress: Parameters<typeof onProgress>[0]) => {
                  listen();
                  onProgress(progress);
                },
              }
            : options;
          return await Promise.race([inner.request(name, input, heard), given]);
        } finally {
          open.delete(refuse);
          listen();
          if (open.size === 0) rest();
        }
      },
      dispose() {
        inner.dispose();
        rest();
        // What waits for an answer must not wait for ever.
        for (const refuse of open) refuse(new WorkerStoppedError('The engine was stopped.'));
      },
    };
  };

  const client = (): EngineClient => {
    if (state.get().engineTrouble?.kind === 'stopped') return refused;
    engine ??= begin();
    return engine;
  };

  return {
    client,
    fresh() {
      if (state.get().engineTrouble) {
        engine?.dispose();
        engine = null;
        state.set({ engineTrouble: null, loading: null, counting: null });
      }
      return client();
    },
  };
}
