/** Sessions with several compactions: the full history first, then what the model saw after each of them, the newest first. */

import { describe, expect, it } from 'vitest';
import { lines, read } from './support';

const gemini = (id: string, text: string) => ({ id, type: 'user', content: text, timestamp: '2026-01-01T00:00:00Z' });
const qwen = (uuid: string, parentUuid: string | null, text: string) => ({
  uuid,
  parentUuid,
  sessionId: 'q',
  type: 'user',
  message: { role: 'user', parts: [{ text }] },
});
const compressed = (uuid: string, parentUuid: string, text: string) => ({
  uuid,
  parentUuid,
  sessionId: 'q',
  type: 'system',
  subtype: 'chat_compression',
  systemPayload: { info: {}, compressedHistory: [{ role: 'user', parts: [{ text }] }] },
});
const pi = (id: string, text: string) => ({ type: 'message', id, message: { role: 'user', content: text } });
const droid = (id: string, parentId: string | null, text: string) => ({
  type: 'message',
  id,
  parentId,
  message: { role: 'user', content: [{ type: 'text', text }] },
});
const codex = (text: string) => ({
  timestamp: '2026-01-01T00:00:00Z',
  type: 'response_item',
  payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
});
const replaced = (text: string) => ({
  timestamp: '2026-01-01T00:00:00Z',
  type: 'compacted',
  payload: { message: '', replacement_history: [codex(text).payload] },
});

const said = (role: string, text: string) => ({ role, content: text });
const event = (id: number, text: string) => ({ id, source: 'user', action: 'message', args: { content: text } });
const condensed = (id: number, forgotten: number[], summary: string) => ({
  id,
  source: 'agent',
  action: 'condensation',
  args: { forgotten_event_ids: forgotten, summary, summary_offset: 0 },
});
const answered = (id: string, ...input: object[]) => ({
  event: 'model',
  input,
  output: { choices: [{ message: { id, role: 'assistant', content: id } }] },
});

const SESSIONS: readonly (readonly [format: string, text: string])[] = [
  [
    'gemini-cli',
    lines(
      { sessionId: 'g', projectHash: 'h' },
      gemini('1', 'one'),
      { $set: { messages: [gemini('s1', 'first summary')] } },
      gemini('2', 'two'),
      { $set: { messages: [gemini('s2', 'second summary')] } },
      gemini('3', 'three'),
    ),
  ],
  [
    'qwen-code',
    lines(
      qwen('a', null, 'one'),
      compressed('b', 'a', 'first summary'),
      qwen('c', 'b', 'two'),
      compressed('d', 'c', 'second summary'),
      qwen('e', 'd', 'three'),
    ),
  ],
  [
    'pi',
    lines(
      { type: 'session', id: 's', cwd: '/', version: 1 },
      pi('1', 'one'),
      { type: 'compaction', id: 'x', summary: 'first summary' },
      pi('2', 'two'),
      { type: 'compaction', id: 'y', summary: 'second summary' },
      pi('3', 'three'),
    ),
  ],
  [
    'factory-droid',
    lines(
      { type: 'session_start', id: 'd', cwd: '/', owner: 'ada', version: 2 },
      droid('1', null, 'one'),
      { type: 'compaction_state', id: 'x', summaryText: 'first summary' },
      droid('2', '1', 'two'),
      { type: 'compaction_state', id: 'y', summaryText: 'second summary' },
      droid('3', '2', 'three'),
    ),
  ],
  [
    'codex-rollout',
    lines(codex('one'), replaced('first summary'), codex('two'), replaced('second summary'), codex('three')),
  ],
  [
    'anthropic-messages',
    JSON.stringify({
      messages: [
        said('user', 'one'),
        { role: 'assistant', content: [{ type: 'compaction', content: 'first summary' }] },
        said('user', 'two'),
        { role: 'assistant', content: [{ type: 'compaction', content: 'second summary' }] },
        said('user', 'three'),
      ],
    }),
  ],
  [
    'anthropic-messages',
    JSON.stringify([
      { ...said('user', 'one'), condenseParent: 'a' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'first summary' }],
        isSummary: true,
        condenseId: 'a',
        condenseParent: 'b',
      },
      { ...said('user', 'two'), condenseParent: 'b' },
      { role: 'user', content: [{ type: 'text', text: 'second summary' }], isSummary: true, condenseId: 'b' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'text', text: 'three' },
        ],
      },
    ]),
  ],
  [
    'openhands',
    JSON.stringify([
      event(1, 'one'),
      condensed(2, [1], 'first summary'),
      event(3, 'two'),
      condensed(4, [1, 3], 'second summary'),
      event(5, 'three'),
    ]),
  ],
  [
    'inspect',
    JSON.stringify({
      eval: { task: 't' },
      samples: [
        {
          id: 1,
          epoch: 1,
          target: '',
          messages: [said('user', 'one'), ...['two', 'three'].map((id) => ({ id, ...said('assistant', id) }))],
          events: [
            { event: 'compaction' },
            answered('two', said('user', 'first summary')),
            { event: 'compaction' },
            answered('three', said('user', 'second summary')),
          ],
        },
      ],
    }),
  ],
];

describe('several compactions', () => {
  it.each(SESSIONS)('%s', async (format, text) => {
    const report = await read(text);
    expect(report.format).toBe(format);
    const views = report.conversations.filter(({ part }) => part === 'after compaction');
    expect(report.conversations[0]?.messages.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['one', 'two', 'three']),
    );
    expect(views.map(({ title }) => title.replace(/^.*\(/, '('))).toEqual([
      '(after compaction 2 of 2)',
      '(after compaction 1 of 2)',
    ]);
    const [last, first] = views.map(({ messages }) => messages.map(({ content }) => content));
    expect(last).toHaveLength(2);
    expect(last?.[0]).toContain('second summary');
    expect(last?.[1]).toBe('three');
    expect(first).toHaveLength(2);
    expect(first?.[0]).toContain('first summary');
    expect(first?.[1]).toBe('two');
    expect(report.notes).toContainEqual(expect.stringContaining('after each of them'));
  });

  it('a list of many stays usable: the newest twenty', async () => {
    const rounds = Array.from({ length: 30 }, (_, round) => [codex(`task ${round}`), replaced(`summary ${round}`)]);
    const { conversations, notes } = await read(lines(...rounds.flat(), codex('last')));
    expect(conversations).toHaveLength(21);
    expect(conversations[1]?.messages.map(({ content }) => content)).toEqual(['summary 29', 'last']);
    expect(conversations.every(({ title }) => [...title].length <= 60)).toBe(true);
    expect(notes).toContainEqual(expect.stringContaining('The newest 20 are offered.'));
  });
});
