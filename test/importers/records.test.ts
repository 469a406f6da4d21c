// Record tests: how text becomes JSON records, what is said about lines that do not, and that nothing is lost on the way.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NESTING_LIMIT, nestsDeeperThan } from '@/lib/importers/nesting';
import { RecordReader } from '@/lib/importers/records';
import { lines } from './support';

function readAll(text: string, pieces: readonly number[] = [], lineCap?: number) {
  const reader = new RecordReader(lineCap === undefined ? {} : { lineCap });
  let offset = 0;
  for (const piece of pieces) {
    reader.write(text.slice(offset, offset + piece));
    offset += piece;
  }
  reader.write(text.slice(offset));
  reader.end();
  return {
    values: reader.records.map(({ value }) => value),
    at: reader.records.map(({ line }) => line),
    skipped: reader.skipped.list,
    repaired: reader.repaired.list,
    reader,
  };
}

describe('containers', () => {
  it('reads JSON lines with blank lines, CRLF and no final newline', () => {
    const { values, at, skipped } = readAll('{"a":1}\r\n\r\n  \n{"a":2}\n{"a":3}');
    expect(values).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(at).toEqual([1, 4, 5]);
    expect(skipped).toEqual([]);
  });

  it('reads several values on one line, and says so', () => {
    const { values, at, repaired } = readAll('{"a":1}{"b":[1,2]} {"c":3}\n{"d":4}\n');
    expect(values).toEqual([{ a: 1 }, { b: [1, 2] }, { c: 3 }, { d: 4 }]);
    expect(at).toEqual([1, 1, 1, 2]);
    expect(repaired).toEqual([{ line: 1, reason: 'several JSON values stood on one line' }]);
  });

  it('reads pretty-printed values, one or many, and compact ones between them', () => {
    const text = `${JSON.stringify({ a: [1, { b: 2 }] }, null, 2)}\n{"c":3}\n${JSON.stringify([{ d: '}{"\\' }], null, '\t')}\n`;
    const { values, at, skipped } = readAll(text);
    expect(values).toEqual([{ a: [1, { b: 2 }] }, { c: 3 }, [{ d: '}{"\\' }]]);
    expect(at).toEqual([1, 9, 10]);
    expect(skipped).toEqual([]);
  });

  it('reads a pretty value that ends where the next begins', () => {
    const { values, at } = readAll('{\n"a": 1\n} {\n"b": 2\n} [3]\n');
    expect(values).toEqual([{ a: 1 }, { b: 2 }, [3]]);
    expect(at).toEqual([1, 3, 5]);
  });

  it('reads the lines of an array without its brackets', () => {
    const { values, repaired } = readAll('{"a":1},\n{"a":2},\n{"a":3}\n');
    expect(values).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(repaired).toEqual([{ line: 1, reason: 'a comma after the value was ignored (2 times, first here)' }]);
  });

  it('reads JSON inside a JSON string, and leaves other strings alone', () => {
    expect(readAll(JSON.stringify(JSON.stringify({ a: 1 }))).values).toEqual([{ a: 1 }]);
    expect(readAll('{"a":1}\n"[not json"\n').values).toEqual([{ a: 1 }, '[not json']);
  });

  it('reads NaN and Infinity inside values as null, and says so', () => {
    const { values, repaired } = readAll('{"cost": NaN, "all": [-Infinity, 1, "NaN"], "last": NaN}\n');
    expect(values).toEqual([{ cost: null, all: [null, 1, 'NaN'], last: null }]);
    expect(repaired).toHaveLength(1);
  });

  it('hands text out line by line', () => {
    const { values, at, reader } = readAll('# Title\n\nSome words.\n');
    expect(reader.asText).toBe(true);
    expect(values).toEqual(['# Title', '', 'Some words.']);
    expect(at).toEqual([1, 2, 3]);
  });

  it('finds the records behind a log header', () => {
    const { values, skipped } = readAll('Recording started\n{"a":1}\n{"a":2}\n');
    expect(values).toEqual([{ a: 1 }, { a: 2 }]);
    expect(skipped).toEqual([{ line: 1, reason: 'not JSON (column 1)' }]);
  });
});

