/** Reading one record so that a value which the browser cannot read spoils nothing but itself. */

import { unwrap } from 'idb';

interface Readable {
  get(key: IDBValidKey): Promise<unknown>;
}

/**
 * The value under a key, or what kept the browser from reading it. An error of a request takes its transaction along
 * unless it is stopped here: browsers report large values whose file is gone in this way.
 */
export function readSafely(store: Readable, key: IDBValidKey): Promise<{ value: unknown } | { problem: string }> {
  const raw = unwrap(store as never) as unknown as IDBObjectStore;
  return new Promise((resolve) => {
    const failed = (error: unknown) =>
      resolve({ problem: `The browser cannot read it: ${error instanceof Error ? error.message : String(error)}` });
    try {
      const request = raw.get(key);
      request.onsuccess = () => resolve({ value: request.result });
      request.onerror = (event) => {
        event.preventDefault();
        event.stopPropagation();
        failed(request.error);
      };
    } catch (error) {
      failed(error);
    }
  });
}
