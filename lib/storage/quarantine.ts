/** Records that cannot be used: put aside as they were found, listed, downloaded, and deleted when the user says so. */

import type { IDBPDatabase } from 'idb';
import type { Access } from './access';
import type { Database } from './database';
import type { Quarantine, Quarantined } from './library-types';
import { rawText } from './raw-text';
import { readSafely } from './read-safely';
import type { QuarantinedRecord, TranscriptRecord } from './records';
import { storageError } from './storage-errors';

/** Ids of records that the browser cannot even read: they stay in their store. */
const UNREADABLE = 'unreadable ';

export function createQuarantine(typed: Database, access: Access): Quarantine {
  const database = typed as unknown as IDBPDatabase<unknown>;

  const read = async (id: string): Promise<QuarantinedRecord | undefined> => {
    const found = await readSafely(database.transaction('quarantine', 'readonly').store, id);
    return 'problem' in found ? undefined : (found.value as QuarantinedRecord | undefined);
  };

  return {
    async list() {
      try {
        const unreadable = (await access.check()).map(({ store, key, reason }) => ({
          id: `${UNREADABLE}${store} ${key}`,
          store,
          key,
          reason,
          foundAt: access.now(),
        }));
        const entries: Quarantined[] = [];
        for (const key of await database.getAllKeys('quarantine')) {
          const { store, key: of, reason, foundAt } = (await read(String(key))) ?? {};
          // Even what is put aside may have been spoilt: whatever it is, it is listed and can be downloaded.
          entries.push({
            id: String(key),
            store: typeof store === 'string' ? store : 'unknown',
            key: typeof of === 'string' ? of : String(key),
            reason: typeof reason === 'string' ? reason : 'The browser cannot read it.',
            foundAt: typeof foundAt === 'number' ? foundAt : 0,
          });
        }
        return [...entries, ...unreadable];
      } catch (error) {
        throw storageError(error);
      }
    },
    async download(id) {
      const found = await read(id);
      if (found === undefined) return undefined;
      const { raw, store, key } = found;
      const { original, name } = (typeof raw === 'object' && raw !== null ? raw : {}) as Partial<TranscriptRecord>;
      // The user's own file matters most: it is handed out byte for byte, whatever is wrong around it.
      if (original instanceof Blob) return { name: typeof name === 'string' ? name : `${key}.bin`, blob: original };
      const blob = new Blob([`${rawText(found)}\n`], { type: 'application/json' });
      return { name: `${store}-${key}.json`.replace(/[^\w.-]+/g, '-'), blob };
    },
    async remove(id) {
      const { store, key } = unreadableOf(id) ?? { store: 'quarantine', key: id };
      const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
      try {
        await Promise.all([transaction.store.delete(key), transaction.done]);
      } catch (error) {
        throw storageError(error);
      }
    },
  };
}

function unreadableOf(id: string): { store: string; key: string } | undefined {
  if (!id.startsWith(UNREADABLE)) return undefined;
  const [store = '', ...key] = id.slice(UNREADABLE.length).split(' ');
  return { store, key: key.join(' ') };
}
