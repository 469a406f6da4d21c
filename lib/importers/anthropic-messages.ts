/** Anthropic Messages: requests, responses, bare arrays, a message or a request a line, logs of exchanges, Cline's and Roo's sessions. */

import { blockMessages } from './anthropic-blocks';
import { cluesOf, endsWith, type FoundMessages, isMessage, isResponse, messagesFound } from './anthropic-envelopes';
import { bedrockTools } from './bedrock-blocks';
import { Collector } from './collector';
import { offerSlices } from './compaction-views';
import type { ConversationBuilder } from './conversation-builder';
import type { FileRecord, Importer, ImportSession, ParsedFile, RecordedBoundary, Sample, Verdict } from './importer';
import { isoTime, isRecord, type JsonRecord, own, ownCount, ownRecord, ownString, ownWord } from './json-values';
import { knownFields, unreadBeside } from './known-fields';
import { recordedTime } from './openai-message';
import { EXCHANGE_KEYS } from './provider-envelopes';

export const anthropicMessages: Importer = {
  id: 'anthropic-messages',
  label: 'Anthropic Messages',
  detect,
  start: () => new AnthropicSession(),
};

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  const clues = cluesOf(sample.records.map(({ value }) => value));
  const wrapped = clues.exchange ? ', inside a log of requests and responses' : '';
  if (clues.own)
    return {
      confidence: 0.95,
      reason: `Messages hold Anthropic blocks such as \`tool_use\` or \`thinking\`${wrapped}.`,
    };
  if (clues.response)
    return { confidence: 0.93, reason: `It is a response of the type \`message\` with a list of blocks${wrapped}.` };
  if (clues.system && clues.plain > 0)
    return { confidence: 0.92, reason: `The system prompt stands beside the messages, under \`system\`${wrapped}.` };
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
  'toolConfig',
  'modelId',
  'model',
  'id',
  'title',
  'name',
  'sessionId',
  'version',
  'usage',
  'type',
  'stop_reason',
  'stop_sequence',
  'max_tokens',
  'stream',
  'response',
]);

const READ_AROUND = new Set([
  ...EXCHANGE_KEYS,
  'timestamp',
  'time',
  'created_at',
  'id',
  'type',
  'url',
  'method',
  'custom_id',
  'status',
]);
const READ_OF_MESSAGE = knownFields(
  'role content id type model usage metrics modelInfo ts timestamp created_at stop_reason stop_sequence stop_details container context_management ' +
    'isSummary condenseId condenseParent truncationId truncationParent isTruncationMarker',
);

/** A conversation under way: where its API messages begin, and which of them a later compaction hid. */
interface Draft {
  builder: ConversationBuilder;
  boundaries: RecordedBoundary[];
  /** How many instructions stand before the first message. */
  instructions: number;
  /** Marks of Roo's condensing and truncating, each with its message: what is hidden once that message is there. */
  marks: Map<string, number>;
  hiddenBy: { from: number; to: number; marks: readonly string[] }[];
}

class AnthropicSession implements ImportSession {
  private readonly collector = new Collector();
  /** The conversation that is written a message a line. */
  private lines: Draft | undefined;

  push({ value, line }: FileRecord): void {
    if (isMessage(value) && !isResponse(value)) {
      this.lines ??= this.draft();
      this.addMessage(this.lines, value, line);
      return;
    }
    const found = messagesFound(value);
    for (const one of found) this.addConversation(one, line);
    if (found.length === 0) this.collector.skipped.add(line, 'no messages of this API');
    else if (Array.isArray(value) && found[0]?.list !== value && found.length < value.length)
      this.collector.skipped.add(line, `${value.length - found.length} elements without messages of this API`);
  }

  finish(): ParsedFile {
    if (this.lines) this.close(this.lines, undefined);
    return this.collector.finish();
  }

  private draft(): Draft {
    return {
      builder: this.collector.builder(),
      boundaries: [],
      instructions: 0,
      marks: new Map(),
      hiddenBy: [],
    };
  }

  private addConversation({ owner, list, reply, around, amiss }: FoundMessages, line: number): void {
    const draft = this.draft();
    const { builder } = draft;
    addSystem(builder, owner, line, (reason) => this.collector.skipped.add(line, reason));
    builder.addTools(own(owner, 'tools') ?? bedrockTools(own(owner, 'toolConfig')), line);
    draft.instructions = builder.messages.length;
    const time = around && recordedTime(around);
    for (const message of list) {
      const isReply = isRecord(message) && isResponse(message) && time !== undefined;
      this.addMessage(draft, isReply ? { timestamp: time, ...message } : message, line);
    }
    if (reply && !endsWith(list, reply))
      this.addMessage(draft, time === undefined ? reply : { timestamp: time, ...reply }, line);
    else if (reply)
      addUsage(
        builder,
        reply,
        builder.messages.findLastIndex(({ role }) => role === 'assistant'),
      );
    if (amiss !== undefined) this.collector.skipped.add(line, amiss);
    if (around && around !== owner) unreadBeside(this.collector, around, READ_AROUND);
    if (owner !== list[0]) unreadBeside(this.collector, owner, READ_BESIDE);
    this.close(draft, ownWord(owner, 'title') ?? ownWord(owner, 'name'));
  }

