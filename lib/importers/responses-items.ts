/** Items of OpenAI's Responses API to messages: reasoning, a text and its calls are one answer; outputs pair by call_id. */

import type { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import type { RecordedBoundary } from './importer';
import { formatNumber, isRecord, type JsonRecord, own, ownArray, ownString, ownWord } from './json-values';
import { blockFields, unreadNames } from './known-fields';
import { recordedTime } from './openai-message';
import { argumentsOf, type OutputText, outputText, partsText, serverOutput } from './responses-outputs';

/** Types of items that no other format has. */
export const RESPONSES_ITEMS = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'shell_call',
  'shell_call_output',
  'apply_patch_call',
  'apply_patch_call_output',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'computer_call',
  'computer_call_output',
  'image_generation_call',
  'tool_search_call',
  'tool_search_output',
  'item_reference',
]);
/** Run by the provider while it answers: their result, where it is told at all, is in the call. */
const SERVER_CALLS = new Set([
  'mcp_call',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
]);
const ITEM = blockFields(
  'type id role status created_by phase call_id name namespace server_label container_id output_format quality size background revised_prompt approval_request_id approve reason timestamp created_at max_output_length encrypted_content execution user',
  'content summary arguments input action actions operation code queries output outputs results result error tools environment caller pending_safety_checks acknowledged_safety_checks metadata',
);
const COMPACTIONS = new Set(['compaction', 'compaction_summary', 'context_compaction']);

interface Answer {
  texts: string[];
  calls: JsonRecord[];
  /** Calls that the client runs: their outputs are items of their own and come later. */
  waiting: number;
  reasoning: string[];
  images: number;
  time: string | undefined;
  /** The response that the items came in, where they say so. */
  response: string | undefined;
}

function newAnswer(): Answer {
  return { texts: [], calls: [], waiting: 0, reasoning: [], images: 0, time: undefined, response: undefined };
}

/** Reads items in order into a builder. */
export class ItemReader {
  readonly boundaries: RecordedBoundary[] = [];
  /** Schemas that `mcp_list_tools` brought. */
  readonly listed: unknown[] = [];
  /** When the response came whose items are read. */
  time: string | undefined;
  private answer = newAnswer();
  private line = 0;

  constructor(
    private readonly builder: ConversationBuilder,
    private readonly collector: Collector,
  ) {}

  add(item: unknown, line: number): void {
    this.line = line;
    if (!isRecord(item)) {
      this.collector.skipped.add(line, 'a value that is no object stands where an item should');
      return;
    }
    const unread = unreadNames(item, ITEM);
    if (unread !== undefined) this.collector.skipped.add(line, `fields of an item that were not read: ${unread}`);
    const type = ownString(item, 'type') ?? (typeof own(item, 'role') === 'string' ? 'message' : '');
    const response = ownWord(item, 'created_by');
    if (response !== undefined && this.answer.response !== undefined && response !== this.answer.response) this.close();
    if (type === 'message') this.message(item);
    else if (type === 'reasoning') this.reasoning(item);
    else if (type.endsWith('_output')) this.output(item);
    else if (type === 'mcp_list_tools') this.tools(item);
    else if (COMPACTIONS.has(type)) this.compaction(item);
    else if (type === 'item_reference')
      this.collector.skipped.add(line, 'an item that is only referred to; it is not in the file');
    else if (type.endsWith('_call')) this.call(item, type);
    else if (type.startsWith('mcp_approval_')) this.collector.leaveOut(type, line);
    else this.collector.skipped.add(line, `an item of the type "${type.slice(0, 40) || 'none'}"`);
    if (response !== undefined && this.isAnswering()) this.answer.response = response;
  }

  /** Ends the answer under way. */
  close(): void {
    if (!this.isAnswering()) return;
    const { texts, calls, reasoning, images, time } = this.answer;
    this.answer = newAnswer();
    const text = texts.join('\n');
    this.builder.add(
      {
        role: 'assistant',
        content: text === '' && calls.length > 0 ? null : text,
        ...(calls.length > 0 && { tool_calls: calls }),
        ...(reasoning.length > 0 && { reasoning_content: reasoning.join('\n') }),
        ...(images > 0 && { imageTokens: images }),
        ...(time !== undefined && { timestamp: time }),
      },
      this.line,
    );
  }

