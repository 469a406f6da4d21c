// ShareGPT and Letta: calls in texts, unknown speakers, windows of an agent, and real files with the counts they hold.

import { describe, expect, it } from 'vitest';
import { describeFamily } from './agent-families';
import { lines, read } from './support';

type Json = Record<string, unknown>;

describeFamily('sharegpt', (text) => {
  const turns = JSON.parse(text).flatMap(({ conversations }: { conversations: Json[] }) => conversations);
  return { messages: turns.length, calls: turns.filter(({ from }: Json) => from === 'function_call').length };
});

describeFamily('letta', (text) => {
  const whole = JSON.parse(text);
  const { agents } = typeof whole === 'string' ? JSON.parse(whole) : whole;
  const messages = agents.flatMap((agent: { messages: Json[] }) => agent.messages);
  const calls = messages.reduce(
    (sum: number, { tool_calls: list }: Json) => sum + ((list as Json[] | null)?.length ?? 0),
    0,
  );
  return { messages: messages.length, calls };
});

const chat = (...turns: [string, unknown][]): string =>
  JSON.stringify([{ conversations: turns.map(([from, value]) => ({ from, value })) }]);

describe('ShareGPT', () => {
  it('tags that hold no JSON stay text', async () => {
    const broken = '<tool_call>\nnot json\n</tool_call>';
    const report = await read(chat(['human', 'go'], ['gpt', broken]));
    expect(report.conversations[0]?.messages[1]).toEqual({ role: 'assistant', content: broken });
  });

  it('a tag that stays open stays text', async () => {
    const report = await read(chat(['human', 'go'], ['gpt', '<tool_call>{"name":"f"}']));
    expect(report.conversations[0]?.messages[1]?.tool_calls).toBeUndefined();
  });

  it('turns on lines of their own are one conversation', async () => {
    const report = await read(lines({ from: 'human', value: 'a' }, { from: 'gpt', value: 'b' }));
    expect(report.conversations.map(({ messages }) => messages.length)).toEqual([2]);
  });

  it('conversations of roles and contents are left to OpenAI chat, with this one named beside it', async () => {
    const report = await read(JSON.stringify({ conversations: [{ role: 'user', content: 'a' }] }));
    expect(report.format).toBe('openai-chat');
    expect(report.alternatives.map(({ id }) => id)).toContain('sharegpt');
  });
});

describe('Letta', () => {
  it('reads one agent of the window where all of it is in the window', async () => {
    const message = { id: 'm', role: 'user', content: [{ type: 'text', text: 'hi' }] };
    const file = { agents: [{ name: 'A', messages: [message], in_context_message_ids: ['m'] }], blocks: [] };
    const report = await read(JSON.stringify(file));
    expect(report.conversations.map(({ part, title }) => [part, title])).toEqual([[undefined, 'A']]);
  });

  it('several agents are several conversations', async () => {
    const agents = ['A', 'B'].map((name) => ({ name, system: `I am ${name}.`, messages: [] }));
    const report = await read(JSON.stringify({ agents, blocks: [] }));
    expect(report.conversations.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(report.repaired[0]?.reason).toContain('system prompt');
  });
});
