/** Messages as traces record them, whatever library was traced, to OpenAI-like ones: JSON in texts, parts, items, even Python. */

import { blockMessages, hasOwnBlock } from './anthropic-blocks';
import { Collector } from './collector';
import { contentRecords, isGeminiContent, systemRecord } from './gemini-parts';
import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { ItemReader, RESPONSES_ITEMS } from './responses-items';
import { partsText } from './responses-outputs';

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

/** The messages of a recorded input or output; `role` is whose words a bare text is. Empty where there are none. */
export function recordedMessages(raw: unknown, role: 'user' | 'assistant'): JsonRecord[] {
  const value = unwrapped(raw);
  if (typeof value === 'string') return value === '' || value === 'None' ? [] : [{ role, content: value }];
  if (Array.isArray(value)) return listMessages(value, role);
  if (!isRecord(value)) return [];
  const list =
    ownArray(value, 'messages') ?? ownArray(value, 'input') ?? ownArray(value, 'output') ?? ownArray(value, 'contents');
  const system = systemOf(value);
  if (list) return [...system, ...listMessages(list, role)];
  const choice = ownArray(value, 'choices')?.[0];
  if (isRecord(choice)) return listMessages([own(choice, 'message') ?? choice], role);
  if (isRecord(own(value, 'content')) && isGeminiContent(own(value, 'content')))
    return listMessages([own(value, 'content')], role);
  if ('role' in value || isGeminiContent(value)) return listMessages([value], role);
  const prompt = ownWord(value, 'prompt') ?? ownWord(value, 'text');
  if (prompt !== undefined) return [...system, { role, content: prompt }];
  const content = own(value, 'content');
  if (typeof content === 'string' || Array.isArray(content)) return listMessages([{ role, content }], role);
  return [];
}

function systemOf(value: JsonRecord): JsonRecord[] {
  const config = ownRecord(value, 'config') ?? {};
  const instruction =
    own(config, 'system_instruction') ?? own(value, 'system_instruction') ?? own(value, 'systemInstruction');
  const record: JsonRecord | undefined = instruction === undefined ? undefined : systemRecord(instruction);
  if (record) return [record];
  const system = ownWord(value, 'system') ?? ownWord(value, 'instructions');
  return system === undefined ? [] : [{ role: 'system', content: system }];
}

function listMessages(list: readonly unknown[], role: 'user' | 'assistant'): JsonRecord[] {
  if (list.some((entry) => isRecord(entry) && RESPONSES_ITEMS.has(ownString(entry, 'type') ?? '')))
    return itemMessages(list);
  return list.flatMap((entry) => {
    const value = typeof entry === 'string' ? (fromPython(entry) ?? unwrapped(entry)) : entry;
    if (typeof value === 'string') return value === '' ? [] : [{ role, content: value }];
    return isRecord(value) ? oneMessage(value, role) : [];
  });
}

function oneMessage(value: JsonRecord, role: 'user' | 'assistant'): JsonRecord[] {
  const isContent: boolean = isGeminiContent(value);
  if (isContent) return contentRecords(value) as JsonRecord[];
  const parts = ownArray(value, 'parts');
  if (parts) return partMessages(value, parts);
  const content = own(value, 'content');
  const said = ownString(value, 'role') ?? role;
  if (Array.isArray(content) && (hasOwnBlock(value) || (said === 'assistant' && content.some(isBlock)))) {
    return blockMessages(content, said, () => undefined).messages;
  }
  return [{ ...value, role: said }];
}

function isBlock(part: unknown): boolean {
  return isRecord(part) && own(part, 'type') === 'tool_use';
}

