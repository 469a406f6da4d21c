/** One message, tool schema or usage of an Inspect log in the form that the builder reads. */

import type { Attachments } from './inspect-attachments';
import {
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

export function inspectMessage(raw: JsonRecord, attached: Attachments, time: string | undefined): JsonRecord {
  const message = attached.value(raw) as JsonRecord;
  const content = own(message, 'content');
  const calls = ownArray(message, 'tool_calls');
  const error = ownRecord(message, 'error');
  let said: unknown = Array.isArray(content) ? content.map((part) => (isRecord(part) ? partOf(part) : part)) : content;
  // What went wrong is what the model was told in place of a result; a result beside it stays.
  if (error) {
    const words = `Error: ${ownWord(error, 'message') ?? ownWord(error, 'type') ?? ''}`;
    said =
      typeof said === 'string' && said !== ''
        ? `${said}\n${words}`
        : Array.isArray(said) && said.length > 0
          ? [...said, words]
          : words;
  }
  const name = ownWord(message, 'function');
  const reasoning = ownWord(message, 'reasoning');
  return {
    role: own(message, 'role'),
    content: said ?? null,
    ...(calls && calls.length > 0 && { tool_calls: calls.map((call) => (isRecord(call) ? callOf(call) : call)) }),
    ...(own(message, 'tool_call_id') !== undefined && { tool_call_id: own(message, 'tool_call_id') }),
    ...(name !== undefined && { name }),
    ...(reasoning !== undefined && { reasoning }),
    ...(time !== undefined && { timestamp: time }),
    ...(error && { is_error: true }),
  };
}

function partOf(part: JsonRecord): JsonRecord {
  switch (own(part, 'type')) {
    case 'image':
      return { type: 'image_url', image_url: { url: own(part, 'image'), detail: own(part, 'detail') } };
    case 'audio':
      return { type: 'input_audio', input_audio: { data: own(part, 'audio'), format: own(part, 'format') } };
    case 'video':
      return { type: 'video_url', video_url: { url: own(part, 'video') } };
    case 'document':
      return { type: 'file', file: { file_data: own(part, 'document'), filename: own(part, 'filename') } };
    case 'reasoning': {
      const text = ownWord(part, 'reasoning');
      return {
        type: 'reasoning',
        text: own(part, 'redacted') === true ? (ownWord(part, 'summary') ?? '') : (text ?? ''),
      };
    }
    default:
      return part;
  }
}

function callOf(call: JsonRecord): JsonRecord {
  const input = own(call, 'arguments');
  return {
    id: own(call, 'id'),
    name: own(call, 'function'),
    arguments: typeof input === 'string' ? input : jsonText(input ?? {}),
  };
}

export function inspectTool(raw: JsonRecord, attached: Attachments): JsonRecord {
  const tool = attached.value(raw) as JsonRecord;
  const description = ownString(tool, 'description');
  return {
    type: 'function',
    function: {
      name: own(tool, 'name'),
      ...(description !== undefined && { description }),
      parameters: own(tool, 'parameters') ?? {},
    },
  };
}

/**
 * The size of the prompt and of the answer. What was read from a cache is part of the input for OpenAI and stands beside
 * it for Anthropic: the total tells which.
 */
export function inspectUsage(usage: JsonRecord): { input: number; output?: number } | undefined {
  const input = ownCount(usage, 'input_tokens');
  if (input === undefined) return undefined;
  const output = ownCount(usage, 'output_tokens');
  const total = ownCount(usage, 'total_tokens');
  if (output === undefined) return { input };
  return { input: total === undefined ? input : Math.max(input, total - output), output };
}
