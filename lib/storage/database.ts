/** The IndexedDB database: its schema, its upgrades, and what happens when another tab has another version. */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { CountsRecord, ResultRecord, TranscriptRecord, WorkspaceRecord } from './records';

export const DATABASE_NAME = 'palimpsest';
const DATABASE_VERSION = 1;

export interface PalimpsestSchema extends DBSchema {
  transcripts: { key: string; value: TranscriptRecord; indexes: { openedAt: number } };
  counts: { key: string; value: CountsRecord; indexes: { transcript: string } };
  workspaces: { key: string; value: WorkspaceRecord };
  results: { key: string; value: ResultRecord };
}

export type Database = IDBPDatabase<PalimpsestSchema>;

/** The browser's storage cannot be used: missing, refused, broken, or of a newer version. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** Opens the database. `onClosed` hears when another tab needs a newer version and this connection gave way. */
export async function openDatabase(onClosed: (reason: string) => void): Promise<Database> {
  if (typeof indexedDB === 'undefined') {
    throw new StorageUnavailableError('This browser offers no storage here (IndexedDB is missing).');
  }
  try {
    let blocked: (() => void) | undefined;
    const waiting = new Promise<never>((_, reject) => {
      blocked = () =>
        reject(
          new StorageUnavailableError('Another tab keeps an older version of Palimpsest open. Close it and reload.'),
        );
    });
    const opening = openDB<PalimpsestSchema>(DATABASE_NAME, DATABASE_VERSION, {
      upgrade(database, oldVersion) {
        if (oldVersion < 1) {
          database.createObjectStore('transcripts', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
          database.createObjectStore('counts', { keyPath: 'key' }).createIndex('transcript', 'transcript');
          database.createObjectStore('workspaces', { keyPath: 'transcript' });
          database.createObjectStore('results', { keyPath: 'transcript' });
        }
      },
      blocked: () => blocked?.(),
      blocking(_current, _wanted, event) {
        (event.target as IDBDatabase).close();
        onClosed('A newer version of Palimpsest was opened in another tab. Reload to go on; what was saved is safe.');
      },
      terminated: () => onClosed('The browser closed the storage. Reload to go on saving.'),
    });
    return await Promise.race([opening, waiting]);
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error;
    if (error instanceof DOMException && error.name === 'VersionError') {
      throw new StorageUnavailableError(
        'The stored data was written by a newer version of Palimpsest. It is untouched; reload to get that version.',
        { cause: error },
      );
    }
    throw new StorageUnavailableError(`The browser refused its storage: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
