// OpenAI Responses: real files with the counts they hold, and the quirks of items and their envelopes.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { countCalls, lines, read } from './support';

interface Item {
  type?: string;
  role?: string;
  summary?: unknown[];
  content?: unknown[] | string;
  output?: unknown;
  [key: string]: unknown;
}

/** Reasoning with words, a text and calls are one answer; a result, wherever it stands, is a message of its own. */
function countItems(items: Item[]): Counted {
  const counted = { messages: 0, calls: 0 };
  let answering = false;
  const answer = (): void => {
    if (!answering) counted.messages++;
    answering = true;
  };
  const other = (): void => {
    counted.messages++;
    answering = false;
  };
  for (const item of items) {
    const type = item.type ?? 'message';
    if (type === 'mcp_list_tools') continue;
    if (type === 'reasoning') {
      const words = (item.summary?.length ?? 0) + (item.content?.length ?? 0);
      if (words > 0) answer();
    } else if (type.endsWith('_call')) {
      answer();
      counted.calls++;
      if (item.output) other();
    } else if (type === 'message' && item.role === 'assistant') {
      answer();
      answering = false;
    } else other();
  }
  return counted;
}

function count(text: string): Counted {
  const { instructions, input = [], output = [], data = [] } = JSON.parse(text);
  const { messages, calls } = countItems([...input, ...output, ...data]);
  return { messages: messages + (typeof instructions === 'string' ? 1 : 0), calls };
}

describeFamily('openai-responses', count, {
  'openai-responses/request-mcp-items.json':
    'the index counts items: the list of tools is read as schemas, sealed reasoning holds no words, the call and the text are one answer',
  'openai-responses/request-web-search-call.json':
    'the index counts items: sealed reasoning holds no words, the search and the text after it are one answer',
  'openai-responses/storymachine-input-items-list.json':
    'the index counts items: reasoning belongs to the answer after it',
  'openai-responses/vercel-mcp-tool-response.json':
    'the index counts items: the list of tools is read as schemas, sealed reasoning holds no words, the result in the call is a message',
});

const call = (id: string, name = 'look', text = '{}') => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: text,
});
const result = (id: string, output: unknown) => ({ type: 'function_call_output', call_id: id, output });
const said = (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });

async function only(value: unknown) {
  const report = await read(JSON.stringify(value), {}, 'x.json');
  expect(report.format).toBe('openai-responses');
  expect(report.conversations).toHaveLength(1);
  return { report, messages: report.conversations[0]?.messages ?? [] };
}

describe('items to messages', () => {
  it('reasoning, a text and parallel calls are one answer; results pair by call_id, not by id', async () => {
    const { messages, report } = await only({
      instructions: 'Rules',
      input: [
        { role: 'user', content: 'go' },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Both.' }] },
        said('Looking.'),
        call('a', 'look', '{"at":1}'),
        call('b'),
        result('b', 'two'),
        result('a', 'one'),
        said('Done.'),
      ],
    });
    expect(messages.map(({ role, content, tool_call_id }) => [role, content, tool_call_id])).toEqual([
      ['system', 'Rules', undefined],
      ['user', 'go', undefined],
      ['assistant', 'Looking.', undefined],
      ['tool', 'two', 'b'],
      ['tool', 'one', 'a'],
      ['assistant', 'Done.', undefined],
    ]);
    expect(messages[2]).toMatchObject({ reasoning: 'Both.', tool_calls: [{ id: 'a' }, { id: 'b' }] });
    expect(report.notes).toEqual([]);
  });

  it('items without a type and items with one mix, and so do their forms of content', async () => {
    const { messages } = await only({
      model: 'm',
      input: [
        { role: 'developer', content: 'Rules' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'a' },
            { type: 'input_text', text: 'b' },
          ],
        },
        { role: 'assistant', content: 'c' },
        { type: 'message', role: 'user', content: 'd' },
      ],
    });
    expect(messages.map(({ role, content }) => `${role} ${content}`)).toEqual([
      'developer Rules',
      'user a\nb',
      'assistant c',
      'user d',
    ]);
  });

  it('an output may hold images, which cost tokens', async () => {
    const parts = [
      { type: 'input_text', text: 'See' },
      { type: 'input_image', image_url: 'https://example.org/a.png' },
    ];
    const { messages } = await only({ input: [call('a'), result('a', parts)] });
    expect(messages[1]).toMatchObject({ content: 'See\n[image: https://example.org/a.png]', imageTokens: 1105 });
  });

  it('an MCP call carries its own result; tools that it lists are schemas and no message', async () => {
    const { messages, report } = await only({
      object: 'response',
      output: [
        { type: 'mcp_list_tools', server_label: 's', tools: [{ name: 'find', input_schema: {} }] },
        { type: 'mcp_call', id: 'm', name: 'find', arguments: '{"q":1}', output: 'found' },
        said('It is there.'),
      ],
    });
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['assistant', null],
      ['tool', 'found'],
      ['assistant', 'It is there.'],
    ]);
    expect(report.conversations[0]?.tools).toHaveLength(1);
  });

  it('a refusal is what was said', async () => {
    const { messages } = await only([
      call('a'),
      result('a', 'x'),
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    ]);
    expect(messages[2]?.content).toBe('No.');
  });
});

