/** Messages as traces record them, whatever library was traced: JSON in texts, parts, blocks, items, even Python's notation. */

import { blockMessages, hasOwnBlock } from './anthropic-blocks';
import { Collector } from './collector';
import { contentRecords, isGeminiContent, systemRecord } from './gemini-parts';
import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { normalized } from './langchain-histories';
import { isLangchainMessage } from './langchain-message';
import { pythonFields } from './python-repr';
import { ItemReader, RESPONSES_ITEMS } from './responses-items';
import { partMessages } from './trace-parts';
import { isModelMessage, modelMessages } from './vercel-message';

type Side = 'user' | 'assistant';

/** JSON in a text, as often as it is wrapped; everything else as it is. */
export function unwrapped(value: unknown): unknown {
  let inner = value;
  for (let depth = 0; depth < 3 && typeof inner === 'string' && /^\s*[[{"]/.test(inner); depth++) {
    try {
      inner = JSON.parse(inner);
    } catch {
      return inner;
    }
  }
  return inner;
}

/** Messages of one recorded side; a bare text says so, as it may be a rendering of a whole conversation. */
export interface RecordedSide {
  messages: JsonRecord[];
  isText: boolean;
}

const LIST_KEYS = ['messages', 'input', 'output', 'contents', 'new_messages', 'all_messages'];

/** The messages of a recorded input or output; `side` is whose words a bare text is. Empty where there are none. */
export function recordedMessages(raw: unknown, side: Side, skip: (reason: string) => void): RecordedSide {
  const value = unwrapped(raw);
  if (typeof value === 'string')
    return value === '' || value === 'None'
      ? { messages: [], isText: false }
      : { messages: [{ role: side, content: value }], isText: true };
  const messages = (
    Array.isArray(value) ? listMessages(value, side, skip) : isRecord(value) ? inObject(value, side, skip) : []
  ).map(flatCalls);
  return { messages, isText: false };
}

function inObject(value: JsonRecord, side: Side, skip: (reason: string) => void): JsonRecord[] {
  const system = systemOf(value);
  for (const key of LIST_KEYS) {
    const list = unwrapped(own(value, key));
    if (Array.isArray(list)) return [...system, ...listMessages(list, side, skip)];
  }
  const choice = ownArray(value, 'choices')?.[0] ?? ownArray(value, 'candidates')?.[0];
  const inner = isRecord(choice) ? choice : value;
  const message = own(inner, 'message');
  if (isRecord(message)) return [...system, ...listMessages([message], side, skip)];
  if (isGeminiContent(own(inner, 'content'))) return listMessages([own(inner, 'content')], side, skip);
  if ('role' in inner || isGeminiContent(inner) || isLangchainMessage(inner)) return listMessages([inner], side, skip);
  const calls = vercelCalls(unwrapped(own(value, 'toolCalls')));
  const text = ownWord(value, 'prompt') ?? ownWord(value, 'text');
  if (text !== undefined || calls.length > 0)
    return [...system, { role: side, content: text ?? null, ...(calls.length > 0 && { tool_calls: calls }) }];
  const content = own(value, 'content');
  if (typeof content === 'string' || Array.isArray(content))
    return [...system, ...listMessages([{ role: side, content }], side, skip)];
  return system;
}

/** Instructions that stand beside the messages. */
export function systemOf(value: JsonRecord): JsonRecord[] {
  const config = ownRecord(value, 'config') ?? {};
  const instruction =
    own(config, 'system_instruction') ?? own(value, 'system_instruction') ?? own(value, 'systemInstruction');
  const record: JsonRecord | undefined = instruction === undefined ? undefined : systemRecord(instruction);
  if (record) return [record];
  const system = own(value, 'system') ?? own(value, 'instructions');
  if (typeof system === 'string') return system === '' ? [] : [{ role: 'system', content: system }];
  const texts = (Array.isArray(system) ? system : [])
    .map((block) => (isRecord(block) ? (ownString(block, 'text') ?? ownString(block, 'content')) : block))
    .filter((text): text is string => typeof text === 'string' && text !== '');
  return texts.length === 0 ? [] : [{ role: 'system', content: texts.join('\n\n') }];
}

function listMessages(list: readonly unknown[], side: Side, skip: (reason: string) => void): JsonRecord[] {
  if (list.some((entry) => isRecord(entry) && RESPONSES_ITEMS.has(ownString(entry, 'type') ?? '')))
    return itemMessages(list);
  if (list.some(isOfLangchain)) return normalized(list, skip).messages;
  const calls = vercelCalls(list);
  if (calls.length > 0) return [{ role: 'assistant', content: null, tool_calls: calls }];
  const messages: JsonRecord[] = [];
  for (const entry of list) {
    const value = typeof entry === 'string' ? (pythonMessage(entry) ?? unwrapped(entry)) : entry;
    if (typeof value === 'string') {
      if (value !== '') messages.push({ role: side, content: value });
    } else if (!isRecord(value)) skip('a value that is no message stands among the messages of a call');
    else for (const message of oneMessage(value, side, skip)) messages.push(message);
  }
  return messages;
}

function isOfLangchain(entry: unknown): boolean {
  return isLangchainMessage(entry) || (isRecord(entry) && 'role' in entry && isRecord(own(entry, 'additional_kwargs')));
}

/** Says no more than whether: what is no Gemini content may still be any other record. */
function isGemini(value: unknown): boolean {
  return isGeminiContent(value);
}

function oneMessage(value: JsonRecord, side: Side, skip: (reason: string) => void): JsonRecord[] {
  if (isGemini(value)) return contentRecords(value);
  const parts = ownArray(value, 'parts');
  if (parts) return partMessages(value, parts, side, skip);
  const isForModel: boolean = isModelMessage(value);
  if (isForModel) return modelMessages(value, skip);
  const inner = ownRecord(value, 'message');
  if (inner && !('role' in value && 'content' in value))
    return oneMessage({ ...inner, message: undefined }, side, skip);
  const content = own(value, 'content');
  const said = ownString(value, 'role') ?? side;
  if (Array.isArray(content) && hasOwnBlock({ role: said, content }))
    return blockMessages(content, said, skip).messages;
  if (isGeminiContent(content)) return contentRecords(content);
  if (!('content' in value) && !('tool_calls' in value) && !('function_call' in value)) {
    skip('an entry without role and content stands among the messages of a call');
    return [];
  }
  return [
    { ...value, role: said, content: typeof content === 'string' ? (textBlocks(content, said) ?? content) : content },
  ];
}

/** Some instrumentations write a list of parts as the text of a message. */
function textBlocks(content: string, role: string): unknown {
  if (!content.startsWith('[{"type"')) return undefined;
  const list = unwrapped(content);
  return role !== 'tool' && Array.isArray(list) && list.every((part) => isRecord(part) && own(part, 'type') === 'text')
    ? list
    : undefined;
}

/** Calls as the Vercel AI SDK records an answer: `[{toolCallId, toolName, input}]`. */
export function vercelCalls(value: unknown): JsonRecord[] {
  if (!Array.isArray(value)) return [];
  const calls: JsonRecord[] = [];
  for (const entry of value) {
    if (!isRecord(entry) || ownWord(entry, 'toolName') === undefined || 'result' in entry || 'output' in entry)
      continue;
    calls.push({
      id: own(entry, 'toolCallId'),
      name: own(entry, 'toolName'),
      arguments: asText(own(entry, 'input') ?? own(entry, 'args') ?? {}),
    });
  }
  return calls;
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : jsonText(value);
}

/** Calls in one form, so that the same message looks the same in the prompt of a later call. */
function flatCalls(message: JsonRecord): JsonRecord {
  const calls = ownArray(message, 'tool_calls');
  if (!calls) return message;
  return {
    ...message,
    tool_calls: calls.map((call) => {
      if (!isRecord(call)) return call;
      const inner = ownRecord(call, 'function') ?? call;
      const input = own(inner, 'arguments') ?? own(inner, 'args') ?? own(inner, 'input');
      const id = own(call, 'id');
      return { ...(id !== undefined && { id }), name: own(inner, 'name'), arguments: asText(input) };
    }),
  };
}

function itemMessages(list: readonly unknown[]): JsonRecord[] {
  const collector = new Collector();
  const builder = collector.silentBuilder();
  const reader = new ItemReader(builder, collector);
  for (const item of list) reader.add(item, 0);
  reader.close();
  return builder.messages.map((message) => ({ ...message }));
}

function pythonMessage(text: string): JsonRecord | undefined {
  if (!/^\s*(?:[A-Za-z_]\w*\()?role=/.test(text.slice(0, 80))) return undefined;
  const fields = pythonFields(text);
  if (!fields || ownWord(fields, 'role') === undefined) return undefined;
  const kept = ['role', 'content', 'tool_calls', 'tool_call_id', 'name', 'reasoning_content', 'created_at'];
  return Object.fromEntries(kept.map((key) => [key, own(fields, key) ?? null]));
}
