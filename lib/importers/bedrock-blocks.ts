/** Blocks of Amazon Bedrock's Converse API, which have a key where Anthropic's have a type, as Anthropic blocks. */

import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';

const KEYS = ['toolUse', 'toolResult', 'reasoningContent', 'image', 'document', 'cachePoint'];

function keyOf(block: JsonRecord): string | undefined {
  if ('type' in block) return undefined;
  return KEYS.find((key) => isRecord(own(block, key)));
}

/** Whether a block is a call or a result of this API. */
export function isBedrockCall(block: JsonRecord): boolean {
  const key = keyOf(block);
  return key === 'toolUse' || key === 'toolResult';
}

/** The block itself where it is none of this API; undefined where it says nothing. Fields that are new to this reader come along. */
export function plainBlock(block: JsonRecord): JsonRecord | undefined {
  const key = keyOf(block);
  if (key === undefined) return block;
  const { [key]: inner, ...beside } = block;
  const fields = inner as JsonRecord;
  switch (key) {
    case 'toolUse': {
      const { toolUseId, ...rest } = fields;
      return { ...beside, ...rest, type: 'tool_use', id: toolUseId };
    }
    case 'toolResult': {
      const { toolUseId, status, content, ...rest } = fields;
      const result = { ...beside, ...rest, type: 'tool_result', tool_use_id: toolUseId, content: resultParts(content) };
      return status === 'error' ? { ...result, is_error: true } : result;
    }
    case 'reasoningContent': {
      const text = ownString(ownRecord(fields, 'reasoningText') ?? {}, 'text');
      return text === undefined ? { type: 'redacted_thinking' } : { type: 'thinking', thinking: text };
    }
    case 'cachePoint':
      return Object.keys(beside).length > 0 ? beside : undefined;
    default:
      return mediaOf(key, fields);
  }
}

function resultParts(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part) => {
    if (!isRecord(part) || 'type' in part) return part;
    if (Object.hasOwn(part, 'json')) return jsonText(own(part, 'json'));
    const key = keyOf(part);
    return key === 'image' || key === 'document' ? mediaOf(key, part[key] as JsonRecord) : part;
  });
}

function mediaOf(kind: string, fields: JsonRecord): JsonRecord {
  const source = ownRecord(fields, 'source') ?? {};
  const format = ownWord(fields, 'format') ?? '';
  const title = ownWord(fields, 'name');
  return {
    type: kind,
    source: {
      media_type: kind === 'image' ? `image/${format}` : format,
      data: own(source, 'bytes') ?? own(source, 's3Location'),
    },
    ...(title !== undefined && { title }),
  };
}

/** The tools under `toolConfig` in the form of Anthropic. */
export function bedrockTools(config: unknown): JsonRecord[] | undefined {
  const list = isRecord(config) ? ownArray(config, 'tools') : undefined;
  return list?.filter(isRecord).map((tool) => {
    const spec = ownRecord(tool, 'toolSpec');
    if (!spec) return tool;
    const { inputSchema, ...rest } = spec;
    return { ...rest, input_schema: own(ownRecord(spec, 'inputSchema') ?? {}, 'json') ?? inputSchema };
  });
}