  /** Reasoning without words, which is only sealed, is no answer of its own. */
  private isAnswering(): boolean {
    const { texts, calls, reasoning, images } = this.answer;
    return texts.length + calls.length + reasoning.length + images > 0;
  }

  private message(item: JsonRecord): void {
    const role = ownString(item, 'role') ?? 'user';
    const { text, images } = partsText(own(item, 'content'));
    if (role !== 'assistant') {
      this.close();
      const time = recordedTime(item);
      this.builder.add(
        {
          role,
          content: text,
          ...(images > 0 && { imageTokens: images }),
          ...(time !== undefined && { timestamp: time }),
        },
        this.line,
      );
      return;
    }
    this.closeAfterText();
    this.begin(item);
    this.answer.texts.push(text);
    this.answer.images += images;
  }

  private reasoning(item: JsonRecord): void {
    if (this.answer.response === undefined) this.closeAfterText();
    this.begin(item);
    for (const part of [...(ownArray(item, 'summary') ?? []), ...(ownArray(item, 'content') ?? [])]) {
      const text = isRecord(part) ? ownWord(part, 'text') : typeof part === 'string' ? part : undefined;
      if (text !== undefined && text !== '') this.answer.reasoning.push(text);
    }
  }

  /** A text ends an answer, unless calls wait for their outputs: nothing may stand between the two. */
  private closeAfterText(): void {
    if (this.answer.waiting === 0 && this.answer.texts.length > 0) this.close();
  }

  private begin(item: JsonRecord): void {
    this.answer.time ??= recordedTime(item) ?? this.time;
  }

  private call(item: JsonRecord, type: string): void {
    const id = ownWord(item, 'call_id') ?? ownWord(item, 'id');
    this.begin(item);
    this.answer.calls.push({
      ...(id !== undefined && { id }),
      type: 'function',
      function: { name: ownWord(item, 'name') ?? type.replace(/_call$/, ''), arguments: argumentsOf(item) },
    });
    const result = serverOutput(item);
    if (!result) {
      if (!SERVER_CALLS.has(type)) this.answer.waiting++;
      return;
    }
    // The call carries its own result.
    this.close();
    this.addResult(item, id, result);
  }

  private output(item: JsonRecord): void {
    this.close();
    this.addResult(
      item,
      ownWord(item, 'call_id') ?? ownWord(item, 'id'),
      outputText(own(item, 'output') ?? own(item, 'tools')),
    );
  }

  private addResult(item: JsonRecord, id: string | undefined, { text, images, failed = false }: OutputText): void {
    const time = recordedTime(item);
    this.builder.add(
      {
        role: 'tool',
        content: text,
        ...(id !== undefined && { tool_call_id: id }),
        ...(images > 0 && { imageTokens: images }),
        ...(failed && { is_error: true }),
        ...(time !== undefined && { timestamp: time }),
      },
      this.line,
    );
  }

  private tools(item: JsonRecord): void {
    for (const tool of ownArray(item, 'tools') ?? []) this.listed.push(tool);
    this.collector.leaveOut('list of tools of an MCP server, read as schemas', this.line);
    const error = own(item, 'error');
    const failure = isRecord(error) ? ownWord(error, 'message') : typeof error === 'string' ? error : undefined;
    if (failure) this.collector.skipped.add(this.line, `a list of tools that failed: ${failure.slice(0, 100)}`);
  }

  private compaction(item: JsonRecord): void {
    this.close();
    this.boundaries.push({ before: this.builder.messages.length, trigger: 'auto' });
    const sealed = ownString(item, 'encrypted_content') ?? '';
    const text = ownWord(item, 'content') ?? ownWord(item, 'summary');
    if (text === undefined)
      this.collector.note('What a compaction left is encrypted: a line stands for it, and its tokens are not counted.');
    this.builder.add(
      { role: 'user', content: text ?? `[compaction: ${formatNumber(sealed.length)} encrypted characters]` },
      this.line,
    );
  }
}
