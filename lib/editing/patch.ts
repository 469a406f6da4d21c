/** A change to a transcript as data: splices on the positions before it, how to take it back, and where every message came from. */

import type { Message, ToolSchema, Transcript } from '../engine/transcript';

/** At this position of the transcript before the change: so many messages leave, these come in their place. */
export interface Splice {
  at: number;
  remove: number;
  insert: Message[];
}

/** Splices in ascending order that do not overlap; `tools` replaces all tool schemas. */
export interface Patch {
  splices: Splice[];
  tools?: ToolSchema[];
}

/** A patch under the name by which the history of changes knows it. */
export interface NamedPatch extends Patch {
  id: string;
}

/** What came of a patch. */
export interface Patched {
  transcript: Transcript;
  /** Takes the change back. */
  inverse: Patch;
  /** Per message of the new transcript: its index before, also where it moved; -1 where it is new or has changed. */
  origin: Int32Array;
}

/** A patch that does not fit the transcript: an index outside of it, or splices that overlap. */
export class PatchError extends Error {
  override name = 'PatchError';
  readonly remedy = 'Reload the page: the transcript is stored with its changes up to the last one that fits.';
}

/** Applies a patch; neither the transcript nor the patch is changed. Linear in the messages. */
export function applyPatch(transcript: Transcript, patch: Patch): Patched {
  const { messages } = transcript;
  const next: Message[] = [];
  const origin: number[] = [];
  const inverse: Splice[] = [];
  const removed = new Map<Message, number>();
  for (const { at, remove } of patch.splices) {
    for (let index = at; index < at + remove; index++) removed.set(messages[index] as Message, index);
  }
  let from = 0;
  for (const { at, remove, insert } of patch.splices) {
    if (at < from || remove < 0 || at + remove > messages.length) {
      throw new PatchError(`A change at message ${at + 1} does not fit a transcript of ${messages.length} messages.`);
    }
    for (; from < at; from++) {
      next.push(messages[from] as Message);
      origin.push(from);
    }
    inverse.push({ at: next.length, remove: insert.length, insert: messages.slice(at, at + remove) });
    for (const message of insert) {
      next.push(message);
      origin.push(removed.get(message) ?? -1);
    }
    from = at + remove;
  }
  for (; from < messages.length; from++) {
    next.push(messages[from] as Message);
    origin.push(from);
  }
  const { tools } = patch.tools ? patch : transcript;
  return {
    transcript: { messages: next, ...(tools && tools.length > 0 ? { tools } : {}) },
    inverse: { splices: inverse, ...(patch.tools ? { tools: [...(transcript.tools ?? [])] } : {}) },
    origin: Int32Array.from(origin),
  };
}

/**
 * Per message before a change: its index after it, or -1 where it is gone. A message that was changed in its place stays
 * the message it was. `origin` is as `applyPatch` gives it.
 */
export function destinations(patch: Patch, origin: Int32Array, before: number): Int32Array {
  const to = new Int32Array(before).fill(-1);
  let shift = 0;
  for (const { at, remove, insert } of patch.splices) {
    const inPlace = remove === insert.length;
    for (let place = 0; inPlace && place < remove; place++) {
      if (origin[at + shift + place] === -1) to[at + place] = at + shift + place;
    }
    shift += insert.length - remove;
  }
  for (let index = 0; index < origin.length; index++) {
    const source = origin[index] as number;
    if (source >= 0) to[source] = index;
  }
  return to;
}
