/** Library files made to do harm: bombs of every kind, and any JSON behind good checksums. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { lineOf } from '@/lib/storage/library-file';
import { contents, draft, elsewhere, freshBrowser, transcript } from './library-fixtures';

beforeEach(freshBrowser);

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
