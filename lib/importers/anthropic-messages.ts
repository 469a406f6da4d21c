/** Anthropic Messages: requests, responses, bare arrays, a message or a request a line, and Cline's sessions of them. */

import { blockMessages, hasOwnBlock } from './anthropic-blocks';
import { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import type { FileRecord, Importer, ImportSession, ParsedFile, RecordedBoundary, Sample, Verdict } from './importer';
import {
  isoTime,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';

export const anthropicMessages: Importer = {
  id: 'anthropic-messages',
  label: 'Anthropic Messages',
  detect,
  start: () => new AnthropicSession(),
};

/** So many messages of a list are looked at. */
const LOOKED_AT = 60;

interface Clues {
  own: boolean;
  system: boolean;
  plain: number;
  response: boolean;
}

/** A list that holds this API's messages: nothing but users and assistants, and no calls in OpenAI's form. */
function listOf(value: unknown): readonly unknown[] | undefined {
  const list = Array.isArray(value) ? value : isRecord(value) ? ownArray(value, 'messages') : undefined;
  if (!list || list.length === 0) return undefined;
  for (const message of list.slice(0, LOOKED_AT)) {
    if (!isRecord(message)) return undefined;
    const role = own(message, 'role');
    if (role !== 'user' && role !== 'assistant') return undefined;
    if ('tool_calls' in message || 'parts' in message || 'toolInvocations' in message) return undefined;
  }
  return list;
}

function isResponse(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    own(value, 'type') === 'message' &&
    own(value, 'role') === 'assistant' &&
    Array.isArray(own(value, 'content'))
  );
}

function cluesOf(sample: Sample): Clues {
  const clues: Clues = { own: false, system: false, plain: 0, response: false };
  for (const { value } of sample.records) {
    if (isResponse(value)) clues.response = true;
    if (isRecord(value) && 'uuid' in value) continue;
    const lists = Array.isArray(value) && Array.isArray(value[0]) ? value : [isMessage(value) ? [value] : value];
    for (const entry of lists.slice(0, LOOKED_AT)) {
      const list = listOf(entry);
      if (!list) continue;
      clues.plain++;
      if (isRecord(entry) && (isSystem(own(entry, 'system')) || 'anthropic_version' in entry)) clues.system = true;
      if (list.slice(0, LOOKED_AT).some(hasOwnBlock)) clues.own = true;
    }
  }
  return clues;
}

function isMessage(value: unknown): boolean {
  return isRecord(value) && (own(value, 'role') === 'user' || own(value, 'role') === 'assistant') && 'content' in value;
}

function isSystem(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  const clues = cluesOf(sample);
  if (clues.own)
    return { confidence: 0.95, reason: 'Messages hold Anthropic blocks such as `tool_use` or `thinking`.' };
  if (clues.response)
    return { confidence: 0.93, reason: 'It is a response of the type `message` with a list of blocks.' };
  if (clues.system && clues.plain > 0)
    return { confidence: 0.92, reason: 'The system prompt stands beside the messages, under `system`.' };
  if (clues.plain > 0)
    return {
      confidence: 0.3,
      reason: 'Messages of user and assistant alone: they could be of this API, but nothing in them is.',
    };
  return { confidence: 0, reason: 'No message with Anthropic blocks, and no `system` beside messages.' };
}

const READ_BESIDE = new Set([
  'messages',
  'system',
  'system_prompt',
  'tools',
  'model',
  'id',
  'title',
  'name',
  'sessionId',
  'version',
  'usage',
  'role',
  'type',
  'content',
  'stop_reason',
  'stop_sequence',
  'max_tokens',
  'stream',
]);

class AnthropicSession implements ImportSession {
  private readonly collector = new Collector();
  /** The conversation that is written a message a line. */
  private lines: ConversationBuilder | undefined;

  push({ value, line }: FileRecord): void {
    if (isMessage(value) && !isResponse(value)) {
      this.lines ??= this.collector.builder();
      this.addMessage(this.lines, value as JsonRecord, line);
    } else if (Array.isArray(value) && !isMessage(value[0]))
      for (const entry of value) this.addConversation(entry, line);
    else this.addConversation(value, line);
  }

  finish(): ParsedFile {
    if (this.lines) this.collector.close(this.lines);
    return this.collector.finish();
  }

  private addConversation(value: unknown, line: number): void {
    const response = isResponse(value);
    const list = response
      ? [value]
      : Array.isArray(value)
        ? value
        : isRecord(value)
          ? ownArray(value, 'messages')
          : undefined;
    if (!list) {
      this.collector.skipped.add(line, 'no messages of this API');
      return;
    }
    const owner = isRecord(value) ? value : {};
    const builder = this.collector.builder();
    const boundaries: RecordedBoundary[] = [];
    addSystem(builder, owner, line);
    builder.addTools(own(owner, 'tools'), line);
    const instructions = builder.messages.length;
    for (const message of list) {
      const before = builder.messages.length;
      const compactedAt = this.addMessage(builder, message, line);
      if (compactedAt !== undefined) boundaries.push({ before: before + compactedAt, trigger: 'auto' });
    }
    if (!response) this.collector.unreadFields(owner, READ_BESIDE);
    const title = ownWord(owner, 'title');
    const last = boundaries.at(-1);
    if (!this.collector.close(builder, { title, boundaries, ...(last ? { part: 'main' } : {}) }) || !last) return;
    // What the model went on with: the instructions, and everything from the last compaction on.
    const view = this.collector.silentBuilder();
    view.messages.push(...builder.messages.slice(0, instructions), ...builder.messages.slice(last.before));
    view.tools = builder.tools;
    this.collector.close(view, { title, part: 'after compaction' });
  }

  /** Adds one message of the API; answers where in what was added a compaction begins. */
  private addMessage(builder: ConversationBuilder, message: unknown, line: number): number | undefined {
    if (!isRecord(message)) {
      this.collector.skipped.add(line, 'a value that is no object stands where a message should');
      return undefined;
    }
    const role = ownString(message, 'role') ?? 'user';
    const content = own(message, 'content');
    const timestamp = isoTime(own(message, 'ts') ?? own(message, 'timestamp') ?? own(message, 'created_at'));
    const before = builder.messages.length;
    const { messages, compacted } = Array.isArray(content)
      ? blockMessages(content, role, (reason) => this.collector.skipped.add(line, reason))
      : { messages: [{ role, content: content ?? '' }], compacted: false };
    for (const one of messages) builder.add({ ...one, ...(timestamp === undefined ? {} : { timestamp }) }, line);
    if (role === 'assistant') addUsage(builder, message, before);
    if (own(message, 'isTruncationMarker') === true) this.collector.leaveOut('truncation marker', line);
    if (!compacted) return undefined;
    const at = messages.findIndex((one) => one.role === 'assistant');
    return Math.max(0, at);
  }
}

function addSystem(builder: ConversationBuilder, owner: JsonRecord, line: number): void {
  const system = own(owner, 'system') ?? own(owner, 'system_prompt');
  if (typeof system === 'string' && system !== '') builder.add({ role: 'system', content: system }, line);
  if (!Array.isArray(system)) return;
  const texts = system.map((block) =>
    typeof block === 'string' ? block : isRecord(block) ? ownString(block, 'text') : '',
  );
  const text = texts.filter((part) => part !== undefined && part !== '').join('\n\n');
  if (text !== '') builder.add({ role: 'system', content: text }, line);
}

/** The size of the prompt is the sum of what was new, written to the cache and read from it. */
function addUsage(builder: ConversationBuilder, message: JsonRecord, from: number): void {
  const usage = ownRecord(message, 'usage') ?? ownRecord(message, 'metrics');
  if (!usage) return;
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((key) =>
    ownCount(usage, key),
  );
  const cline = ['inputTokens', 'cacheWriteTokens', 'cacheReadTokens'].map((key) => ownCount(usage, key));
  const known = parts.some((part) => part !== undefined) ? parts : cline;
  if (known.every((part) => part === undefined)) return;
  const input = known.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const output = ownCount(usage, 'output_tokens') ?? ownCount(usage, 'outputTokens');
  const at = builder.messages.findIndex((one, index) => index >= from && one.role === 'assistant');
  if (at < 0) return;
  builder.usage.push(output === undefined ? { message: at, input } : { message: at, input, output });
}
