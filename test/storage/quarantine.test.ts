/** Broken records of every kind are put aside as they were found, can be downloaded, and keep nothing else from loading. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreName } from '@/lib/storage/database';
import { rawText } from '@/lib/storage/raw-text';
import { draft, edits, freshBrowser, openLibrary, run, transcript } from './library-fixtures';

beforeEach(freshBrowser);

const KEYS: Readonly<Record<StoreName, string>> = {
  transcripts: 'id',
  counts: 'key',
  results: 'transcript',
  scenarios: 'id',
  edits: 'scenario',
  runs: 'id',
  packs: 'run',
};
const STORES = Object.keys(KEYS) as StoreName[];

/** Values that IndexedDB can hold but no record is made of. */
const garbage = fc.dictionary(
  fc.oneof(
    fc.string(),
    fc.constantFrom('id', 'title', 'original', 'lanes', 'edited', 'run', 'counts', 'revision', 'deletedAt', 'bytes'),
  ),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
  { maxKeys: 6 },
);

async function filled() {
  const { library, database } = await openLibrary();
  await library.transcripts.save(transcript('good'));
  const counts = { counter: 'chars4', content: Int32Array.of(1), message: Int32Array.of(5), tools: 0 };
  await library.saveCounts('good', '0', counts);
  const scenario = await library.scenarios.create(draft('good', { edited: { '0': edits(2) } }));
  await library.runs.create(run(scenario.id, { packed: [null] }));
  return { library, database, scenario };
}

