/** The one way to stored records: checked when they are read and written, broken ones put aside, writes true when they resolve. */

import type { IDBPDatabase, IDBPTransaction, StoreValue } from 'idb';
import type { GenericSchema } from 'valibot';
import type { Database, PalimpsestSchema, StoreName } from './database';
import type { Notice } from './library-types';
import { readSafely } from './read-safely';
import { COUNTS, EDITS, faultOf, PACK, RESULT, RUN, SCENARIO, TRANSCRIPT } from './schemas';
import { InvalidRecordError, storageError } from './storage-errors';

const SCHEMAS: Readonly<Record<StoreName, GenericSchema>> = {
  transcripts: TRANSCRIPT,
  counts: COUNTS,
  results: RESULT,
  scenarios: SCENARIO,
  edits: EDITS,
  runs: RUN,
  packs: PACK,
};
const STORE_NAMES = Object.keys(SCHEMAS) as StoreName[];

type Value<Name extends StoreName> = StoreValue<PalimpsestSchema, Name>;
type Writing = IDBPTransaction<unknown, string[], 'readwrite'>;

/** Records of one transaction over some stores. */
export interface Writer {
  /** The record; undefined where there is none, or where it was broken and has been put aside just now. */
  get<Name extends StoreName>(name: Name, key: string): Promise<Value<Name> | undefined>;
  /** Whether there is something that the browser cannot read. It is never written over. */
  unreadable(name: StoreName, key: string): Promise<boolean>;
  /** Checks the record, then writes it. */
  put<Name extends StoreName>(name: Name, value: Value<Name>): Promise<void>;
  delete(name: StoreName, key: string): Promise<void>;
  /** The records that can be used. */
  all<Name extends StoreName>(name: Name): Promise<Value<Name>[]>;
  keysOf(name: 'counts' | 'runs', owner: string): Promise<string[]>;
}

export interface Access {
  now(): number;
  newId(): string;
  /** Tells other tabs. */
  notify(notice: Notice): void;
  get<Name extends StoreName>(name: Name, key: string): Promise<Value<Name> | undefined>;
  /** What two stores have under one key, as of one moment. */
  getBoth<One extends StoreName, Other extends StoreName>(
    one: One,
    other: Other,
    key: string,
  ): Promise<[Value<One> | undefined, Value<Other> | undefined]>;
  all<Name extends StoreName>(name: Name): Promise<Value<Name>[]>;
  /** Counts of a transcript. */
  countsOf(transcript: string): Promise<Value<'counts'>[]>;
  /** Looks at every record: puts aside what is broken, and tells what the browser itself cannot read. */
  check(): Promise<{ store: StoreName; key: string; reason: string }[]>;
  /** One transaction: all of it is stored when this resolves, nothing of it where it rejects. */
  write<Result>(names: readonly StoreName[], work: (writer: Writer) => Promise<Result>): Promise<Result>;
}

export interface AccessOptions {
  now: () => number;
  newId: () => string;
  notify: (notice: Notice) => void;
}

