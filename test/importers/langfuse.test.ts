// Langfuse: real traces of five libraries with the counts they hold, and the ways in which integrations write messages.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { lines, read } from './support';

/** Recorded JSON of five libraries, counted as it stands. */
type Json = ReturnType<typeof JSON.parse>;

const parsed = (value: Json): Json => (typeof value === 'string' ? JSON.parse(value) : value);

function observationsOf(text: string, type: string): Json[] {
  const { observations } = JSON.parse(text);
  return observations
    .filter((one: Json) => one.type === type)
    .sort((one: Json, other: Json) => (one.startTime < other.startTime ? -1 : 1));
}

/** How each library records what it sent; the last call repeats everything before it, except where said otherwise. */
const COUNTS: Record<string, (text: string) => Counted> = {
  agno: (text) => {
    // Messages are texts in Python's notation; a second observation of each call repeats it as one text.
    const { messages } = parsed(
      observationsOf(text, 'GENERATION').findLast(({ name }) => name === 'OpenAIChat.invoke').input,
    );
    return { messages: messages.length + 1, calls: messages.join('').split("'type': 'function'").length - 1 };
  },
  'claude-agent': (text) => {
    // Calls say nothing of their prompt: the prompt stands in a span around them, and results in observations of tools.
    const { prompt, system } = parsed(observationsOf(text, 'SPAN')[0].input);
    const said = observationsOf(text, 'GENERATION').flatMap(({ output }) => parsed(output).content);
    const turns = observationsOf(text, 'GENERATION').length;
    return {
      messages: [prompt, system].filter(Boolean).length + turns + observationsOf(text, 'TOOL').length,
      calls: said.filter(({ type }: Json) => type === 'tool_use').length,
    };
  },
  'google-adk': (text) => {
    const last = observationsOf(text, 'GENERATION').at(-1);
    const { contents, config } = parsed(last.input);
    const parts = contents.flatMap(({ parts: list }: Json) => list);
    return {
      messages: contents.length + (config.system_instruction ? 1 : 0) + 1,
      calls: parts.filter((part: Json) => part.function_call).length,
    };
  },
  'openai-agents': (text) => {
    const last = observationsOf(text, 'GENERATION').at(-1);
    const items = [...parsed(last.input), ...parsed(last.output).output];
    // The instructions of the response are the system message.
    return { messages: items.length + 1, calls: items.filter(({ type }) => type === 'function_call').length };
  },
  'pydantic-ai-tools': (text) => {
    // Two agents: the last call of each has the whole history of it.
    const lastOf = new Map<string, Json[]>();
    for (const { input, output } of observationsOf(text, 'GENERATION'))
      lastOf.set(JSON.stringify(parsed(input)[0]), [...parsed(input), ...parsed(output)]);
    const parts = [...lastOf.values()].flat().map(({ parts: list }) => list);
    const isResult = ({ type }: Json): boolean => type === 'tool_call_response';
    return {
      messages: parts.reduce((sum, list) => sum + (list.some(isResult) ? list.filter(isResult).length : 1), 0),
      calls: parts.flat().filter(({ type }) => type === 'tool_call').length,
    };
  },
};

const count = (text: string, path: string): Counted => {
  const counter = COUNTS[path.replace(/^observability\/langfuse-|-trace\.json$/g, '')];
  if (!counter) throw new Error(`how ${path} records messages is not known to the test`);
  return counter(text);
};

describeFamily(
  'observability',
  count,
  {
    'observability/langfuse-agno-trace.json': 'the index does not look into Python notation',
    'observability/langfuse-claude-agent-trace.json': 'the index counts inputs, and those of the calls are useless',
    'observability/langfuse-google-adk-trace.json':
      'the index counts the input of the last call: its instructions and its answer are two more',
    'observability/langfuse-openai-agents-trace.json':
      'the index counts the input of the last call: its instructions and its answer are two more',
    'observability/langfuse-pydantic-ai-tools-trace.json':
      'the index counts one input: results are messages of their own, answers are more, and the second agent is a conversation',
  },
  'langfuse',
);

