// SWE-agent, mini-swe-agent and ATIF: their variants, and real files with the counts they hold.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { read } from './support';

type Json = Record<string, unknown>;

const calls = (messages: Json[]): number =>
  messages.reduce((sum, { tool_calls: list }) => sum + (Array.isArray(list) ? list.length : 0), 0);

function countHistory(text: string): Counted {
  const { history } = JSON.parse(text);
  return { messages: history.length, calls: calls(history) };
}

describeFamily('swe-agent', countHistory);
describeFamily('mini-swe-agent', (text) => {
  const list = JSON.parse(text);
  return { messages: list.length, calls: calls(list) };
});
describeFamily(
  'atif',
  (text) => {
    const { steps } = JSON.parse(text);
    const results = steps.flatMap((step: { observation?: { results: Json[] } }) => step.observation?.results ?? []);
    return {
      messages: steps.length + results.filter(({ content }: Json) => content !== undefined).length,
      calls: calls(steps),
    };
  },
  {
    'atif/openhands-hello-world.trajectory.json': 'the index counts steps; a result in a step is a message of its own',
    'atif/terminus2-context-summarization.trajectory.json':
      'the index counts steps; what the terminal printed in three of them are messages of their own',
  },
);

describe('SWE-agent', () => {
  it('a result for several calls answers each of them', async () => {
    const call = (id: string): Json => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
    const history = [
      { role: 'user', content: 'go', agent: 'main' },
      { role: 'assistant', content: 'both', agent: 'main', tool_calls: [call('a'), call('b')] },
      { role: 'tool', content: 'done', agent: 'main', tool_call_ids: ['a', 'b'] },
    ];
    const report = await read(JSON.stringify({ history }));
    expect(report.conversations[0]?.messages.slice(2).map((message) => message.tool_call_id)).toEqual(['a', 'b']);
    expect(report.notes.join()).not.toContain('no result');
  });

  it('a second agent is a conversation of its own', async () => {
    const history = ['main', 'summarizer', 'main'].map((agent) => ({ role: 'user', content: agent, agent }));
    const report = await read(JSON.stringify({ history, trajectory: [], info: {} }));
    expect(report.conversations.map(({ part, messages }) => [part, messages.length])).toEqual([
      ['main', 2],
      ['side chain', 1],
    ]);
  });

  it('turns of the published data set are read by their texts', async () => {
    const trajectory = [
      { role: 'system', text: null, system_prompt: 'Fix.' },
      { role: 'ai', text: 'Looking.', system_prompt: null },
    ];
    const report = await read(JSON.stringify({ instance_id: 'x', trajectory }));
    expect(report.format).toBe('swe-agent');
    expect(report.conversations[0]?.messages).toEqual([
      { role: 'system', content: 'Fix.' },
      { role: 'assistant', content: 'Looking.' },
    ]);
  });
});

describe('mini-swe-agent', () => {
  it('a bare list without its bash blocks stays OpenAI chat', async () => {
    const list = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
    ];
    expect((await read(JSON.stringify(list))).format).toBe('openai-chat');
  });

  it('offers OpenAI chat beside a bare list', async () => {
    const list = [
      { role: 'assistant', content: '```bash\nls\n```' },
      { role: 'user', content: '<returncode>0</returncode>' },
    ];
    const report = await read(JSON.stringify(list));
    expect(report.format).toBe('mini-swe-agent');
    expect(report.alternatives.find(({ id }) => id === 'openai-chat')?.verdict.confidence).toBeGreaterThan(0.5);
  });
});
