/** Entries of a Claude Code session to one conversation: split messages merged, results placed after their call. */

import type { Message } from '../engine/transcript';
import type { ClaudeEntry, ClaudePart } from './claude-lines';
import type { Conversation, RecordedBoundary, RecordedUsage } from './importer';
import { conversationTitle } from './titles';

/** A message with the results that follow it directly. */
interface Slot {
  message: Message;
  results: Message[];
  usage: Omit<RecordedUsage, 'message'> | undefined;
  boundary: Omit<RecordedBoundary, 'before'> | undefined;
  meta: boolean;
}

interface OpenCall {
  id: string;
  slot: Slot;
  result: Message | undefined;
}

export interface Assembled {
  conversation: Omit<Conversation, 'id' | 'title'>;
  title: string;
  /** Calls that have no result, and results that have no call. */
  unanswered: number;
  orphans: number;
  /** Lines whose result replaced an earlier one of the same call. */
  replaced: number[];
}

export function assemble(entries: readonly ClaudeEntry[]): Assembled {
  const assembly = new Assembly();
  for (const entry of entries) assembly.add(entry);
  return assembly.finish();
}

class Assembly {
  private readonly slots: Slot[] = [];
  private readonly byMessage = new Map<string, Slot>();
  private readonly calls = new Map<string, OpenCall>();
  private readonly all: OpenCall[] = [];
  /** Calls without an id of their own, which results without one belong to. */
  private readonly nameless: OpenCall[] = [];
  private namelessAnswered = 0;
  private lastAssistant: Slot | undefined;
  private boundary: Omit<RecordedBoundary, 'before'> | undefined;
  private afterBoundary = false;
  private orphans = 0;
  private made = 0;
  private readonly replaced: number[] = [];

  add(entry: ClaudeEntry): void {
    if (entry.kind === 'boundary') {
      this.boundary = {};
      if (entry.trigger !== undefined) this.boundary.trigger = entry.trigger;
      if (entry.preTokens !== undefined) this.boundary.preTokens = entry.preTokens;
      return;
    }
    // A summary without a boundary line before it marks the boundary itself.
    if (entry.summary && !this.afterBoundary) this.boundary ??= {};
    if (entry.kind === 'assistant') this.addAssistant(entry);
    else this.addUser(entry);
  }

  private addAssistant(entry: ClaudeEntry): void {
    let slot = entry.messageId === undefined ? undefined : this.byMessage.get(entry.messageId);
    if (!slot) {
      slot = this.slot({ role: 'assistant', content: null }, entry);
      this.lastAssistant = slot;
      if (entry.messageId !== undefined) this.byMessage.set(entry.messageId, slot);
    }
    if (entry.usage) slot.usage = entry.usage;
    for (const part of entry.parts) {
      if (part.type === 'text') {
        append(slot.message, 'content', part.text);
        addImages(slot.message, part.imageTokens);
      } else if (part.type === 'reasoning') append(slot.message, 'reasoning', part.text);
      else if (part.type === 'call') this.addCall(slot, part);
      else this.addResult(entry, part);
    }
  }

  private addCall(slot: Slot, part: ClaudePart & { type: 'call' }): void {
    const known = part.id === undefined ? undefined : this.calls.get(part.id);
    if (known?.slot === slot) return;
    const call: OpenCall = { id: part.id ?? this.makeId(), slot, result: undefined };
    this.calls.set(call.id, call);
    this.all.push(call);
    if (part.id === undefined) this.nameless.push(call);
    slot.message.tool_calls ??= [];
    slot.message.tool_calls.push({
      id: call.id,
      type: 'function',
      function: { name: part.name, arguments: part.arguments },
    });
  }

  private makeId(): string {
    do this.made++;
    while (this.calls.has(`call_${this.made}`));
    return `call_${this.made}`;
  }

  private addUser(entry: ClaudeEntry): void {
    let text: Slot | undefined;
    for (const part of entry.parts) {
      if (part.type === 'result') {
        this.addResult(entry, part);
        text = undefined;
      } else if (part.type === 'text') {
        if (text) append(text.message, 'content', part.text);
        else text = this.slot({ role: 'user', content: part.text }, entry);
        addImages(text.message, part.imageTokens);
      }
    }
  }

  private addResult(entry: ClaudeEntry, part: ClaudePart & { type: 'result' }): void {
    const call = part.id === undefined ? this.nameless[this.namelessAnswered] : this.calls.get(part.id);
    if (call && part.id === undefined) this.namelessAnswered++;
    const message: Message = { role: 'tool', content: part.text };
    addImages(message, part.imageTokens);
    if (part.failed) message.is_error = true;
    const id = call?.id ?? part.id;
    if (id !== undefined) message.tool_call_id = id;
    if (entry.timestamp !== undefined) message.timestamp = entry.timestamp;
    if (call?.result) {
      // One call, two results: the later one is what the model went on with.
      call.result.content = part.text;
      delete call.result.imageTokens;
      delete call.result.is_error;
      if (part.failed) call.result.is_error = true;
      addImages(call.result, part.imageTokens);
      this.replaced.push(entry.line);
      return;
    }
    if (call) call.result = message;
    else this.orphans++;
    // Between a call and its result no other message may stand; a result that comes after the next answer stays there.
    if (call && call.slot === this.lastAssistant) call.slot.results.push(message);
    else this.slot(message, entry);
  }

  private slot(message: Message, entry: ClaudeEntry): Slot {
    if (entry.timestamp !== undefined && message.timestamp === undefined) message.timestamp = entry.timestamp;
    const slot: Slot = {
      message,
      results: [],
      usage: undefined,
      boundary: this.boundary,
      meta: entry.meta || entry.summary,
    };
    this.afterBoundary = this.boundary !== undefined;
    this.boundary = undefined;
    this.slots.push(slot);
    return slot;
  }

  finish(): Assembled {
    const messages: Message[] = [];
    const boundaries: RecordedBoundary[] = [];
    const usage: RecordedUsage[] = [];
    const words: Message[] = [];
    for (const slot of this.slots) {
      if (slot.boundary) boundaries.push({ before: messages.length, ...slot.boundary });
      if (slot.usage) usage.push({ message: messages.length, ...slot.usage });
      messages.push(slot.message);
      for (const result of slot.results) messages.push(result);
      if (!slot.meta && words.length < 20) words.push(slot.message);
    }
    return {
      conversation: { messages, boundaries, usage },
      title: conversationTitle(words, ''),
      unanswered: this.all.filter((call) => !call.result).length,
      orphans: this.orphans,
      replaced: this.replaced,
    };
  }
}

function addImages(message: Message, tokens = 0): void {
  if (tokens > 0) message.imageTokens = (message.imageTokens ?? 0) + tokens;
}

function append(message: Message, key: 'content' | 'reasoning', text: string): void {
  const before = message[key];
  message[key] = before ? `${before}\n${text}` : text;
}
