/** Hostile and broken links: whatever comes, it ends in a LinkError that says what to do, and little memory is taken. */

import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeLink, encodeLink } from '@/lib/links/codec';
import { MOST_BYTES } from '@/lib/links/contents';
import { inflated } from '@/lib/links/deflate';
import { LinkError } from '@/lib/links/link-error';
import { prepareLink } from '@/lib/links/prepare';
import { tooMuchIn } from '@/lib/links/shape';
import { wordyScenario } from './arbitrary';

const packed = (bytes: string | Uint8Array) => `#p1.${deflateSync(bytes).toString('base64url')}`;
const holding = (value: unknown) => packed(JSON.stringify(value));

async function refusal(link: string): Promise<LinkError> {
  const error = await decodeLink(link).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LinkError);
  return error as LinkError;
}

const scenario = { palimpsest: 1, lanes: [{ system: 'none' }] };
const settings = { kind: 'settings', scenario };

describe('a link is refused, with place and remedy', () => {
  it.each<[what: string, link: string, message: string]>([
    ['nothing', '', 'the link: It is no link of Palimpsest. Give an address that ends in #p1. and many letters.'],
    ['an address of something else', 'https://a.example/#about', 'the link: It is no link of Palimpsest.'],
    ['a newer version', '#p2.eJxx', 'its version: The link is of version 2; this program reads up to version 1.'],
    ['version 0', '#p0.eJxx', 'its version: 0 is no version.'],
    ['nothing after the version', '#p1.', 'the link: It is damaged or cut off'],
    [
      'a character of no such letter',
      '#p1.eJ+x',
      'character 7: "+" cannot stand in a link. Copy the whole link again.',
    ],
    ['an emoji', '#p1.eJ🐦x', 'character 7: "🐦" cannot stand in a link.'],
    ['a length of no bytes', '#p1.eJxxx', 'its end: The link is cut off.'],
    ['what does not unpack', '#p1.AAAA', 'the link: It is damaged or cut off and cannot be unpacked.'],
    ['bytes of no text', packed(new Uint8Array([0xff, 0xfe])), 'the link: What is in it is no JSON.'],
    ['no JSON', packed('{"kind":'), 'the link: What is in it is no JSON.'],
    ['HTML', packed('<html><script>alert(1)</script>'), 'the link: What is in it is no JSON.'],
    ['a list', holding([settings]), 'the link: What is in it is no object.'],
    ['null', holding(null), 'the link: What is in it is no object.'],
    ['no kind', holding({ scenario }), 'kind: It is missing, no kind of link. Ask for a new link.'],
    ['an unknown kind', holding({ ...settings, kind: 'all' }), 'kind: It is "all", no kind of link.'],
    ['no scenario', holding({ kind: 'settings' }), 'scenario: It is missing, not a scenario.'],
    ['a newer scenario', holding({ ...settings, scenario: { ...scenario, palimpsest: 99 } }), 'palimpsest: '],
    [
      'lanes that are none',
      holding({ ...settings, scenario: { ...scenario, lanes: 7 } }),
      'lanes: It is 7, not a list',
    ],
    [
      'an unknown system',
      holding({ ...settings, scenario: { ...scenario, lanes: [{ system: 'nine' }] } }),
      'lanes[0].system: ',
    ],
    ['no transcript where one belongs', holding({ kind: 'transcript', scenario }), 'transcript: It is missing'],
    [
      'a fingerprint that is none',
      holding({ ...settings, fingerprint: '<b>', messages: 1 }),
      'fingerprint: It is "<b>"',
    ],
    ['no number of messages', holding({ ...settings, fingerprint: 'a'.repeat(22) }), 'messages: It is missing'],
    [
      'a pin on a message that is not there',
      holding({ ...settings, fingerprint: 'a'.repeat(22), messages: 2, pins: [2] }),
      'pins: 2 is no message that could be pinned here.',
    ],
    [
      'too many lanes',
      holding({ ...settings, scenario: { ...scenario, lanes: Array(101).fill({ system: 'none' }) } }),
      'lanes: There are 101',
    ],
  ])('%s', async (_, link, message) => {
    const error = await refusal(link);
    expect(error.message.startsWith(message) ? message : error.message).toBe(message);
    expect(error.remedy).toMatch(/[.?]$/);
    expect(error.message).toBe(`${error.where}: ${error.what} ${error.remedy}`);
  });

  it('where it is longer than any browser opens', async () => {
    expect((await refusal(`#p1.${'A'.repeat(2 ** 21)}`)).message).toContain('longer than any browser opens');
  });

  it('where it nests deep, before it is parsed', async () => {
    const deep = `{"kind":"transcript","scenario":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}}`;
    expect((await refusal(packed(deep))).what).toBe('It nests too deep.');
  });

  it('where settings nest too deep for a walk', async () => {
    let state: unknown = 'x';
    for (let level = 0; level < 300; level++) state = { state };
    const lanes = [{ system: 'rolling-summary', config: { state } }];
    expect((await refusal(holding({ ...settings, scenario: { ...scenario, lanes } }))).what).toBe('It nests too deep.');
  });
});

