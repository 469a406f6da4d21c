/** The library as one file: out and in again, merged and never written over, cut and spoilt files. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { crc32 } from '@/lib/storage/crc32';
import type { Library } from '@/lib/storage/library';
import { LibraryFileError, lineOf, PART_BYTES } from '@/lib/storage/library-file';
import {
  contents,
  draft,
  edits,
  elsewhere,
  freshBrowser,
  lane,
  openLibrary,
  run,
  transcript,
} from './library-fixtures';

beforeEach(freshBrowser);

const packed = {
  system: 'none',
  messageCount: 1,
  leading: new Int32Array(0),
  limit: Number.POSITIVE_INFINITY,
  calls: { before: Int32Array.of(-1), tokens: Int32Array.of(5), items: Int32Array.of(1) },
  arrivals: {
    call: Int32Array.of(0),
    state: Uint8Array.of(1),
    cost: Int32Array.of(5),
    tokens: Int32Array.of(5),
  },
  transitions: Object.fromEntries(
    ['subject', 'call', 'state', 'into', 'decision', 'previous'].map((name) => [name, new Int32Array(0)]),
  ) as never,
  messageHead: Int32Array.of(-1),
  insertHead: new Int32Array(0),
  inserts: [],
  decisions: Object.fromEntries(
    ['kind', 'call', 'first', 'last', 'count', 'before', 'after', 'insert', 'entries', 'reason', 'amount'].map(
      (name) => [name, new Int32Array(0)],
    ),
  ) as never,
  summarizerCalls: 0,
  pinRules: [],
};

async function filled(): Promise<Library> {
  const { library } = await openLibrary();
  await library.transcripts.save(transcript('one', '[{"text":"Grüße 👋"}]'));
  await library.transcripts.save(transcript('two', `[${'"abcdefgh",'.repeat(250_000)}0]`));
  await library.transcripts.tag('one', ['kept']);
  const scenario = await library.scenarios.create(
    draft('one', { edited: { '0': edits(30) }, probes: [{ ask: '?' }], prices: { model: 'm' }, id: 'scenario' }),
  );
  await library.scenarios.create(draft('two', { id: 'other', lanes: [lane('lane-1', { limit: Number.NaN })] }));
  await library.runs.create(run(scenario.id, { packed: [packed, null], pinned: true }));
  return library;
}

const linesOf = async (file: Blob) => (await file.text()).split('\n').slice(0, -1);
const fileOf = (lines: readonly string[]) => new Blob([lines.map((line) => `${line}\n`).join('')]);

describe('a library file', () => {
  it('brings everything to another browser as it was', async () => {
    const here = await filled();
    const before = await contents(here);
    const { file, records, left } = await here.exportAll();
    expect([records, left]).toEqual([5, []]);
    const there = await elsewhere();
    const report = await there.importAll(file);
    expect(report).toMatchObject({ same: [], copied: [], problems: [], cut: false });
    expect(report.added).toHaveLength(5);
    expect(report).not.toHaveProperty('stopped');
    expect(await contents(there)).toEqual(before);
    // The history still shares its changes: stored once, as before.
    const back = (await there.scenarios.open('scenario'))?.edited['0'];
    expect(back?.past[5]?.after).toBe(back?.past[6]?.before);
    expect(back?.past.at(-1)?.after.edits[0]).toBe(back?.past[0]?.after.edits[0]);
  });

  it('is small where the transcript repeats itself, and grows with the history, not with its square', async () => {
    const here = await filled();
    const { file } = await here.exportAll();
    expect((await here.transcripts.open('two'))?.original.size).toBeGreaterThan(2 * PART_BYTES);
    expect(file.size).toBeLessThan(100_000);
    const sizes: number[] = [];
    for (const steps of [100, 200]) {
      freshBrowser();
      const { library } = await openLibrary();
      await library.scenarios.create(draft('one', { edited: { '0': edits(steps) } }));
      const [, , part] = await linesOf((await library.exportAll()).file);
      sizes.push(JSON.parse(part ?? '{}').body.bytes);
    }
    expect((sizes[1] as number) / (sizes[0] as number)).toBeLessThan(4);
    expect(sizes[1]).toBeLessThan(300_000);
  });

  it('changes nothing when it is read again, in the same library or in the other', async () => {
    const here = await filled();
    const { file } = await here.exportAll();
    const before = await contents(here);
    expect(await here.importAll(file)).toMatchObject({ added: [], copied: [], problems: [] });
    expect(await contents(here)).toEqual(before);
    const there = await elsewhere();
    await there.importAll(file);
    const first = await contents(there);
    expect((await there.importAll(file)).same).toHaveLength(5);
    expect(await contents(there)).toEqual(first);
  });

  it('never writes over what differs: it becomes a copy once, and what belongs to it follows', async () => {
    const here = await filled();
    const { file } = await here.exportAll();
    const there = await elsewhere();
    await there.transcripts.save(transcript('one', '[{"quite":"another"}]'));
    const mine = await there.scenarios.create(draft('one', { id: 'scenario', title: 'Mine', cursor: 9 }));
    for (const round of [1, 2]) {
      const report = await there.importAll(file);
      expect(report.problems, `round ${round}`).toEqual([]);
      expect(await there.scenarios.open('scenario')).toEqual(mine);
      expect(await (await there.transcripts.open('one'))?.original.text()).toBe('[{"quite":"another"}]');
      const copy = (await there.transcripts.list()).find(({ id }) => id.startsWith('one~'));
      expect(copy?.title).toBe('Title of one (imported)');
      const followed = (await there.scenarios.list()).find(({ id }) => id.startsWith('scenario~'));
      expect(followed).toMatchObject({ transcript: copy?.id, title: 'Scenario of one (imported)' });
      expect((await there.runs.list())[0]).toMatchObject({ transcript: copy?.id, scenario: followed?.id });
      expect((await there.transcripts.list()).length).toBe(3);
      expect((await there.scenarios.list()).length).toBe(3);
      expect((await there.runs.list()).length).toBe(1);
      if (round === 2) expect([report.added, report.copied]).toEqual([[], []]);
    }
  });

  it('gives back what lies in the trash, and leaves the trash out of exports', async () => {
    const here = await filled();
    const { file } = await here.exportAll();
    await here.trash.discard('transcript', 'one');
    expect((await here.exportAll()).records).toBe(2);
    const report = await here.importAll(file);
    expect(report.added.map(({ id }) => id).sort()).toEqual(['id-1', 'one', 'scenario'].sort());
    expect(await here.trash.list()).toEqual([]);
    expect(report.copied).toEqual([]);
  });

  it('keeps the baseline of the library that it comes into', async () => {
    const here = await filled();
    const { file } = await here.exportAll();
    const there = await elsewhere();
    const mine = await there.runs.create(run('scenario', { pinned: true }));
    await there.importAll(file);
    const runs = await there.runs.list('scenario');
    expect(runs).toHaveLength(2);
    expect(runs.filter(({ pinned }) => pinned).map(({ id }) => id)).toEqual([mine.id]);
  });
});

describe('a library file that is not whole', () => {
  it('gives what is whole wherever it is cut, and says what is missing', async () => {
    const here = await filled();
    const bytes = new Uint8Array(await (await here.exportAll()).file.arrayBuffer());
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 300, max: bytes.length - 2 }), async (at) => {
        const there = await elsewhere();
        const report = await there.importAll(new Blob([bytes.slice(0, at)]));
        expect(report.cut).toBe(true);
        expect(report.added.length).toBeLessThanOrEqual(5);
        expect(await there.quarantine.list()).toEqual([]);
        for (const { kind, id } of report.added) {
          if (kind !== 'transcript') continue;
          const [one, other] = [await there.transcripts.open(id), await here.transcripts.open(id)];
          expect(await one?.original.text()).toBe(await other?.original.text());
        }
      }),
      { numRuns: 25, seed: 3 },
    );
  });

  it('loses the one record that a spoilt byte is in, and no other', async () => {
    const here = await filled();
    const lines = await linesOf((await here.exportAll()).file);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: lines.length - 2 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (number, place) => {
          const line = lines[number] as string;
          const at = Math.floor(place * line.length);
          const spoilt = `${line.slice(0, at)}${line[at] === 'x' ? 'y' : 'x'}${line.slice(at + 1)}`;
          const there = await elsewhere();
          const report = await there.importAll(fileOf(lines.map((one, other) => (other === number ? spoilt : one))));
          expect(report.problems.length).toBeGreaterThan(0);
          expect(report.added.length).toBe(4);
          expect(report.cut).toBe(false);
        },
      ),
      { numRuns: 25, seed: 5 },
    );
  });

  it('names the line and the field of a record that does not fit, and takes the others', async () => {
    const here = await filled();
    const lines = await linesOf((await here.exportAll()).file);
    const at = lines.findIndex((line) => line.includes('"kind":"scenario"'));
    const { body } = JSON.parse(lines[at] as string);
    body.record.lanes[0].lane.system = 7;
    const changed = lines.map((line, number) => (number === at ? lineOf(JSON.stringify(body)).trimEnd() : line));
    const report = await (await elsewhere()).importAll(fileOf(changed));
    expect(report.problems).toEqual([
      { line: at + 1, what: 'scenario Scenario of two', reason: 'lanes.0.lane.system is 7, not a text.' },
    ]);
    expect(report.added).toHaveLength(4);
  });

  it('is refused where it is no library, or one of a later version, and nothing is stored', async () => {
    const there = await elsewhere();
    for (const text of ['', '[{"role":"user"}]', '<html>\n</html>', '\0\0\0']) {
      await expect(there.importAll(new Blob([text])), text).rejects.toThrow(LibraryFileError);
    }
    const later = lineOf('{"palimpsest-library":99,"records":1}');
    await expect(there.importAll(new Blob([later]))).rejects.toThrow(/version 99; this page reads version 1/);
    expect(await contents(there)).toEqual([]);
  });
});

it('computes CRC-32 as the standard’s check value says', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new TextEncoder().encode('6789'), crc32(new TextEncoder().encode('12345')))).toBe(0xcbf43926);
});
