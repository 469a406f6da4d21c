// OpenAI chat tests: each shape and quirk that people store, and canonical transcripts unchanged.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { linkTools } from '@/lib/engine/transcript';
import { lines, read } from './support';

async function messagesOf(value: unknown): Promise<Message[]> {
  return (await read(JSON.stringify(value))).conversations[0]?.messages ?? [];
}

describe('messages', () => {
  it.each([
    ['null', null, null],
    ['no content key', undefined, null],
    ['an empty text', '', ''],
    ['an empty list', [], ''],
    ['a number', 7, '7'],
    ['an object', { a: 1 }, '{"a":1}'],
    [
      'text parts',
      [{ type: 'text', text: 'a' }, { type: 'input_text', text: 'b' }, { type: 'output_text', text: 'c' }, 'd'],
      'a\nb\nc\nd',
    ],
    ['a refusal part', [{ type: 'refusal', refusal: 'no' }], 'no'],
    ['audio', [{ type: 'input_audio', input_audio: { format: 'wav', data: 'AAAA' } }], '[audio: wav, 3 bytes]'],
    [
      'a template that is no base64',
      [{ type: 'image_url', image_url: { url: 'data:image/png;base64,{b64_img}' } }],
      '[image: image/png, 6 bytes]',
    ],
    ['an unknown part', [{ type: 'hologram', depth: 3 }], '{"type":"hologram","depth":3}'],
  ])('content as %s', async (_, content, expected) => {
    const [, message] = await messagesOf([
      { role: 'user', content: 'x' },
      { role: 'assistant', content, tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
    ]);
    expect(message?.content).toBe(expected);
  });

  it.each(['reasoning', 'reasoning_content'])('%s alone is no missing content', async (field) => {
    const report = await read(
      JSON.stringify([
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null, [field]: 'Hm.' },
      ]),
    );
    expect(report.repaired).toEqual([]);
    expect(report.conversations[0]?.messages[1]).toEqual({ role: 'assistant', content: null, reasoning: 'Hm.' });
  });

  it('takes a refusal beside empty content', async () => {
    expect((await messagesOf([{ role: 'assistant', content: null, refusal: 'I cannot.' }]))[0]?.content).toBe(
      'I cannot.',
    );
  });

  it('keeps string arguments raw, even where they are no JSON, and writes objects as JSON', async () => {
    const raw = ['{"a": 1}', 'l=[0,1]\nl.pop()', '"{\\"b\\": 2}"', ''];
    const calls = [
      ...raw.map((text, index) => ({ id: `c${index}`, function: { name: 'f', arguments: text } })),
      { id: 'o', function: { name: 'f', arguments: { b: [1] } } },
    ];
    const [message] = await messagesOf([{ role: 'assistant', content: null, tool_calls: calls }]);
    expect(message?.tool_calls?.map((call) => call.function.arguments)).toEqual([...raw, '{"b":[1]}']);
  });

  it('takes seconds, milliseconds and dates with a zone as times, and drops what is none', async () => {
    const times = [
      1741000000,
      1741000000123,
      '2025-03-03T11:06:40',
      'Mon, 03 Mar 2025 11:06:40 GMT',
      'yesterday',
      -5,
      'March 7',
    ];
    const messages = await messagesOf(times.map((created_at) => ({ role: 'user', content: 'x', created_at })));
    expect(messages.map(({ timestamp }) => timestamp)).toEqual([
      '2025-03-03T11:06:40.000Z',
      '2025-03-03T11:06:40.123Z',
      '2025-03-03T11:06:40',
      '2025-03-03T11:06:40.000Z',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('never sorts by time', async () => {
    const messages = await messagesOf([
      { role: 'user', content: 'late', timestamp: 2e9 },
      { role: 'user', content: 'early', timestamp: 1e9 },
    ]);
    expect(messages.map(({ content }) => content)).toEqual(['late', 'early']);
  });
});

describe('pairing', () => {
  it('leaves reused ids as they are', async () => {
    const messages = await messagesOf([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'same', type: 'function', function: { name: 'a', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'same', content: '1' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'same', type: 'function', function: { name: 'b', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'same', content: '2' },
    ]);
    const links = linkTools(messages);
    expect([...links.group]).toEqual([0, 0, 2, 2]);
    expect([...links.unanswered]).toEqual([0, 0, 0, 0]);
  });

  it('pairs results without ids with the nearest waiting call, by name where there is one, else in order', async () => {
    const call = (name: string) => ({ function: { name, arguments: '{}' } });
    const messages = await messagesOf([
      { role: 'assistant', content: null, tool_calls: [call('old')] },
      { role: 'assistant', content: null, tool_calls: [call('x'), call('y'), call('y')] },
      { role: 'tool', name: 'y', content: 'first y' },
      { role: 'tool', content: 'x' },
      { role: 'tool', name: 'old', content: 'old' },
      { role: 'tool', content: 'second y' },
      { role: 'tool', content: 'nobody asked' },
    ]);
    const ids = messages.flatMap((message) => (message.tool_calls ?? []).map(({ id }) => id));
    expect(messages.slice(2).map(({ tool_call_id }) => tool_call_id)).toEqual([
      ids[2],
      ids[1],
      ids[0],
      ids[3],
      undefined,
    ]);
  });

  it('makes ids that collide with none before them', async () => {
    const messages = await messagesOf([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', function: { name: 'a', arguments: '' } },
          { function: { name: 'b', arguments: '' } },
        ],
      },
      { role: 'function', name: 'b', content: 'b' },
    ]);
    expect(messages[0]?.tool_calls?.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
    expect(messages[1]?.tool_call_id).toBe('call_2');
  });
});

describe('shapes', () => {
  const chat = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: 'a' },
  ];
  it.each([
    ['an array', chat, [2]],
    ['an object', { messages: chat }, [2]],
    ['instructions beside it', { system_prompt: 'be kind', messages: chat }, [3]],
    [
      'a system prompt that is there already',
      { system: 'x', messages: [{ role: 'system', content: 'x' }, ...chat] },
      [3],
    ],
    ['a list of requests', [{ messages: chat }, { messages: chat }], [2, 2]],
    ['a list of lists', [chat, chat, chat], [2, 2, 2]],
    ['a batch row', { custom_id: 'r', body: { messages: chat } }, [2]],
    [
      'a logged request and response',
      { request: { messages: [chat[0]] }, response: { choices: [{ message: chat[1] }] } },
      [2],
    ],
    ['a response on its own', { id: 'r', choices: [{ message: chat[1] }] }, [1]],
    ['a reply that is in the messages already', { messages: chat, choices: [{ message: chat[1] }] }, [2]],
    ['a map of names', { one: chat, two: chat }, [2, 2]],
    ['evaluation rows', [{ id: 1, results: [{ messages: chat }, { messages: chat }] }], [2, 2]],
    ['rendered text', { messages_display: 'user: hi\nthere\nassistant: None\ntool: x' }, [3]],
    [
      'calls with their results',
      { task_id: 't', model_answer: 'a', tool_calls: [{ func_name: 'f', args: {}, result: 'r' }] },
      [3],
    ],
  ])('%s', async (_, value, expected) => {
    const report = await read(JSON.stringify(value));
    expect(report.format).toBe('openai-chat');
    expect(report.conversations.map(({ messages }) => messages.length)).toEqual(expected);
  });

  it('says what evaluation rows and rendered text are', async () => {
    const rows = await read(JSON.stringify([{ results: [{ messages: chat }] }]));
    expect(rows.notes.join()).toContain('evaluation rows');
    const text = await read(lines({ messages_display: 'user: hi\nassistant: None' }));
    expect(text.notes.join()).toContain('rendered text');
    expect(text.conversations[0]?.messages).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null },
    ]);
  });

  it('titles are at most 60 code points, on one line, and never cut one in half', async () => {
    const report = await read(
      JSON.stringify([
        { role: 'user', content: `${'🙂'.repeat(80)}\nmore` },
        { role: 'assistant', content: 'a' },
      ]),
    );
    expect(report.conversations[0]?.title).toBe(`${'🙂'.repeat(59)}…`);
  });
});

