/** Responses items of a Codex session, put together as turns: what one response said, thought and called is one message. */

import {
  type CompactionStep,
  type MessageStep,
  messageStep,
  nameIn,
  partsContent,
  type RawMessage,
  type Step,
  timeField,
} from './agent-steps';
import { Collector } from './collector';
import { formatNumber, isRecord, type JsonRecord, jsonText, own, ownArray, ownString, ownWord } from './json-values';
import { knownFields, unreadBeside, unreadInParts } from './known-fields';

const CALLS = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'tool_search_call',
  'web_search_call',
  'image_generation_call',
  'mcp_call',
  'computer_call',
  'code_interpreter_call',
  'file_search_call',
]);
/** Fields of a session's header that are read, or hold nothing that a model reads. */
export const HEADER_FIELDS = new Set(
  'id session_id timestamp cwd originator cli_version source thread_source history_mode model_provider memory_mode dynamic_tools context_window base_instructions instructions git forked_from_id parent_thread_id agent_nickname agent_role agent_path multi_agent_version'.split(
    ' ',
  ),
);
/** Texts that Codex adds in the user's role: they begin no turn of the user's. */
const ADDED = /^\s*(?:<[a-z_]+>|<[a-z_]+ |# AGENTS\.md instructions)/;
const ITEM = knownFields(
  'type id role content status call_id name namespace arguments input action code queries output result tools summary encrypted_content ' +
    'internal_chat_message_metadata_passthrough author recipient metadata phase execution revised_prompt end_turn ghost_commit is_error timestamp',
);
const COMPACTIONS = new Set(['compaction', 'compaction_summary', 'context_compaction']);
const NAME_END = /_call$/;

/** Whether an object is an item that Codex writes. */
export function isCodexItem(value: JsonRecord): boolean {
  const type = ownString(value, 'type') ?? '';
  return (
    CALLS.has(type) ||
    type === 'reasoning' ||
    type.endsWith('_call_output') ||
    (type === 'message' && typeof own(value, 'role') === 'string' && 'content' in value)
  );
}

interface Answer {
  texts: unknown[];
  reasoning: string[];
  calls: RawMessage[];
  results: RawMessage[];
  time: unknown;
  line: number;
}

/** Takes items in order and gives steps; an answer ends with the first item that is not the model's. */
export class CodexTurns {
  readonly steps: Step[] = [];
  /** Reasoning whose text is not in the file. */
  sealed = 0;
  /** Summaries that only the provider can read. */
  sealedSummaries = 0;
  private answer: Answer | undefined;
  private lastAnswer: MessageStep | undefined;

  constructor(private collector: Collector) {}

  /** From now on what is left out is counted elsewhere. */
  quiet(): void {
    this.collector = new Collector();
  }

  add(item: unknown, line: number, time: unknown): void {
    if (!isRecord(item)) {
      this.collector.skipped.add(line, 'an item that is no object');
      return;
    }
    const type = ownString(item, 'type') ?? ('role' in item ? 'message' : 'untyped');
    unreadBeside(this.collector, item, ITEM);
    unreadInParts(this.collector, item, 'content');
    if (type === 'message') this.addMessage(item, line, time);
    else if (type === 'reasoning') this.addReasoning(item, line, time);
    else if (CALLS.has(type)) this.addCall(item, type, line, time);
    else if (type.endsWith('_output')) this.addOutput(item, line, time);
    else if (type === 'agent_message') this.addAgentMessage(item, line, time);
    else if (COMPACTIONS.has(type)) this.addSealedSummary(item, line, time);
    else this.collector.leaveOut(`${type} item`, line);
  }

  /** A message that is no item: the system prompt, or the summary of a compaction. */
  push(raw: RawMessage, line: number): void {
    this.flush();
    this.steps.push(messageStep(raw, line));
  }

  compacted(step: CompactionStep): void {
    this.flush();
    this.steps.push(step);
  }

  /** Ends the answer in progress. */
  flush(): void {
    const { answer } = this;
    if (!answer) return;
    this.answer = undefined;
    const { texts, reasoning, calls, results, time, line } = answer;
    if (texts.length + reasoning.length + calls.length === 0) return;
    const step = messageStep(
      {
        role: 'assistant',
        content: partsContent(texts),
        ...(reasoning.length > 0 && { reasoning: reasoning.join('\n') }),
        ...(calls.length > 0 && { tool_calls: calls }),
        ...timeField(time),
      },
      line,
    );
    this.steps.push(step);
    this.lastAnswer = step;
    for (const result of results) this.steps.push(messageStep(result, line));
  }

  /** Usage belongs to the latest answer, once. */
  addUsage(usage: RawMessage): void {
    if (this.lastAnswer && !('usage' in this.lastAnswer.raw)) Object.assign(this.lastAnswer.raw, usage);
  }

  private open(line: number, time: unknown): Answer {
    this.answer ??= { texts: [], reasoning: [], calls: [], results: [], time, line };
    return this.answer;
  }

  private addMessage(item: JsonRecord, line: number, time: unknown): void {
    const role = ownString(item, 'role') ?? 'user';
    const content = own(item, 'content');
    const parts = Array.isArray(content) ? content.map(partOf) : content;
    if (role !== 'assistant') {
      this.push(
        { role, content: Array.isArray(parts) ? (partsContent(parts) ?? '') : parts, ...timeField(time) },
        line,
      );
      return;
    }
    // A second text starts a message of its own, except where calls wait for their results.
    if (this.answer && this.answer.texts.length > 0 && this.answer.calls.length === 0) this.flush();
    const answer = this.open(line, time);
    if (Array.isArray(parts)) for (const part of parts) answer.texts.push(part);
    else answer.texts.push({ type: 'text', text: parts ?? '' });
  }

  private addReasoning(item: JsonRecord, line: number, time: unknown): void {
    const texts = [...(ownArray(item, 'summary') ?? []), ...(ownArray(item, 'content') ?? [])]
      .map((part) => (isRecord(part) ? ownWord(part, 'text') : part))
      .filter((text) => typeof text === 'string' && text !== '') as string[];
    const answer = this.open(line, time);
    for (const text of texts) answer.reasoning.push(text);
    if (texts.length === 0) this.sealed++;
  }

  private addCall(item: JsonRecord, type: string, line: number, time: unknown): void {
    const answer = this.open(line, time);
    const id = nameIn(item, 'call_id') ?? nameIn(item, 'id');
    const name = nameIn(item, 'name') ?? type.replace(NAME_END, '');
    const space = nameIn(item, 'namespace');
    const input =
      own(item, 'arguments') ?? own(item, 'input') ?? own(item, 'action') ?? own(item, 'code') ?? own(item, 'queries');
    answer.calls.push({
      ...(id !== undefined && { id }),
      name: space === undefined || name.startsWith(space) ? name : `${space}.${name}`,
      arguments: typeof input === 'string' ? input : jsonText(input ?? {}),
    });
    const result = ownWord(item, 'result') ?? own(item, 'output');
    if (result === undefined || result === null) return;
    const content =
      type === 'image_generation_call'
        ? [{ type: 'image', source: { media_type: 'image/png', data: result } }]
        : result;
    answer.results.push({
      role: 'tool',
      content: outputContent(content),
      ...(id !== undefined && { tool_call_id: id }),
      ...timeField(time),
    });
  }

  private addOutput(item: JsonRecord, line: number, time: unknown): void {
    const id = nameIn(item, 'call_id');
    const output = own(item, 'output') ?? own(item, 'tools');
    this.push(
      {
        role: 'tool',
        content: outputContent(output),
        ...(id !== undefined && { tool_call_id: id }),
        ...(hasFailed(item, output) && { is_error: true }),
        ...timeField(time),
      },
      line,
    );
  }

  /** A message that another agent sent to this one. */
  private addAgentMessage(item: JsonRecord, line: number, time: unknown): void {
    const parts = (ownArray(item, 'content') ?? []).map(partOf);
    const author = nameIn(item, 'author');
    this.push(
      {
        role: 'user',
        content: partsContent(parts) ?? '',
        ...(author !== undefined && { name: author }),
        ...timeField(time),
      },
      line,
    );
  }

  /** A summary that only the provider can read: a line says that it is there. */
  private addSealedSummary(item: JsonRecord, line: number, time: unknown): void {
    const sealed = ownWord(item, 'encrypted_content') ?? '';
    this.push(
      { role: 'user', content: sealedText('summary of the conversation so far', sealed), ...timeField(time) },
      line,
    );
    this.sealedSummaries++;
  }
}

function partOf(part: unknown): unknown {
  if (!isRecord(part) || own(part, 'type') !== 'encrypted_content') return part;
  return { type: 'text', text: sealedText('part of the message', ownWord(part, 'encrypted_content') ?? '') };
}

function sealedText(what: string, sealed: string): string {
  return `[encrypted ${what}: ${formatNumber(sealed.length)} characters]`;
}

/** Whether an output says that the tool failed: printed items by a mark, items of early rollouts in the output itself. */
function hasFailed(item: JsonRecord, output: unknown): boolean {
  return own(item, 'is_error') === true || (isRecord(output) && own(output, 'success') === false);
}

/** Text, a list of parts, one part, or an object that holds either; anything else as JSON. */
function outputContent(output: unknown): unknown {
  if (output === undefined || output === null) return '';
  if (typeof output === 'string') return output;
  if (Array.isArray(output))
    return output.some((part) => isRecord(part) && isPart(part))
      ? (partsContent(output.map(partOf)) ?? '')
      : jsonText(output);
  if (!isRecord(output)) return jsonText(output);
  if (isPart(output)) return partsContent([output]);
  const inner = own(output, 'content') ?? own(output, 'content_items');
  return typeof inner === 'string' ? inner : jsonText(output);
}

function isPart(part: JsonRecord): boolean {
  const type = ownString(part, 'type') ?? '';
  return type === 'text' || type === 'image' || type.startsWith('input_') || type === 'output_text';
}

/** Where the last so many turns of the user's begin; the length where there are none. */
export function turnStart(steps: readonly Step[], turns: number): number {
  let left = turns;
  let start = steps.length;
  for (let at = steps.length - 1; at >= 0 && left > 0; at--) {
    const step = steps[at] as Step;
    if (step.kind === 'message' && step.raw.role === 'user' && !ADDED.test(textOf(step.raw.content))) {
      left--;
      start = at;
    }
  }
  return start;
}

/** What the user said first, past the texts that Codex adds in the user's role. */
export function firstWords(steps: readonly Step[]): string | undefined {
  for (const step of steps) {
    if (step.kind !== 'message' || step.raw.role !== 'user') continue;
    const text = textOf(step.raw.content);
    if (text.trim() !== '' && !ADDED.test(text)) return text;
  }
  return undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const first = Array.isArray(content) ? content[0] : undefined;
  return isRecord(first) ? (ownString(first, 'text') ?? '') : '';
}
