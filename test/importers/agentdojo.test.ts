// AgentDojo: a real export with the counts it holds, and runs as the benchmark writes them, of both versions.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { lines, read } from './support';

interface Raw {
  tool_calls?: unknown[];
}

function count(text: string): Counted {
  const messages: Raw[] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => JSON.parse(line).messages ?? []);
  return { messages: messages.length, calls: messages.reduce((sum, one) => sum + (one.tool_calls?.length ?? 0), 0) };
}

describeFamily('agentdojo', count);

const run = {
  suite_name: 'banking',
  pipeline_name: 'model',
  user_task_id: 'user_task_0',
  injection_task_id: 'injection_task_4',
  utility: true,
};
const call = { function: 'read_file', args: { path: 'bill.txt' }, id: 'call_1', placeholder_args: null };

describe('a run', () => {
  it.each([
    ['of the older form, contents as texts', (text: string) => text],
    ['of the newer form, contents as parts', (text: string) => [{ type: 'text', content: text }]],
  ])('%s', async (_, form) => {
    const messages = [
      { role: 'system', content: form('Help.') },
      { role: 'user', content: form('Pay the bill.') },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', content: form('98 EUR'), tool_call_id: 'call_1', tool_call: call, error: null },
      { role: 'assistant', content: form('Paid.'), tool_calls: null },
    ];
    const report = await read(JSON.stringify({ ...run, messages }));
    expect(report.format).toBe('agentdojo');
    expect(report.conversations[0]?.title).toBe('banking, user_task_0, injection_task_4');
    expect(report.conversations[0]?.messages).toEqual([
      { role: 'system', content: 'Help.' },
      { role: 'user', content: 'Pay the bill.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"bill.txt"}' } },
        ],
      },
      { role: 'tool', content: '98 EUR', tool_call_id: 'call_1' },
      { role: 'assistant', content: 'Paid.' },
    ]);
  });

  it('without an id beside a result, the call that it repeats names it', async () => {
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '', tool_calls: [call, { ...call, id: 'call_2' }] },
      { role: 'tool', content: 'second', tool_call: { ...call, id: 'call_2' } },
      { role: 'tool', content: 'first', tool_call: call },
    ];
    const report = await read(JSON.stringify({ ...run, messages }));
    expect(report.conversations[0]?.messages.map((one) => one.tool_call_id)).toEqual([
      undefined,
      undefined,
      'call_2',
      'call_1',
    ]);
  });

  it('what the model was told of an error stands for the result', async () => {
    const messages = [
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: '', tool_call_id: 'call_1', tool_call: call, error: 'ValueError: no such file' },
    ];
    const report = await read(JSON.stringify({ ...run, messages }));
    expect(report.conversations[0]?.messages[1]?.content).toBe('ValueError: no such file');
  });
});

describe('an Invariant export', () => {
  it('is a line of metadata, and a conversation a line; ids that never match are counted in the report', async () => {
    const trace = (index: number) => ({
      index,
      messages: [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'p:0', type: 'function', function: { name: 'f', arguments: {} } }],
        },
        { role: 'tool', content: 'r', tool_call_id: 'block0' },
      ],
    });
    const report = await read(lines({ metadata: { suite: 'x' } }, trace(0), trace(1)));
    expect(report.format).toBe('agentdojo');
    expect(report.conversations).toHaveLength(2);
    expect(report.skipped).toEqual([{ line: 1, reason: 'metadata, not a message' }]);
    expect(report.notes.join('\n')).toContain('2 tool results have no call before them.');
    expect(report.notes.join('\n')).toContain('2 tool calls have no result in the file.');
  });
});
