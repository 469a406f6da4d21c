/** Rooms of the library that are seldom entered: fetched when they are, so that a page begins without them. */

import type { Access } from './access';
import type { Database } from './database';
import type { Quarantine, Runs, Trash } from './library-types';

export function laterTrash(access: Access): Trash {
  const trash = async () => (await import('./trash')).createTrash(access);
  return {
    list: async () => (await trash()).list(),
    discard: async (kind, id) => (await trash()).discard(kind, id),
    restore: async (discarded) => (await trash()).restore(discarded),
    purge: async (before) => (await trash()).purge(before),
  };
}

export function laterQuarantine(database: Database, access: Access): Quarantine {
  const quarantine = async () => (await import('./quarantine')).createQuarantine(database, access);
  return {
    list: async () => (await quarantine()).list(),
    download: async (id) => (await quarantine()).download(id),
    remove: async (id) => (await quarantine()).remove(id),
  };
}

export function laterRuns(access: Access): Runs {
  const runs = async () => (await import('./runs')).createRuns(access);
  return {
    list: async (scenario) => (await runs()).list(scenario),
    open: async (id) => (await runs()).open(id),
    create: async (draft) => (await runs()).create(draft),
    rename: async (id, title) => (await runs()).rename(id, title),
    tag: async (id, tags) => (await runs()).tag(id, tags),
    pin: async (id, pinned) => (await runs()).pin(id, pinned),
    forget: async (id) => (await runs()).forget(id),
  };
}
