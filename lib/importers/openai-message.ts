/** One OpenAI-like message, in any of the forms people store, to the canonical message; ids are paired elsewhere. */

import type { Message, MessageKind, Priority, Role } from '../engine/transcript';
import {
  isoTime,
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';
import { mediaPart, partImageTokens } from './media-text';

/** A call whose id may still be missing. */
export interface DraftCall {
  id: string | undefined;
  name: string;
  arguments: string;
}

/** A message before its calls and results are paired. */
export interface DraftMessage {
  message: Message;
  calls: DraftCall[];
  /** What had to be mended, for the report. */
  repairs: string[];
}

const ROLE_NAMES = new Map<string, Role>([
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['human', 'user'],
  ['agent', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['bot', 'assistant'],
  ['gpt', 'assistant'],
  ['observation', 'tool'],
  ['ipython', 'tool'],
  ['tool_result', 'tool'],
  ['toolResult', 'tool'],
  ['tool_response', 'tool'],
  ['tool-response', 'tool'],
  ['tool_call', 'assistant'],
  ['function_call', 'assistant'],
  ['tool-call', 'assistant'],
]);
/** Roles in which a call speaks. */
const CALL_ROLES = new Set(['tool_call', 'tool-call', 'function_call']);
/** Names that mean exactly what the canonical role does: no note about them. */
const PLAIN_ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const KINDS: readonly MessageKind[] = ['user_message', 'assistant_message', 'tool_observation', 'decision'];
const PRIORITIES: readonly Priority[] = ['low', 'normal', 'high'];
/** More than the images of any message cost: a larger figure in a file is none that could be meant. */
const MOST_IMAGE_TOKENS = 10_000_000;
const TIME_KEYS = ['timestamp', 'created_at', 'createdAt', 'created', 'time', 'ts', 'date'];

/** Whether a value is meant as a message: a role and something said, called or returned. */
export function isMessageLike(value: unknown): value is JsonRecord {
  if (!isRecord(value)) return false;
  if (isEventLine(value)) return true;
  if (typeof own(value, 'role') !== 'string' || Array.isArray(own(value, 'parts')) || isRecord(own(value, 'message')))
    return false;
  return ['content', 'tool_calls', 'function_call', 'refusal', 'reasoning_content', 'tool'].some((key) =>
    Object.hasOwn(value, key),
  );
}

/** A call or a result as a line of its own, as some logs write them. */
function isEventLine(value: JsonRecord): boolean {
  if ('role' in value || 'payload' in value || 'uuid' in value) return false;
  if (value.type === 'tool_call') return isRecord(own(value, 'function')) || typeof own(value, 'name') === 'string';
  return value.type === 'tool_result' && ['result', 'output', 'content'].some((key) => Object.hasOwn(value, key));
}

/** Maps one message, or says why it is none. `toolNames` are the names of tools known so far: some logs use them as roles. */
export function draftMessage(raw: JsonRecord, toolNames: ReadonlySet<string>): DraftMessage | string {
  const repairs: string[] = [];
  if (isEventLine(raw)) return eventLine(raw);
  const roleName = ownString(raw, 'role');
  if (roleName === undefined) return 'an object without `role` is no message';
  const content = readContent(own(raw, 'content'), repairs);
  const calls = [...readCalls(raw, repairs), ...content.calls];
  // Training sets write a call as a turn of its own, as JSON in its text.
  const asked = CALL_ROLES.has(roleName) && calls.length === 0 ? readCall(parsedObject(content.text ?? '')) : undefined;
  if (asked) {
    calls.push(asked);
    content.text = null;
  }
  let role = ROLE_NAMES.get(roleName);
  let name = ownWord(raw, 'name') ?? ownWord(raw, 'tool_name');
  if (role === undefined) {
    if (content.text === null && calls.length === 0)
      return `a record with the role "${short(roleName)}" and no content is no message`;
    role = toolNames.has(roleName) ? 'tool' : calls.length > 0 ? 'assistant' : 'user';
    name ??= roleName;
    repairs.push(`the role "${short(roleName)}" was read as ${role}`);
  } else if (!PLAIN_ROLES.has(roleName)) {
    repairs.push(`the role "${roleName}" was read as ${role}`);
  }
  let text = content.text;
  if (text === null) text = ownWord(raw, 'refusal') ?? null;
  if (text === null && calls.length === 0 && isRecord(own(raw, 'tool'))) {
    text = jsonText(own(raw, 'tool'));
    repairs.push('a message without content held `tool`, which is shown as text');
  }
  const message: Message = { role, content: text };
  const callId = own(raw, 'tool_call_id');
  if (role === 'tool' && (typeof callId === 'string' || typeof callId === 'number') && callId !== '')
    message.tool_call_id = String(callId);
  if (name !== undefined) message.name = name;
  if (role === 'tool' && saysError(raw)) message.is_error = true;
  addExtensions(message, raw, content);
  if (text === null && calls.length === 0 && message.reasoning === undefined && !isEmptyMessage(raw))
    repairs.push('a message has no content under any known name and stays empty');
  if (role !== 'assistant' && calls.length > 0) {
    message.role = 'assistant';
    repairs.push(`a message of the role "${short(roleName)}" made tool calls and was read as assistant`);
  }
  return { message, calls, repairs };
}

/** Labels of a message that say nothing themselves. */
const LABELS = new Set(['kind', 'priority', 'pinned', 'imageTokens', 'is_error']);

/** A message that holds nothing but its role and such: there is nothing to miss in it. */
function isEmptyMessage(raw: JsonRecord): boolean {
  return Object.entries(raw).every(
    ([key, value]) =>
      key === 'role' ||
      key === 'name' ||
      LABELS.has(key) ||
      TIME_KEYS.includes(key) ||
      value === null ||
      value === '' ||
      (typeof value !== 'string' && typeof value !== 'object'),
  );
}

/** Whether a result says that it failed: in the name of Anthropic, of MCP, of tau2-bench or of LangChain. */
export function saysError(raw: JsonRecord): boolean {
  return ['is_error', 'isError', 'error'].some((key) => own(raw, key) === true) || own(raw, 'status') === 'error';
}

function addExtensions(message: Message, raw: JsonRecord, content: ReadContent): void {
  const kind = KINDS.find((known) => known === own(raw, 'kind'));
  if (kind) message.kind = kind;
  const priority = PRIORITIES.find((known) => known === own(raw, 'priority'));
  if (priority) message.priority = priority;
  const time = recordedTime(raw);
  if (time !== undefined) message.timestamp = time;
  if (typeof own(raw, 'pinned') === 'boolean') message.pinned = raw.pinned as boolean;
  const reasoning =
    ownWord(raw, 'reasoning') ?? ownWord(raw, 'reasoning_content') ?? (content.reasoning.join('\n') || undefined);
  if (reasoning !== undefined) message.reasoning = reasoning;
  const images = ownCount(raw, 'imageTokens') ?? content.imageTokens;
  if (images > 0 && images <= MOST_IMAGE_TOKENS) message.imageTokens = Math.round(images);
}

/** The first time stamp that a record carries under one of the usual names. */
export function recordedTime(raw: JsonRecord): string | undefined {
  for (const key of TIME_KEYS) {
    const time = isoTime(own(raw, key));
    if (time !== undefined) return time;
  }
  return undefined;
}

function eventLine(raw: JsonRecord): DraftMessage {
  const repairs = ['a call or result on a line of its own became a message'];
  const message: Message = { role: raw.type === 'tool_call' ? 'assistant' : 'tool', content: null };
  const time = recordedTime(raw);
  if (message.role === 'assistant') {
    const call = readCall(raw);
    if (time !== undefined) message.timestamp = time;
    return { message, calls: call ? [call] : [], repairs };
  }
  const result = own(raw, 'result') ?? own(raw, 'output') ?? own(raw, 'content');
  const content = readContent(result, repairs);
  message.content = content.text;
  if (content.imageTokens > 0) message.imageTokens = content.imageTokens;
  const id = ownWord(raw, 'tool_call_id') ?? ownWord(raw, 'call_id') ?? ownWord(raw, 'id');
  if (id !== undefined) message.tool_call_id = id;
  const name = ownWord(raw, 'name');
  if (name !== undefined) message.name = name;
  if (time !== undefined) message.timestamp = time;
  if (saysError(raw)) message.is_error = true;
  return { message, calls: [], repairs };
}

interface ReadContent {
  text: string | null;
  reasoning: string[];
  calls: DraftCall[];
  /** What the images among the parts cost. */
  imageTokens: number;
}

/** Content as text: parts become lines, media placeholders; reasoning and calls inside parts come out beside it. */
export function readContent(content: unknown, repairs: string[]): ReadContent {
  const read: ReadContent = { text: null, reasoning: [], calls: [], imageTokens: 0 };
  if (content === undefined || content === null) return read;
  if (typeof content === 'string') {
    read.text = content;
    return read;
  }
  if (!Array.isArray(content)) {
    repairs.push('content that was no text is kept as JSON');
    read.text = jsonText(content);
    return read;
  }
  const texts: string[] = [];
  for (const part of content) {
    const text = readPart(part, read, repairs);
    if (text !== undefined) texts.push(text);
  }
  if (texts.length > 0 || (read.calls.length === 0 && read.reasoning.length === 0)) read.text = texts.join('\n');
  return read;
}

function readPart(part: unknown, read: ReadContent, repairs: string[]): string | undefined {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return part === null ? undefined : jsonText(part);
  const type = ownString(part, 'type');
  const text =
    ownString(part, 'text') ?? ownString(part, 'value') ?? ownString(part, 'content') ?? ownString(part, 'refusal');
  if (type === 'reasoning' || type === 'thinking') {
    const thought = text ?? ownString(part, 'thinking');
    if (thought) read.reasoning.push(thought);
    return undefined;
  }
  if (type === 'tool_call' || type === 'function_call') {
    const call = readCall(text === undefined ? part : parsedObject(text));
    if (call) {
      read.calls.push(call);
      return undefined;
    }
  }
  const media = mediaPart(part);
  if (media !== undefined) {
    read.imageTokens += partImageTokens(part);
    return media;
  }
  if (text !== undefined) return text;
  repairs.push(`a content part of the type "${short(type ?? 'none')}" is kept as JSON`);
  return jsonText(part);
}

function parsedObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readCalls(raw: JsonRecord, repairs: string[]): DraftCall[] {
  const calls: DraftCall[] = [];
  for (const entry of ownArray(raw, 'tool_calls') ?? []) {
    const call = readCall(entry);
    if (call) calls.push(call);
    else repairs.push('a tool call without a name was left out');
  }
  if (calls.length === 0) {
    const legacy = ownRecord(raw, 'function_call');
    const call = legacy && readCall(legacy);
    if (call) calls.push(call);
  }
  return calls;
}

/** A call in any of its forms: OpenAI's, flat `name` and `arguments` (or `args`), or a custom tool with `input`. */
function readCall(raw: unknown): DraftCall | undefined {
  if (!isRecord(raw)) return undefined;
  const inner = ownRecord(raw, 'function') ?? ownRecord(raw, 'custom') ?? raw;
  const name = ownWord(inner, 'name') ?? ownWord(raw, 'function') ?? ownWord(raw, 'name');
  if (name === undefined) return undefined;
  let input: unknown;
  for (const holder of inner === raw ? [raw] : [inner, raw]) {
    for (const key of ['arguments', 'args', 'input']) input ??= own(holder, key);
  }
  const id = own(raw, 'id') ?? own(raw, 'call_id');
  return {
    id: (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined,
    name,
    arguments: typeof input === 'string' ? input : input === undefined || input === null ? '' : jsonText(input),
  };
}

function short(name: string): string {
  return [...name].slice(0, 40).join('');
}
