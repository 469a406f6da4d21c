/** Messages made of blocks, as command-line agents write them, to OpenAI-like records with the results apart. */

import { nameIn, partsContent, type RawMessage } from './agent-steps';
import { isRecord, type JsonRecord, jsonText, own, ownRecord, ownString, ownWord } from './json-values';
import { saysError } from './openai-message';

const REASONING = new Set(['thinking', 'think', 'reasoning']);
const CALLS = new Set(['tool_use', 'toolCall', 'tool_call', 'tool-call', 'server_tool_use', 'mcp_tool_use']);
const RESULTS = new Set(['tool_result', 'toolResult', 'tool-result', 'mcp_tool_result']);

interface Gathered {
  parts: unknown[];
  reasoning: string[];
  calls: RawMessage[];
}

/** A message's content as records in order: results become messages of their own, after the calls beside them. */
export function blockRecords(role: string, content: unknown, fields: RawMessage): RawMessage[] {
  if (!Array.isArray(content)) return [{ ...fields, role, content: content ?? '' }];
  const records: RawMessage[] = [];
  const results: RawMessage[] = [];
  let gathered: Gathered = { parts: [], reasoning: [], calls: [] };
  const flush = (): void => {
    const { parts, reasoning, calls } = gathered;
    if (parts.length + reasoning.length + calls.length > 0) records.push(messageOf(role, gathered, fields));
    gathered = { parts: [], reasoning: [], calls: [] };
  };
  for (const block of content) {
    const type = isRecord(block) ? (ownString(block, 'type') ?? '') : '';
    if (isRecord(block) && (RESULTS.has(type) || type.endsWith('_tool_result'))) {
      // In an answer the results of the provider's own tools stand between its texts: they follow it.
      if (role === 'assistant') results.push(resultOf(block, fields));
      else {
        flush();
        records.push(resultOf(block, fields));
      }
    } else addBlock(gathered, block, type);
  }
  flush();
  if (records.length + results.length === 0) records.push({ ...fields, role, content: '' });
  for (const result of results) records.push(result);
  return records;
}

function messageOf(role: string, { parts, reasoning, calls }: Gathered, fields: RawMessage): RawMessage {
  return {
    ...fields,
    role,
    content: partsContent(parts),
    ...(reasoning.length > 0 && { reasoning: reasoning.join('\n') }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function addBlock(gathered: Gathered, block: unknown, type: string): void {
  if (!isRecord(block)) {
    gathered.parts.push(block);
  } else if (REASONING.has(type)) {
    const text = ownWord(block, 'thinking') ?? ownWord(block, 'think') ?? ownWord(block, 'text');
    if (text !== undefined) gathered.reasoning.push(text);
  } else if (CALLS.has(type)) {
    gathered.calls.push(callOf(block));
  } else if (type !== 'redacted_thinking') {
    gathered.parts.push(mediaBlock(block));
  }
}

function callOf(block: JsonRecord): RawMessage {
  const input = own(block, 'input') ?? own(block, 'arguments') ?? own(block, 'args') ?? {};
  return {
    ...(nameIn(block, 'id') !== undefined && { id: own(block, 'id') }),
    name: nameIn(block, 'name') ?? nameIn(block, 'toolName') ?? 'tool',
    arguments: typeof input === 'string' ? input : jsonText(input),
  };
}

function resultOf(block: JsonRecord, fields: RawMessage): RawMessage {
  const id = nameIn(block, 'tool_use_id') ?? nameIn(block, 'tool_call_id') ?? nameIn(block, 'toolCallId');
  const name = nameIn(block, 'name') ?? nameIn(block, 'toolName');
  const { usage: _, ...rest } = fields;
  return {
    ...rest,
    role: 'tool',
    content: resultContent(own(block, 'content') ?? own(block, 'output') ?? own(block, 'result')),
    ...(id !== undefined && { tool_call_id: id }),
    ...(name !== undefined && { name }),
    ...(saysError(block) && { is_error: true }),
  };
}

/** What a tool gave back: text, blocks with media in one form, or JSON. */
export function resultContent(content: unknown): unknown {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return jsonText(content);
  return partsContent(content.map((part) => (isRecord(part) ? mediaBlock(part) : part))) ?? '';
}

/** An image in the form with `source`, from those that say `data` and `mimeType`, or a `url`. */
export function mediaBlock(block: JsonRecord): JsonRecord {
  if (own(block, 'type') !== 'image' || ownRecord(block, 'source')) return block;
  const url = ownWord(block, 'url') ?? ownWord(block, 'image_url') ?? ownWord(block, 'image');
  if (url !== undefined) return { type: 'image', source: { url } };
  return {
    type: 'image',
    source: { media_type: own(block, 'mimeType') ?? own(block, 'mediaType'), data: own(block, 'data') },
  };
}