const filled = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
const word = fc.stringMatching(/^[a-z_]{1,12}$/);
const extensions = {
  kind: fc.constantFrom('user_message', 'assistant_message', 'tool_observation', 'decision'),
  priority: fc.constantFrom('low', 'normal', 'high'),
  pinned: fc.boolean(),
  timestamp: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
};
const plain = fc.record(
  {
    role: fc.constantFrom('system', 'developer', 'user', 'assistant'),
    content: fc.string({ unit: 'binary' }),
    name: word,
    ...extensions,
  },
  { requiredKeys: ['role', 'content'] },
);
const group = fc
  .record({
    content: fc.option(fc.string()),
    reasoning: filled,
    calls: fc.array(fc.record({ name: word, arguments: fc.string() }), { minLength: 1, maxLength: 4 }),
    results: fc.infiniteStream(fc.string()),
  })
  .map(({ content, reasoning, calls, results }) => {
    const tool_calls = calls.map((call, index) => ({ id: `id_${index}`, type: 'function', function: call }));
    const answers = tool_calls.map(({ id }) => ({
      role: 'tool',
      content: results.next().value as string,
      tool_call_id: id,
    }));
    return [{ role: 'assistant', content, tool_calls, reasoning }, ...answers];
  });
const transcript = fc
  .array(
    fc.oneof(
      plain.map((message) => [message]),
      group,
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.flat());

describe('canonical transcripts', () => {
  it('import as themselves, as an array, an object, lines and a scenario', async () => {
    await fc.assert(
      fc.asyncProperty(transcript, async (messages) => {
        const tools = [{ type: 'function', function: { name: 'f' } }];
        const forms = [
          JSON.stringify(messages),
          JSON.stringify({ messages, tools }, null, 2),
          lines(...messages),
          JSON.stringify({ palimpsest: 1, transcript: { messages, tools } }),
        ];
        for (const form of forms) {
          const report = await read(form);
          expect(report.conversations).toHaveLength(1);
          expect(report.conversations[0]?.messages).toEqual(messages);
          expect(report.skipped).toEqual([]);
          expect(report.repaired).toEqual([]);
        }
      }),
      { seed: 3, numRuns: 150 },
    );
  });
});
