/** OpenAI Chat Completions in all the shapes people store: arrays, requests, logs, maps, a message or a conversation a line. */

import { ConversationBuilder } from './conversation-builder';
import type { Conversation, FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  countOf,
  formatNumber,
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownRecord,
  ownString,
} from './json-values';
import { isMessageLike, readContent, recordedTime } from './openai-message';
import { type FoundConversation, findConversations, isMessageList } from './openai-shapes';
import { RepairList, SkipList } from './skip-list';
import { conversationTitle, shortTitle } from './titles';

const SYSTEM_KEYS = ['system', 'system_prompt', 'instructions'];
/** What is read beside the messages, and what only says which conversation this is. */
const READ_BESIDE = new Set(['tools', 'functions', 'usage', 'title', 'name', 'id', 'model', 'object', 'created']);
/** Read where a reply was found in them. */
const REPLY_KEYS = new Set(['choices', 'response']);
const UNREAD_LISTED = 12;

function isPrompt(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

export const openaiChat: Importer = {
  id: 'openai-chat',
  label: 'OpenAI Chat Completions',
  detect,
  start: () => new OpenaiSession(),
};

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  let lines = 0;
  let whole = 0;
  let other = 0;
  let tools = false;
  let noted: string | undefined;
  for (const { value } of sample.records) {
    const found = isMessageLike(value) ? [] : findConversations(value);
    if (isMessageLike(value)) lines++;
    else if (found.length > 0) whole += found.length;
    else if (!isMetadata(value)) other++;
    noted ??= found.find(({ note }) => note)?.note;
    tools ||= isRecord(value) && ('tools' in value || 'tool_calls' in value || 'tool_call_id' in value);
  }
  if (lines + whole === 0) return { confidence: 0, reason: 'No object with a role and content was found.' };
  const shape =
    lines > whole
      ? 'one message a line'
      : whole === 1
        ? `one conversation${tools ? ' with tools' : ''}`
        : `${formatNumber(whole)} conversations`;
  if (other > lines + whole)
    return { confidence: 0.4, reason: `Some records are messages (${shape}), but most are not.` };
  if (noted) return { confidence: 0.6, reason: noted };
  return { confidence: tools ? 0.9 : 0.8, reason: `Objects with role and content: ${shape}.` };
}

/** A line about the file rather than a message, such as `{"metadata": {…}}`. */
function isMetadata(value: unknown): boolean {
  return (
    isRecord(value) && !('role' in value) && ('metadata' in value || 'meta' in value) && Object.keys(value).length <= 2
  );
}

class OpenaiSession implements ImportSession {
  private readonly skipped = new SkipList();
  private readonly repaired = new RepairList();
  private readonly notes = new Set<string>();
  private readonly conversations: Conversation[] = [];
  /** The conversation that is written a message a line, where there is one. */
  private lines: ConversationBuilder | undefined;
  private linesAt = 0;
  /** Names of fields beside the messages that were not read. */
  private readonly unread = new Set<string>();
  private orphans = 0;
  private unanswered = 0;

  push({ value, line }: FileRecord): void {
    if (isMessageLike(value)) {
      if (!this.lines) {
        this.lines = this.builder();
        this.linesAt = this.conversations.length;
      }
      this.lines.add(value, line);
      return;
    }
    if (Array.isArray(value) && !isMessageList(value)) for (const element of value) this.addFound(element, line);
    else this.addFound(value, line);
  }

  private addFound(value: unknown, line: number): void {
    const found = findConversations(value);
    for (const conversation of found) this.addConversation(conversation, line);
    if (found.length === 0)
      this.skipped.add(line, isMetadata(value) ? 'metadata, not a message' : 'no message or conversation');
  }

  finish(): ParsedFile {
    if (this.lines && this.lines.messages.length > 0) {
      this.conversations.splice(this.linesAt, 0, this.close(this.lines));
    }
    this.conversations.forEach((conversation, index) => {
      conversation.id = `conversation-${index + 1}`;
      if (conversation.title === '') conversation.title = `Conversation ${index + 1}`;
    });
    if (this.unread.size > 0) {
      const listed = [...this.unread].slice(0, UNREAD_LISTED).join(', ');
      const more = this.unread.size - UNREAD_LISTED;
      const rest = more > 0 ? ` and ${formatNumber(more)} more` : '';
      this.notes.add(`Beside the messages stand fields that were not read: ${listed}${rest}.`);
    }
    if (this.orphans > 0)
      this.notes.add(`${countOf(this.orphans, 'tool result has', 'tool results have')} no call before them.`);
    if (this.unanswered > 0)
      this.notes.add(`${countOf(this.unanswered, 'tool call has', 'tool calls have')} no result in the file.`);
    return {
      conversations: this.conversations,
      skipped: this.skipped.list,
      repaired: this.repaired.list,
      notes: [...this.notes],
    };
  }