describe('a bomb of values', () => {
  const transcript = (messages: string) =>
    `{"kind":"transcript","scenario":{"palimpsest":1,"transcript":{"messages":[${messages}]}}}`;

  it('is refused before it is parsed', async () => {
    const link = packed(transcript(`{}${',{}'.repeat(2_000_000)}`));
    expect(link.length).toBeLessThan(10_000);
    expect((await refusal(link)).what).toBe('It has more than 100,000 values, which no link needs.');
  });

  it('is told by what it is, whatever stands in strings', () => {
    const [most, one] = [99_999, ','.repeat(99_999)];
    expect(tooMuchIn(`[${one}`.slice(0, most))).toBeNull();
    expect(tooMuchIn(`[${one}`)).toBe('many');
    expect(tooMuchIn(JSON.stringify(['[{,\\"'.repeat(200_000), '\\'.repeat(101)]))).toBeNull();
    expect([tooMuchIn('['.repeat(1000)), tooMuchIn('['.repeat(1001))]).toEqual([null, 'deep']);
    expect(tooMuchIn('"[['.padEnd(5000, '['))).toBeNull();
  });

  it('never goes out', async () => {
    const messages = Array.from({ length: 60_000 }, () => ({ role: 'user' as const, content: '' }));
    const { contents } = prepareLink({ ...wordyScenario(), transcript: { messages } }, { kind: 'transcript' });
    await expect(encodeLink(contents)).rejects.toThrow('the scenario: It has more than 100,000 values');
  });

  it('of unknown fields is told in few words, however long their names', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`${number}`.padEnd(9000, 'x'), 1]));
    const { warnings } = await decodeLink(holding({ ...settings, ...fields }));
    expect(warnings).toHaveLength(21);
    expect(warnings[20]?.message).toBe('480 more things are left out or surprising.');
    expect(JSON.stringify(warnings).length).toBeLessThan(10_000);
    const lanes = [{ system: 'managed-window', config: { ['y'.repeat(100_000)]: 1, window: 'z'.repeat(100_000) } }];
    expect((await refusal(holding({ ...settings, scenario: { ...scenario, lanes } }))).message.length).toBeLessThan(
      500,
    );
  });
});

describe('a bomb', () => {
  const zeros = deflateSync(new Uint8Array(16 * 1024 * 1024));

  it('of 16 MiB behind 22 KB of link is stopped at 8 MiB', async () => {
    const link = `#p1.${zeros.toString('base64url')}`;
    expect(link.length).toBeLessThan(23_000);
    expect((await refusal(link)).message).toBe(
      'the link: It unpacks to more than 8 MiB, which no link of ours does. Do not open it; ask for a scenario file instead.',
    );
  });

  it('is stopped at the very byte', async () => {
    const exact = new Uint8Array(deflateSync(new Uint8Array(1000)));
    expect(await inflated(exact, 1000)).toHaveLength(1000);
    await expect(inflated(exact, 999)).rejects.toThrow(LinkError);
  });

  it('is not unpacked beyond what is asked for', async () => {
    let length = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, out) {
        length += piece.length;
        out.enqueue(piece);
      },
    });
    const Real = DecompressionStream;
    vi.stubGlobal(
      'DecompressionStream',
      class {
        private readonly real = new Real('deflate');
        readonly writable = this.real.writable;
        readonly readable = this.real.readable.pipeThrough(count);
      },
    );
    const bomb = new Uint8Array(deflateSync(new Uint8Array(64 * 1024 * 1024)));
    await expect(inflated(bomb, MOST_BYTES)).rejects.toThrow(LinkError);
    vi.unstubAllGlobals();
    expect(length).toBeGreaterThan(MOST_BYTES);
    expect(length).toBeLessThan(MOST_BYTES + 256 * 1024);
  });
});

