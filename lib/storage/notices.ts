/** Word to and from other tabs of what changed in the library. */

import * as v from 'valibot';
import type { Notice } from './library-types';

/** What this needs of a BroadcastChannel. */
export interface Channel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  close(): void;
}

export interface Notices {
  notify(notice: Notice): void;
  /** Hears what other tabs changed, never what this one did. Returns how to stop. */
  subscribe(listener: (notice: Notice) => void): () => void;
  close(): void;
}

const NOTICE = v.object({
  kind: v.picklist(['transcript', 'scenario', 'run']),
  id: v.string(),
  change: v.picklist(['saved', 'labelled', 'discarded', 'restored', 'deleted']),
  revision: v.exactOptional(v.number()),
});

/** The channel that all tabs share, or null where the browser has none: then tabs learn of each other when they save. */
export function openChannel(): Channel | null {
  try {
    return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('palimpsest:library');
  } catch {
    return null;
  }
}

export function createNotices(channel: Channel | null): Notices {
  const listeners = new Set<(notice: Notice) => void>();
  let open = channel !== null;
  channel?.addEventListener('message', ({ data }) => {
    const parsed = v.safeParse(NOTICE, data);
    if (parsed.success) for (const listener of listeners) listener(parsed.output);
  });
  return {
    notify(notice) {
      if (open) channel?.postMessage(notice);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      open = false;
      listeners.clear();
      channel?.close();
    },
  };
}