describe('broken input', () => {
  it.each([
    ['{"a":1}\n{"a":2', 'the file ends inside the value that starts on line 2 (cut off)'],
    ['{"a":1}\n{"a":"tw', 'the last line is cut off: it ends inside a string (column 9)'],
    ['{"a":1}\n{"a" 2}\n', 'expected ":" after a key, found "2" (column 6)'],
    ['{"a":1}\n{a: 2}\n', 'expected a key in double quotes, found "a" (column 2)'],
    ['{"a":1}\n[1, 2}\n', 'expected "," or "]", found "}" (column 6)'],
    ['{"a":1}\n<p>502</p>\n', 'HTML or other markup, not JSON'],
    ['{"a":1}\n{"a": tru}\n', 'expected a value, found "t" (column 7)'],
  ])('%j is reported with its reason', (text, reason) => {
    const { values, skipped } = readAll(text);
    expect(values).toEqual([{ a: 1 }]);
    expect(skipped).toEqual([{ line: 2, reason }]);
  });

  it('takes a cut line in the middle for what it is', () => {
    const { values, skipped } = readAll('{"a":1}\n{"b":{"c":\n{"a":2}\n{"a":3}\n');
    expect(values).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(skipped).toEqual([{ line: 2, reason: 'the line is cut off' }]);
  });

  it('gives line and column of a mistake in a pretty-printed value, and keeps what stands before it', () => {
    const text = '{\n  "messages": [\n    {"n": 1},\n    {"n": 2},\n    {"n" 3}\n  ]\n}\n';
    const { values, skipped, reader } = readAll(text);
    expect(values).toEqual([{ messages: [{ n: 1 }, { n: 2 }] }]);
    expect(skipped[0]).toEqual({
      line: 5,
      reason: 'expected ":" after a key, found "3", in the value that starts on line 1',
    });
    expect(reader.mistake).toMatchObject({ line: 5, column: 10 });
  });

  it('keeps the complete elements of a value that is cut off, pretty-printed or on one line', () => {
    const value = { messages: [{ n: 1, text: 'a, b' }, { n: [2, 3] }, { n: 4 }] };
    const pretty = JSON.stringify(value, null, 2);
    expect(readAll(pretty.slice(0, pretty.indexOf('4'))).values).toEqual([{ messages: value.messages.slice(0, 2) }]);
    const compact = JSON.stringify(value);
    expect(readAll(compact.slice(0, compact.indexOf('4'))).values).toEqual([{ messages: value.messages.slice(0, 2) }]);
    expect(readAll(compact.slice(0, compact.indexOf(' b'))).values).toEqual([]);
  });

  it('names the line and size of a line over the cap and goes on', () => {
    const { values, skipped } = readAll(lines({ a: 1 }, { a: 'x'.repeat(500) }, { a: 2 }), [7, 30, 200, 200], 100);
    expect(values).toEqual([{ a: 1 }, { a: 2 }]);
    expect(skipped).toEqual([{ line: 2, reason: 'the line has 508 characters; the most that is read is 100' }]);
  });

  it('refuses deep nesting on one line and over many', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    for (const text of [`{"a":1}\n${deep}\n{"a":2}\n`, `{"a":1}\n${deep.replaceAll('[', '[\n')}\n{"a":2}\n`]) {
      const { values, skipped, reader } = readAll(text);
      expect(reader.tooDeep).toBe(true);
      expect(values.at(-1)).toEqual({ a: 2 });
      expect(skipped[0]?.reason).toContain('nested more than 1,000 levels deep');
    }
  });

  it('lists many bad lines up to a thousand and counts the rest', () => {
    const { skipped } = readAll(`{"a":1}\n${'oops\n'.repeat(1500)}`);
    expect(skipped).toHaveLength(1001);
    expect(skipped.at(-1)).toEqual({ line: 1002, reason: 'and 500 more places from here on' });
  });
});

describe('nesting', () => {
  it('counts brackets outside of strings only', () => {
    const nested = (depth: number, inner = '1') => '['.repeat(depth) + inner + ']'.repeat(depth);
    expect(nestsDeeperThan(nested(NESTING_LIMIT), NESTING_LIMIT)).toBe(false);
    expect(nestsDeeperThan(nested(NESTING_LIMIT + 1), NESTING_LIMIT)).toBe(true);
    expect(nestsDeeperThan(JSON.stringify({ text: '['.repeat(5000), quote: '"\\"[[' }), NESTING_LIMIT)).toBe(false);
  });
});

const BAD_LINES = ['not json', '{"a":', '[1,2', '<html>', '{"role" "x"}', '{"text":"unfin', 'NaN', '{]', '{"a":{"b":['];

describe('properties', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value === 'object' && value !== null);

  it('the same records come out however the text is cut into pieces', () => {
    const style = fc.constantFrom(undefined, 2, '\t');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(json, style), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(40)),
        (values, pieces) => {
          const text = values.map(([value, indent]) => JSON.stringify(value, null, indent)).join('\n');
          const cut = readAll(text, pieces);
          expect(cut.values).toEqual(JSON.parse(JSON.stringify(values.map(([value]) => value))));
          expect(cut.skipped).toEqual([]);
          expect(cut.at).toEqual(readAll(text).at);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it('good lines come out, bad lines are named, and together they are all lines', () => {
    const good = fc
      .nat()
      .map((id) => ({ good: true, line: JSON.stringify({ role: 'user', content: `message ${id}` }) }));
    const bad = fc.constantFrom(...BAD_LINES).map((line) => ({ good: false, line }));
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: bad }), {
          minLength: 1,
          maxLength: 40,
        }),
        (all) => {
          const { values, at, skipped } = readAll(
            `${JSON.stringify({ role: 'user', content: 'first' })}\n${all.map(({ line }) => line).join('\n')}\n`,
          );
          const objects = at.filter(
            (_, index) =>
              typeof values[index] === 'object' && values[index] !== null && 'role' in (values[index] as object),
          );
          const expected = all.flatMap((entry, index) => (entry.good ? [index + 2] : []));
          expect(objects.slice(1)).toEqual(expected);
          const named = new Set(skipped.map(({ line }) => line));
          all.forEach((entry, index) => {
            if (!entry.good) expect(named.has(index + 2), `line ${index + 2}: ${entry.line}`).toBe(true);
          });
        },
      ),
      { seed: 2, numRuns: 500 },
    );
  });

  it('keys like __proto__ stay data and change no prototype', () => {
    const text = lines(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"role":"user","content":"x"}',
    );
    const value = readAll(text).values[0] as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'role', 'content']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