describe('what does not belong in a link is left out, with a word', () => {
  it('endpoints, keys and HTML in fields of their own', async () => {
    const link = holding({
      ...settings,
      endpoint: 'https://evil.example',
      scenario: {
        ...scenario,
        html: '<img src=x onerror=alert(1)>',
        apiKey: 'sk-1',
        transcript: { messages: [{ role: 'user', content: 'x' }] },
      },
    });
    const { contents, warnings } = await decodeLink(link);
    expect(JSON.stringify(contents)).not.toMatch(/evil|sk-1|onerror/);
    expect(contents.scenario.transcript.messages).toEqual([]);
    expect(warnings.map(({ path }) => path)).toEqual(['endpoint', 'transcript', 'html', 'apiKey']);
  });

  it('a summarizer that calls a model, and the address of one that does not', async () => {
    const lanes = [
      { system: 'none', summarizer: { kind: 'llm', endpoint: 'https://evil.example', key: 'sk-1' } },
      { system: 'none', summarizer: { kind: 'fixed', text: 'S', endpoint: 'https://evil.example' } },
    ];
    const { contents, warnings } = await decodeLink(holding({ ...settings, scenario: { ...scenario, lanes } }));
    expect(contents.scenario.lanes.map((lane) => lane.summarizer)).toEqual([
      { kind: 'extractive' },
      { kind: 'fixed', text: 'S' },
    ]);
    expect(warnings.map(({ path }) => path)).toEqual(['lanes[0].summarizer', 'lanes[1].summarizer.endpoint']);
    expect(warnings[0]?.message).toContain('"llm" does not travel in links');
  });

  it('on the way out as well', async () => {
    const own = wordyScenario();
    const summarizer = { kind: 'endpoint', url: 'https://own.example', key: 'sk-2' } as never;
    const lanes = own.lanes.map((lane) => ({ ...lane, summarizer }));
    for (const kind of ['settings', 'transcript'] as const) {
      const { contents, notes } = prepareLink({ ...own, lanes }, { kind });
      expect(notes).toContain(
        'The summarizer of “tight window” stays here: it calls a model. The extractive one goes out instead.',
      );
      // Contents made by someone else are held to the same.
      for (const given of [contents, { ...contents, scenario: { ...contents.scenario, lanes } }]) {
        const decoded = await decodeLink((await encodeLink(given)).fragment);
        expect(JSON.stringify(decoded)).not.toMatch(/own\.example|sk-2/);
      }
    }
  });

  it('names that reach for the prototype', async () => {
    const json = `{"kind":"settings","__proto__":{"polluted":1},"scenario":{"palimpsest":1,"__proto__":{"lanes":[]},"constructor":{"prototype":{"polluted":1}},"lanes":[{"system":"none","config":{"__proto__":{"polluted":1}}}]}}`;
    const { contents } = await decodeLink(packed(json));
    expect(contents.scenario.lanes).toHaveLength(1);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('whatever is done to a link', () => {
  const only = async (link: string) => {
    try {
      await decodeLink(link);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
    }
  };

  it('text, bytes and JSON of any kind end in a LinkError or open', async () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.stringMatching(/^#p1\.[A-Za-z0-9_-]{0,80}$/),
      fc.uint8Array({ maxLength: 300 }).map(packed),
      fc.json({ maxDepth: 6 }).map(packed),
      fc
        .record({ kind: fc.constantFrom('settings', 'structure', 'transcript'), scenario: fc.jsonValue() })
        .map(holding),
      fc
        .dictionary(
          fc.constantFrom('palimpsest', 'title', 'counter', 'lanes', 'probes', 'prices', 'transcript'),
          fc.jsonValue({ maxDepth: 4 }),
        )
        .map((inner) => holding({ kind: 'transcript', scenario: { ...inner, palimpsest: 1 } })),
    );
    await fc.assert(fc.asyncProperty(any, only), { seed: 11, numRuns: 1500 });
  });

  it('a cut anywhere is told, and so is any letter that was changed', async () => {
    const { fragment } = await encodeLink(prepareLink(wordyScenario(), { kind: 'transcript' }).contents);
    for (let length = 4; length < fragment.length - 1; length++) await refusal(fragment.slice(0, length));
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const change = fc.tuple(fc.integer({ min: 4, max: fragment.length - 3 }), fc.integer({ min: 1, max: 63 }));
    await fc.assert(
      fc.asyncProperty(change, async ([at, by]) => {
        const letter = letters[(letters.indexOf(fragment.charAt(at)) + by) % 64];
        await refusal(fragment.slice(0, at) + letter + fragment.slice(at + 1));
      }),
      { seed: 13, numRuns: 500 },
    );
  });
});