describe('envelopes', () => {
  it('usage of a response is at its last answer', async () => {
    const { report } = await only({
      object: 'response',
      output: [said('hi')],
      usage: { input_tokens: 40, input_tokens_details: { cached_tokens: 30 }, output_tokens: 2 },
    });
    expect(report.conversations[0]?.usage).toEqual([{ message: 0, input: 40, output: 2 }]);
  });

  it('responses that name the one before are one conversation', async () => {
    const exchange = (id: string, previous: string | null, input: string, output: string) => ({
      id,
      object: 'response',
      previous_response_id: previous,
      input,
      output: [said(output)],
    });
    const report = await read(lines(exchange('r1', null, 'one', 'first'), exchange('r2', 'r1', 'two', 'second')));
    expect(report.conversations.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['one', 'first', 'two', 'second'],
    ]);
    expect(report.notes.join()).not.toContain('earlier response');
  });

  it('says that the history is elsewhere, and that a page goes on', async () => {
    const { report } = await only({ previous_response_id: 'r0', model: 'm', input: [{ role: 'user', content: 'hi' }] });
    expect(report.notes.join()).toContain('an earlier response');
    const page = await only({ object: 'list', data: [call('a'), result('a', 'x')], has_more: true });
    expect(page.report.notes.join()).toContain('has_more');
  });

  it('items a line are one conversation', async () => {
    const report = await read(lines({ role: 'user', type: 'message', content: 'go' }, call('a'), result('a', 'x')));
    expect(report.format).toBe('openai-responses');
    expect(report.conversations.map((one) => [one.messages.length, countCalls(one)])).toEqual([[3, 1]]);
  });

  it('a compaction is a boundary; sealed words are said to be missing, and are not counted', async () => {
    const report = await read(
      JSON.stringify({
        input: [
          { role: 'user', content: 'old' },
          said('old answer'),
          { type: 'compaction', encrypted_content: 'x'.repeat(5000) },
          { role: 'user', content: 'new' },
        ],
      }),
    );
    const [full, seen] = report.conversations;
    expect(full?.boundaries).toEqual([{ before: 2, trigger: 'auto' }]);
    expect(seen?.messages.map(({ content }) => content)).toEqual(['[compaction: 5,000 encrypted characters]', 'new']);
    expect(report.notes.join()).toContain('encrypted');
  });

  it('a message of another API is not claimed', async () => {
    const anthropic = { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hi' }] };
    expect((await read(JSON.stringify(anthropic))).format).toBe('anthropic-messages');
  });
});
