// LangChain and LangGraph: every stored form, each recorded history once, and real files with the counts they hold.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { lines, read } from './support';

type Json = Record<string, unknown>;

function parsed(value: unknown): unknown {
  let current = value;
  for (let layer = 0; layer < 3 && typeof current === 'string'; layer++) {
    try {
      current = JSON.parse(current);
    } catch {
      return current;
    }
  }
  return current;
}

const isDefinition = (message: Json): boolean =>
  message.role === 'tool' && typeof parsed(message.content) === 'object' && !Array.isArray(parsed(message.content));

function callsOf(message: Json): number {
  const fields = (message.kwargs ?? message) as Json;
  const extra = (fields.additional_kwargs ?? {}) as Json;
  const list = (fields.tool_calls ?? extra.tool_calls ?? []) as unknown[];
  return list.length;
}

const counted = (messages: Json[]): Counted => ({
  messages: messages.length,
  calls: messages.reduce((sum, message) => sum + callsOf(message), 0),
});

/** The longest history: the input of the last model call and its answer. */
function count(text: string): Counted {
  const value = JSON.parse(text);
  if (Array.isArray(value)) return counted(value);
  if (Array.isArray(value.messages)) return counted(value.messages);
  const pairs: [unknown, unknown][] = value.observations
    ? value.observations
        .filter(({ type }: Json) => type === 'GENERATION')
        .map(({ input, output }: Json) => [input, output])
    : Object.values(value as Record<string, { input: Json; output: Json }>)
        .filter(
          ({ input, output }) => input.success && output.success && !('json' in ((output.data as Json[])[0] ?? {})),
        )
        .map(({ input, output }) => [input.data, output.data]);
  const histories = pairs.map(([input, output]) =>
    [...(parsed(input) as Json[]), ...[parsed(output) as Json].flat()].filter((message) => !isDefinition(message)),
  );
  const longest = histories.sort((one, other) => other.length - one.length)[0] ?? [];
  return counted(longest);
}

describeFamily('langchain', count, {
  'langchain/langfuse-langgraph-js-chatml.json':
    'the index adds up the inputs of six observations, which repeat one another; the answer to the last is a message too',
});

describe('LangChain', () => {
  it('counts a call once that stands both in the content and under tool_calls', async () => {
    const message = {
      type: 'ai',
      content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }],
      tool_calls: [{ name: 'f', args: {}, id: 'a' }],
    };
    const report = await read(JSON.stringify([{ type: 'human', content: 'go' }, message]));
    expect(report.conversations[0]?.messages[1]?.tool_calls).toHaveLength(1);
  });

  it('takes calls from the content where nothing else names them', async () => {
    const message = { type: 'ai', content: [{ type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }] };
    const report = await read(JSON.stringify([{ type: 'human', content: 'go' }, message]));
    expect(report.conversations[0]?.messages[1]).toMatchObject({
      content: null,
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
    });
  });

  it('removes what a RemoveMessage names, and says so', async () => {
    const list = [
      { type: 'human', content: 'one', id: '1' },
      { type: 'human', content: 'two', id: '2' },
      { type: 'remove', content: '', id: '1' },
    ];
    const report = await read(JSON.stringify({ messages: list }));
    expect(report.conversations[0]?.messages.map(({ content }) => content)).toEqual(['two']);
    expect(report.skipped[0]?.reason).toBe('a message was taken away by a RemoveMessage');
  });

  it('reads states of successive steps as one conversation, newest first or last', async () => {
    const messages = ['a', 'b', 'c'].map((content, index) => ({ type: index % 2 ? 'ai' : 'human', content }));
    const states = [1, 2, 3].map((length) => ({
      values: { messages: messages.slice(0, length) },
      next: [],
      config: {},
    }));
    for (const history of [states, [...states].reverse()]) {
      const report = await read(JSON.stringify(history));
      expect(report.conversations.map((conversation) => conversation.messages.length)).toEqual([3]);
      expect((await read(lines(...history))).conversations.map(({ messages: list }) => list.length)).toEqual([3]);
    }
  });

  it('keeps histories apart that do not begin alike', async () => {
    const run = (content: string): Json => ({
      run_type: 'llm',
      inputs: { messages: [[{ type: 'human', content }]] },
      outputs: { generations: [[{ message: { type: 'ai', content: `${content}!` } }]] },
    });
    const report = await read(lines(run('one'), run('two')));
    expect(report.conversations.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['one', 'one!'],
      ['two', 'two!'],
    ]);
  });

  it('leaves plain roles and texts to OpenAI chat', async () => {
    const report = await read(JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] }));
    expect(report.format).toBe('openai-chat');
  });
});
