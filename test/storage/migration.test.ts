/** Databases of version 1 come along, whatever is in them; a step that throws leaves them as they were. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_NAME, openDatabase } from '@/lib/storage/database';
import { createLibrary } from '@/lib/storage/library';
import { DATABASE_VERSION, type Migration, MissingMigrationError, migrationsFrom } from '@/lib/storage/migrations';
import { freshBrowser, lane, transcript } from './library-fixtures';

beforeEach(freshBrowser);

/** What version 1 made, written down here so that no change of the code changes it. */
async function versionOne(fill: (put: (store: string, value: unknown) => Promise<unknown>) => Promise<void>) {
  const database = await openDB(DATABASE_NAME, 1, {
    upgrade(made) {
      made.createObjectStore('transcripts', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
      made.createObjectStore('counts', { keyPath: 'key' }).createIndex('transcript', 'transcript');
      made.createObjectStore('workspaces', { keyPath: 'transcript' });
      made.createObjectStore('results', { keyPath: 'transcript' });
    },
  });
  await fill((store, value) => database.put(store, value));
  database.close();
}

const LANE = { system: 'managed-window', config: { window: 9 }, guards: {}, summarizer: { kind: 'extractive' } };
const PATCH = { id: 'p', splices: [{ at: 0, remove: 0, insert: [{ role: 'user', content: 'new' }] }] };
const before = { lane: LANE, yardstick: 'chars4', edits: [] };
const after = { lane: LANE, yardstick: 'chars4', edits: [PATCH] };
const WORKSPACE = {
  transcript: 'one',
  lane: LANE,
  cursor: 4,
  yardstick: 'words',
  showSent: true,
  revision: 0,
  edited: { '0': { edits: [PATCH], past: [{ name: 'Added', before, after }], future: [] } },
};

async function opened(steps?: readonly Migration[]) {
  const database = await openDatabase(() => undefined, steps);
  return { database, library: createLibrary(database, { channel: null }) };
}

describe('a database of version 1', () => {
  it('becomes one of today: transcripts and counts stay, a workspace is a scenario under its transcript’s id', async () => {
    await versionOne(async (put) => {
      await put('transcripts', transcript('one', '[{"a":1}]', 77));
      await put('transcripts', transcript('plain'));
      await put('counts', {
        key: 'one/0/chars4',
        transcript: 'one',
        counts: { counter: 'chars4', content: Int32Array.of(3), message: Int32Array.of(7), tools: 0 },
      });
      await put('workspaces', WORKSPACE);
    });
    const { library, database } = await opened();
    expect((await library.transcripts.list()).map(({ id }) => id)).toEqual(['one', 'plain']);
    expect(await (await library.transcripts.open('one'))?.original.text()).toBe('[{"a":1}]');
    expect((await library.counts('one', '0'))[0]?.message).toEqual(Int32Array.of(7));
    const entry = { id: 'lane-1', name: '', colour: 0, hidden: false, lane: LANE };
    const work = { lanes: [entry], active: 'lane-1', yardstick: 'chars4', probes: [], prices: {} };
    expect(await library.scenarios.list()).toHaveLength(1);
    expect(await library.scenarios.open('one')).toMatchObject({
      transcript: 'one',
      title: 'Title of one',
      conversation: '0',
      lanes: [entry],
      active: 'lane-1',
      cursor: 4,
      yardstick: 'words',
      view: { showSent: true },
      revision: 1,
      createdAt: 77,
      edited: {
        '0': {
          edits: [PATCH],
          past: [{ name: 'Added', before: { ...work, edits: [] }, after: { ...work, edits: [PATCH] } }],
        },
      },
    });
    expect([...database.objectStoreNames]).not.toContain('workspaces');
    expect(await library.quarantine.list()).toEqual([]);
  });

  it('keeps the lanes of a workspace that compared several, and tunes the same one', async () => {
    await versionOne(async (put) => {
      await put('workspaces', { ...WORKSPACE, lanes: [lane('a'), lane('b')], active: 'b', edited: {} });
      await put('workspaces', { ...WORKSPACE, transcript: 'two', lanes: [lane('a')], active: 'gone', edited: {} });
    });
    const { library } = await opened();
    expect(await library.scenarios.open('one')).toMatchObject({ lanes: [lane('a'), lane('b')], active: 'b' });
    expect(await library.scenarios.open('two')).toMatchObject({ active: 'a', title: 'Untitled' });
  });

  it('puts a broken workspace aside as it was found and brings the others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.anything({ withTypedArray: true, withDate: true })),
        async (garbage) => {
          freshBrowser();
          const broken = { ...garbage, transcript: 'broken', lane: 'no lane' };
          await versionOne(async (put) => {
            await put('workspaces', broken);
            await put('workspaces', WORKSPACE);
          });
          const { library } = await opened();
          expect((await library.scenarios.list()).map(({ id }) => id)).toEqual(['one']);
          const [aside] = await library.quarantine.list();
          expect(aside).toMatchObject({ store: 'workspaces', key: 'broken' });
          const raw = await library.quarantine.download(aside?.id ?? '');
          expect(await raw?.blob.text()).toContain('no lane');
        },
      ),
      { numRuns: 40, seed: 11 },
    );
  });

  it('is left as it was when a step throws in the middle, and opens whole the next time', async () => {
    await versionOne(async (put) => {
      await put('transcripts', transcript('one'));
      await put('workspaces', WORKSPACE);
    });
    const [create, real] = migrationsFrom(0);
    if (!create || !real) throw new Error('no steps');
    const steps: Migration[] = [
      create,
      async (database, transaction) => {
        await real(database, transaction);
        await transaction.objectStore('transcripts').delete('one');
        throw new Error('the lights went out');
      },
    ];
    await expect(opened(steps)).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      message: 'The stored data could not be brought to this version: the lights went out. It is untouched.',
    });
    const old = await openDB(DATABASE_NAME);
    expect(old.version).toBe(1);
    expect(await old.get('workspaces', 'one')).toEqual(WORKSPACE);
    expect(await old.getAllKeys('transcripts')).toEqual(['one']);
    expect([...old.objectStoreNames]).not.toContain('scenarios');
    old.close();
    const { library } = await opened();
    expect(await library.scenarios.open('one')).toMatchObject({ cursor: 4 });
  });

  it('is not touched by a program that lacks a step', async () => {
    await versionOne(async (put) => void (await put('workspaces', WORKSPACE)));
    await expect(openDatabase(() => undefined, migrationsFrom(0).slice(0, 1))).rejects.toThrow(MissingMigrationError);
    const old = await openDB(DATABASE_NAME);
    expect(old.version).toBe(1);
    old.close();
  });
});

describe('opening beside another tab', () => {
  it('says so at once where an old tab does not give way, and leaves no connection behind when it does', async () => {
    await versionOne(async (put) => void (await put('workspaces', WORKSPACE)));
    const stubborn = await openDB(DATABASE_NAME, 1);
    await expect(openDatabase(() => undefined)).rejects.toThrow(/Another tab keeps an older version/);
    stubborn.close();
    const { database, library } = await opened();
    expect(database.version).toBe(DATABASE_VERSION);
    expect(await library.scenarios.list()).toHaveLength(1);
    database.close();
    // A connection that was left open would hold this up for ever.
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(DATABASE_NAME);
      request.onsuccess = () => resolve();
      request.onblocked = () => reject(new Error('a connection is still open'));
    });
  });

  it('is told in words when its connection has been closed', async () => {
    const { database, library } = await opened();
    database.close();
    await expect(library.transcripts.save(transcript('one'))).rejects.toMatchObject({ name: 'StorageClosedError' });
    await expect(library.scenarios.list()).rejects.toMatchObject({ name: 'StorageClosedError' });
  });
});