const generation = (second: number, input: unknown, output: unknown, rest: object = {}) => ({
  id: `g${second}`,
  traceId: 't',
  type: 'GENERATION',
  name: 'chat',
  startTime: `2026-01-01T00:00:0${second}.000Z`,
  endTime: `2026-01-01T00:00:0${second}.500Z`,
  input,
  output,
  ...rest,
});
const traceOf = (...observations: unknown[]) => JSON.stringify({ trace: { id: 't', name: 'run' }, observations });
const texts = async (file: string) =>
  (await read(file)).conversations.map(({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`));

describe('how integrations write messages', () => {
  const asked = { role: 'user', content: 'Ask' };
  const said = { role: 'assistant', content: 'Say' };
  const wanted = [['user: Ask', 'assistant: Say']];
  it.each<[string, unknown, unknown]>([
    ['lists', [asked], said],
    ['texts of JSON', JSON.stringify([asked]), JSON.stringify(said)],
    ['texts of texts of JSON', JSON.stringify(JSON.stringify([asked])), JSON.stringify(JSON.stringify(said))],
    ['requests and responses', { messages: [asked], model: 'm' }, { choices: [{ message: said }] }],
    ['bare texts', 'Ask', 'Say'],
    [
      'parts',
      [{ role: 'user', parts: [{ type: 'text', content: 'Ask' }] }],
      [{ role: 'assistant', parts: [{ type: 'text', content: 'Say' }] }],
    ],
    [
      'blocks',
      [{ role: 'user', content: [{ type: 'text', text: 'Ask' }] }],
      { role: 'assistant', content: [{ type: 'text', text: 'Say' }] },
    ],
    [
      'Gemini contents',
      { contents: [{ role: 'user', parts: [{ text: 'Ask' }] }] },
      { content: { role: 'model', parts: [{ text: 'Say' }] } },
    ],
    ['Python', ["role='user' content='Ask' tool_calls=None"], said],
  ])('%s', async (_, input, output) => {
    expect(await texts(traceOf(generation(1, input, output)))).toEqual(wanted);
  });

  it('an id in a list is the id', async () => {
    const parts = [{ type: 'tool_call', id: ['c1'], name: 'f', arguments: '{}' }];
    const results = [{ type: 'tool_call_response', id: ['c1'], result: 'r' }];
    const input = [asked, { role: 'assistant', parts }, { role: 'tool', parts: results }];
    const report = await read(traceOf(generation(1, input, said)));
    expect(report.conversations[0]?.messages[1]?.tool_calls?.[0]?.id).toBe('c1');
    expect(report.conversations[0]?.messages[2]?.tool_call_id).toBe('c1');
  });
});

describe('calls of one trace', () => {
  const turn = (index: number) => [
    { role: 'user', content: `q${index}` },
    { role: 'assistant', content: `a${index}` },
  ];
  const [ask, say] = [turn(1)[0], turn(1)[1]];

  it('that only go on with each other are one conversation, with the usage of each at its answer', async () => {
    const usage = (input: number) => ({ usageDetails: { input, output: 1 } });
    const report = await read(
      traceOf(generation(2, [...turn(1), turn(2)[0]], turn(2)[1], usage(30)), generation(1, [ask], say, usage(10))),
    );
    expect(report.conversations.map(({ messages }) => messages.length)).toEqual([4]);
    expect(report.conversations[0]?.usage).toEqual([
      { message: 1, input: 10, output: 1 },
      { message: 3, input: 30, output: 1 },
    ]);
  });

  it('that begin otherwise are conversations of their own', async () => {
    const file = traceOf(generation(1, [ask], say), generation(2, [turn(2)[0]], turn(2)[1]));
    expect((await texts(file)).map((list) => list[0])).toEqual(['user: q1', 'user: q2']);
  });

  it('are read from observations a line as well', async () => {
    const report = await read(lines(generation(1, [ask], say), generation(2, [...turn(1), turn(2)[0]], turn(2)[1])));
    expect(report.format).toBe('langfuse');
    expect(report.conversations.map(({ messages }) => messages.length)).toEqual([4]);
  });
});
