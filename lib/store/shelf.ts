/** The library as the page shows it: what is kept, and every command on it but opening. */

import type { Library } from '../storage/library';
import type { Discarded, ScenarioEntry, TranscriptEntry } from '../storage/library-types';
import { problemOf } from './problem';
import type { ShelfEntry } from './shelf-entry';
import type { Cell, State } from './state';

/** Milliseconds that something lies in the trash: 30 days. */
const TRASH_TIME = 30 * 24 * 3600 * 1000;
/** Milliseconds after the start: first comes what the user is here for. */
const PURGE_AFTER = 20_000;

export interface Shelf {
  /** Reads what is kept, and lets go for good what was removed long ago. */
  begin(): Promise<void>;
  /** Reads what is kept anew. */
  refresh(): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  tag(id: string, tags: readonly string[]): Promise<void>;
  duplicate(id: string): Promise<void>;
  /** Into the trash; with the last scenario of a transcript goes the transcript. Can be taken back. */
  remove(id: string): Promise<void>;
  /** Takes back the last removal. */
  takeBack(): Promise<void>;
}

function shelfOf(scenarios: readonly ScenarioEntry[], transcripts: readonly TranscriptEntry[]): ShelfEntry[] {
  const byId = new Map(transcripts.map((one) => [one.id, one]));
  return scenarios.map((scenario) => {
    const transcript = byId.get(scenario.transcript);
    return {
      ...scenario,
      formatLabel: transcript?.formatLabel ?? '',
      messages: transcript?.messages ?? 0,
      fileBytes: transcript?.bytes ?? 0,
    };
  });
}

export function createShelf(state: Cell<State>, library: () => Library | null): Shelf {
  const refresh = async (): Promise<void> => {
    const open = library();
    if (!open) return;
    const [scenarios, transcripts] = await Promise.all([open.scenarios.list(), open.transcripts.list()]);
    state.set({ recent: shelfOf(scenarios, transcripts) });
  };
  /** Does it, reads anew, and says what could not be done. */
  const then = async (title: string, work: (open: Library) => Promise<void>): Promise<void> => {
    const open = library();
    if (!open) return;
    try {
      await work(open);
      await refresh();
    } catch (error) {
      state.set({ problem: problemOf(title, error) });
    }
  };
  return {
    async begin() {
      await refresh();
      // Nobody waits for it, and the next start tries again.
      setTimeout(() => {
        library()
          ?.trash.purge(Date.now() - TRASH_TIME)
          .catch(() => undefined);
      }, PURGE_AFTER);
    },
    refresh,
    rename: (id, title) =>
      then('It could not be renamed', async (open) => {
        await open.scenarios.rename(id, title);
        const { scenario } = state.get();
        if (scenario?.id === id) state.set({ scenario: { ...scenario, title } });
      }),
    tag: (id, tags) =>
      then('It could not be tagged', async (open) => {
        await open.scenarios.tag(id, tags);
        const { scenario } = state.get();
        if (scenario?.id === id) state.set({ scenario: { ...scenario, tags } });
      }),
    duplicate: (id) =>
      then('It could not be copied', async (open) => {
        await open.scenarios.duplicate(id);
      }),
    remove: (id) =>
      then('It could not be removed', async (open) => {
        const { recent } = state.get();
        const entry = recent.find((one) => one.id === id);
        if (!entry) return;
        const isLast = recent.every((one) => one.id === id || one.transcript !== entry.transcript);
        const discarded: Discarded = isLast
          ? await open.trash.discard('transcript', entry.transcript)
          : await open.trash.discard('scenario', id);
        state.set({ removed: { title: entry.title, discarded } });
      }),
    takeBack: () =>
      then('It could not be taken back', async (open) => {
        const { removed } = state.get();
        state.set({ removed: null });
        if (removed) await open.trash.restore(removed.discarded);
      }),
  };
}
