/** Spans that record messages under names of their own: the Vercel AI SDK's `ai.*`, and OpenInference's `llm.*`. */

import { isRecord, type JsonRecord, own, ownArray, ownCount, ownRecord, ownString, ownWord } from './json-values';
import { recordedMessages, unwrapped, vercelCalls } from './trace-messages';
import { unreadResponse } from './vercel-response';

/** What was sent and said, as far as a span tells; with what the other conventions have other names for. */
export interface DialectCall {
  sent: JsonRecord[];
  said: JsonRecord[];
  tools?: unknown;
  usage?: JsonRecord | undefined;
}

type Skip = (reason: string) => void;

function usage(input: number | undefined, output: number | undefined): JsonRecord | undefined {
  if (input === undefined) return undefined;
  return { prompt_tokens: input, ...(output !== undefined && { completion_tokens: output }) };
}

/** Whether the span is one of the AI SDK around the calls themselves, which it repeats: `ai.generateText`. */
export function isVercelOuter(attributes: JsonRecord): boolean {
  const operation = ownString(attributes, 'ai.operationId') ?? '';
  return /^ai\.(?:generate|stream)[A-Za-z]*$/.test(operation);
}

export function vercelCall(attributes: JsonRecord, skip: Skip): DialectCall {
  const prompt = own(attributes, 'ai.prompt.messages') ?? own(attributes, 'ai.prompt');
  const sent = recordedMessages(prompt, 'user', skip).messages;
  const calls = vercelCalls(unwrapped(own(attributes, 'ai.response.toolCalls')));
  const text = ownWord(attributes, 'ai.response.text') ?? ownWord(attributes, 'ai.response.object');
  const reasoning = ownWord(attributes, 'ai.response.reasoning');
  for (const name of unreadResponse(attributes)) skip(`\`${name}\` of a span was not read`);
  const said =
    text === undefined && calls.length === 0
      ? []
      : [
          {
            role: 'assistant',
            content: text ?? null,
            ...(calls.length > 0 && { tool_calls: calls }),
            ...(reasoning !== undefined && { reasoning }),
          },
        ];
  const tools = (ownArray(attributes, 'ai.prompt.tools') ?? []).map(unwrapped).filter(isRecord);
  const input = ownCount(attributes, 'ai.usage.inputTokens') ?? ownCount(attributes, 'ai.usage.promptTokens');
  const output = ownCount(attributes, 'ai.usage.outputTokens') ?? ownCount(attributes, 'ai.usage.completionTokens');
  return { sent, said, ...(tools.length > 0 && { tools }), usage: usage(input, output) };
}

/** What a tool of the AI SDK brought back. */
export function vercelResult(attributes: JsonRecord): { id: string; result: unknown } | undefined {
  const id = ownWord(attributes, 'ai.toolCall.id');
  const result = own(attributes, 'ai.toolCall.result');
  return id === undefined || result === undefined || result === null ? undefined : { id, result };
}

/** The fields of numbered entries under a prefix, each with its number's order: `llm.input_messages.0.message.role`. */
function numbered(attributes: JsonRecord, prefix: string): Map<string, unknown>[] {
  const found = new Map<number, Map<string, unknown>>();
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const rest = key.slice(prefix.length + 1);
    const dot = rest.indexOf('.');
    const index = Number(rest.slice(0, dot));
    if (dot < 1 || dot > 6 || !Number.isInteger(index)) continue;
    const fields = found.get(index) ?? new Map<string, unknown>();
    fields.set(rest.slice(dot + 1), value);
    found.set(index, fields);
  }
  return [...found].sort(([one], [other]) => one - other).map(([, fields]) => fields);
}

/** The same fields where the exporter kept them as nested objects: `{llm: {input_messages: [{message}]}}`. */
function nestedList(attributes: JsonRecord, key: string): readonly unknown[] {
  const llm = ownRecord(attributes, 'llm');
  const list = unwrapped((llm && own(llm, key)) ?? own(attributes, `llm.${key}`));
  return Array.isArray(list) ? list : [];
}

