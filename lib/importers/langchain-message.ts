/** One LangChain message, in any of the forms it is stored in, to an OpenAI-like record that the builder reads. */

import {
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownText,
  ownWord,
} from './json-values';

const ROLES = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['ai', 'assistant'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['developer', 'developer'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** The kind of message that a class name or a `type` says: "AIMessageChunk" and "ai" are both "ai". */
function kindOf(name: string): string {
  return name.replace(/Message(?:Chunk)?$/, '').toLowerCase();
}

const CLASS = /^(?:Human|AI|System|Tool|Function|Chat|Remove|Base)Message(?:Chunk)?$/;
const PLAIN = new Set(['human', 'ai', 'system', 'tool', 'function', 'chat', 'remove']);

interface Fields {
  kind: string;
  fields: JsonRecord;
}

/** Class and fields of a constructor dump: `{lc: 1, type: "constructor", id: […, "AIMessage"], kwargs}`. */
function constructed(value: JsonRecord): Fields | undefined {
  if (typeof own(value, 'lc') !== 'number') return undefined;
  const name = (ownArray(value, 'id') ?? []).at(-1);
  const fields = ownRecord(value, 'kwargs');
  return typeof name === 'string' && CLASS.test(name) && fields ? { kind: kindOf(name), fields } : undefined;
}

/** A plain dump `{type: "human", content}`, or the older `{type: "human", data: {content}}`. */
function dumped(value: JsonRecord): Fields | undefined {
  const type = ownString(value, 'type');
  if (type === undefined || Object.hasOwn(value, 'role')) return undefined;
  const kind = CLASS.test(type) ? kindOf(type) : type;
  if (!PLAIN.has(kind)) return undefined;
  const data = ownRecord(value, 'data');
  if (data && ('content' in data || 'tool_calls' in data)) return { kind, fields: data };
  return 'content' in value || kind === 'remove' ? { kind, fields: value } : undefined;
}

/** Whether a value can only be a LangChain message. */
export function isLangchainMessage(value: unknown): value is JsonRecord {
  return isRecord(value) && (constructed(value) ?? dumped(value)) !== undefined;
}

/** A message with a role as chat models of LangChain log it: its calls may stand under `additional_kwargs`. */
export function isRoleMessage(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    typeof own(value, 'role') === 'string' &&
    ['content', 'tool_calls', 'additional_kwargs'].some((key) => Object.hasOwn(value, key))
  );
}

/** What a message says to remove, or the message in the builder's form; undefined where the value is no message. */
export function normalMessage(value: unknown): JsonRecord | { remove: string } | undefined {
  if (Array.isArray(value)) {
    const [role, content] = value;
    const known = typeof role === 'string' ? ROLES.get(role) : undefined;
    return value.length === 2 && known && typeof content === 'string' ? { role: known, content } : undefined;
  }
  if (!isRecord(value)) return undefined;
  const found = constructed(value) ?? dumped(value);
  if (!found) return isRoleMessage(value) ? normalFields(ownString(value, 'role') ?? '', value) : undefined;
  if (found.kind === 'remove') return { remove: ownString(found.fields, 'id') ?? '' };
  const role = found.kind === 'chat' || found.kind === 'base' ? (ownWord(found.fields, 'role') ?? 'user') : found.kind;
  return normalFields(role, found.fields);
}

export function isRemoval(message: JsonRecord | { remove: string }): message is { remove: string } {
  return 'remove' in message;
}

function normalFields(role: string, fields: JsonRecord): JsonRecord {
  const extra = ownRecord(fields, 'additional_kwargs') ?? {};
  const calls = namedCalls(fields, extra);
  const content = withoutCalls(own(fields, 'content'), calls);
  const usage = usageOf(fields);
  const reasoning = reasoningOf(fields, extra);
  const name = ownWord(fields, 'name');
  const callId = ownWord(fields, 'tool_call_id') ?? ownWord(extra, 'tool_call_id');
  const time = own(fields, 'timestamp') ?? own(fields, 'created_at') ?? own(extra, 'timestamp');
  return {
    role: ROLES.get(role) ?? role,
    content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(callId !== undefined && { tool_call_id: callId }),
    ...(name !== undefined && { name }),
    ...(reasoning !== undefined && { reasoning }),
    ...(usage && { usage }),
    ...(time !== undefined && { timestamp: time }),
    ...(own(fields, 'status') === 'error' && { is_error: true }),
  };
}

/** Calls under `tool_calls`; where there are none, as the provider wrote them; and those whose JSON was broken. */
function namedCalls(fields: JsonRecord, extra: JsonRecord): JsonRecord[] {
  const calls: JsonRecord[] = [];
  for (const holder of [fields, extra]) {
    for (const call of ownArray(holder, 'tool_calls') ?? []) {
      const normal = isRecord(call) ? normalCall(call) : undefined;
      if (normal) calls.push(normal);
    }
    if (calls.length > 0) break;
  }
  for (const call of ownArray(fields, 'invalid_tool_calls') ?? []) {
    const normal = isRecord(call) ? normalCall(call) : undefined;
    if (normal && !calls.some(({ id }) => id !== undefined && id === normal.id)) calls.push(normal);
  }
  const legacy = ownRecord(extra, 'function_call') ?? ownRecord(fields, 'function_call');
  const normal = calls.length === 0 && legacy ? normalCall(legacy) : undefined;
  if (normal) calls.push(normal);
  return calls;
}

function normalCall(call: JsonRecord): JsonRecord | undefined {
  const inner = ownRecord(call, 'function') ?? call;
  const name = ownWord(inner, 'name');
  if (name === undefined) return undefined;
  const input = own(inner, 'args') ?? own(inner, 'arguments') ?? own(inner, 'input') ?? own(inner, 'partial_json');
  const id = ownWord(call, 'id');
  return {
    ...(id !== undefined && { id }),
    name,
    arguments: typeof input === 'string' ? input : input === undefined || input === null ? '' : jsonText(input),
  };
}

const CALL_BLOCKS = new Set([
  'tool_use',
  'tool_call',
  'server_tool_use',
  'tool_call_chunk',
  'invalid_tool_call',
  'function_call',
]);

/** Content without the blocks that say the same as `tool_calls`; where nothing else says them, they become the calls. */
function withoutCalls(content: unknown, calls: JsonRecord[]): unknown {
  if (!Array.isArray(content)) {
    return content === undefined || content === null || typeof content === 'string'
      ? (content ?? null)
      : jsonText(content);
  }
  const known = new Set(calls.map(({ id }) => id));
  const kept: unknown[] = [];
  for (const block of content) {
    if (!isRecord(block)) {
      kept.push(block);
      continue;
    }
    const type = ownString(block, 'type') ?? '';
    if (type === 'input_json_delta') continue;
    if (!CALL_BLOCKS.has(type)) {
      kept.push(type === 'reasoning' || type === 'thinking' ? reasoningBlock(block) : mediaBlock(block));
      continue;
    }
    const call = normalCall(block);
    const id = call && (ownWord(block, 'call_id') ?? call.id);
    if (!call || known.has(id) || (id === undefined && calls.some(({ name }) => name === call.name))) continue;
    calls.push(id === undefined ? call : { ...call, id });
    known.add(id);
  }
  if (kept.length === 0) return calls.length > 0 || content.length > 0 ? null : '';
  return kept;
}

/** Reasoning in a block of any provider as a block that holds text. */
function reasoningBlock(block: JsonRecord): JsonRecord {
  const text = ownString(block, 'reasoning') ?? ownString(block, 'thinking') ?? ownString(block, 'text');
  return { type: 'reasoning', text: text ?? summaryText(own(block, 'summary')) ?? '' };
}

/** LangChain's own media blocks, `{type: "image", url | base64 | data, mime_type}`, in the form of OpenAI. */
function mediaBlock(block: JsonRecord): unknown {
  const type = ownString(block, 'type');
  if ((type !== 'image' && type !== 'file' && type !== 'audio') || Object.hasOwn(block, 'source')) return block;
  const mime = ownText(block, 'mime_type') ?? '';
  const data = ownWord(block, 'base64') ?? ownWord(block, 'data');
  const url = ownWord(block, 'url') ?? (data === undefined ? undefined : `data:${mime};base64,${data}`);
  if (url === undefined) return block;
  return type === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename: type === 'audio' ? 'audio' : ownWord(block, 'filename'), file_data: url } };
}

