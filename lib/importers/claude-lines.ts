/** Lines of a Claude Code session file to compact entries: only what reaches the model is kept, the rest is counted. */

import type { RecordedUsage } from './importer';
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

export type ClaudePart =
  | { type: 'text'; text: string; imageTokens?: number }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; id: string | undefined; name: string; arguments: string }
  | { type: 'result'; id: string | undefined; text: string; imageTokens?: number; failed: boolean };

/** A line that is part of a conversation, or a compaction boundary between such lines. */
export interface ClaudeEntry {
  kind: 'user' | 'assistant' | 'boundary';
  line: number;
  /** Order in the file; a rewritten line keeps its first place and remembers its last. */
  position: number;
  lastPosition: number;
  uuid: string | undefined;
  parent: string | undefined;
  sidechain: boolean;
  agent: string | undefined;
  timestamp: string | undefined;
  /** Id of the API message: lines that share it are one message. */
  messageId: string | undefined;
  parts: ClaudePart[];
  usage: Omit<RecordedUsage, 'message'> | undefined;
  /** The summary that a compaction left for the model. */
  summary: boolean;
  /** Text that the tool added: it costs tokens and is not the user's words. */
  meta: boolean;
  trigger: string | undefined;
  preTokens: number | undefined;
  /** uuids of messages that a compaction kept word for word. */
  preserved: readonly string[];
  /** First and last uuid of the kept run, where the compaction names only its ends. */
  preservedRun: readonly [string, string] | undefined;
}

/** Reads a user, assistant, attachment or boundary line; undefined for lines that do not reach the model, or why it is broken. */
export function claudeEntry(raw: JsonRecord, line: number, position: number): ClaudeEntry | string | undefined {
  switch (own(raw, 'type')) {
    case 'user':
    case 'assistant':
      return messageEntry(raw, line, position);
    case 'system':
      return own(raw, 'subtype') === 'compact_boundary' ? boundaryEntry(raw, line, position) : undefined;
    case 'attachment': {
      const text = attachmentText(ownRecord(raw, 'attachment') ?? {});
      if (text === undefined) return undefined;
      return {
        ...blankEntry(raw, line, position),
        parts: [{ type: 'text', text }],
        meta: own(ownRecord(raw, 'attachment') ?? {}, 'type') !== 'queued_command',
      };
    }
    default:
      return undefined;
  }
}

/** What kind of line was left out, for the count in the notes: "progress (hook_progress)". */
export function lineKind(raw: JsonRecord): string {
  const type = ownWord(raw, 'type') ?? 'untyped';
  const detail =
    ownWord(raw, 'subtype') ?? ownWord(ownRecord(raw, 'data') ?? ownRecord(raw, 'attachment') ?? {}, 'type');
  return (detail === undefined ? type : `${type} (${detail})`).slice(0, 80);
}

function blankEntry(raw: JsonRecord, line: number, position: number): ClaudeEntry {
  return {
    kind: 'user',
    line,
    position,
    lastPosition: position,
    uuid: ownWord(raw, 'uuid'),
    parent: ownWord(raw, 'parentUuid'),
    // Streams of the command line and the SDK name the call that a subagent works for.
    sidechain: own(raw, 'isSidechain') === true || ownWord(raw, 'parent_tool_use_id') !== undefined,
    agent: ownWord(raw, 'agentId') ?? ownWord(raw, 'parent_tool_use_id'),
    timestamp: isoTime(own(raw, 'timestamp')),
    messageId: undefined,
    parts: [],
    usage: undefined,
    summary: false,
    meta: false,
    trigger: undefined,
    preTokens: undefined,
    preserved: [],
    preservedRun: undefined,
  };
}

function messageEntry(raw: JsonRecord, line: number, position: number): ClaudeEntry | string {
  const type = raw.type as 'user' | 'assistant';
  const message = ownRecord(raw, 'message');
  if (!message) return `a line of the type ${type} has no \`message\` object`;
  const content = own(message, 'content');
  if (content === undefined || content === null) return `a line of the type ${type} has no \`message.content\``;
  const entry = blankEntry(raw, line, position);
  entry.kind = type;
  entry.parts = readBlocks(content);
  entry.summary = own(raw, 'isCompactSummary') === true;
  entry.meta = own(raw, 'isMeta') === true;
  if (type === 'assistant') {
    entry.messageId = ownWord(message, 'id');
    entry.usage = readUsage(message);
  }
  return entry;
}

/** The prompt size is the sum of the three input fields; the output count is a placeholder until the message is complete. */
function readUsage(message: JsonRecord): Omit<RecordedUsage, 'message'> | undefined {
  const usage = ownRecord(message, 'usage');
  if (!usage) return undefined;
  const input =
    (ownCount(usage, 'input_tokens') ?? 0) +
    (ownCount(usage, 'cache_creation_input_tokens') ?? 0) +
    (ownCount(usage, 'cache_read_input_tokens') ?? 0);
  if (input === 0) return undefined;
  const output = ownString(message, 'stop_reason') === undefined ? undefined : ownCount(usage, 'output_tokens');
  return output === undefined ? { input } : { input, output };
}

