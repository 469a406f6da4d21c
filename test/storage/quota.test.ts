/** A browser without room: nothing is called saved that is not stored, and the error says what to do. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestPersistence, storageUse } from '@/lib/storage/sizes';
import { draft, freshBrowser, openLibrary, transcript } from './library-fixtures';

beforeEach(freshBrowser);
afterEach(() => void vi.restoreAllMocks());

const full = () => new DOMException('The quota has been exceeded.', 'QuotaExceededError');

describe('a write without room', () => {
  it('fails although its request succeeded, when the transaction is aborted for want of space', async () => {
    const { library, database } = await openLibrary();
    const { put } = IDBObjectStore.prototype;
    let succeeded = false;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      const request = put.call(this, value);
      // As browsers do: the put has succeeded, then the whole transaction ends with the reason in its `error`.
      request.addEventListener('success', () => {
        succeeded = true;
        (this.transaction as unknown as { _abort(name: string): void })._abort('QuotaExceededError');
      });
      return request;
    });
    await expect(library.transcripts.save(transcript('one'))).rejects.toMatchObject({
      name: 'StorageFullError',
      remedy: expect.stringMatching(/Export the library/),
    });
    vi.restoreAllMocks();
    expect(succeeded).toBe(true);
    expect(await database.count('transcripts')).toBe(0);
  });

  it('leaves all as it was when a later part of it does not fit', async () => {
    const { library, database } = await openLibrary();
    const made = await library.scenarios.create(draft('one'));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      if (this.name === 'edits') throw full();
      put.mockRestore();
      const request = this.put(value);
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
        throw full();
      });
      return request;
    });
    await expect(library.scenarios.save({ ...made, cursor: 8 })).rejects.toMatchObject({ name: 'StorageFullError' });
    vi.restoreAllMocks();
    expect(await library.scenarios.open(made.id)).toMatchObject({ cursor: 0, revision: 1 });
    expect(await database.count('scenarios')).toBe(1);
    // The same work fits once there is room.
    expect(await library.scenarios.save({ ...made, cursor: 8 })).toMatchObject({ kind: 'saved', revision: 2 });
  });

  it('asks for strict durability at every write', async () => {
    const { library, database } = await openLibrary();
    const begun = vi.spyOn(database, 'transaction');
    await library.transcripts.save(transcript('one'));
    const made = await library.scenarios.create(draft('one'));
    await library.scenarios.rename(made.id, 'x');
    await library.trash.discard('scenario', made.id);
    await library.trash.purge();
    const writes = begun.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writes).toHaveLength(5);
    for (const [, , options] of writes) expect(options).toEqual({ durability: 'strict' });
  });
});

describe('what the browser grants', () => {
  it('is told where the browser tells, and unknown where it does not or throws', async () => {
    expect(await storageUse({ estimate: async () => ({ usage: 5, quota: 10 }) })).toEqual({ usage: 5, quota: 10 });
    expect(await storageUse({ estimate: async () => ({}) })).toBeNull();
    expect(await storageUse({ estimate: () => Promise.reject(new TypeError('opaque origin')) })).toBeNull();
    expect(await storageUse(undefined)).toBeNull();
    const persist = vi.fn(async () => true);
    expect(await requestPersistence({ persisted: async () => true, persist })).toBe('kept');
    expect(persist).not.toHaveBeenCalled();
    expect(await requestPersistence({ persisted: async () => false, persist })).toBe('kept');
    expect(await requestPersistence({ persisted: async () => false, persist: async () => false })).toBe('may go');
    expect(await requestPersistence({})).toBe('unknown');
    expect(await requestPersistence({ persist: () => Promise.reject(new Error('no')) })).toBe('unknown');
  });
});