describe('a broken record', () => {
  it.each(STORES)('of the store %s is put aside whatever it is; the others load', async (store) => {
    await fc.assert(
      fc.asyncProperty(garbage, async (value) => {
        freshBrowser();
        const { library, database, scenario } = await filled();
        const broken = { ...value, [KEYS[store]]: 'broken' };
        // The one thing that chance finds which is a record: no changes at all.
        fc.pre(store !== 'edits' || rawText(value.edited) !== '{}');
        await database.put(store, broken as never);
        expect((await library.transcripts.list()).map(({ id }) => id)).toEqual(['good']);
        expect((await library.scenarios.list()).map(({ id }) => id)).toEqual([scenario.id]);
        expect(await library.scenarios.open(scenario.id)).toMatchObject({ edited: { '0': edits(2) } });
        expect(await library.runs.list()).toHaveLength(1);
        expect(await library.counts('good', '0')).toHaveLength(1);
        await library.sizes();
        expect((await library.exportAll()).left).toEqual([]);
        const [aside, ...more] = await library.quarantine.list();
        expect(more).toEqual([]);
        expect(aside).toMatchObject({ store, key: 'broken', reason: expect.stringMatching(/, not /) });
        expect(await database.get(store, 'broken')).toBeUndefined();
        expect((await database.get('quarantine', aside?.id ?? ''))?.raw).toEqual(broken);
        const download = await library.quarantine.download(aside?.id ?? '');
        const text = await download?.blob.text();
        if (!(value.original instanceof Blob)) expect(() => JSON.parse(text ?? '')).not.toThrow();
        await library.quarantine.remove(aside?.id ?? '');
        expect(await library.quarantine.list()).toEqual([]);
      }),
      { numRuns: 25, seed: 13 },
    );
  });

  it('that was a good one with a field gone, cut or of another kind is told by that field', async () => {
    const { library, database, scenario } = await filled();
    const stored = await database.get('scenarios', scenario.id);
    if (!stored) throw new Error('not stored');
    for (const [change, reason] of [
      [{ lanes: null }, 'lanes is empty, not a list of lanes.'],
      [{ lanes: [] }, 'lanes is a list, not a list with a lane in it.'],
      [{ active: 'other' }, 'The record is an object, not a scenario whose active lane exists.'],
      [{ revision: '3' }, 'revision is "3", not a whole number.'],
      [{ thumbnail: [1, 2] }, 'thumbnail is a list, not a small curve.'],
      [{ lanes: [{ ...stored.lanes[0], lane: { system: 'x' } }] }, 'lanes.0.lane.config is missing, not an object.'],
    ] as const) {
      await database.put('scenarios', { ...stored, ...change } as never);
      expect(await library.scenarios.open(scenario.id)).toBeUndefined();
      const [aside] = await library.quarantine.list();
      expect(aside?.reason).toBe(reason);
      await library.quarantine.remove(aside?.id ?? '');
    }
  });

  it('under whose id something is saved is put aside first, never written over', async () => {
    const { library, database } = await filled();
    await database.put('scenarios', { id: 'scenario', work: 'of hours' } as never);
    const saved = await library.scenarios.create(draft('good', { id: 'scenario' }));
    expect(saved.id).toBe('scenario');
    const [aside] = await library.quarantine.list();
    expect(await (await library.quarantine.download(aside?.id ?? ''))?.blob.text()).toContain('of hours');
  });

  it('of a transcript hands out the file byte for byte', async () => {
    const { library, database } = await filled();
    await database.put('transcripts', { ...transcript('broken', 'the bytes'), messages: 'many' } as never);
    const [aside] = await library.quarantine.list();
    const download = await library.quarantine.download(aside?.id ?? '');
    expect([download?.name, await download?.blob.text()]).toEqual(['broken.json', 'the bytes']);
  });

  it('stays listed and can be downloaded when the quarantine itself is spoilt', async () => {
    const { library, database } = await filled();
    await database.put('quarantine', { id: 'odd', foundAt: 'once' } as never);
    expect(await library.quarantine.list()).toEqual([
      { id: 'odd', store: 'unknown', key: 'odd', reason: 'The browser cannot read it.', foundAt: 0 },
    ]);
    expect(await (await library.quarantine.download('odd'))?.blob.text()).toContain('"once"');
  });

  it('that the browser itself cannot read is named where it lies; the others load; a save goes beside it', async () => {
    const { library, database } = await filled();
    await library.scenarios.create(draft('good', { id: 'unreadable', title: 'Lost' }));
    const { get, getAll } = IDBObjectStore.prototype;
    const failing = (request: IDBRequest) => {
      const broken = Object.create(request) as IDBRequest & { onsuccess: unknown; onerror: unknown };
      queueMicrotask(() =>
        request.addEventListener('success', () => (broken.onerror as (event: Event) => void)(new Event('error'))),
      );
      Object.defineProperties(broken, {
        onsuccess: { writable: true, value: null },
        onerror: { writable: true, value: null },
        error: { value: new DOMException('Failed to read large IndexedDB value', 'NotReadableError') },
      });
      return broken;
    };
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      const request = get.call(this, key);
      return key === 'unreadable' && this.name === 'scenarios' ? failing(request) : request;
    });
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore) {
      if (this.name === 'scenarios') throw new DOMException('Failed to read large IndexedDB value', 'NotReadableError');
      return getAll.call(this);
    });
    try {
      expect(await library.scenarios.list()).toHaveLength(1);
      const [named] = await library.quarantine.list();
      expect(named).toMatchObject({ store: 'scenarios', key: 'unreadable' });
      expect(named?.reason).toMatch(/cannot read it: Failed to read large/);
      const saved = await library.scenarios.create(draft('good', { id: 'unreadable', title: 'Again' }));
      expect(saved).toMatchObject({ title: 'Again (conflict copy)' });
      expect(saved.id).not.toBe('unreadable');
    } finally {
      vi.restoreAllMocks();
    }
    expect((await database.get('scenarios', 'unreadable'))?.title).toBe('Lost');
  });
});

describe('raw text', () => {
  it('is JSON for any value, with cycles, of any depth', () => {
    const cyclic: { [name: string]: unknown } = {
      big: 12n,
      at: new Date(0),
      bytes: Uint8Array.of(1, 2, 3),
      nan: Number.NaN,
    };
    cyclic.self = cyclic;
    expect(JSON.parse(rawText(cyclic))).toEqual({
      big: { $kind: 'bigint', text: '12' },
      at: { $kind: 'Date', text: String(new Date(0)) },
      bytes: { $kind: 'Uint8Array', base64: 'AQID' },
      nan: { $kind: 'number', text: 'NaN' },
      self: { $repeated: 0 },
    });
    let deep: unknown = null;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(rawText(deep)).toHaveLength(200_004);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shared = rawText(value);
        if (!shared.includes('$repeated')) expect(JSON.parse(shared)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 17 },
    );
  });
});
