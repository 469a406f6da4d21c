/** Scenarios in the library: saved under revisions, labelled, copied, deleted with a way back; two tabs never lose work. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '@/lib/storage/database';
import { createLibrary, type Library } from '@/lib/storage/library';
import type { Notice } from '@/lib/storage/library-types';
import type { ScenarioRecord } from '@/lib/storage/records';
import { draft, edits, freshBrowser, lane, openLibrary, run, transcript } from './library-fixtures';

beforeEach(freshBrowser);

describe('a scenario', () => {
  it('comes back as it was saved, history and curve and all', async () => {
    const { library } = await openLibrary();
    const made = await library.scenarios.create(draft('one', { edited: { '0': edits(3) }, probes: [{ text: 'x' }] }));
    const back = await library.scenarios.open(made.id);
    expect(back).toEqual(made);
    expect(back?.revision).toBe(1);
    expect(back?.thumbnail).toEqual(Float32Array.of(0, 0.5, 1));
  });

  it('stands in lists without its history and lanes, changed last first', async () => {
    const { library } = await openLibrary();
    const first = await library.scenarios.create(draft('one', { title: 'First' }));
    await library.scenarios.create(draft('one', { title: 'Second', edited: { '0': edits(2) } }));
    await library.scenarios.save({ ...first, cursor: 5 });
    const list = await library.scenarios.list();
    expect(list.map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(list[0]?.systems).toEqual(['managed-window']);
    for (const name of ['edited', 'lanes', 'probes', 'view']) expect(list[1]).not.toHaveProperty(name);
  });

  it('keeps title and tags that were given while its work was open', async () => {
    const { library } = await openLibrary();
    const open = await library.scenarios.create(draft('one'));
    await library.scenarios.rename(open.id, 'Renamed');
    await library.scenarios.tag(open.id, ['thrash']);
    const outcome = await library.scenarios.save({ ...open, cursor: 3 });
    expect(outcome).toEqual({ kind: 'saved', id: open.id, title: 'Renamed', revision: 2 });
    expect(await library.scenarios.open(open.id)).toMatchObject({ title: 'Renamed', tags: ['thrash'], cursor: 3 });
  });

  it('is duplicated under a title of its own, and the two go their own ways', async () => {
    const { library } = await openLibrary();
    const first = await library.scenarios.create(draft('one', { title: 'T', edited: { '0': edits(1) } }));
    const second = await library.scenarios.duplicate(first.id);
    const third = await library.scenarios.duplicate(first.id);
    expect([second?.title, third?.title]).toEqual(['T (copy)', 'T (copy 2)']);
    if (!second) throw new Error('no copy');
    await library.scenarios.save({ ...second, edited: {}, cursor: 9 });
    expect(await library.scenarios.open(first.id)).toMatchObject({ cursor: 0, edited: { '0': edits(1) } });
    expect(await library.scenarios.duplicate('nowhere')).toBeUndefined();
  });

  it('is not stored with a lane that does not exist; what was stored stays', async () => {
    const { library } = await openLibrary();
    const made = await library.scenarios.create(draft('one'));
    await expect(library.scenarios.save({ ...made, active: 'lane-7' })).rejects.toMatchObject({
      name: 'InvalidRecordError',
    });
    expect((await library.scenarios.open(made.id))?.active).toBe('lane-1');
  });
});

describe('two tabs on one scenario', () => {
  it('keeps the work of both: the second to save gets a copy of its own, with its id and title', async () => {
    const { library } = await openLibrary();
    const other = createLibrary(await openDatabase(() => undefined), { channel: null });
    const here = await library.scenarios.create(draft('one', { title: 'Shared' }));
    const there = await other.scenarios.open(here.id);
    if (!there) throw new Error('not there');
    await library.scenarios.save({ ...here, cursor: 1, edited: { '0': edits(1) } });
    const outcome = await other.scenarios.save({ ...there, cursor: 2, edited: { '0': edits(2) } });
    expect(outcome).toMatchObject({ kind: 'copied', title: 'Shared (conflict copy)', revision: 1, of: here.id });
    expect(await library.scenarios.open(here.id)).toMatchObject({ cursor: 1, edited: { '0': edits(1) } });
    const copy = await library.scenarios.open(outcome.id);
    expect(copy).toMatchObject({ cursor: 2, edited: { '0': edits(2) }, conflictOf: here.id });
    // It goes on under the copy, without another one.
    const next = await other.scenarios.save({ ...there, id: outcome.id, revision: outcome.revision, cursor: 3 });
    expect(next).toMatchObject({ kind: 'saved', id: outcome.id, revision: 2 });
    expect(await library.scenarios.list()).toHaveLength(2);
  });

  it('loses no save and writes over none, whatever the order in which tabs save at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 12 }), async (order) => {
        freshBrowser();
        const first = await openLibrary();
        const made = await first.library.scenarios.create(draft('one'));
        const tabs: { library: Library; open: ScenarioRecord; last: number }[] = [];
        for (let tab = 0; tab < 3; tab++) {
          const database = await openDatabase(() => undefined);
          tabs.push({ library: createLibrary(database, { channel: null }), open: made, last: -1 });
        }
        const saves = order.map((tab, at) => async () => {
          const one = tabs[tab] as (typeof tabs)[number];
          const outcome = await one.library.scenarios.save({ ...one.open, cursor: at + 1 });
          one.open = { ...one.open, id: outcome.id, revision: outcome.revision };
          one.last = at + 1;
        });
        // Each tab in its own order, the tabs at the same time.
        await Promise.all(
          tabs.map(async (_tab, number) => {
            for (const [at, save] of saves.entries()) if (order[at] === number) await save();
          }),
        );
        const stored = new Map<string, number>();
        for (const { id } of await first.library.scenarios.list()) {
          stored.set(id, (await first.library.scenarios.open(id))?.cursor ?? -1);
        }
        for (const { open, last } of tabs) if (last >= 0) expect(stored.get(open.id)).toBe(last);
        expect(stored.size).toBe(new Set([made.id, ...tabs.map(({ open }) => open.id)]).size);
      }),
      { numRuns: 30, seed: 7 },
    );
  });

  it('never opens the settings of one save with the changes of another', async () => {
    const { library } = await openLibrary();
    const other = createLibrary(await openDatabase(() => undefined), { channel: null });
    const made = await library.scenarios.create(draft('one', { cursor: 0, edited: { '0': edits(0) } }));
    const saving = (async () => {
      let revision = made.revision;
      for (let steps = 1; steps <= 40; steps++) {
        const saved = await other.scenarios.save({ ...made, revision, cursor: steps, edited: { '0': edits(steps) } });
        revision = saved.revision;
      }
    })();
    const seen = new Set<number>();
    while (!seen.has(40)) {
      const found = await library.scenarios.open(made.id);
      expect(found?.edited['0']?.past.length).toBe(found?.cursor);
      seen.add(found?.cursor ?? -1);
    }
    await saving;
    expect(seen.size).toBeGreaterThan(2);
  });

  it('hears what the other one saved, renamed and deleted, and not what it did itself', async () => {
    const listeners = new Set<{ own: unknown; hear: (event: MessageEvent) => void }>();
    const channelOf = (own: object) => ({
      postMessage(data: unknown) {
        for (const one of listeners) if (one.own !== own) one.hear({ data } as MessageEvent);
      },
      addEventListener: (_type: 'message', hear: (event: MessageEvent) => void) => void listeners.add({ own, hear }),
      close: () => undefined,
    });
    const { library } = await openLibrary({ channel: channelOf({}) });
    const other = createLibrary(await openDatabase(() => undefined), { channel: channelOf({}) });
    const heard: Notice[] = [];
    const echoed: Notice[] = [];
    const stop = other.subscribe((notice) => heard.push(notice));
    library.subscribe((notice) => echoed.push(notice));
    const { id } = await library.scenarios.create(draft('one'));
    await library.scenarios.rename(id, 'New');
    await library.trash.discard('scenario', id);
    expect(heard).toEqual([
      { kind: 'scenario', id, change: 'saved', revision: 1 },
      { kind: 'scenario', id, change: 'labelled' },
      { kind: 'scenario', id, change: 'discarded' },
    ]);
    for (const one of listeners) one.hear({ data: { kind: 'scenario', id: 5, change: 'exploded' } } as MessageEvent);
    expect(heard).toHaveLength(3);
    stop();
    await library.trash.purge();
    expect(heard).toHaveLength(3);
    expect(echoed).toEqual([]);
  });
});

describe('a transcript', () => {
  it('keeps the title and tags that the user gave when it is opened again', async () => {
    const { library } = await openLibrary();
    await library.transcripts.save(transcript('one'));
    await library.transcripts.save({ ...transcript('one'), title: 'By its conversation' });
    expect((await library.transcripts.open('one'))?.title).toBe('By its conversation');
    await library.transcripts.rename('one', 'Mine');
    await library.transcripts.tag('one', ['a']);
    await library.transcripts.save({ ...transcript('one', '[{}]', 9), title: 'Its own' });
    const [entry] = await library.transcripts.list();
    expect(entry).toMatchObject({ title: 'Mine', tags: ['a'], openedAt: 9 });
  });
});

describe('runs', () => {
  it('come back with engine, settings and scoreboard; lists are without ledgers', async () => {
    const { library } = await openLibrary();
    const made = await library.runs.create(run('s', { packed: [null] }));
    await library.runs.create(run('t'));
    expect(await library.runs.open(made.id)).toEqual(made);
    const list = await library.runs.list('s');
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ engine: '0.1.0', rows: [{ lane: 'lane-1', peak: 0.5 }] });
    expect(list[0]).not.toHaveProperty('packed');
    expect((await library.runs.list()).length).toBe(2);
  });

  it('have one baseline a scenario at most', async () => {
    const { library } = await openLibrary();
    const a = await library.runs.create(run('s', { pinned: true }));
    const b = await library.runs.create(run('s', { pinned: true }));
    const elsewhere = await library.runs.create(run('t', { pinned: true }));
    const pinned = async () =>
      (await library.runs.list())
        .filter((one) => one.pinned)
        .map(({ id }) => id)
        .sort();
    expect(await pinned()).toEqual([b.id, elsewhere.id].sort());
    await library.runs.pin(a.id, true);
    expect(await pinned()).toEqual([a.id, elsewhere.id].sort());
    await library.runs.pin(b.id, false);
    expect(await pinned()).toEqual([a.id, elsewhere.id].sort());
    await library.runs.pin(a.id, false);
    expect(await pinned()).toEqual([elsewhere.id]);
  });
});

describe('sizes', () => {
  it('say what each kind takes, add up, and count a shared change once', async () => {
    const { library } = await openLibrary();
    await library.transcripts.save(transcript('one', 'x'.repeat(5000)));
    await library.transcripts.save(transcript('gone', 'x'.repeat(700)));
    await library.trash.discard('transcript', 'gone');
    const long = { ...edits(60) };
    const made = await library.scenarios.create(draft('one', { edited: { '0': long }, lanes: [lane()] }));
    const { transcripts, scenarios, runs, derived, trash, total } = await library.sizes();
    expect([transcripts, trash, runs]).toEqual([5000, 700, 0]);
    expect(scenarios).toBe((await library.scenarios.list())[0]?.bytes);
    expect(scenarios).toBe(made.bytes);
    expect(total).toBe(transcripts + scenarios + runs + derived + trash);
    // 61 works with up to 60 changes each: 1,830 places of 60 changes, which are stored once.
    expect(scenarios).toBeLessThan(120 * 8 * 60);
  });
});
