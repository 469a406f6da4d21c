/** What a GenAI span of OpenTelemetry recorded of a call, in any of its conventions, as OpenAI-like messages. */

import { isRecord, type JsonRecord, own, ownCount, ownString, ownWord } from './json-values';
import { type DialectCall, openInferenceCall, vercelCall, vercelResult } from './otel-dialects';
import type { Span } from './otel-spans';
import { asText, recordedMessages, unwrapped } from './trace-messages';

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;
const INDEXED = /^(gen_ai\.(?:prompt|completion)|llm\.request\.functions)\.(\d{1,6})\.(.+)$/;
const INDEXED_CALL = /^tool_calls\.(\d{1,4})\.(id|name|arguments)$/;

/** What a call was sent and what it said. */
export interface Recorded {
  messages: JsonRecord[];
  tools: unknown;
}

/** Reads one recorded side of a call; what is no message in it is reported. */
type Reader = (raw: unknown, side: 'user' | 'assistant') => JsonRecord[];

/** Undefined where the span has no messages. */
export function recordedCall(span: Span, skip: (reason: string) => void): Recorded | undefined {
  const read: Reader = (raw, side) => {
    const { messages } = recordedMessages(raw, side, skip);
    const value = messages.length > 0 ? undefined : unwrapped(raw);
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
      skip('messages of a call in no known form');
    return messages;
  };
  const attributes = withDetails(span);
  let found = fromMessages(attributes, read);
  for (const next of [fromIndexed, fromEvents, fromTexts]) {
    if (found.sent.length + found.said.length > 0) break;
    found = next(span, read, skip);
  }
  let dialect: DialectCall | undefined;
  for (const next of [vercelCall, openInferenceCall]) {
    if (found.sent.length + found.said.length > 0) break;
    dialect = next(attributes, skip);
    found = dialect;
  }
  if (found.sent.length + found.said.length === 0) return undefined;
  const usage = usageOf(attributes) ?? dialect?.usage;
  const said = found.said.map((message, index) =>
    own(message, 'role') === 'assistant' && index === found.said.length - 1
      ? { ...message, ...(span.time !== undefined && { timestamp: span.time }), ...(usage && { usage }) }
      : message,
  );
  return { messages: [...found.sent, ...said], tools: dialect?.tools ?? toolsOf(attributes) };
}

interface Exchange {
  sent: JsonRecord[];
  said: JsonRecord[];
}

/** Newer instrumentations record everything in an event of the span. */
function withDetails(span: Span): JsonRecord {
  const details = span.events.filter(({ name }) => name === 'gen_ai.client.inference.operation.details');
  return Object.assign({}, span.attributes, ...details.map(({ attributes }) => attributes));
}

function fromMessages(attributes: JsonRecord, read: Reader): Exchange {
  const sent = read(own(attributes, 'gen_ai.input.messages') ?? own(attributes, 'pydantic_ai.all_messages'), 'user');
  const said = read(own(attributes, 'gen_ai.output.messages'), 'assistant');
  const instructions = instructionText(unwrapped(own(attributes, 'gen_ai.system_instructions')));
  if (instructions !== '' && sent.length + said.length > 0 && own(sent[0] ?? {}, 'role') !== 'system')
    sent.unshift({ role: 'system', content: instructions });
  return { sent, said };
}

/** Instructions are a text, or parts. */
function instructionText(value: unknown): string {
  if (typeof value === 'string') return value;
  const parts = Array.isArray(value) ? value : [value];
  return parts
    .map((part) => (isRecord(part) ? (ownString(part, 'content') ?? ownString(part, 'text') ?? '') : part))
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n');
}

/** `gen_ai.prompt.0.role`, `gen_ai.completion.0.tool_calls.1.name`: a message spread over attributes. */
function fromIndexed({ attributes }: Span, read: Reader): Exchange {
  return {
    sent: indexed(attributes, 'gen_ai.prompt').flatMap((fields) => indexedMessage(fields, 'user', read)),
    said: indexed(attributes, 'gen_ai.completion').flatMap((fields) => indexedMessage(fields, 'assistant', read)),
  };
}

/** The fields of each number under the prefix, in order. */
function indexed(attributes: JsonRecord, prefix: string): Map<string, unknown>[] {
  const found = new Map<number, Map<string, unknown>>();
  for (const [key, value] of Object.entries(attributes)) {
    const match = INDEXED.exec(key);
    if (!match || match[1] !== prefix) continue;
    const index = Number(match[2]);
    const fields = found.get(index) ?? new Map<string, unknown>();
    fields.set(match[3] as string, value);
    found.set(index, fields);
  }
  return [...found].sort(([one], [other]) => one - other).map(([, fields]) => fields);
}

function indexedMessage(fields: ReadonlyMap<string, unknown>, role: 'user' | 'assistant', read: Reader): JsonRecord[] {
  const calls = new Map<number, { [key: string]: unknown }>();
  for (const [key, value] of fields) {
    const match = INDEXED_CALL.exec(key);
    if (!match) continue;
    const call = calls.get(Number(match[1])) ?? {};
    call[match[2] as string] = value;
    calls.set(Number(match[1]), call);
  }
  const list = [...calls].sort(([one], [other]) => one - other).map(([, call]) => callOf(call));
  const content = fields.get('content');
  const id = fields.get('tool_call_id');
  const said = fields.get('role');
  if (content === undefined && list.length === 0) return [];
  return read(
    [
      {
        role: typeof said === 'string' && said !== '' ? said : role,
        content: partsIn(content) ?? (list.length > 0 ? null : ''),
        ...(list.length > 0 && { tool_calls: list }),
        ...(typeof id === 'string' && { tool_call_id: id }),
      },
    ],
    role,
  );
}

