/** Builds one conversation message by message: gives missing call ids, and pairs results with calls in order. */

import type { Message, ToolSchema } from '../engine/transcript';
import type { RecordedUsage } from './importer';
import { isRecord, type JsonRecord, own, ownCount, ownRecord, ownWord } from './json-values';
import { type DraftCall, draftMessage } from './openai-message';
import type { RepairList, SkipList } from './skip-list';

/** What messages hold that is read, or says nothing to a model. */
const MESSAGE_FIELDS: ReadonlySet<string> = new Set(
  'role content tool_calls tool_call_id tool_call_ids name tool_name kind priority pinned imageTokens is_error isError error status refusal function_call reasoning reasoning_content usage id type tool timestamp created_at createdAt created time ts date'.split(
    ' ',
  ),
);

interface OpenCall {
  id: string;
  name: string;
  answered: boolean;
}

/** Named results look so many call groups back; farther than any model leaves a call waiting. */
const GROUPS_SEARCHED = 50;

export class ConversationBuilder {
  readonly messages: Message[] = [];
  readonly usage: RecordedUsage[] = [];
  tools: ToolSchema[] | undefined;
  /** Results whose call is not in the conversation before them. */
  orphans = 0;

  private readonly toolNames = new Set<string>();
  private readonly latest = new Map<string, OpenCall>();
  /** The calls of each assistant message that still waits for a result, oldest first. */
  private readonly waiting: OpenCall[][] = [];
  private made = 0;

  constructor(
    private readonly skipped: SkipList,
    private readonly repaired: RepairList,
    /** Names what a message holds beside what is read. */
    private readonly unread?: (raw: JsonRecord, read: ReadonlySet<string>) => void,
  ) {}

  /** Adds a message in any OpenAI-like form; what is none is listed as skipped. Returns whether it was added. */
  add(raw: unknown, line: number): boolean {
    if (!isRecord(raw)) {
      this.skipped.add(line, 'a value that is no object stands where a message should');
      return false;
    }
    const draft = draftMessage(raw, this.toolNames);
    if (typeof draft === 'string') {
      this.skipped.add(line, draft);
      return false;
    }
    for (const reason of draft.repairs) this.repaired.add(line, reason);
    if ('role' in raw) this.unread?.(raw, MESSAGE_FIELDS);
    const { message } = draft;
    if (message.role === 'tool') this.addResult(message, line);
    else this.push(message, draft.calls, line);
    this.addUsage(ownRecord(raw, 'usage'), this.messages.length - 1);
    return true;
  }

  /** Tool schemas in OpenAI form, legacy `functions`, or either as JSON text. */
  addTools(value: unknown, line: number): void {
    let list = value;
    if (typeof list === 'string') {
      try {
        list = JSON.parse(list);
      } catch {
        this.repaired.add(line, '`tools` is a text that is not JSON, and was left out');
        return;
      }
    }
    if (!Array.isArray(list)) return;
    const tools: ToolSchema[] = [];
    for (const entry of list) {
      if (!isRecord(entry)) continue;
      const legacy =
        typeof own(entry, 'name') === 'string' && 'parameters' in entry && !('type' in entry) && !('function' in entry);
      tools.push(legacy ? { type: 'function', function: entry } : entry);
      const name = ownWord(ownRecord(entry, 'function') ?? entry, 'name');
      if (name !== undefined) this.toolNames.add(name);
    }
    if (tools.length > 0 || list.length === 0) this.tools = tools;
  }

  /** Usage of the call that produced a message, in the names of either OpenAI API. */
  addUsage(usage: JsonRecord | undefined, message: number): void {
    if (!usage || message < 0 || this.messages[message]?.role !== 'assistant') return;
    const input = ownCount(usage, 'prompt_tokens') ?? ownCount(usage, 'input_tokens');
    if (input === undefined) return;
    const output = ownCount(usage, 'completion_tokens') ?? ownCount(usage, 'output_tokens');
    this.usage.push(output === undefined ? { message, input } : { message, input, output });
  }

  /** How many calls have no result. */
  get unanswered(): number {
    let count = 0;
    for (const group of this.waiting) for (const call of group) if (!call.answered) count++;
    return count;
  }

  private push(message: Message, calls: readonly DraftCall[], line: number): void {
    this.messages.push(message);
    if (calls.length === 0) return;
    const group: OpenCall[] = [];
    message.tool_calls = calls.map((call) => {
      const open = { id: call.id ?? this.makeId(line), name: call.name, answered: false };
      group.push(open);
      this.latest.set(open.id, open);
      this.toolNames.add(call.name);
      return { id: open.id, type: 'function', function: { name: call.name, arguments: call.arguments } };
    });
    this.waiting.push(group);
  }

  private makeId(line: number): string {
    this.repaired.add(line, 'a tool call without an id got one');
    do this.made++;
    while (this.latest.has(`call_${this.made}`));
    return `call_${this.made}`;
  }

  private addResult(message: Message, line: number): void {
    if (message.tool_call_id !== undefined) {
      const call = this.latest.get(message.tool_call_id);
      if (call) {
        call.answered = true;
        // The same text as the call's id: one string for both.
        message.tool_call_id = call.id;
      } else this.orphans++;
      this.messages.push(message);
      return;
    }
    const group = this.waitingGroup(message.name);
    const bundled = group && bundledResults(message.content);
    if (group && bundled && bundled.length === group.length && group.every((call) => !call.answered)) {
      group.forEach((call, index) => {
        call.answered = true;
        this.messages.push({ ...message, content: bundled[index] as string, tool_call_id: call.id });
      });
      this.repaired.add(line, `one message held the results of ${group.length} parallel calls and was split`);
      return;
    }
    const open = group?.filter((call) => !call.answered);
    const call = open?.find(({ name }) => name === message.name) ?? open?.[0];
    if (call) {
      call.answered = true;
      message.tool_call_id = call.id;
      this.repaired.add(line, 'a tool result without an id was paired with the nearest call that waited for one');
    } else {
      this.orphans++;
    }
    this.messages.push(message);
  }

  /** The nearest earlier message with unanswered calls; where the result has a name, the nearest with a call of it. */
  private waitingGroup(name: string | undefined): OpenCall[] | undefined {
    while (this.waiting.at(-1)?.every((call) => call.answered)) this.waiting.pop();
    const nearest = this.waiting.at(-1);
    if (name === undefined) return nearest;
    const last = this.waiting.length - 1;
    for (let back = 0; back < GROUPS_SEARCHED && back <= last; back++) {
      const group = this.waiting[last - back] as OpenCall[];
      if (group.some((call) => !call.answered && call.name === name)) return group;
    }
    return nearest;
  }
}

/** The results in a text that is a JSON list of `{tool_call_id, content}`, as some training sets write parallel results. */
function bundledResults(content: string | null): string[] | undefined {
  if (!content?.startsWith('[{"tool_call_id"')) return undefined;
  try {
    const list: unknown = JSON.parse(content);
    if (!Array.isArray(list) || list.length < 2) return undefined;
    const texts = list.map((entry) => (isRecord(entry) ? own(entry, 'content') : undefined));
    return texts.every((text) => typeof text === 'string') ? texts : undefined;
  } catch {
    return undefined;
  }
}
