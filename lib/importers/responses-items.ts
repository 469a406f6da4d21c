/** Items of OpenAI's Responses API to messages: reasoning, a text and its calls are one answer; outputs pair by call_id. */

import type { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import type { RecordedBoundary } from './importer';
import { formatNumber, isRecord, type JsonRecord, jsonText, own, ownArray, ownString, ownWord } from './json-values';
import { mediaPart, partImageTokens } from './media-text';

/** Types of items that no other format has. */
export const RESPONSES_ITEMS = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'computer_call',
  'computer_call_output',
  'image_generation_call',
  'tool_search_call',
  'item_reference',
]);

interface Answer {
  texts: string[];
  calls: JsonRecord[];
  reasoning: string[];
  images: number;
}

function newAnswer(): Answer {
  return { texts: [], calls: [], reasoning: [], images: 0 };
}

/** Reads items in order into a builder. */
export class ItemReader {
  readonly boundaries: RecordedBoundary[] = [];
  /** Schemas that `mcp_list_tools` brought. */
  readonly listed: unknown[] = [];
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
    const type = ownString(item, 'type') ?? (typeof own(item, 'role') === 'string' ? 'message' : '');
    if (type === 'message') this.message(item);
    else if (type === 'reasoning') this.reasoning(item);
    else if (type.endsWith('_output')) this.output(item);
    else if (type === 'mcp_list_tools') this.tools(item);
    else if (type === 'compaction') this.compaction(item);
    else if (type === 'item_reference')
      this.collector.skipped.add(line, 'an item that is only referred to; it is not in the file');
    else if (type.endsWith('_call')) this.call(item, type);
    else this.collector.skipped.add(line, `an item of the type "${type || 'none'}"`);
  }

  /** Ends the answer under way. */
  close(): void {
    const { texts, calls, reasoning, images } = this.answer;
    this.answer = newAnswer();
    if (texts.length + calls.length === 0 && images === 0) {
      // Reasoning without an answer: kept with an empty text where it says anything.
      if (reasoning.length === 0) return;
    }
    const text = texts.join('\n');
    this.builder.add(
      {
        role: 'assistant',
        content: text === '' && calls.length > 0 ? null : text,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
        ...(reasoning.length > 0 ? { reasoning_content: reasoning.join('\n') } : {}),
        ...(images > 0 ? { imageTokens: images } : {}),
      },
      this.line,
    );
  }

  private message(item: JsonRecord): void {
    const role = ownString(item, 'role') ?? 'user';
    const { text, images } = partsText(own(item, 'content'));
    if (role !== 'assistant') {
      this.close();
      this.builder.add({ role, content: text, ...(images > 0 ? { imageTokens: images } : {}) }, this.line);
      return;
    }
    if (this.answer.texts.length + this.answer.calls.length > 0) this.close();
    this.answer.texts.push(text);
    this.answer.images += images;
  }

  private reasoning(item: JsonRecord): void {
    // The model thinks anew: what was called before is an answer of its own.
    if (this.answer.calls.length > 0) this.close();
    for (const part of [...(ownArray(item, 'summary') ?? []), ...(ownArray(item, 'content') ?? [])]) {
      const text = isRecord(part) ? ownWord(part, 'text') : undefined;
      if (text !== undefined) this.answer.reasoning.push(text);
    }
  }

  private call(item: JsonRecord, type: string): void {
    const server = ownWord(item, 'server_label');
    const name = ownWord(item, 'name') ?? type.replace(/_call$/, '');
    const id = ownWord(item, 'call_id') ?? ownWord(item, 'id');
    this.answer.calls.push({
      ...(id === undefined ? {} : { id }),
      type: 'function',
      function: { name: server === undefined ? name : `${server}.${name}`, arguments: argumentsOf(item) },
    });
    const output = outputOf(item);
    if (output === undefined) return;
    // Run on the server: the call carries its own result.
    this.close();
    this.builder.add({ role: 'tool', content: output, ...(id === undefined ? {} : { tool_call_id: id }) }, this.line);
  }

  private output(item: JsonRecord): void {
    this.close();
    const value = own(item, 'output');
    const { text, images } = Array.isArray(value) ? partsText(value) : { text: textOf(value), images: 0 };
    const id = ownWord(item, 'call_id') ?? ownWord(item, 'id');
    this.builder.add(
      {
        role: 'tool',
        content: text,
        ...(id === undefined ? {} : { tool_call_id: id }),
        ...(images > 0 ? { imageTokens: images } : {}),
      },
      this.line,
    );
  }

  private tools(item: JsonRecord): void {
    for (const tool of ownArray(item, 'tools') ?? []) this.listed.push(tool);
    const error = ownWord(item, 'error');
    if (error !== undefined)
      this.collector.skipped.add(this.line, `a list of tools that failed: ${error.slice(0, 100)}`);
  }

  private compaction(item: JsonRecord): void {
    this.close();
    this.boundaries.push({ before: this.builder.messages.length, trigger: 'auto' });
    const sealed = ownString(item, 'encrypted_content') ?? '';
    const text = ownWord(item, 'content') ?? `[compaction: ${formatNumber(sealed.length)} encrypted characters]`;
    this.builder.add({ role: 'assistant', content: text }, this.line);
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : jsonText(value);
}

function argumentsOf(item: JsonRecord): string {
  for (const key of ['arguments', 'input', 'action', 'code', 'queries']) {
    const value = own(item, key);
    if (typeof value === 'string') return key === 'code' ? jsonText({ code: value }) : value;
    if (isRecord(value)) return jsonText(value);
    if (Array.isArray(value)) return jsonText({ [key]: value });
  }
  return '{}';
}

/** What a call that ran on the server answered; undefined where the file does not say. */
function outputOf(item: JsonRecord): string | undefined {
  const output = own(item, 'output') ?? own(item, 'results') ?? own(item, 'outputs') ?? own(item, 'error');
  return output === undefined || output === null ? undefined : textOf(output);
}

/** The text of a message's parts, and the tokens of its images. */
export function partsText(content: unknown): { text: string; images: number } {
  if (typeof content === 'string') return { text: content, images: 0 };
  const texts: string[] = [];
  let images = 0;
  for (const part of Array.isArray(content) ? content : []) {
    if (typeof part === 'string') texts.push(part);
    if (!isRecord(part)) continue;
    images += partImageTokens(part);
    const text = mediaPart(part) ?? ownString(part, 'text') ?? ownString(part, 'refusal');
    if (text !== undefined) texts.push(text);
  }
  return { text: texts.join('\n'), images };
}
