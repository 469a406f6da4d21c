// Vercel AI SDK: steps of a page's message, parts of a model's message, telemetry, and real files with the counts they hold.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { read } from './support';

type Json = Record<string, unknown>;

/** Steps with something in them, and a result for every tool part that has one. */
function countPage(messages: { role: string; parts: Json[] }[]): Counted {
  let count = 0;
  let calls = 0;
  for (const { role, parts } of messages) {
    if (role !== 'assistant') {
      count++;
      continue;
    }
    let filled = false;
    for (const { type, state } of parts) {
      if (type === 'step-start') filled = false;
      else if (!filled) {
        filled = true;
        count++;
      }
      if (type !== 'dynamic-tool') continue;
      calls++;
      if (state === 'output-available') count++;
    }
  }
  return { messages: count, calls };
}

function count(text: string): Counted {
  const value = JSON.parse(text);
  if (Array.isArray(value) && value[0].parts) return countPage(value);
  if (value.observations) {
    const call = value.observations.find(({ name }: Json) => name === 'ai.generateText.doGenerate');
    const results = value.observations.filter(({ type }: Json) => type === 'TOOL').length;
    const calls = JSON.parse(call.output).length;
    return { messages: JSON.parse(call.input).length + 1 + results, calls };
  }
  let messages = 0;
  for (const { attributes } of value) {
    const prompt = attributes['ai.prompt.messages'];
    if (prompt) messages += JSON.parse(prompt).length + 1;
  }
  return { messages, calls: 0 };
}

describeFamily('vercel-ai-sdk', count, {
  'vercel-ai-sdk/derived-uimessages-react-agent.json':
    'the index counts messages of the page: one of them holds two steps and the results of two calls',
  'vercel-ai-sdk/langfuse-aisdk5-trace.json':
    'the index counts the prompt only; the file holds the call and its result too',
  'vercel-ai-sdk/otel-spans-aisdk-v6.json': 'the index counts the prompts of four calls without their answers',
});

describe('Vercel AI SDK', () => {
  const page = (...parts: Json[]): string =>
    JSON.stringify([
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'go' }] },
      { id: '2', role: 'assistant', parts },
    ]);
  const tool = (id: string, fields: Json = {}): Json => ({
    type: 'tool-do',
    toolCallId: id,
    state: 'output-available',
    input: {},
    output: id,
    ...fields,
  });
  const roles = async (text: string): Promise<string[]> =>
    ((await read(text)).conversations[0]?.messages ?? []).map(({ role }) => role);

  it('parallel calls of a step stay together, and the text after them is a step of its own', async () => {
    expect(await roles(page(tool('a'), tool('b'), { type: 'text', text: 'done' }))).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ]);
  });

  it('invocations of version 4 are told apart by their step', async () => {
    const call = (toolCallId: string, step: number): Json => ({
      type: 'tool-invocation',
      toolInvocation: { state: 'result', toolCallId, toolName: 'f', args: {}, result: 1, step },
    });
    expect(await roles(page(call('a', 0), call('b', 1)))).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
  });

  it.each(['input-streaming', 'input-available', 'approval-requested', 'approval-responded'])(
    'a call in the state %s has no result',
    async (state) => {
      expect(await roles(page(tool('a', { state, output: undefined })))).toEqual(['user', 'assistant']);
    },
  );

  it('results of every version become text', async () => {
    const result = (output: unknown): Json => ({ type: 'tool-result', toolCallId: 'a', toolName: 'f', output });
    const outputs = [
      { type: 'text', value: 'plain' },
      { type: 'json', value: [1] },
      { type: 'error-text', value: 'broken' },
      { type: 'content', value: [{ type: 'text', text: 'part' }] },
      { type: 'execution-denied', reason: 'no' },
      { answer: 42 },
    ];
    const report = await read(
      JSON.stringify([
        { role: 'user', content: 'x' },
        { role: 'tool', content: outputs.map(result) },
      ]),
    );
    expect(report.conversations[0]?.messages.slice(1).map(({ content }) => content)).toEqual([
      'plain',
      '[1]',
      'broken',
      'part',
      'no',
      '{"answer":42}',
    ]);
  });

  it('pieces of a stream are no messages, and are called what they are', async () => {
    const chunks = ['start', 'text-start', 'text-delta', 'text-end', 'finish'].map((type) => ({ type, id: '1' }));
    await expect(read(JSON.stringify(chunks))).rejects.toMatchObject({
      alternatives: expect.arrayContaining([expect.objectContaining({ id: 'vercel-ai-sdk' })]),
    });
  });

  it('Gemini parts, which have no type, are not its own', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
    const report = await read(JSON.stringify(contents)).catch(() => undefined);
    expect(report?.format).not.toBe('vercel-ai-sdk');
  });
});