  private close({ builder, boundaries, instructions, marks, hiddenBy }: Draft, title: string | undefined): void {
    const isMarked = hiddenBy.some((one) => one.marks.some((mark) => marks.has(mark)));
    const isSeenLess = boundaries.length > 0 || isMarked;
    if (!this.collector.close(builder, { title, boundaries, ...(isSeenLess ? { part: 'main' } : {}) }) || !isSeenLess)
      return;
    // Where messages were cut out, the mark stands before those that were kept: nothing tells where the next cut came.
    const isCut = boundaries.some(({ trigger }) => trigger === 'truncated');
    const last = boundaries.at(-1) ?? { before: 0 };
    const views = (isCut || boundaries.length === 0 ? [last] : boundaries).map((boundary, at, all) => {
      const end = all[at + 1]?.before ?? builder.messages.length;
      const isHidden = new Uint8Array(builder.messages.length);
      if (!isMarked) isHidden.fill(1, instructions, boundary.before);
      for (const { from, to, marks: named } of hiddenBy)
        if (named.some((mark) => (marks.get(mark) ?? end) < end)) isHidden.fill(1, from, to);
      return (message: number) => message < end && isHidden[message] === 0;
    });
    offerSlices(this.collector, builder, views);
  }

  private addMessage(draft: Draft, message: unknown, line: number): void {
    if (!isRecord(message)) {
      this.collector.skipped.add(line, 'a value that is no object stands where a message should');
      return;
    }
    const { builder } = draft;
    unreadBeside(this.collector, message, READ_OF_MESSAGE);
    const role = ownString(message, 'role') ?? 'user';
    const content = own(message, 'content');
    const timestamp = isoTime(own(message, 'ts') ?? own(message, 'timestamp') ?? own(message, 'created_at'));
    const before = builder.messages.length;
    const { messages, compactedAt } = Array.isArray(content)
      ? blockMessages(content, role, (reason) => this.collector.skipped.add(line, reason))
      : { messages: [{ role, content: content ?? '', ...imagesOf(message) }], compactedAt: undefined };
    for (const one of messages) builder.add({ ...one, ...(timestamp === undefined ? {} : { timestamp }) }, line);
    if (role === 'assistant') addUsage(builder, message, before);
    if (compactedAt !== undefined) draft.boundaries.push({ before: before + compactedAt, trigger: 'auto' });
    noteCondensing(draft, message, before);
  }
}

/** Roo keeps what it hides: a summary or a marker has an id, and the messages it stands for name it as their parent. */
function noteCondensing(draft: Draft, message: JsonRecord, before: number): void {
  const condensed = own(message, 'isSummary') === true;
  const truncated = own(message, 'isTruncationMarker') === true;
  if (condensed || truncated) {
    draft.boundaries.push({ before, trigger: condensed ? 'condensed' : 'truncated' });
    const mark = ownWord(message, condensed ? 'condenseId' : 'truncationId');
    if (mark !== undefined) draft.marks.set(mark, before);
  }
  const parents = [ownWord(message, 'condenseParent'), ownWord(message, 'truncationParent')];
  const marks = parents.filter((mark) => mark !== undefined);
  if (marks.length > 0) draft.hiddenBy.push({ from: before, to: draft.builder.messages.length, marks });
}

function addSystem(
  builder: ConversationBuilder,
  owner: JsonRecord,
  line: number,
  skip: (reason: string) => void,
): void {
  const system = own(owner, 'system') ?? own(owner, 'system_prompt');
  if (system === undefined || system === null) return;
  const texts: string[] = [];
  for (const block of Array.isArray(system) ? system : [system]) {
    const text = isRecord(block) ? (ownString(block, 'text') ?? ownString(block, 'content')) : block;
    if (typeof text === 'string') texts.push(text);
    else skip('a block of the system prompt without text');
  }
  const text = texts.filter((part) => part !== '').join('\n\n');
  if (text !== '') builder.add({ role: 'system', content: text }, line);
}

/** The size of the prompt is the sum of what was new, written to the cache and read from it. */
function addUsage(builder: ConversationBuilder, message: JsonRecord, from: number): void {
  const usage = ownRecord(message, 'usage') ?? ownRecord(message, 'metrics');
  if (!usage || from < 0) return;
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((key) =>
    ownCount(usage, key),
  );
  // Cline's count of input holds what came from the cache.
  const cline = ownCount(usage, 'inputTokens');
  if (parts.every((part) => part === undefined) && cline === undefined) return;
  const input = parts.some((part) => part !== undefined)
    ? parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
    : (cline ?? 0);
  const output = ownCount(usage, 'output_tokens') ?? ownCount(usage, 'outputTokens');
  const at = builder.messages.findIndex((one, index) => index >= from && one.role === 'assistant');
  if (at < 0 || builder.usage.at(-1)?.message === at) return;
  builder.usage.push(output === undefined ? { message: at, input } : { message: at, input, output });
}

/** The token cost of images, as our own extension carries it. */
function imagesOf(message: JsonRecord): JsonRecord {
  const images = ownCount(message, 'imageTokens');
  return images === undefined ? {} : { imageTokens: images };
}
