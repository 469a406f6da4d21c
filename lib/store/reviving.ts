/** Going on after the engine stopped: the open document is read again by a new one; settings and changes are as they were. */

import type { Library } from '../storage/library';
import type { EngineClient } from '../worker/client';
import { problemOf } from './problem';
import type { Cell, State } from './state';

export interface RevivingHooks {
  /** An engine that works, with nothing open. */
  fresh(): EngineClient;
  library(): Library | null;
  original(): Promise<Blob | null>;
  /** The document can be replayed again; its counts under these counters are known. */
  ready(counters: string[]): void;
}

/** Returns the command. It replays the present settings, because the user asked for it; nothing does so by itself. */
export function createReviving(state: Cell<State>, hooks: RevivingHooks): () => Promise<void> {
  return async () => {
    const engine = hooks.fresh();
    const file = await hooks.original();
    const { document, edits } = state.get();
    if (!file || !document) return;
    const { name, override, conversation, id } = document;
    try {
      state.set({ loading: { name, progress: null } });
      const format = override === undefined ? {} : { format: override };
      const onProgress = (progress: NonNullable<State['loading']>['progress']) =>
        state.set({ loading: { name, progress } });
      await engine.request('open', { file, name, sure: true, ...format }, { onProgress });
      const counts = (await hooks.library()?.counts(id, conversation)) ?? [];
      let { info } = await engine.request('choose', { conversation, counts });
      if (edits.length > 0) ({ info } = await engine.request('setEdits', { patches: edits }));
      const now = state.get().document;
      if (now?.id !== id) return;
      state.set({ document: { ...now, info }, loading: null });
      hooks.ready(counts.map((one) => one.counter));
    } catch (error) {
      state.set({ loading: null, problem: problemOf('The engine could not be started again', error) });
    }
  };
}