export function createAccess(typed: Database, { now, newId, notify }: AccessOptions): Access {
  // What is read is checked, so that nothing is taken on trust from the types of the schema.
  const database = typed as unknown as IDBPDatabase<unknown>;

  async function setAside(transaction: Writing, name: StoreName, key: string, raw: unknown, reason: string) {
    const record = { id: newId(), store: name, key, raw, reason, foundAt: now() };
    await transaction.objectStore('quarantine').put(record);
    await transaction.objectStore(name).delete(key);
  }

  async function getIn<Name extends StoreName>(transaction: Writing, name: Name, key: string) {
    const read = await readSafely(transaction.objectStore(name), key);
    if ('problem' in read || read.value === undefined) return undefined;
    const fault = faultOf(SCHEMAS[name], read.value);
    if (fault === null) return read.value as Value<Name>;
    await setAside(transaction, name, key, read.value, fault);
    return undefined;
  }

  const writerOf = (transaction: Writing): Writer => ({
    get: (name, key) => getIn(transaction, name, key),
    async unreadable(name, key) {
      return 'problem' in (await readSafely(transaction.objectStore(name), key));
    },
    async put(name, value) {
      const fault = faultOf(SCHEMAS[name], value);
      if (fault !== null) throw new InvalidRecordError(`Not stored in ${name}: ${fault}`);
      await transaction.objectStore(name).put(value);
    },
    async delete(name, key) {
      await transaction.objectStore(name).delete(key);
    },
    async all(name) {
      const found: Value<typeof name>[] = [];
      for (const key of await transaction.objectStore(name).getAllKeys()) {
        const value = await getIn(transaction, name, String(key));
        if (value !== undefined) found.push(value);
      }
      return found;
    },
    async keysOf(name, owner) {
      const index = transaction.objectStore(name).index(name === 'counts' ? 'transcript' : 'scenario');
      return (await index.getAllKeys(owner)).map(String);
    },
  });

  async function write<Result>(
    names: readonly StoreName[],
    work: (writer: Writer) => Promise<Result>,
  ): Promise<Result> {
    try {
      const transaction = database.transaction([...names, 'quarantine'], 'readwrite', { durability: 'strict' });
      // A request may report success before the transaction is aborted for want of space: only `done` counts.
      const ended = transaction.done.then(
        () => null,
        (error: unknown) => ({ error }),
      );
      let result: Result;
      try {
        result = await work(writerOf(transaction));
      } catch (error) {
        throw await causeOf(error, transaction, ended);
      }
      const failed = await ended;
      if (failed) throw failed.error;
      return result;
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Puts aside what is broken, unless another tab has mended it meanwhile. */
  async function sweep(name: StoreName, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await write([name], async (writer) => {
      for (const key of keys) await writer.get(name, key);
    }).catch(() => undefined); // With no room left they stay where they are; the others are shown all the same.
  }

  async function readStore<Name extends StoreName>(name: Name) {
    const found: Value<Name>[] = [];
    const broken: string[] = [];
    const unreadable: { store: StoreName; key: string; reason: string }[] = [];
    const keep = (key: string, value: unknown) => {
      if (value === undefined) return;
      if (faultOf(SCHEMAS[name], value) === null) found.push(value as Value<Name>);
      else broken.push(key);
    };
    const keys = (await database.getAllKeys(name)).map(String);
    let values: unknown[] | null = null;
    try {
      const transaction = database.transaction(name, 'readonly');
      const [all] = await Promise.all([transaction.store.getAll(), transaction.done]);
      values = all;
    } catch {
      // One value that the browser cannot read fails them all: then one by one.
    }
    if (values && values.length === keys.length) for (const [at, key] of keys.entries()) keep(key, values[at]);
    else {
      const { store } = database.transaction(name, 'readonly');
      for (const key of keys) {
        const read = await readSafely(store, key);
        if ('problem' in read) unreadable.push({ store: name, key, reason: read.problem });
        else keep(key, read.value);
      }
    }
    await sweep(name, broken);
    return { found, unreadable };
  }

  /** What was read, where it can be used; put aside where it is broken. */
  async function checked<Name extends StoreName>(
    name: Name,
    key: string,
    read: Awaited<ReturnType<typeof readSafely>>,
  ) {
    if ('problem' in read || read.value === undefined) return undefined;
    if (faultOf(SCHEMAS[name], read.value) === null) return read.value as Value<Name>;
    await sweep(name, [key]);
    return undefined;
  }

  /** Errors of reading, in the words of this program. */
  async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw storageError(error);
    }
  }

  return {
    now,
    newId,
    notify,
    write,
    get: (name, key) =>
      reading(async () => checked(name, key, await readSafely(database.transaction(name, 'readonly').store, key))),
    getBoth: (one, other, key) =>
      reading(async () => {
        const transaction = database.transaction([one, other], 'readonly');
        const [first, second] = await Promise.all([
          readSafely(transaction.objectStore(one), key),
          readSafely(transaction.objectStore(other), key),
        ]);
        return [await checked(one, key, first), await checked(other, key, second)];
      }),
    all: (name) => reading(async () => (await readStore(name)).found),
    countsOf: (transcript) =>
      reading(async () => {
        const records = await database.getAllFromIndex('counts', 'transcript', transcript);
        return records.filter((record): record is Value<'counts'> => faultOf(COUNTS, record) === null);
      }),
    check: () =>
      reading(async () => {
        const lists = [];
        for (const name of STORE_NAMES) lists.push((await readStore(name)).unreadable);
        return lists.flat();
      }),
  };
}

/** Why a piece of work failed: where its transaction was aborted for a reason of the browser's, that one. */
async function causeOf(
  error: unknown,
  transaction: Writing,
  ended: Promise<{ error: unknown } | null>,
): Promise<unknown> {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
  const failed = await ended;
  const own = failed?.error;
  return own instanceof Error && own.name !== 'AbortError' ? own : error;
}
