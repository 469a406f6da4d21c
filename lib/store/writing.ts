/** The message that is being written in the transcript panel: one that is there, or a new one at a place; kept while another panel is looked at. */

import { ASSISTANT } from '../engine/accounting';
import type { Message } from '../engine/transcript';
import { type Cell, createCell, type State } from './state';
import { withPanel } from './view';

export interface Draft {
  /** The open document that it belongs to. */
  document: string;
  /** The position of the message; of a new one, the position it gets. */
  at: number;
  isNew: boolean;
  /** The message as it stood when writing began; of a new one, as it was proposed; null until it has been read. */
  original: Message | null;
  message: Message | null;
  /** The transcript was changed under what has been typed: another message stands there now. */
  isOvertaken?: boolean;
}

export interface Writing {
  draft: Draft | null;
  /** The message at which the list of the transcript stands, or null where it stands at none yet. */
  current: number | null;
  /** Messages that are chosen, to do something with many at once. */
  selected: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

export interface WritingCommands extends Cell<Writing> {
  /** Opens the message at a position. */
  edit(at: number): void;
  /** Begins a new message at a position, as proposed or by the messages around it. */
  insert(at: number, proposed?: Message): void;
  select(messages: ReadonlySet<number>): void;
  /** The transcript has changed: `to` is per message before its index now, or -1; null where that is not known. */
  follow(to: Int32Array | null): void;
}

/** Identity of what is open: another conversation of the same file is another document. */
export function documentKey({ document }: State): string {
  return document ? `${document.id} ${document.conversation}` : '';
}

export function createWriting(state: Cell<State>): WritingCommands {
  const cell = createCell<Writing>({ draft: null, current: null, selected: NONE });
  const begin = (draft: Omit<Draft, 'document'>) => {
    cell.set({ draft: { ...draft, document: documentKey(state.get()) } });
    state.set({ view: withPanel(state.get().view, 'transcript') });
  };
  // A message that is shown elsewhere is the one at hand here; where an edit only moved it, `follow` tells the place.
  let seen = state.get();
  state.subscribe(() => {
    const now = state.get();
    const { item, document } = now;
    const isShown = item !== seen.item && document?.info === seen.document?.info;
    seen = now;
    if (isShown && item !== null && item >= 0) cell.set({ current: item });
  });
  return {
    ...cell,
    edit: (at) => begin({ at, isNew: false, original: null, message: null }),
    insert(at, proposed) {
      const message = proposed ?? { role: roleAt(state.get().document?.info.roles, at), content: '' };
      begin({ at, isNew: true, original: message, message });
    },
    select: (selected) => cell.set({ selected }),
    follow(to) {
      const { draft, current, selected } = cell.get();
      if (to === null) {
        cell.set({ selected: NONE });
        return;
      }
      // Moved and changed messages stay selected; what is merged, copied or removed is done with.
      const same = to.at(-1) === to.length - 1 && !to.includes(-1);
      const kept = (same ? [...selected] : []).map((message) => to[message] ?? -1).filter((message) => message >= 0);
      const place = current === null ? -1 : (to[current] ?? -1);
      const at = draft === null ? -1 : (to[draft.at] ?? -1);
      cell.set({
        selected: kept.length === 0 ? NONE : new Set(kept),
        current: place >= 0 ? place : current,
        draft: draft && at >= 0 ? { ...draft, at } : null,
      });
    },
  };
}

/** Who would speak at a position: the user after an answer, the assistant after everything else. */
export function roleAt(roles: Uint8Array | undefined, at: number): 'user' | 'assistant' {
  if (!roles || at === 0) return 'user';
  return roles[at - 1] === ASSISTANT ? 'user' : 'assistant';
}
