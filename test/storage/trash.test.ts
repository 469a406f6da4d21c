/** Deleting with a way back, and emptying the trash. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { draft, edits, freshBrowser, openLibrary, run, transcript } from './library-fixtures';

beforeEach(freshBrowser);

describe('the trash', () => {
  it('takes a transcript with its scenarios and runs, and gives all of it back', async () => {
    const { library } = await openLibrary();
    await library.transcripts.save(transcript('one'));
    await library.transcripts.save(transcript('two'));
    const scenario = await library.scenarios.create(draft('one', { edited: { '0': edits(1) } }));
    const other = await library.scenarios.create(draft('two'));
    const kept = await library.runs.create(run(scenario.id));
    const discarded = await library.trash.discard('transcript', 'one');
    expect(discarded.records.map(({ id }) => id).sort()).toEqual([kept.id, scenario.id, 'one'].sort());
    expect((await library.transcripts.list()).map(({ id }) => id)).toEqual(['two']);
    expect((await library.scenarios.list()).map(({ id }) => id)).toEqual([other.id]);
    expect(await library.scenarios.open(scenario.id)).toBeUndefined();
    expect(await library.runs.list()).toEqual([]);
    expect(await library.trash.list()).toHaveLength(3);
    await library.trash.restore(discarded);
    expect(await library.transcripts.list()).toHaveLength(2);
    expect(await library.scenarios.open(scenario.id)).toEqual(scenario);
    expect(await library.runs.open(kept.id)).toEqual(kept);
    expect(await library.trash.list()).toEqual([]);
  });

  it('does not take out with one undo what another command had put there', async () => {
    const { library } = await openLibrary();
    await library.transcripts.save(transcript('one'));
    const scenario = await library.scenarios.create(draft('one'));
    const first = await library.trash.discard('scenario', scenario.id);
    const second = await library.trash.discard('transcript', 'one');
    expect(second.records).toEqual([{ kind: 'transcript', id: 'one' }]);
    await library.trash.restore(second);
    expect(await library.scenarios.list()).toEqual([]);
    await library.trash.restore(first);
    expect(await library.scenarios.list()).toHaveLength(1);
  });

  it('deletes for good what is older than a time, with all that belongs to it, and nothing else', async () => {
    const { library, database } = await openLibrary();
    await library.transcripts.save(transcript('old'));
    await library.saveCounts('old', '0', {
      counter: 'chars4',
      content: Int32Array.of(1),
      message: Int32Array.of(5),
      tools: 0,
    });
    const scenario = await library.scenarios.create(draft('old', { edited: { '0': edits(1) } }));
    await library.runs.create(run(scenario.id, { packed: [null] }));
    const { at } = await library.trash.discard('transcript', 'old');
    await library.transcripts.save(transcript('young'));
    await library.trash.discard('transcript', 'young');
    expect(await library.trash.purge(at)).toBe(0);
    expect(await library.trash.purge(at + 1)).toBe(3);
    expect((await library.trash.list()).map(({ id }) => id)).toEqual(['young']);
    for (const store of ['scenarios', 'edits', 'runs', 'packs', 'counts'] as const) {
      expect(await database.getAllKeys(store), store).toEqual([]);
    }
  });

  it('gives back a scenario with its transcript when it is saved after all, and purges neither', async () => {
    const { library } = await openLibrary();
    await library.transcripts.save(transcript('one'));
    const scenario = await library.scenarios.create(draft('one'));
    await library.trash.discard('transcript', 'one');
    expect(await library.scenarios.save(scenario)).toMatchObject({ kind: 'saved', revision: 2 });
    expect(await library.trash.purge()).toBe(0);
    expect(await library.scenarios.list()).toHaveLength(1);
    expect(await library.transcripts.list()).toHaveLength(1);
  });
});