  private builder(): ConversationBuilder {
    return new ConversationBuilder(this.skipped, this.repaired, (raw, read) => {
      for (const [key, value] of Object.entries(raw))
        if (!read.has(key) && value !== null && value !== '') this.unread.add(shortTitle(key));
    });
  }

  private addConversation(found: FoundConversation, line: number): void {
    const builder = this.builder();
    const owner = found.owner ?? {};
    builder.addTools(own(owner, 'tools') ?? own(owner, 'functions'), line);
    const first = found.messages[0];
    if (!(isRecord(first) && (first.role === 'system' || first.role === 'developer')))
      this.addSystem(builder, owner, line);
    for (const message of found.messages) builder.add(message, line);
    const reply = this.addReply(builder, owner, line);
    this.noteUnread(found, reply);
    if (builder.messages.length === 0) return;
    if (found.note) this.notes.add(found.note);
    const conversation = this.close(builder, found.name, found.label);
    // A title that somebody gave says more than the first words do.
    const given = ownString(owner, 'title')?.trim();
    if (given) conversation.title = shortTitle(given);
    this.conversations.push(conversation);
  }

  /** Remembers the names of what stands beside the messages and is not read. */
  private noteUnread(found: FoundConversation, reply: boolean): void {
    for (const [key, value] of Object.entries(found.owner ?? {})) {
      if (value === null || value === '' || value === found.messages || key === found.wrapper) continue;
      if (READ_BESIDE.has(key) || (reply && REPLY_KEYS.has(key))) continue;
      if (SYSTEM_KEYS.includes(key) && isPrompt(value)) continue;
      this.unread.add(shortTitle(key));
    }
  }

  private addSystem(builder: ConversationBuilder, owner: JsonRecord, line: number): void {
    const prompt = own(owner, 'system') ?? own(owner, 'system_prompt') ?? own(owner, 'instructions');
    if (!isPrompt(prompt)) return;
    const { text } = readContent(prompt, []);
    if (!text) return;
    builder.add({ role: 'system', content: text }, line);
    this.repaired.add(line, 'the system prompt beside the messages became the first message');
  }

  /** The reply of a stored completion or log, which stands beside the messages it answers. */
  private addReply(builder: ConversationBuilder, owner: JsonRecord, line: number): boolean {
    const response = ownArray(owner, 'choices') ? owner : (ownRecord(owner, 'response') ?? {});
    const body = ownArray(response, 'choices') ? response : (ownRecord(response, 'body') ?? {});
    const choices = ownArray(body, 'choices') ?? [];
    const choice = choices[0];
    const reply = isRecord(choice) ? ownRecord(choice, 'message') : undefined;
    const usage = ownRecord(body, 'usage') ?? ownRecord(owner, 'usage');
    if (reply && !this.repeats(builder, reply)) {
      const time = recordedTime(body);
      builder.add(time === undefined || 'timestamp' in reply ? reply : { ...reply, timestamp: time }, line);
      if (choices.length > 1) this.notes.add(`A reply has ${choices.length} choices; the first is read.`);
    }
    let last = builder.messages.length - 1;
    while (last >= 0 && builder.messages[last]?.role !== 'assistant') last--;
    if (builder.usage.at(-1)?.message !== last) builder.addUsage(usage, last);
    return reply !== undefined;
  }

  /** Some logs append the reply to the messages as well. */
  private repeats(builder: ConversationBuilder, reply: JsonRecord): boolean {
    const last = builder.messages.at(-1);
    if (last?.role !== 'assistant') return false;
    const { text } = readContent(own(reply, 'content'), []);
    const calls = ownArray(reply, 'tool_calls') ?? [];
    const ids = (last.tool_calls ?? []).map((call) => call.id);
    return (
      last.content === text &&
      jsonText(calls.map((call) => (isRecord(call) ? own(call, 'id') : undefined))) === jsonText(ids)
    );
  }

  private close(builder: ConversationBuilder, name?: string, label?: string): Conversation {
    this.orphans += builder.orphans;
    this.unanswered += builder.unanswered;
    const title = conversationTitle(builder.messages, name ?? '');
    const conversation: Conversation = {
      id: '',
      title: label === undefined ? title : shortTitle(title === '' ? label : `${label}: ${title}`),
      messages: builder.messages,
      boundaries: [],
      usage: builder.usage,
    };
    if (builder.tools) conversation.tools = builder.tools;
    return conversation;
  }
}