export function openInferenceCall(attributes: JsonRecord, skip: Skip): DialectCall {
  const side = (key: string, role: 'user' | 'assistant'): JsonRecord[] => {
    const flat = numbered(attributes, `llm.${key}`).map((fields) => flatMessage(fields, role));
    const list = flat.length > 0 ? flat : nestedList(attributes, key).map((entry) => nestedMessage(entry, role));
    return recordedMessages(list.filter(isRecord), role, skip).messages;
  };
  let sent = side('input_messages', 'user');
  let said = side('output_messages', 'assistant');
  const kind = ownString(attributes, 'openinference.span.kind');
  if (kind === 'LLM' && sent.length === 0)
    sent = recordedMessages(own(attributes, 'input.value'), 'user', skip).messages;
  if (kind === 'LLM' && said.length === 0)
    said = recordedMessages(own(attributes, 'output.value'), 'assistant', skip).messages;
  const schemas = numbered(attributes, 'llm.tools').map((fields) => unwrapped(fields.get('tool.json_schema')));
  const tools = (schemas.length > 0 ? schemas : nestedList(attributes, 'tools').map(nestedTool)).filter(isRecord);
  const counts = ownRecord(ownRecord(attributes, 'llm') ?? {}, 'token_count') ?? {};
  const input = ownCount(attributes, 'llm.token_count.prompt') ?? ownCount(counts, 'prompt');
  const output = ownCount(attributes, 'llm.token_count.completion') ?? ownCount(counts, 'completion');
  return { sent, said, ...(tools.length > 0 && { tools }), usage: usage(input, output) };
}

const CALL_FIELD = /^message\.tool_calls\.(\d{1,4})\.tool_call\.(id|function\.name|function\.arguments)$/;
const PART_FIELD = /^message\.contents\.(\d{1,4})\.message_content\.(type|text|image\.image\.url)$/;

function flatMessage(fields: ReadonlyMap<string, unknown>, side: string): JsonRecord {
  const calls = new Map<number, { [key: string]: unknown }>();
  const parts = new Map<number, { [key: string]: unknown }>();
  for (const [key, value] of fields) {
    const call = CALL_FIELD.exec(key);
    const part = call ? null : PART_FIELD.exec(key);
    const match = call ?? part;
    if (!match) continue;
    const list = call ? calls : parts;
    const entry = list.get(Number(match[1])) ?? {};
    entry[(match[2] as string).replace(/^.*\./, '')] = value;
    list.set(Number(match[1]), entry);
  }
  return oneMessage((key) => fields.get(`message.${key}`), inOrder(calls), inOrder(parts).map(partOf), side);
}

function inOrder(entries: ReadonlyMap<number, JsonRecord>): JsonRecord[] {
  return [...entries].sort(([one], [other]) => one - other).map(([, entry]) => entry);
}

function partOf(part: JsonRecord): JsonRecord {
  const url = own(part, 'url');
  return typeof url === 'string'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'text', text: own(part, 'text') };
}

function nestedMessage(entry: unknown, side: string): JsonRecord | undefined {
  const message = isRecord(entry) ? (ownRecord(entry, 'message') ?? entry) : undefined;
  if (!message) return undefined;
  // In no known form: whoever reads it on reports it.
  if (!['role', 'content', 'contents', 'tool_calls'].some((key) => key in message)) return message;
  const calls = (ownArray(message, 'tool_calls') ?? []).filter(isRecord).map((call) => {
    const inner = ownRecord(call, 'tool_call') ?? call;
    return { id: own(inner, 'id'), ...ownRecord(inner, 'function') };
  });
  const parts = (ownArray(message, 'contents') ?? []).filter(isRecord).map((part) => {
    const inner = ownRecord(part, 'message_content') ?? part;
    const image = ownRecord(ownRecord(inner, 'image') ?? {}, 'image') ?? {};
    return partOf({ text: own(inner, 'text'), url: own(image, 'url') });
  });
  return oneMessage((key) => own(message, key), calls, parts, side);
}

function oneMessage(
  field: (key: string) => unknown,
  calls: readonly JsonRecord[],
  parts: readonly JsonRecord[],
  side: string,
): JsonRecord {
  const legacy = field('function_call_name');
  const list = [...calls];
  if (list.length === 0 && typeof legacy === 'string')
    list.push({ name: legacy, arguments: field('function_call_arguments_json') });
  const role = field('role');
  const id = field('tool_call_id');
  const name = field('name');
  return {
    role: typeof role === 'string' && role !== '' ? role : side,
    content: field('content') ?? (parts.length > 0 ? parts : list.length > 0 ? null : ''),
    ...(list.length > 0 && { tool_calls: list }),
    ...(typeof id === 'string' && { tool_call_id: id }),
    ...(typeof name === 'string' && { name }),
  };
}

function nestedTool(entry: unknown): unknown {
  const tool = isRecord(entry) ? (ownRecord(entry, 'tool') ?? entry) : undefined;
  return tool && unwrapped(own(tool, 'json_schema') ?? tool);
}