/** A list of parts that was kept as a text; every other text stays as it is. */
function partsIn(content: unknown): unknown {
  const list = typeof content === 'string' && /^\s*\[\s*\{\s*"type"/.test(content) ? unwrapped(content) : content;
  return Array.isArray(list) && list.every((part) => isRecord(part) && 'type' in part) ? list : content;
}

function callOf(call: JsonRecord): JsonRecord {
  return {
    ...(ownWord(call, 'id') !== undefined && { id: own(call, 'id') }),
    type: 'function',
    function: { name: own(call, 'name'), arguments: own(call, 'arguments') ?? '{}' },
  };
}

/** One event a message, and one a choice. */
function fromEvents(span: Span, read: Reader, skip: (reason: string) => void): Exchange {
  const sent: JsonRecord[] = [];
  const said: JsonRecord[] = [];
  const listed = unwrapped(own(span.attributes, 'events') ?? own(span.attributes, 'all_messages_events'));
  const inAttribute = (Array.isArray(listed) ? listed : [])
    .filter(isRecord)
    .map((event) => ({ name: ownString(event, 'event.name') ?? '', attributes: event }));
  for (const { name, attributes } of inAttribute.length > 0 ? inAttribute : span.events) {
    const role = MESSAGE_EVENT.exec(name)?.[1];
    const body = unwrapped(own(attributes, 'body'));
    const fields = isRecord(body) ? { ...attributes, ...body } : attributes;
    if (role !== undefined) sent.push(...eventMessage(fields, role, read));
    else if (name === 'gen_ai.choice') {
      const index = Number(own(fields, 'index') ?? 0);
      const message = unwrapped(own(fields, 'message'));
      if (index > 0) {
        skip('one more choice of the same call, which was not gone on with');
        continue;
      }
      const text = typeof message === 'string' ? { content: message } : {};
      said.push(...eventMessage({ ...fields, ...(isRecord(message) ? message : text) }, 'assistant', read));
    }
  }
  return { sent, said };
}

function eventMessage(fields: JsonRecord, role: string, read: Reader): JsonRecord[] {
  const calls = unwrapped(own(fields, 'tool_calls'));
  const content = partsIn(own(fields, 'content'));
  if (content === undefined && !Array.isArray(calls)) return [];
  const id = ownWord(fields, 'id') ?? ownWord(fields, 'tool_call_id');
  return read(
    [
      {
        role: ownWord(fields, 'role') ?? role,
        content: content ?? null,
        ...(Array.isArray(calls) && { tool_calls: calls }),
        ...(role === 'tool' && id !== undefined && { tool_call_id: id }),
      },
    ],
    role === 'assistant' ? 'assistant' : 'user',
  );
}

/** The oldest form: the whole prompt and the whole completion, as attributes or as an event each. */
function fromTexts(span: Span, read: Reader): Exchange {
  const all: JsonRecord = Object.assign({}, span.attributes, ...span.events.map(({ attributes }) => attributes));
  return {
    sent: read(own(all, 'gen_ai.prompt'), 'user'),
    said: read(own(all, 'gen_ai.completion'), 'assistant'),
  };
}

function toolsOf(attributes: JsonRecord): unknown {
  const defined = unwrapped(own(attributes, 'gen_ai.tool.definitions') ?? own(attributes, 'gen_ai.request.tools'));
  if (Array.isArray(defined)) return defined.map(unwrapped);
  const functions = indexed(attributes, 'llm.request.functions').map((fields) => ({
    name: fields.get('name'),
    ...(fields.has('description') && { description: fields.get('description') }),
    parameters: unwrapped(fields.get('parameters') ?? fields.get('input_schema')) ?? {},
  }));
  return functions.length > 0 ? functions : undefined;
}

function usageOf(attributes: JsonRecord): JsonRecord | undefined {
  const count = (kind: string, older: string) =>
    ownCount(attributes, `gen_ai.usage.${kind}`) ?? ownCount(attributes, `gen_ai.usage.${older}`);
  const input = count('input_tokens', 'prompt_tokens');
  const output = count('output_tokens', 'completion_tokens');
  if (input === undefined) return undefined;
  return { prompt_tokens: input, ...(output !== undefined && { completion_tokens: output }) };
}

/** What ran a tool: the call that it answers, and what came back. */
export function toolResult(span: Span): { id: string; content: string } | undefined {
  const ofVercel = vercelResult(span.attributes);
  if (ofVercel) return { id: ofVercel.id, content: asText(ofVercel.result) };
  const id = ownWord(span.attributes, 'gen_ai.tool.call.id');
  const result = own(span.attributes, 'gen_ai.tool.call.result') ?? own(span.attributes, 'tool_response');
  if (id === undefined || result === undefined || result === null) return undefined;
  return { id, content: typeof result === 'string' ? result : JSON.stringify(result) };
}
