// Facts in the arguments of calls: found as they are meant, whatever JSON escapes in them, and found again where they are used.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import type { Message } from '@/lib/engine/transcript';
import { argumentValues, tells } from '@/lib/metrics/facts/arguments';
import { collectFacts } from '@/lib/metrics/facts/collect';
import { FactReader } from '@/lib/metrics/facts/recall';
import { replayed } from '../systems/support';

const lines = (text: string) =>
  argumentValues(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));

const called = (given: unknown, id = 'c1'): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'edit', arguments: JSON.stringify(given) } }],
});
const answered = (content: string, id = 'c1'): Message => ({ role: 'tool', tool_call_id: id, content });
const factsOf = (messages: Message[]) => collectFacts(indexTranscript({ messages }));

describe('the values of arguments', () => {
  it.each<[string, string, string[]]>([
    ['tabs and line ends', '{"text":"\\tcontextFiles\\nlinkedDocs"}', ['contextFiles', 'linkedDocs']],
    ['quotes and code points', '{"q":"say \\"hi\\"","u":"caf\\u00e9"}', ['say "hi"', 'café']],
    ['a value that ends in a backslash', '{"path":"C:\\\\","next":"src/a.ts"}', ['C:\\', 'src/a.ts']],
    ['numbers as they are written, each by itself', '{"port":8443,"list":[1,234,1.50]}', ['8443', '1', '234', '1.50']],
    ['names that are paths', '{"src/a.ts":{"depth":2}}', ['src/a.ts', '2']],
    ['a quote before a colon inside a value', '{"a":"x\\": y"}', ['x": y']],
  ])('%s', (_name, text, expected) => {
    expect(lines(text).map((line) => line.replace(/^[{}[\]: ]+|[{}[\]]+$/g, ''))).toEqual(expected);
  });

  it('of what is no JSON are the text as it stands', () => {
    const patch = '*** Update File: src/a.ts\n+const tab = "\\tcontextFiles";\n';
    expect(argumentValues(patch)).toBe(patch);
    expect(argumentValues('{"path":"src/a.ts","text":"cut of')).toBe('{ "src/a.ts", "cut of');
  });

  it('have every string of any JSON, decoded', () => {
    const value = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value, fc.string(), (any, wanted, name) => {
        const texts = argumentValues(JSON.stringify({ any, wanted, deep: [{ [name]: [wanted] }] }, null, 1));
        expect(texts.split(wanted).length).toBeGreaterThanOrEqual(3);
      }),
      { seed: 31 },
    );
  });

  it('of a hundred thousand escapes, and of a nesting five thousand deep, are read', () => {
    expect(argumentValues(JSON.stringify({ a: '"\\'.repeat(100_000) }))).toContain('"\\'.repeat(100_000));
    expect(argumentValues(`${'['.repeat(5000)}"deepest"${']'.repeat(5000)}`)).toContain('\ndeepest\n');
  });
});

describe('facts in arguments', () => {
  it('are those that are meant: no letter of an escape begins one', () => {
    const facts = factsOf([
      called({ new_string: 'const x = {\n\tcontextFiles,\n\tlinkedDocs,\n};' }),
      answered('done'),
      called({ new_string: '\tcontextFiles = linkedDocs;' }, 'c2'),
      answered('done', 'c2'),
    ]);
    expect(facts.map(({ value }) => value).sort()).toEqual(['contextFiles', 'linkedDocs']);
    expect(facts.map(({ uses }) => Array.from(uses))).toEqual([[2], [2]]);
  });

  it('quoted, tabbed or on a line of their own are uses of what was said before', () => {
    const name = fc.constantFrom('invoiceTotal', 'src/billing/tax.ts', 'ORD-48213', '3f9d2c1ab');
    const around = fc.constantFrom('"', '\t', '\n', '\\', "'", ' ', '\r\n');
    fc.assert(
      fc.property(name, around, around, (value, before, after) => {
        const facts = factsOf([
          { role: 'user', content: `Look at ${value} first` },
          called({ text: `see ${before}${value}${after} there` }),
        ]);
        expect(facts.find((fact) => fact.value === value)).toMatchObject({ uses: Int32Array.of(1) });
      }),
      { seed: 32 },
    );
  });

  it('a comment in a script is no command, a prompt in a result is', () => {
    const values = (messages: Message[]) => factsOf(messages).filter(({ kind }) => kind === 'command');
    const script = '# install the dependencies\nnpm ci';
    expect(values([called({ text: script }), answered('ok'), called({ text: script }, 'c2')])).toEqual([]);
    const prompt = '$ npm run build';
    expect(values([answered(prompt), { role: 'user', content: prompt }]).map(({ value }) => value)).toEqual([
      'npm run build',
    ]);
  });

  it('are told where they stand inside JSON', () => {
    expect(tells('{"cmd":"git commit -m \\"fix tax\\""}', 'git commit -m "fix tax"')).toBe(true);
    expect(tells('[calls run({"a":"x\\ty"})]', 'x\ty')).toBe(true);
    expect(tells('git commit', 'git commit -m "fix tax"')).toBe(false);
  });

  it('are no misses where a summary has the call as it was written', () => {
    const command = 'grep -rn "invoiceTotal" src';
    const messages: Message[] = [
      { role: 'user', content: 'TASK: find it' },
      called({ command }),
      answered('nothing'),
      ...Array.from({ length: 8 }, (_, turn): Message[] => [
        { role: 'user', content: `go on ${turn}` },
        { role: 'assistant', content: 'more '.repeat(60) },
      ]).flat(),
      called({ command }, 'c2'),
      answered('nothing', 'c2'),
    ];
    const written = `ran [calls edit(${JSON.stringify({ command })})]`;
    const recall = (summarizer: string) => {
      const { run, index, system, config, guards } = replayed('rolling-summary', messages, {
        config: { tokenCap: 300, counter: 'chars4', keepLatest: 4 },
        summarizer,
      });
      const facts = collectFacts(index).filter(({ value }) => value === command);
      return new FactReader(run, (item) => system.present(item, run, index, config, guards)).recall(facts);
    };
    expect(recall(written)).toMatchObject({ uses: 1, inSummary: 1, misses: [] });
    expect(recall('nothing of it').misses).toHaveLength(1);
  });
});
