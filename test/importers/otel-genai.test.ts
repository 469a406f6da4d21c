// OpenTelemetry GenAI exports: every way in which spans came to hold messages reads to the same conversation.

import { describe, expect, it } from 'vitest';
import { spansIn } from '@/lib/importers/otel-spans';
import { countCalls, fixture, lines, read, refusal } from './support';

const asked = { role: 'user', parts: [{ type: 'text', content: 'Ask' }] };
const calls = {
  role: 'assistant',
  parts: [
    { type: 'tool_call', id: 'a', name: 'look', arguments: { at: 1 } },
    { type: 'tool_call', id: 'b', name: 'look', arguments: { at: 2 } },
  ],
};
const spanOf = (attributes: unknown, rest: object = {}) => ({
  traceId: 't',
  spanId: 's',
  name: 'chat',
  attributes,
  ...rest,
});
const keyValues = (attributes: Record<string, unknown>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: JSON.stringify(value) } }));

describe('the same call in every envelope', () => {
  const attributes = { 'gen_ai.input.messages': [asked], 'gen_ai.output.messages': [calls] };
  const span = spanOf(attributes);
  const typed = spanOf(keyValues(attributes));
  const texts = spanOf(
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, JSON.stringify(value)])),
  );
  const envelopes: [string, unknown][] = [
    ['a list of spans', [span]],
    ['an object with spans', { spans: [texts] }],
    ['OTLP', { resourceSpans: [{ scopeSpans: [{ spans: [typed] }] }] }],
    ['OTLP in snake case', { resource_spans: [{ scope_spans: [{ spans: [typed] }] }] }],
    ['the older library spans', { resourceSpans: [{ instrumentationLibrarySpans: [{ spans: [typed] }] }] }],
    ['batches', { batches: [{ scopeSpans: [{ spans: [typed] }] }] }],
    [
      'Jaeger',
      {
        data: [
          { spans: [{ traceID: 't', spanID: 's', operationName: 'chat', startTime: 1, tags: keyValues(attributes) }] },
        ],
      },
    ],
  ];
  it.each(envelopes)('%s', async (_, value) => {
    const report = await read(JSON.stringify(value), {}, 'x.json');
    expect(report.format).toBe('otel-genai');
    expect(report.conversations).toHaveLength(1);
    const [conversation] = report.conversations;
    expect(conversation?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Ask'],
      ['assistant', null],
    ]);
    expect(conversation?.messages[1]?.tool_calls).toEqual([
      { id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } },
      { id: 'b', type: 'function', function: { name: 'look', arguments: '{"at":2}' } },
    ]);
  });
});

describe('what belongs together', () => {
  const call = (trace: string, second: number, input: unknown[], output: unknown[], rest: object = {}) => ({
    traceId: trace,
    spanId: `${trace}${second}`,
    startTimeUnixNano: `${1760000000 + second}000000000`,
    attributes: { 'gen_ai.input.messages': input, 'gen_ai.output.messages': output, ...rest },
  });
  const reply = { role: 'assistant', parts: [{ type: 'text', content: 'Done' }] };
  const results = {
    role: 'tool',
    parts: [
      { type: 'tool_call_response', id: 'b', response: 'two' },
      { type: 'tool_call_response', id: 'a', response: 'one' },
    ],
  };

  it('takes spans by their time, not by their place in the file', async () => {
    const report = await read(lines(call('t', 9, [asked, calls, results], [reply]), call('t', 1, [asked], [calls])));
    expect(report.conversations.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['Ask', null, 'two', 'one', 'Done'],
    ]);
    expect(countCalls(report.conversations[0] as never)).toBe(2);
    expect(report.notes).toContainEqual(expect.stringContaining('1 call that only repeats another is not read'));
  });

  it('keeps traces apart where they do not begin alike', async () => {
    const other = { role: 'user', parts: [{ type: 'text', content: 'Other' }] };
    const report = await read(lines(call('t', 1, [asked], [reply]), call('u', 2, [other], [reply])));
    expect(report.conversations).toHaveLength(2);
  });

  it('leaves out the span of an agent around its calls, and reads it where it is alone', async () => {
    const agent = call('t', 0, [asked], [reply], { 'gen_ai.operation.name': 'invoke_agent' });
    const both = await read(
      lines(agent, call('t', 1, [asked], [calls]), call('t', 2, [asked, calls, results], [reply])),
    );
    expect(both.conversations.map(({ messages }) => messages.length)).toEqual([5]);
    expect(both.notes).toContainEqual(expect.stringContaining('1 × span around model calls'));
    expect((await read(lines(agent))).conversations.map(({ messages }) => messages.length)).toEqual([2]);
  });

  it('keeps the usage of every call at its answer', async () => {
    const usage = (input: number, output: number) => ({
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': output,
    });
    const report = await read(
      lines(call('t', 1, [asked], [calls], usage(10, 5)), call('t', 2, [asked, calls, results], [reply], usage(30, 1))),
    );
    expect(report.conversations[0]?.usage).toEqual([
      { message: 1, input: 10, output: 5 },
      { message: 4, input: 30, output: 1 },
    ]);
  });
});

describe('what is told apart', () => {
  it("leaves the AI SDK's spans to its own importer", async () => {
    const report = await read(fixture('vercel-spans.json'), {}, 'x.json');
    expect(report.format).toBe('vercel-ai-sdk');
    for (const { id, verdict } of report.alternatives)
      if (id === 'otel-genai') expect(verdict.confidence).toBeLessThan(0.5);
  });

  it('names the format of spans whose messages were not recorded', async () => {
    const error = await refusal(lines(spanOf({ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 3 })));
    expect(error.message).toContain('OpenTelemetry GenAI');
  });

  it('reports choices beside the first', async () => {
    const report = await read(fixture('otel-events.json'), {}, 'x.json');
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      'one more choice of the same call, which was not gone on with',
    ]);
  });

  it('keeps the order of keys and every key of a typed map', () => {
    const pairs = (...keys: string[]) => ({
      kvlistValue: { values: keys.map((key) => ({ key, value: { intValue: '1' } })) },
    });
    const [span] = spansIn([{ spanId: 's', attributes: [{ key: 'map', value: pairs('b', '__proto__', 'a') }] }]);
    expect(JSON.stringify(span?.attributes.map)).toBe('{"b":1,"__proto__":1,"a":1}');
  });
});
