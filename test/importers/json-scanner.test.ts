/** The scanner's values are those of JSON.parse, however the text is cut into lines and pieces. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanner } from '@/lib/importers/json-scanner';
import { RecordReader } from '@/lib/importers/records';

/** Feeds lines, each in pieces that end where the cuts say, and gives the values. */
function scan(text: string, cuts: readonly number[]): { values: unknown[]; scanner: JsonScanner } {
  const scanner = new JsonScanner();
  const values: unknown[] = [];
  let turn = 0;
  text.split('\n').forEach((line, index) => {
    if (scanner.mistake) return;
    let at = 0;
    for (;;) {
      const size = cuts.length === 0 ? line.length : (cuts[turn++ % cuts.length] as number);
      const end = Math.min(line.length, at + size);
      const ends = end === line.length && (turn % 3 !== 0 || size === 0 || cuts.length === 0);
      for (const { value } of scanner.feed(line.slice(at, end), index + 1, ends)) values.push(value);
      at = end;
      if (ends || scanner.mistake) break;
    }
  });
  return { values, scanner };
}

const json = fc.jsonValue({ maxDepth: 7, stringUnit: 'binary' });

/** Pieces of real text never end inside a character of two code units, as those of this test do. */
const ascii = fc.jsonValue({ maxDepth: 7, stringUnit: 'binary-ascii' });

describe('JsonScanner', () => {
  it('gives what JSON.parse gives, for every cut into pieces', () => {
    fc.assert(
      fc.property(
        json,
        fc.constantFrom(0, 1, 2),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }),
        (value, indent, cuts) => {
          const text = JSON.stringify(value, null, indent);
          const { values, scanner } = scan(text, cuts);
          expect(scanner.mistake).toBeUndefined();
          expect(scanner.open).toBe(false);
          expect(values).toEqual([JSON.parse(text)]);
        },
      ),
      { numRuns: 2000, seed: 4_001 },
    );
  });

  it('gives several values on a line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), json), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
        (all, cuts) => {
          const text = all.map((value) => JSON.stringify(value)).join('');
          expect(scan(text, cuts).values).toEqual(JSON.parse(`[${all.map((one) => JSON.stringify(one)).join(',')}]`));
        },
      ),
      { numRuns: 500, seed: 4_002 },
    );
  });

  it('finds a mistake at the same place, however the text is cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        ascii,
        fc.nat(),
        fc.constantFrom('}', ']', '"', ',', ':', 'x', '1'),
        cuts,
        (value, at, extra, sizes) => {
          const text = JSON.stringify({ value });
          const place = 1 + (at % (text.length - 1));
          const broken = text.slice(0, place) + extra + text.slice(place);
          const whole = scan(broken, []);
          const pieces = scan(broken, sizes);
          expect(pieces.scanner.mistake).toEqual(whole.scanner.mistake);
          expect(pieces.values).toEqual(whole.values);
        },
      ),
      { numRuns: 2000, seed: 4_003 },
    );
  });

  it('keeps a member called __proto__ a member', () => {
    const text = '{"__proto__":{"polluted":true},"a":[{"__proto__":1}]}';
    const value = scan(text, [4]).values[0] as { a: unknown[] };
    expect(JSON.stringify(value)).toBe(text);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('lines that are longer than any is held', () => {
  const message = { role: 'user', content: 'x'.repeat(100_000) };
  const long = JSON.stringify(Array.from({ length: 60 }, () => message));

  function readAll(text: string, size = 65_536): RecordReader {
    const reader = new RecordReader();
    for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size));
    reader.end();
    return reader;
  }

  it('are read like short ones, at their own line', () => {
    const reader = readAll(`{"a":1}\n${long}\n{"b":2}\r\n${long}{"c":3}`);
    expect(reader.skipped.list).toEqual([]);
    expect(reader.records.map(({ line }) => line)).toEqual([1, 2, 3, 4, 4]);
    expect(reader.records[1]?.value).toEqual(JSON.parse(long));
    expect(reader.records[4]?.value).toEqual({ c: 3 });
  });

  it('keep their complete elements where they break off, and the lines after them are read', () => {
    const cut = long.slice(0, -150_000);
    const reader = readAll(`${cut}\n{"b":2}\n`);
    expect(reader.records.map(({ line, value }) => [line, Array.isArray(value) ? value.length : value])).toEqual([
      [1, 58],
      [2, { b: 2 }],
    ]);
    expect(reader.skipped.list).toHaveLength(1);
    expect(reader.repaired.list).toHaveLength(1);
  });

  it('are passed over at once where they are no JSON', () => {
    const reader = readAll(`{"a":1}\n${'nonsense '.repeat(700_000)}\n{"b":2}\n`);
    expect(reader.records.map(({ value }) => value)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(reader.skipped.list).toEqual([{ line: 2, reason: 'not JSON (column 1)' }]);
  });
});
