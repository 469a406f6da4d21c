/** The blocks of an Anthropic message as OpenAI-like messages in order: texts, calls, results, wherever they stand. */

import { isBedrockCall, plainBlock } from './bedrock-blocks';
import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { type BlockFields, blockFields, unreadNames } from './known-fields';
import { mediaPart, partImageTokens } from './media-text';

/** What one message of the API comes to: messages in order, and which of them begins with a compaction, if any. */
export interface BlockMessages {
  messages: JsonRecord[];
  compactedAt: number | undefined;
}

/** Block types that only this API has. */
const ANTHROPIC_BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'compaction',
  'mcp_tool_use',
  'mcp_tool_result',
  'server_tool_use',
  'container_upload',
]);
const CALLS = new Set(['tool_use', 'mcp_tool_use', 'server_tool_use']);

function isResult(type: string): boolean {
  return type === 'tool_result' || type.endsWith('_tool_result');
}

interface Open {
  role: string;
  texts: string[];
  reasoning: string[];
  calls: JsonRecord[];
  images: number;
}

function newOpen(role: string): Open {
  return { role, texts: [], reasoning: [], calls: [], images: 0 };
}

const USE = blockFields('type id name server_name', 'input cache_control caller');
const RESULT = blockFields('type tool_use_id toolUseID is_error name text', 'content cache_control caller');
const THINKING = blockFields('type thinking signature data', 'cache_control');
const TEXT = blockFields('type text id', 'cache_control citations');
const FILE = blockFields('type path', 'content cache_control');

/** The same for a block whose kind is not known beforehand; media and other kinds are kept as they are. */
export function unreadInBlock(block: JsonRecord): string | undefined {
  const type = ownString(block, 'type') ?? '';
  const known = CALLS.has(type) ? USE : isResult(type) ? RESULT : type === 'thinking' ? THINKING : undefined;
  const fields = known ?? (type === 'text' ? TEXT : undefined);
  return fields && unreadNames(block, fields);
}

function reportUnread(block: JsonRecord, known: BlockFields, skip: (reason: string) => void): void {
  const names = unreadNames(block, known);
  if (names !== undefined) skip(`fields of a block that were not read: ${names}`);
}

/** `role` is the message's own; results become messages of the tool, and what follows one is a message of its own. */
export function blockMessages(
  content: readonly unknown[],
  role: string,
  skip: (reason: string) => void,
): BlockMessages {
  const messages: JsonRecord[] = [];
  let compactedAt: number | undefined;
  let open = newOpen(role);
  const close = () => {
    const { texts, reasoning, calls, images } = open;
    if (texts.length + reasoning.length + calls.length + images > 0) {
      const text = texts.join('\n');
      messages.push({
        role,
        content: text === '' && calls.length > 0 ? null : text,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
        ...(reasoning.length > 0 ? { reasoning_content: reasoning.join('\n') } : {}),
        ...(images > 0 ? { imageTokens: images } : {}),
      });
    }
    open = newOpen(role);
  };
  for (const written of content) {
    if (typeof written === 'string') {
      open.texts.push(written);
      continue;
    }
    if (!isRecord(written)) {
      skip('a block that is no object');
      continue;
    }
    const block = plainBlock(written);
    if (!block) continue;
    const type = ownString(block, 'type') ?? '';
    if (CALLS.has(type)) {
      reportUnread(block, USE, skip);
      open.calls.push(callOf(block));
    } else if (isResult(type)) {
      reportUnread(block, RESULT, skip);
      close();
      messages.push(resultOf(block));
    } else if (type === 'thinking' || type === 'redacted_thinking') {
      reportUnread(block, THINKING, skip);
      const text = ownString(block, 'thinking') ?? '';
      if (text !== '') open.reasoning.push(text);
      else if (open.reasoning.length === 0 && type === 'redacted_thinking') open.reasoning.push('[redacted]');
    } else if (type === 'compaction') {
      const summary = textOf(own(block, 'content') ?? own(block, 'text'));
      if (summary === '') {
        // The API leaves such a block where a compaction failed, and goes on with what was there.
        skip('a compaction block without a summary');
        continue;
      }
      // Everything before it is replaced by it.
      close();
      compactedAt = messages.length;
      open.texts.push(summary);
    } else if (type === 'file') {
      reportUnread(block, FILE, skip);
      open.texts.push(`${ownString(block, 'path') ?? 'file'}\n${textOf(own(block, 'content'))}`);
    } else {
      const media = mediaPart(block);
      const text = ownString(block, 'text');
      open.images += partImageTokens(block);
      if (media !== undefined) open.texts.push(media);
      else if (text !== undefined) {
        reportUnread(block, TEXT, skip);
        open.texts.push(text);
      } else if (Object.keys(block).some((key) => key !== 'type')) open.texts.push(jsonText(block));
      else skip(`a block of the type "${type || 'none'}" without text`);
    }
  }
  close();
  // Blocks may hold nothing that is text: thinking that is only signed, a call that was cut off.
  if (messages.length === 0) messages.push({ role, content: '' });
  return { messages, compactedAt };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : jsonText(value);
}

function callOf(block: JsonRecord): JsonRecord {
  const input = own(block, 'input');
  return {
    ...(ownWord(block, 'id') === undefined ? {} : { id: ownWord(block, 'id') }),
    type: 'function',
    function: {
      name: ownWord(block, 'name') ?? 'tool',
      arguments: typeof input === 'string' ? input : jsonText(input ?? {}),
    },
  };
}

function resultOf(block: JsonRecord): JsonRecord {
  const { text, images } = resultText(own(block, 'content'));
  const id = ownWord(block, 'tool_use_id') ?? ownWord(block, 'toolUseID');
  return {
    role: 'tool',
    content: text,
    ...(id === undefined ? {} : { tool_call_id: id }),
    ...(own(block, 'is_error') === true ? { is_error: true } : {}),
    ...(images > 0 ? { imageTokens: images } : {}),
  };
}

function resultText(content: unknown): { text: string; images: number } {
  if (typeof content === 'string') return { text: content, images: 0 };
  const parts = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  const texts: string[] = [];
  let images = 0;
  for (const part of parts) {
    if (typeof part === 'string') texts.push(part);
    else if (isRecord(part)) {
      images += partImageTokens(part);
      texts.push(mediaPart(part) ?? ownString(part, 'text') ?? nested(part) ?? jsonText(part));
    } else if (part !== null) texts.push(jsonText(part));
  }
  return { text: texts.join('\n'), images };
}

/** Results of server tools hold their output one level further down. */
function nested(part: JsonRecord): string | undefined {
  const inner = ownArray(part, 'content');
  if (inner?.length === 1 && isRecord(inner[0])) return ownString(inner[0], 'text');
  return ownString(ownRecord(part, 'content') ?? {}, 'text');
}

/** Whether a message has a block that only this API has. */
export function hasOwnBlock(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const content = ownArray(message, 'content');
  return (
    content?.some((block) => {
      if (!isRecord(block)) return false;
      const type = ownString(block, 'type') ?? '';
      if (isBedrockCall(block)) return true;
      return ANTHROPIC_BLOCKS.has(type) || isResult(type) || isRecord(own(block, 'source')) || 'cache_control' in block;
    }) ?? false
  );
}
