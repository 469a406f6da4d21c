/** Keeps work in the library: what is written when, in order, and what is said where it could not be. */

import type { Library } from '../storage/library';
import type { EditedRecord } from '../storage/records';
import { createAutosave } from './autosave';
import { type Edited, editedRecord, restoreEdited } from './edited';
import { laneOf } from './lanes';
import type { Cell, State } from './state';
import { ENGINE_VERSION } from './version';

export interface Keeping {
  /** Queues a write about the open document; a later one under the same key replaces one that has not started. */
  save(key: string, write: (library: Library) => Promise<void>): void;
  /** The settings, the cursor and the changes to the transcript have changed. */
  workspace(): void;
  /** A new result stands in the state. */
  result(): void;
  /** Resolves when everything queued so far has been written or has failed. */
  flush(): Promise<void>;
  /** What was changed in a conversation of the open file, or nothing for a file that is new here. */
  edited(conversation: string): Edited;
  /** Takes over what was changed in the conversations of a stored file; of none for a new one. */
  recall(edited: { [conversation: string]: EditedRecord }): void;
}

export function createKeeping(state: Cell<State>, library: () => Library | null): Keeping {
  /** What was changed in the conversations of the open file. */
  let edited: { [conversation: string]: EditedRecord } = {};

  const autosave = createAutosave((saving, reason) => {
    if (!library()) return;
    state.set({ saving });
    if (saving === 'failed') {
      state.set({
        problem: {
          title: 'Not saved',
          message: `The browser could not store the last change (${reason}).`,
          remedy:
            'Export what you need; free some space or remove transcripts from the library, then change anything to try again.',
        },
      });
    }
  });

  const save = (key: string, write: (open: Library) => Promise<void>, delay = 0): void => {
    const id = state.get().document?.id ?? '';
    autosave.write(
      `${key} ${id}`,
      async () => {
        const open = library();
        if (open) await write(open);
      },
      delay,
    );
  };

  return {
    save,
    workspace() {
      const now = state.get();
      const { document, lanes, active, cursor, yardstick, probes, prices, showSent } = now;
      if (!document) return;
      edited = { ...edited, [document.conversation]: editedRecord(now) };
      const lane = laneOf(now);
      const work = { lane, lanes, active, yardstick, probes, prices };
      const record = { transcript: document.id, ...work, cursor, showSent, revision: 0, edited };
      save('workspace', (open) => open.saveWorkspace(record), 150);
    },
    result() {
      const { document, result } = state.get();
      if (!document || !result) return;
      const { run, lane } = result;
      const { id: transcript, conversation } = document;
      save('result', (open) => open.saveResult({ transcript, conversation, engine: ENGINE_VERSION, lane, run }), 600);
    },
    flush: autosave.flush,
    edited: (conversation) => restoreEdited(edited[conversation]),
    recall(records) {
      edited = records;
    },
  };
}