/** OpenTelemetry's parts: texts, calls and their responses. */
function partMessages(message: JsonRecord, parts: readonly unknown[]): JsonRecord[] {
  const role = ownString(message, 'role') ?? 'user';
  const messages: JsonRecord[] = [];
  const texts: string[] = [];
  const reasoning: string[] = [];
  const calls: JsonRecord[] = [];
  for (const part of parts) {
    if (!isRecord(part)) continue;
    const type = ownString(part, 'type') ?? '';
    const id = own(part, 'id');
    const callId = Array.isArray(id) ? id.find((one) => typeof one === 'string') : id;
    if (type === 'tool_call') {
      const values = own(part, 'arguments');
      calls.push({
        id: callId,
        type: 'function',
        function: { name: own(part, 'name'), arguments: typeof values === 'string' ? values : jsonText(values ?? {}) },
      });
    } else if (type === 'tool_call_response') {
      const response = own(part, 'response') ?? own(part, 'result');
      messages.push({
        role: 'tool',
        content: typeof response === 'string' ? response : jsonText(response ?? ''),
        ...(typeof callId === 'string' ? { tool_call_id: callId } : {}),
      });
    } else if (type === 'thinking' || type === 'reasoning')
      reasoning.push(ownString(part, 'content') ?? ownString(part, 'text') ?? '');
    else texts.push(ownString(part, 'content') ?? partsText([part]).text);
  }
  if (texts.length + calls.length > 0) {
    messages.push({
      role,
      content: texts.length === 0 ? null : texts.join('\n'),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(reasoning.length > 0 ? { reasoning_content: reasoning.join('\n') } : {}),
    });
  }
  return messages;
}

function itemMessages(list: readonly unknown[]): JsonRecord[] {
  const collector = new Collector();
  const builder = collector.silentBuilder();
  const reader = new ItemReader(builder, collector);
  for (const item of list) reader.add(item, 0);
  reader.close();
  return builder.messages.map((message) => ({ ...message }));
}

const FIELD = /(\w+)=(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\[|\{|[\w.+-]+))/y;

/** A message written as Python shows an object: `role='user' content='…' tool_calls=[…]`. */
function fromPython(text: string): JsonRecord | undefined {
  if (!/^role=['"]/.test(text)) return undefined;
  const message: { [key: string]: unknown } = {};
  let at = 0;
  while (at < text.length) {
    FIELD.lastIndex = at;
    const match = FIELD.exec(text);
    if (!match) break;
    const [whole, key = '', single, double, bare] = match;
    let value: unknown = single ?? double;
    let end = at + whole.length;
    if (bare === '[' || bare === '{') {
      const close = closing(text, end - 1);
      value = bare === '[' && key === 'tool_calls' ? pythonCalls(text.slice(end - 1, close + 1)) : undefined;
      end = close + 1;
    } else if (bare !== undefined) value = undefined;
    else value = unescaped(value as string);
    if (value !== undefined && !Object.hasOwn(message, key)) message[key] = value;
    at = end;
    while (text[at] === ' ') at++;
  }
  const role = ownString(message, 'role');
  if (role === undefined) return undefined;
  const kept = ['content', 'tool_calls', 'tool_call_id', 'name'].filter((key) => message[key] !== undefined);
  return { role, content: null, ...Object.fromEntries(kept.map((key) => [key, message[key]])) };
}

function unescaped(text: string): string {
  return text.replace(/\\(n|t|r|'|"|\\)/g, (_, code: string) => ({ n: '\n', t: '\t', r: '\r' })[code] ?? code);
}

/** The index of the bracket that closes the one at `start`; quotes are skipped. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "'" || character === '"') {
      for (at++; at < text.length && text[at] !== character; at++) if (text[at] === '\\') at++;
    } else if (character === '[' || character === '{' || character === '(') depth++;
    else if (character === ']' || character === '}' || character === ')') {
      depth--;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/** Calls in Python's notation: ids, names and argument texts in their order. */
function pythonCalls(text: string): JsonRecord[] | undefined {
  const values = (key: string) =>
    Array.from(
      text.matchAll(new RegExp(`'${key}': (?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`, 'g')),
      (match) => unescaped(match[1] ?? match[2] ?? ''),
    );
  const [ids, names, texts] = [values('id'), values('name'), values('arguments')];
  if (names.length === 0) return undefined;
  return names.map((name, at) => ({
    id: ids[at],
    type: 'function',
    function: { name, arguments: texts[at] ?? '{}' },
  }));
}