function boundaryEntry(raw: JsonRecord, line: number, position: number): ClaudeEntry {
  const metadata = ownRecord(raw, 'compactMetadata') ?? ownRecord(raw, 'compact_metadata') ?? {};
  const entry = blankEntry(raw, line, position);
  entry.kind = 'boundary';
  entry.parent ??= ownWord(raw, 'logicalParentUuid');
  entry.trigger = ownWord(metadata, 'trigger');
  entry.preTokens = ownCount(metadata, 'preTokens') ?? ownCount(metadata, 'pre_tokens');
  const kept = ownRecord(metadata, 'preservedMessages');
  entry.preserved = (kept ? (ownArray(kept, 'uuids') ?? []) : []).filter((uuid) => typeof uuid === 'string');
  const run = ownRecord(metadata, 'preservedSegment');
  const head = run && ownWord(run, 'headUuid');
  const tail = run && ownWord(run, 'tailUuid');
  if (head !== undefined && tail !== undefined) entry.preservedRun = [head, tail];
  return entry;
}

function readBlocks(content: unknown): ClaudePart[] {
  if (!Array.isArray(content))
    return [{ type: 'text', text: typeof content === 'string' ? content : jsonText(content) }];
  const parts: ClaudePart[] = [];
  for (const block of content) {
    const part = isRecord(block)
      ? readBlock(block)
      : block === null
        ? undefined
        : ({ type: 'text', text: typeof block === 'string' ? block : jsonText(block) } as const);
    if (part) parts.push(part);
  }
  return parts;
}

function readBlock(block: JsonRecord): ClaudePart | undefined {
  const type = ownString(block, 'type') ?? 'untyped';
  switch (type) {
    case 'text':
      return { type: 'text', text: textIn(own(block, 'text')) };
    case 'thinking': {
      const text = ownWord(block, 'thinking');
      return text === undefined ? undefined : { type: 'reasoning', text };
    }
    case 'redacted_thinking':
      return undefined;
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return {
        type: 'call',
        id: ownWord(block, 'id'),
        name: ownWord(block, 'name') ?? 'tool',
        arguments: inputText(own(block, 'input')),
      };
    default:
      if (type.endsWith('tool_result'))
        return {
          type: 'result',
          id: ownWord(block, 'tool_use_id'),
          text: resultText(block),
          imageTokens: imagesIn(own(block, 'content')),
          failed: own(block, 'is_error') === true,
        };
      return {
        type: 'text',
        text: mediaPart(block) ?? ownString(block, 'text') ?? unknownBlock(block, type),
        imageTokens: partImageTokens(block),
      };
  }
}

/** A text, and what is none but stands where one should as JSON. */
function textIn(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : jsonText(value);
}

/** A block of a kind that is not known: all of it, or its kind where it holds nothing else. */
function unknownBlock(block: JsonRecord, type: string): string {
  return Object.keys(block).some((key) => key !== 'type') ? jsonText(block) : `[${type}]`;
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : jsonText(input ?? {});
}

function resultText(block: JsonRecord): string {
  const content = own(block, 'content');
  if (content === undefined || content === null) return ownString(block, 'text') ?? '';
  return plainText(content);
}

/** What the images among a result's blocks cost. */
function imagesIn(content: unknown): number {
  let tokens = 0;
  if (Array.isArray(content)) for (const part of content) if (isRecord(part)) tokens += partImageTokens(part);
  return tokens;
}

/** Text, blocks of text and media, or anything else as JSON. */
function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return jsonText(content);
  return content
    .map((part) =>
      isRecord(part)
        ? (mediaPart(part) ?? ownString(part, 'text') ?? jsonText(part))
        : typeof part === 'string'
          ? part
          : jsonText(part),
    )
    .join('\n');
}

/** The text of an attachment that the model gets to read; undefined for those that are bookkeeping. */
function attachmentText(attachment: JsonRecord): string | undefined {
  switch (own(attachment, 'type')) {
    case 'queued_command':
      return filled(plainText(own(attachment, 'prompt') ?? ''));
    case 'hook_additional_context':
    case 'skill_listing':
      return filled(plainText(own(attachment, 'content') ?? ''));
    case 'mcp_instructions_delta':
      return filled(plainText(own(attachment, 'addedBlocks') ?? ''));
    case 'nested_memory':
      return filled(ownString(ownRecord(attachment, 'content') ?? {}, 'content') ?? '');
    case 'edited_text_file':
      return filled(ownString(attachment, 'snippet') ?? '');
    case 'total_tokens_reminder':
    case 'batching_reminder_sent':
    case 'silent_turn_reminder':
      return filled(ownString(attachment, 'text') ?? '');
    default:
      return undefined;
  }
}

function filled(text: string): string | undefined {
  return text === '' ? undefined : text;
}
