/** The library as one file: out and in again, merged and never written over, cut and spoilt files, and bombs. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { crc32 } from '@/lib/storage/crc32';
import type { Library } from '@/lib/storage/library';
import { LibraryFileError, lineOf, PART_BYTES } from '@/lib/storage/library-file';
import { draft, edits, freshBrowser, lane, openLibrary, run, transcript } from './library-fixtures';

beforeEach(freshBrowser);

/** An empty library in a browser of its own, whose ids begin with a word. */
async function elsewhere(prefix = 'there'): Promise<Library> {
  freshBrowser();
  let number = 0;
  return (await openLibrary({ newId: () => `${prefix}-${++number}` })).library;
}

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

/** Everything that can be seen of a library, without what differs from one import to the next. */
async function contents(library: Library) {
  const seen: unknown[] = [];
  for (const { id } of await library.transcripts.list()) {
    const { original, ...found } = (await library.transcripts.open(id)) ?? {};
    seen.push([found, original?.type, await original?.text()]);
  }
  for (const { id } of await library.scenarios.list()) seen.push(await library.scenarios.open(id));
  for (const { id } of await library.runs.list()) seen.push(await library.runs.open(id));
  return seen;
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

describe('a hostile library file', () => {
  const header = lineOf('{"palimpsest-library":1,"exportedAt":1,"records":1}');
  const { original: _original, ...metadata } = transcript('bomb');
  const record = (attachment: object) =>
    lineOf(JSON.stringify({ kind: 'transcript', record: metadata, attachment: { type: '', ...attachment } }));

  async function zeros(bytes: number): Promise<string> {
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('gzip'));
    return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64');
  }

  it('that inflates past what it says is stopped there, and the rest is read', async () => {
    const data = await zeros(16 << 20);
    const bomb = lineOf(JSON.stringify({ part: 0, encoding: 'gzip', bytes: 10, data }));
    const large = lineOf(JSON.stringify({ part: 0, encoding: 'gzip', bytes: 16 << 20, data }));
    const there = await elsewhere();
    for (const part of [bomb, large]) {
      const report = await there.importAll(
        new Blob([header, record({ bytes: 10, parts: 1 }), part, lineOf('{"end":true}')]),
      );
      expect(report.added).toEqual([]);
      expect(report.problems[0]?.what).toBe('transcript Title of bomb');
      expect(report.problems[0]?.reason).toMatch(/More than the 10 bytes|too large/);
      expect(report.cut).toBe(false);
    }
  });

  it('with lines, records or bytes without end is stopped at the caps', async () => {
    const there = await elsewhere();
    const part = lineOf(JSON.stringify({ part: 0, encoding: 'gzip', bytes: 1 << 20, data: await zeros(1 << 20) }));
    const file = new Blob([header, record({ bytes: 1 << 20, parts: 1 }), part, record({ bytes: 2, parts: 0 })]);
    const capped = (limits: object) => there.importAll(file, { limits });
    expect((await capped({ total: 1000 })).stopped?.reason).toMatch(/more than 1000 bytes/);
    expect((await capped({ records: 1 })).stopped?.reason).toMatch(/more than 1 records/);
    expect((await capped({ file: 1000 })).problems[0]?.reason).toMatch(/more than the 1000/);
    const long = await (await elsewhere()).importAll(
      new Blob([header, 'x'.repeat(5000), '\n', record({ bytes: 0, parts: 0 })]),
      {
        limits: { line: 3000 },
      },
    );
    expect(long.problems[0]).toMatchObject({ line: 2, reason: 'It is longer than any line of a library.' });
    expect(long.added).toEqual([{ kind: 'transcript', id: 'bomb' }]);
  });

  it('whose history is small as text and endless when put together is refused', async () => {
    const there = await elsewhere();
    const patch = { id: 'p', splices: [{ at: 0, remove: 0, insert: [{ role: 'user', content: 'x'.repeat(1000) }] }] };
    const { edited: _edited, ...rest } = await there.scenarios.create(draft('one'));
    const read = async (wire: object) => {
      const bytes = new TextEncoder().encode(JSON.stringify(wire));
      const line = {
        kind: 'scenario',
        record: { ...rest, id: 'bomb' },
        attachment: { bytes: bytes.length, parts: 1, type: '' },
      };
      const part = { part: 0, encoding: 'plain', bytes: bytes.length, data: Buffer.from(bytes).toString('base64') };
      const lines = [header, lineOf(JSON.stringify(line)), lineOf(JSON.stringify(part))];
      return (await there.importAll(new Blob(lines))).problems[0]?.reason;
    };
    const one = { edits: 0, past: [], future: [] };
    const lists = [Array.from({ length: 100_000 }, () => 0)];
    expect(await read({ parts: [patch], lists, works: [], conversations: [['0', one]] })).toMatch(/more than once/);
    const conversations = Array.from({ length: 10_000 }, (_, at) => [String(at), one]);
    expect(await read({ parts: [patch], lists: [[0]], works: [], conversations })).toMatch(/more than once/);
    expect(await read({ parts: [], lists: [[7]], works: [], conversations: [] })).toMatch(/a part that is not there/);
    expect(await read({ parts: [] })).toMatch(/./);
    expect(await there.scenarios.open('bomb')).toBeUndefined();
  });

  it('of any JSON behind good checksums neither throws nor stores what does not fit, nor pollutes', async () => {
    const body = fc.oneof(
      fc.json(),
      fc
        .record({ kind: fc.constantFrom('transcript', 'scenario', 'run'), record: fc.jsonValue() })
        .map((one) => JSON.stringify(one)),
      fc
        .record({ part: fc.nat(2), encoding: fc.constant('gzip'), bytes: fc.nat(99), data: fc.string() })
        .map((one) => JSON.stringify(one)),
      fc.constant('{"kind":"scenario","record":{"__proto__":{"polluted":1},"id":"constructor"}}'),
      fc.constant(`{"kind":"run","record":${'['.repeat(9000)}${']'.repeat(9000)}}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 6 }), async (bodies) => {
        const there = await elsewhere();
        const lines = bodies.filter((text) => !text.includes('palimpsest-library')).map(lineOf);
        const report = await there.importAll(new Blob([header, ...lines]));
        expect(report.added).toEqual([]);
        expect(await contents(there)).toEqual([]);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      }),
      { numRuns: 60, seed: 9 },
    );
  });
});

it('computes CRC-32 as the standard’s check value says', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new TextEncoder().encode('6789'), crc32(new TextEncoder().encode('12345')))).toBe(0xcbf43926);
});
