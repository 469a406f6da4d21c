/** Keeps work in the library: what is written when, in order, and what is said where it could not be. */

import type { Library } from '../storage/library';
import type { ScenarioRecord } from '../storage/records';
import { createAutosave } from './autosave';
import { type Edited, editedRecord, restoreEdited } from './edited';
import { rememberLooks, rememberOpen } from './last-open';
import type { Cell, Problem, State } from './state';
import { thumbnailOf } from './thumbnail';
import { ENGINE_VERSION } from './version';

export interface Keeping {
  /** Queues a write about the open document; a later one under the same key replaces one that has not started. `derived` as in Autosave. */
  save(key: string, write: (library: Library) => Promise<void>, delayMs?: number, derived?: boolean): void;
  /** The settings, the cursor and the changes to the transcript have changed. */
  workspace(): void;
  /** It is looked at in another way, which is no work. */
  looks(): void;
  /** A new result stands in the state. */
  result(): void;
  /** Resolves when everything queued so far has been written or has failed. */
  flush(): Promise<void>;
  /** Saves again what could not be saved. */
  retry(): void;
  /** What was changed in a conversation of the open file, or nothing for a file that is new here. */
  edited(conversation: string): Edited;
  /** Takes over a stored scenario, or begins a new one. */
  recall(stored: Stored | null): void;
}

/** What of a stored scenario its next saves go on from. */
export type Stored = Pick<ScenarioRecord, 'revision' | 'createdAt' | 'edited'>;

const NEW: Stored = { revision: 0, createdAt: 0, edited: {} };

const NOT_SAVED = 'Not saved';

/** What to tell of a write that failed: the work is still here, and can go out as a file. */
function notSaved(failure: unknown): Problem {
  const { message = String(failure), remedy } = (failure ?? {}) as { message?: string; remedy?: string };
  return {
    title: NOT_SAVED,
    message: `${message} Your last change is in this tab only.`,
    remedy: remedy ?? 'Export it to a file now; it is tried again with your next change.',
    offers: ['export work', 'export library', 'save again'],
  };
}

export function createKeeping(state: Cell<State>, library: () => Library | null): Keeping {
  let stored: Stored = NEW;

  const autosave = createAutosave((saving, failure) => {
    if (!library()) return;
    state.set({ saving });
    if (saving === 'failed') state.set({ problem: notSaved(failure) });
    else if (saving === 'saved' && state.get().problem?.title === NOT_SAVED) state.set({ problem: null });
  });

  const save = (key: string, write: (open: Library) => Promise<void>, delay = 0, derived = false): void => {
    const id = state.get().scenario?.id ?? '';
    autosave.write(
      `${key} ${id}`,
      async () => {
        const open = library();
        if (open) await write(open);
      },
      delay,
      derived,
    );
  };

  const saveScenario = async (open: Library, record: ScenarioRecord, under: Stored): Promise<void> => {
    const outcome = await open.scenarios.save({ ...record, revision: under.revision });
    // Another scenario may have been opened meanwhile: its revision is another's.
    if (stored.createdAt !== under.createdAt || state.get().scenario?.id !== record.id) return;
    stored = { ...stored, revision: outcome.revision };
    if (outcome.kind === 'saved') return;
    const { id, title } = outcome;
    rememberOpen(id);
    state.set({
      scenario: { id, title, tags: record.tags },
      problem: {
        title: 'Kept as a copy',
        message: `Another tab had saved this scenario meanwhile. Your work goes on as “${title}”; the other's is untouched.`,
      },
    });
  };

  return {
    save,
    workspace() {
      const now = state.get();
      const { document, scenario, lanes, active, cursor, yardstick, probes, prices, showSent, result, view } = now;
      if (!document || !scenario) return;
      stored = { ...stored, edited: { ...stored.edited, [document.conversation]: editedRecord(now) } };
      const { edited, createdAt } = stored;
      const work = { lanes, active, yardstick, probes, prices, edited };
      const { id, title, tags } = scenario;
      const { id: transcript, conversation } = document;
      const looks = { view: { showSent, mode: view.mode }, cursor, thumbnail: thumbnailOf(result?.run ?? null) };
      const about = { id, title, tags, transcript, conversation, createdAt, changedAt: 0, bytes: 0, revision: 0 };
      // The revision is the one that stands when its turn comes: the saves before it have raised it.
      save('scenario', (open) => saveScenario(open, { ...about, ...work, ...looks }, stored), 150);
    },
    looks() {
      const { scenario, cursor, showSent, view } = state.get();
      if (scenario) rememberLooks(scenario.id, { cursor, showSent, mode: view.mode });
    },
    result() {
      const { document, scenario, result } = state.get();
      if (!document || !result) return;
      const { run, lane } = result;
      const { id: transcript, conversation } = document;
      if (scenario) save('curve', (open) => open.scenarios.draw(scenario.id, thumbnailOf(run)), 600, true);
      save(
        'result',
        (open) => open.saveResult({ transcript, conversation, engine: ENGINE_VERSION, lane, run }),
        600,
        true,
      );
    },
    flush: autosave.flush,
    retry: autosave.retry,
    edited: (conversation) => restoreEdited(stored.edited[conversation]),
    recall(next) {
      stored = next ?? { ...NEW, createdAt: Date.now() };
    },
  };
}
