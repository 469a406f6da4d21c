// Anthropic Messages: real files with the counts they hold, and the quirks of requests, responses and tools that keep them.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { lines, read } from './support';

interface Block {
  type: string;
  thinking?: string;
  [key: string]: unknown;
}
interface Raw {
  role: string;
  content: string | Block[];
}

const isCall = ({ type }: Block): boolean => type.endsWith('tool_use');
const isResult = ({ type }: Block): boolean => type.endsWith('tool_result');
const saysNothing = ({ type, thinking }: Block): boolean => type === 'thinking' && !thinking;

/** A result is a message of its own, and so is each run of other blocks around it. */
function countMessages(messages: Raw[]): Counted {
  const counted = { messages: 0, calls: 0 };
  for (const { content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    counted.calls += blocks.filter(isCall).length;
    let open = false;
    for (const block of blocks.filter((one) => !saysNothing(one))) {
      if (isResult(block) || !open) counted.messages++;
      open = !isResult(block);
    }
  }
  return counted;
}

function count(text: string): Counted {
  const file = JSON.parse(text);
  const { messages, calls } = countMessages(file.messages ?? [file]);
  return { messages: messages + (file.system || file.system_prompt ? 1 : 0), calls };
}

describeFamily('anthropic-messages', count, {
  'anthropic-messages/cline-sdk-session-messages.json': 'the system prompt beside the messages is one more',
  'anthropic-messages/request-advisor-server-tool.json':
    'the result of the server tool stands inside an assistant message: it and the text after it are messages of their own',
  'anthropic-messages/request-cache-control.json': 'the system prompt beside the messages is one more',
  'anthropic-messages/request-compaction-blocks.json': 'the system prompt beside the messages is one more',
  'anthropic-messages/request-mcp-tool-use.json':
    'the result of the MCP tool stands inside an assistant message: it and the text after it are messages of their own',
  'anthropic-messages/vercel-anthropic-programmatic-response.json':
    'the response is one message; the result inside it and the text after it are messages of their own',
});

const use = (id: string, name = 'look', input: unknown = {}) => ({ type: 'tool_use', id, name, input });
const answer = (id: string, content: unknown, rest = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...rest,
});
const text = (words: string) => ({ type: 'text', text: words });

async function only(value: unknown) {
  const report = await read(JSON.stringify(value), {}, 'x.json');
  expect(report.format).toBe('anthropic-messages');
  expect(report.conversations).toHaveLength(1);
  return { report, messages: report.conversations[0]?.messages ?? [] };
}

describe('blocks in order', () => {
  it('parallel calls are one message, and their results one each, in the order of the file', async () => {
    const { messages, report } = await only({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [text('Both.'), use('a', 'look', { at: 1 }), use('b')] },
        { role: 'user', content: [answer('b', 'two'), answer('a', [text('o'), text('ne')]), text('and now?')] },
      ],
    });
    expect(messages.map(({ role, content, tool_call_id }) => [role, content, tool_call_id])).toEqual([
      ['user', 'go', undefined],
      ['assistant', 'Both.', undefined],
      ['tool', 'two', 'b'],
      ['tool', 'o\nne', 'a'],
      ['user', 'and now?', undefined],
    ]);
    expect(messages[1]?.tool_calls?.map((call) => [call.id, call.function.arguments])).toEqual([
      ['a', '{"at":1}'],
      ['b', '{}'],
    ]);
    expect(report.notes).toEqual([]);
  });

  it('text, a server tool, its result and text again keep their order inside one assistant message', async () => {
    const { messages } = await only({
      messages: [
        { role: 'user', content: 'search' },
        {
          role: 'assistant',
          content: [
            text('Searching.'),
            { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
            { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'web_search_result', title: 'T' }] },
            text('Found.'),
          ],
        },
      ],
    });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(messages[2]).toMatchObject({ tool_call_id: 's', content: '{"type":"web_search_result","title":"T"}' });
  });

  it('an image in a result costs its tokens there, and its base64 is nowhere', async () => {
    const data = 'iVBORw0KGgoAAAANSUhEUgAAA+gAAAPoCAIAAAA'.padEnd(4000, 'A');
    const source = { type: 'base64', media_type: 'image/png', data };
    const { messages } = await only({
      messages: [
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: [answer('a', [text('See:'), { type: 'image', source }])] },
      ],
    });
    expect(messages[1]?.content).toBe('See:\n[image: image/png, 3,000 bytes]');
    // 1,000 × 1,000 pixels / 750.
    expect(messages[1]?.imageTokens).toBe(1334);
  });

  it('thinking is reasoning beside the message; an empty one, which is only signed, is nothing', async () => {
    const { messages } = await only({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 'x' }, text('Yes.')] },
        { role: 'user', content: 'more' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: '', signature: 'x' }, text('No.')] },
      ],
    });
    expect(messages.map(({ content, reasoning }) => [content, reasoning])).toEqual([
      ['go', undefined],
      ['Yes.', 'Hm.'],
      ['more', undefined],
      ['No.', undefined],
    ]);
  });

  it('a failed result says what the tool said, and strings and lists mix', async () => {
    const { messages } = await only({
      system: 'Rules',
      messages: [
        { role: 'user', content: 'go' },
        { role: 'user', content: [text('twice')] },
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: [answer('a', 'no such file', { is_error: true })] },
      ],
    });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'user', 'assistant', 'tool']);
    expect(messages[4]?.content).toBe('no such file');
  });
});

