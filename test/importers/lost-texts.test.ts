/** Files out of shape that the fuzz found, made small: a text that comes through nowhere is told of. */

import { describe, expect, it } from 'vitest';
import { lines, read } from './support';

const span = (fields: object) =>
  JSON.stringify([{ traceId: 't', spanId: 's', name: 'chat', attributes: [], ...fields }]);
const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const asked = { name: 'gen_ai.user.message', attributes: [attribute('content', 'How many?')] };
const answered = { name: 'gen_ai.choice', attributes: [attribute('message', '{"content":"Three."}')] };

const FILES: readonly (readonly [why: string, format: string, file: string])[] = [
  [
    'an event of a span whose name is no text',
    'otel-genai',
    span({ events: [asked, answered, { name: [['x']], attributes: [attribute('content', 'LOST')] }] }),
  ],
  [
    'attributes written as a text',
    'otel-genai',
    span({ events: [asked, answered, { name: 'x', attributes: '[LOST]' }] }),
  ],
  [
    'an entry of a body without a key',
    'otel-genai',
    span({
      events: [asked, answered],
      body: { kvlistValue: { values: [{ value: { stringValue: 'LOST' } }] } },
    }),
  ],
  [
    'a request that became a list',
    'openai-responses',
    JSON.stringify({
      request: [{ model: 'm', input: [{ role: 'user', content: 'LOST' }] }],
      response: { object: 'response', output: [{ type: 'message', role: 'assistant', content: 'Yes.' }] },
    }),
  ],
  [
    'a request under another name',
    'openai-responses',
    JSON.stringify({
      role: { model: 'm', input: 'LOST' },
      response: { object: 'response', output: [{ type: 'message', role: 'assistant', content: 'Yes.' }] },
    }),
  ],
  [
    'an answer of a step under another name',
    'swe-agent',
    JSON.stringify({ trajectory: [{ action: 'ls', observation: 'a.py', thought: 'Look.', messages: 'LOST' }] }),
  ],
  [
    'what was sent without a role',
    'swe-agent',
    JSON.stringify({
      history: [{ role: 'user', content: 'Fix it.', agent: 'main' }],
      trajectory: [
        { action: 'a', observation: 'b', response: 'c', query: [{ role_: 'user', content: 'LOST', agent: 'main' }] },
      ],
    }),
  ],
  [
    'the text of a span under another name',
    'vercel-ai-sdk',
    span({
      attributes: {
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.prompt.messages': '[{"role":"user","content":"Roll"}]',
        'ai.response.text_': 'LOST',
      },
    }),
  ],
  [
    'the content of a message under another name',
    'mini-swe-agent',
    JSON.stringify({
      trajectory_format: 'mini-swe-agent-1.1',
      messages: [
        { role: 'user', content: 'Count.' },
        { role: 'assistant', content_: 'LOST' },
      ],
    }),
  ],
  [
    'an instruction under `id`',
    'letta',
    JSON.stringify({
      agent_type: 'a',
      llm_config: {},
      core_memory: [],
      messages: [{ role: 'user', text: 'Hi', created_at: '2025-03-01T10:00:00Z' }],
      id: 'LOST and found',
    }),
  ],
  [
    'the content of a result under another name',
    'claude-code',
    lines(
      { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'Look.' } },
      {
        type: 'user',
        uuid: 'b',
        parentUuid: 'a',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content_: 'LOST' }] },
      },
    ),
  ],
];

describe('a text that is lost', () => {
  it.each(FILES)('%s', async (_why, format, file) => {
    const report = await read(file, { format });
    const shown = JSON.stringify(report.conversations.map(({ messages }) => messages));
    expect(shown).not.toContain('LOST');
    const said = [
      ...report.skipped.map(({ reason }) => reason),
      ...report.notes.filter((note) => /not read|Left out/.test(note)),
    ];
    expect(said).not.toEqual([]);
  });

  it('words beside an image are kept', async () => {
    const { conversations } = await read(
      JSON.stringify([{ role: 'user', content: [{ type: 'image', text: 'A grey field.' }] }]),
    );
    expect(conversations[0]?.messages[0]?.content).toContain('A grey field.');
  });

  it('words of a later call of one response are kept', async () => {
    const call = (id: string, thought: unknown[]) => ({
      kind: 'ActionEvent',
      source: 'agent',
      timestamp: '2026-01-01T00:00:00',
      id,
      thought,
      tool_name: 'ls',
      tool_call_id: id,
      tool_call: { id, name: 'ls', arguments: '{}' },
      llm_response_id: 'r',
    });
    const { conversations } = await read(lines(call('a', []), call('b', [{ type: 'text', text: 'Both.' }])), {
      format: 'openhands',
    });
    expect(conversations[0]?.messages[0]).toMatchObject({ content: 'Both.' });
    expect(conversations[0]?.messages[0]?.tool_calls).toHaveLength(2);
  });
});
