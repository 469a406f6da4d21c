/** What the extractive summarizer remembers between requests and looks up in tables changes nothing of what it answers. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemMessage } from '../../lib/engine/items';
import type { Message } from '../../lib/engine/transcript';
import { Calls } from '../../lib/summarizers/extractive/call-course';
import { compose } from '../../lib/summarizers/extractive/compose';
import { lastOfText } from '../../lib/summarizers/extractive/distinct';
import { carriedNotes } from '../../lib/summarizers/extractive/extract';
import { type CallNote, noteOf } from '../../lib/summarizers/extractive/notes';

const SENTENCES = [
  'No, use the staging database instead.',
  'We decided to keep the column order_id in billing/invoice.ts.',
  'Error: connect ECONNREFUSED 10.0.0.7:5432',
  'The port is 8443 and the host is api.example.com.',
  `Never touch ${'src/very/long/path/'.repeat(20)}file.ts please.`,
  'Facts: the build number is 4711.',
  'Use tab\u00a0',
  'Let me look at the file.',
];
const NAMES = ['read_file', 'run\ncommand', 'edit_file ', 'search'];

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: fc.array(fc.constantFrom(...SENTENCES), { maxLength: 5 }).map((parts) => parts.join('\n')),
  }),
  fc.record({ id: fc.nat(9), name: fc.constantFrom(...NAMES), path: fc.constantFrom('a.ts', 'b.ts', 'c d.ts') }).map(
    ({ id, name, path }): Message => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${id}`, type: 'function', function: { name, arguments: JSON.stringify({ path }) } }],
    }),
  ),
  fc
    .record({
      id: fc.nat(9),
      text: fc.constantFrom(...SENTENCES, 'Error: no such file', '{"port": 5432, "host": "db"}'),
    })
    .map(({ id, text }): Message => ({ role: 'tool', tool_call_id: `c${id}`, content: text })),
);
const span = fc.array(message, { maxLength: 25 });
const limit = fc.constantFrom(0, 1, 2, 5, 20, 80, 400);

describe('extractive summarizer', () => {
  test('takes up its own summary as it would one that it never wrote', () => {
    fc.assert(
      fc.property(span, span, limit, limit, (first, second, wide, narrow) => {
        const previous = compose(first, null, wide);
        const remembered = compose(second, previous, narrow);
        // Another answer comes between: the summary is read now.
        compose([{ role: 'user', content: 'No, use port 9999 instead.' }], null, 50);
        expect(compose(second, previous, narrow)).toBe(remembered);
      }),
      { numRuns: 400 },
    );
  });

  test('finds in an item what it would find in the same item made for the first time', () => {
    const source: Message = { role: 'assistant', content: 'We decided to keep port 8443 in config/server.yaml.' };
    const fresh = () => compose([itemMessage('developer', { ...source }, 'Decision: ')], null, 80);
    const before = compose([itemMessage('developer', source, 'Decision: ')], null, 80);
    expect(before).toBe(fresh());
    expect(compose([itemMessage('developer', source, 'Decision: ')], null, 80)).toBe(before);
    // Another role and label of the same message is another text.
    const other = compose([itemMessage('user', source, 'No, ')], null, 80);
    expect(other).toContain('No, We decided');
    expect(before).not.toContain('No, ');
  });

  test('a summary that carries notes holds each under its heading', () => {
    const text = compose([{ role: 'user', content: SENTENCES.slice(0, 2).join('\n') }], null, 200);
    expect(carriedNotes(text ?? '').map(({ heading }) => heading)).toEqual(['Decided', 'Corrected']);
  });
});

describe('lines each once', () => {
  test('the last line of each text is kept, also where hashes are the same', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer(), (list, hash) => {
        const lines = list.map((text) => ({
          note: { ...noteOf('Facts', text, 1), hash: text < 'd' ? hash : text.charCodeAt(0) },
        }));
        const last = new Map(list.map((text, at) => [text, at]));
        expect([...lastOfText(lines)]).toEqual(list.map((text, at) => (last.get(text) === at ? 1 : 0)));
      }),
      { numRuns: 200 },
    );
  });

  test('a span of very many lines, then a short one', () => {
    const many = Array.from({ length: 5000 }, (_one, at) => ({ note: noteOf('Facts', `fact ${at % 3000}`, 1) }));
    expect(lastOfText(many).reduce((sum, one) => sum + one, 0)).toBe(3000);
    expect([...lastOfText(many.slice(0, 3))]).toEqual([1, 1, 1]);
  });
});

describe('the course of calls', () => {
  const KINDS = ['reads', 'changes', 'other'] as const;
  const step = fc.record({
    kind: fc.constantFrom(...KINDS),
    path: fc.constantFrom('a', 'b', 'c', null),
    id: fc.nat(30),
    fails: fc.boolean(),
    asks: fc.nat(40),
  });

  test('answers and files are those that a map and ordered sets would hold', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const calls = new Calls();
        const byId = new Map<string, CallNote>();
        const read = new Set<string>();
        const changed = new Set<string>();
        for (const { kind, path, id, fails, asks } of steps) {
          const call: CallNote = { id: String(id), kind, path, label: 'x', words: 1 };
          calls.add(call);
          byId.set(call.id, call);
          const paths = kind === 'changes' ? changed : read;
          if (path !== null && kind !== 'other') {
            paths.delete(path);
            paths.add(path);
          }
          expect(calls.answeredBy(String(asks))).toBe(byId.get(String(asks)));
          if (!fails || kind === 'other') continue;
          calls.failed(call);
          if (path !== null) paths.delete(path);
        }
        const files = calls.files();
        expect(files.changed).toEqual([...changed].reverse());
        expect(files.read).toEqual([...read].filter((path) => !changed.has(path)).reverse());
      }),
      { numRuns: 300 },
    );
  });
});