describe('what stands beside the messages', () => {
  it('a system prompt in blocks becomes one system message, with or without cache_control', async () => {
    const { messages } = await only({
      system: [{ ...text('One.'), cache_control: { type: 'ephemeral' } }, text('Two.')],
      messages: [{ role: 'user', content: [{ ...text('hi'), cache_control: { type: 'ephemeral' } }] }],
    });
    expect(messages).toEqual([
      { role: 'system', content: 'One.\n\nTwo.' },
      { role: 'user', content: 'hi' },
    ]);
  });

  it('the prompt was what was new, what was written to the cache and what was read from it', async () => {
    const usage = { input_tokens: 3, cache_creation_input_tokens: 50, cache_read_input_tokens: 700, output_tokens: 9 };
    const { report } = await only({ type: 'message', role: 'assistant', id: 'msg_1', content: [text('hi')], usage });
    expect(report.conversations[0]?.usage).toEqual([{ message: 0, input: 753, output: 9 }]);
  });

  it('tool schemas come along', async () => {
    const tools = [{ name: 'look', description: 'Looks', input_schema: { type: 'object' } }];
    const { report } = await only({ tools, system: 's', messages: [{ role: 'user', content: 'hi' }] });
    expect(JSON.stringify(report.conversations[0]?.tools)).toContain('"look"');
  });
});

describe('recorded compactions', () => {
  it('a compaction block is a boundary, and what the model saw begins with it', async () => {
    const report = await read(
      JSON.stringify({
        system: 'Rules',
        messages: [
          { role: 'user', content: 'long ago' },
          { role: 'assistant', content: [{ type: 'compaction', content: 'Summary.' }, text('Going on.')] },
          { role: 'user', content: 'now' },
        ],
      }),
    );
    const [full, seen] = report.conversations;
    expect(full?.boundaries).toEqual([{ before: 2, trigger: 'auto' }]);
    expect(full?.part).toBe('main');
    expect(seen?.part).toBe('after compaction');
    expect(seen?.messages.map(({ content }) => content)).toEqual(['Rules', 'Summary.\nGoing on.', 'now']);
  });

  it('what Roo hid behind a summary stays in the full history, and is gone from what the model saw', async () => {
    const report = await read(
      lines(
        JSON.stringify([
          { role: 'user', content: [text('old')], condenseParent: 'c1', ts: 1760000000000 },
          { role: 'assistant', content: [use('a')], condenseParent: 'c1' },
          { role: 'user', content: [answer('a', 'r')], condenseParent: 'c1' },
          { role: 'assistant', content: [text('Summary')], isSummary: true, condenseId: 'c1' },
          { role: 'user', content: [text('new')] },
        ]),
      ),
    );
    const [full, seen] = report.conversations;
    expect(full?.messages).toHaveLength(5);
    expect(full?.messages[0]?.timestamp).toBe('2025-10-09T08:53:20.000Z');
    expect(seen?.messages.map(({ content }) => content)).toEqual(['Summary', 'new']);
  });
});

describe('what is told apart', () => {
  it('plain texts of users and assistants are not claimed', async () => {
    const report = await read(
      JSON.stringify([
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
      ]),
    );
    expect(report.format).toBe('openai-chat');
    expect(report.alternatives.map(({ id }) => id)).toContain('anthropic-messages');
  });
});
