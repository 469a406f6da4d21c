/** The library over a real IndexedDB implementation: what was saved comes back, and what is broken hurts nothing else. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DATABASE_NAME, openDatabase, StorageUnavailableError } from '@/lib/storage/database';
import { createLibrary } from '@/lib/storage/library';
import { DATABASE_VERSION } from '@/lib/storage/migrations';
import type { TranscriptRecord } from '@/lib/storage/records';

function record(id: string, openedAt: number): TranscriptRecord {
  return {
    id,
    name: `${id}.json`,
    title: id,
    format: 'openai-chat',
    formatLabel: 'OpenAI Chat Completions',
    bytes: 4,
    messages: 2,
    calls: 2,
    conversation: '0',
    openedAt,
    original: new Blob(['[{}]']),
  };
}

const counts = (counter: string, tokens: number) => ({
  counter,
  content: Int32Array.of(tokens),
  message: Int32Array.of(tokens + 4),
  tools: 0,
});

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('the library', () => {
  it('lists transcripts newest first, without their bytes', async () => {
    const library = createLibrary(await openDatabase(() => undefined));
    await library.transcripts.save(record('old', 1));
    await library.transcripts.save(record('new', 2));
    const list = await library.transcripts.list();
    expect(list.map((entry) => entry.id)).toEqual(['new', 'old']);
    expect(list[0]).not.toHaveProperty('original');
  });

  it('keeps counts by conversation and counter, as they were', async () => {
    const library = createLibrary(await openDatabase(() => undefined));
    await library.transcripts.save(record('one', 1));
    await library.saveCounts('one', '0', counts('chars4', 7));
    await library.saveCounts('one', '0', counts('o200k_base', 5));
    await library.saveCounts('one', 'side', counts('chars4', 9));
    const known = await library.counts('one', '0');
    expect(known.map((entry) => [entry.counter, entry.content[0]])).toEqual([
      ['chars4', 7],
      ['o200k_base', 5],
    ]);
  });

  it('deletes a transcript for good with everything that belongs to it, and nothing else', async () => {
    const library = createLibrary(await openDatabase(() => undefined));
    const lane = { system: 'none', config: {}, guards: {}, summarizer: { kind: 'drop' } };
    for (const id of ['one', 'two']) {
      await library.transcripts.save(record(id, 1));
      await library.saveCounts(id, '0', counts('chars4', 1));
      await library.scenarios.create({
        id,
        transcript: id,
        conversation: '0',
        title: id,
        lanes: [{ id: 'lane-1', name: '', colour: 0, hidden: false, lane }],
        active: 'lane-1',
        yardstick: 'chars4',
        probes: [],
        prices: {},
        cursor: 3,
        view: {},
        edited: {},
      });
    }
    await library.trash.discard('transcript', 'one');
    await library.trash.purge();
    expect((await library.transcripts.list()).map((entry) => entry.id)).toEqual(['two']);
    expect(await library.counts('one', '0')).toEqual([]);
    expect(await library.scenarios.open('one')).toBeUndefined();
    expect((await library.scenarios.open('two'))?.cursor).toBe(3);
  });

  it('leaves out a record that is no transcript and shows the others', async () => {
    const database = await openDatabase(() => undefined);
    const library = createLibrary(database);
    await library.transcripts.save(record('good', 1));
    await database.put('transcripts', { id: 'broken', openedAt: 2 } as TranscriptRecord);
    expect((await library.transcripts.list()).map((entry) => entry.id)).toEqual(['good']);
    expect(await library.transcripts.open('broken')).toBeUndefined();
  });
});

describe('opening the database', () => {
  it('explains a version that is newer than this page, and leaves it untouched', async () => {
    const newer = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE_NAME, 99);
      request.onupgradeneeded = () => request.result.createObjectStore('future');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    newer.close();
    await expect(openDatabase(() => undefined)).rejects.toThrow(/newer version of Palimpsest/);
    const names = await indexedDB.databases();
    expect(names).toEqual([{ name: DATABASE_NAME, version: 99 }]);
  });

  it('gives way to a newer version in another tab and says so', async () => {
    let said = '';
    await openDatabase((reason) => {
      said = reason;
    });
    const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE_NAME, DATABASE_VERSION + 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    expect(upgraded.version).toBe(DATABASE_VERSION + 1);
    expect(said).toMatch(/newer version/);
  });

  it('is a clear error where the browser has no storage', async () => {
    vi.stubGlobal('indexedDB', undefined);
    await expect(openDatabase(() => undefined)).rejects.toThrow(StorageUnavailableError);
  });
});
