/** How much the library takes, what the browser allows, and asking it to keep the data. */

import type { Access } from './access';
import { bytesOf } from './bytes';
import type { Sizes } from './library-types';

/** Adds up what is stored, in bytes, roughly: a browser's own bookkeeping is not in it. */
export async function sizesOf(access: Access): Promise<Sizes> {
  const sizes = { transcripts: 0, scenarios: 0, runs: 0, derived: 0, trash: 0 };
  // Changes to transcripts and ledgers are in the bytes of their scenarios and runs.
  for (const name of ['transcripts', 'scenarios', 'runs'] as const) {
    for (const { bytes, deletedAt } of await access.all(name)) sizes[deletedAt === undefined ? name : 'trash'] += bytes;
  }
  for (const name of ['counts', 'results'] as const) {
    for (const record of await access.all(name)) sizes.derived += bytesOf(record);
  }
  const { transcripts, scenarios, runs, derived, trash } = sizes;
  return { ...sizes, total: transcripts + scenarios + runs + derived + trash };
}

/** What this needs of `navigator.storage`. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** Bytes that all of this site takes and may take, or null where the browser does not say. */
export async function storageUse(
  storage: BrowserStorage | undefined,
): Promise<{ usage: number; quota: number } | null> {
  try {
    const { usage, quota } = (await storage?.estimate?.()) ?? {};
    return usage === undefined || quota === undefined ? null : { usage, quota };
  } catch {
    return null;
  }
}

/** `kept`: the browser deletes nothing by itself. `may go`: it may when the disk is full. */
export type Persistence = 'kept' | 'may go' | 'unknown';

/** Asks the browser to keep the data. Some ask the user: call it when there is something to keep. */
export async function requestPersistence(storage: BrowserStorage | undefined): Promise<Persistence> {
  try {
    if (await storage?.persisted?.()) return 'kept';
    if (!storage?.persist) return 'unknown';
    return (await storage.persist()) ? 'kept' : 'may go';
  } catch {
    return 'unknown';
  }
}
