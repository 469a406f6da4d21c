/** Results that say that they failed, in the words of each family that has any: the mark comes along, and only there. */

import { describe, expect, it } from 'vitest';
import { lines, read } from './support';

const call = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } });

const claude = (uuid: string, type: string, content: unknown) => ({
  type,
  uuid,
  parentUuid: uuid === 'a' ? null : String.fromCharCode(uuid.charCodeAt(0) - 1),
  sessionId: 's',
  isSidechain: false,
  message: { role: type, content, ...(type === 'assistant' && { id: `m-${uuid}` }) },
});

/** Two calls each, of which the first fails. */
const FILES: readonly (readonly [family: string, format: string, text: string])[] = [
  [
    'Anthropic: is_error',
    'anthropic-messages',
    JSON.stringify({
      messages: [
        { role: 'user', content: 'Look.' },
        {
          role: 'assistant',
          content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })),
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'no such file', is_error: true },
            { type: 'tool_result', tool_use_id: 'b', content: 'a list', is_error: false },
          ],
        },
      ],
    }),
  ],
  [
    'Claude Code: is_error; the later of two results counts',
    'claude-code',
    lines(
      claude('a', 'user', 'Look.'),
      claude('b', 'assistant', [
        { type: 'tool_use', id: 'a', name: 'look', input: {} },
        { type: 'tool_use', id: 'b', name: 'look', input: {} },
      ]),
      claude('c', 'user', [{ type: 'tool_result', tool_use_id: 'b', content: 'not yet', is_error: true }]),
      claude('d', 'user', [{ type: 'tool_result', tool_use_id: 'a', content: 'no such file', is_error: true }]),
      claude('e', 'user', [{ type: 'tool_result', tool_use_id: 'b', content: 'a list' }]),
    ),
  ],
  [
    'OpenAI-like logs, MCP: isError',
    'openai-chat',
    JSON.stringify([
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'no such file', isError: true },
      { role: 'tool', tool_call_id: 'b', content: 'a list', isError: false },
    ]),
  ],
  [
    'LangChain: status',
    'langchain',
    JSON.stringify([
      { type: 'human', content: 'Look.' },
      { type: 'ai', content: '', tool_calls: ['a', 'b'].map((id) => ({ id, name: 'look', args: {} })) },
      { type: 'tool', tool_call_id: 'a', content: 'no such file', status: 'error' },
      { type: 'tool', tool_call_id: 'b', content: 'a list', status: 'success' },
    ]),
  ],
  [
    'Gemini: an error in place of an output',
    'gemini',
    JSON.stringify({
      contents: [
        { role: 'user', parts: [{ text: 'Look.' }] },
        { role: 'model', parts: ['a', 'b'].map((id) => ({ functionCall: { id, name: 'look', args: {} } })) },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'a', name: 'look', response: { error: 'no such file' } } },
            { functionResponse: { id: 'b', name: 'look', response: { output: 'a list', error: '' } } },
          ],
        },
      ],
    }),
  ],
  [
    'pi: isError',
    'pi',
    lines(
      { type: 'session', id: 's', cwd: '/home/ada', version: 1 },
      { type: 'message', message: { role: 'user', content: 'Look.' } },
      {
        type: 'message',
        message: {
          role: 'assistant',
          content: ['a', 'b'].map((id) => ({ type: 'toolCall', id, name: 'look', arguments: {} })),
        },
      },
      { type: 'message', message: { role: 'toolResult', toolCallId: 'a', content: 'no such file', isError: true } },
      { type: 'message', message: { role: 'toolResult', toolCallId: 'b', content: 'a list', isError: false } },
    ),
  ],
  [
    'tau2-bench: error',
    'tau-bench',
    JSON.stringify({
      info: { environment_info: { domain_name: 'mock' } },
      tasks: [],
      simulations: [
        {
          id: 's',
          task_id: '1',
          reward_info: { reward: 1 },
          trial: 0,
          messages: [
            { role: 'user', content: 'Look.' },
            {
              role: 'assistant',
              content: null,
              tool_calls: ['a', 'b'].map((id) => ({ id, name: 'look', arguments: {} })),
            },
            { role: 'tool', id: 'a', content: 'no such file', requestor: 'assistant', error: true },
            { role: 'tool', id: 'b', content: 'a list', requestor: 'assistant', error: false },
          ],
        },
      ],
    }),
  ],
  [
    'Vercel AI SDK 4: isError beside the result',
    'vercel-ai-sdk',
    JSON.stringify([
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: ['a', 'b'].map((id) => ({ type: 'tool-call', toolCallId: id, toolName: 'look', args: {} })),
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'look', result: 'no such file', isError: true },
          { type: 'tool-result', toolCallId: 'b', toolName: 'look', result: 'a list' },
        ],
      },
    ]),
  ],
];

describe('a result that failed', () => {
  it.each(FILES)('is marked: %s', async (_family, format, text) => {
    const report = await read(text, {}, 'session.jsonl');
    expect(report.format).toBe(format);
    const results = report.conversations[0]?.messages.filter(({ role }) => role === 'tool') ?? [];
    const failed = results.map(({ content, is_error: mark }) => [content, mark]);
    expect(failed).toHaveLength(2);
    expect(failed).toContainEqual(['no such file', true]);
    expect(failed.filter(([, mark]) => mark !== undefined)).toHaveLength(1);
    expect(report.skipped).toEqual([]);
    expect(report.notes.filter((note) => /not read/.test(note))).toEqual([]);
  });

  it('is a matter of results: the mark of another message is left out', async () => {
    const { conversations } = await read(
      JSON.stringify([
        { role: 'user', content: 'Hm.', is_error: true },
        { role: 'assistant', content: 'Yes?' },
      ]),
    );
    expect(conversations[0]?.messages).toEqual([
      { role: 'user', content: 'Hm.' },
      { role: 'assistant', content: 'Yes?' },
    ]);
  });
});