function reasoningOf(fields: JsonRecord, extra: JsonRecord): string | undefined {
  return (
    ownWord(extra, 'reasoning_content') ??
    ownWord(fields, 'reasoning_content') ??
    summaryText(own(ownRecord(extra, 'reasoning') ?? {}, 'summary'))
  );
}

function summaryText(summary: unknown): string | undefined {
  if (!Array.isArray(summary)) return undefined;
  const texts = summary.map((entry) => (isRecord(entry) ? ownString(entry, 'text') : undefined));
  return texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined;
}

/** Usage as LangChain unifies it; else as the provider reported it. */
function usageOf(fields: JsonRecord): JsonRecord | undefined {
  const unified = ownRecord(fields, 'usage_metadata');
  if (unified && ownCount(unified, 'input_tokens') !== undefined) return unified;
  const metadata = ownRecord(fields, 'response_metadata') ?? {};
  const reported =
    ownRecord(metadata, 'token_usage') ?? ownRecord(metadata, 'tokenUsage') ?? ownRecord(metadata, 'usage');
  if (!reported) return undefined;
  const cached =
    (ownCount(reported, 'cache_creation_input_tokens') ?? 0) + (ownCount(reported, 'cache_read_input_tokens') ?? 0);
  const input = ownCount(reported, 'prompt_tokens') ?? ownCount(reported, 'promptTokens');
  const fresh = ownCount(reported, 'input_tokens');
  const total = input ?? (fresh === undefined ? undefined : fresh + cached);
  if (total === undefined) return undefined;
  const output =
    ownCount(reported, 'completion_tokens') ??
    ownCount(reported, 'completionTokens') ??
    ownCount(reported, 'output_tokens');
  return { input_tokens: total, ...(output !== undefined && { output_tokens: output }) };
}
