/** Grok CLI chat histories: a line a message, with the role in `type`, and reasoning on lines of its own before the answer. */

import { mediaBlock, resultContent } from './agent-blocks';
import {
  closeSteps,
  messageStep,
  type RawMessage,
  type Step,
  sampledLines,
  sessionLines,
  timeField,
} from './agent-steps';
import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  formatNumber,
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';
import { knownFields, unreadBeside, unreadInParts } from './known-fields';
import { recordedTime, saysError } from './openai-message';

export const grokCli: Importer = {
  id: 'grok-cli',
  label: 'Grok CLI chat history',
  detect,
  start: () => new GrokSession(),
};

const SPEAKERS = new Set(['system', 'user', 'assistant']);
const BESIDE = new Set(['reasoning', 'tool_result', 'backend_tool_call']);
const BASIC = 'type id status model_id timestamp created_at content';
/** What is read in a line, by its type. */
const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['reasoning', knownFields(`${BASIC} summary text encrypted_content`)],
  ['assistant', knownFields(`${BASIC} tool_calls`)],
  ['tool_result', knownFields(`${BASIC} tool_call_id name is_error`)],
  ['backend_tool_call', knownFields('type status timestamp created_at kind')],
]);
const READ_OTHERWISE = knownFields(BASIC);
const READ_KIND = knownFields('tool_type action id status');

/** A line that speaks: its role stands in `type`, its words beside it. */
function isSpoken(line: JsonRecord): boolean {
  const foreign = ['role', 'message', 'uuid', 'payload', 'data', 'lc'].some((key) => key in line);
  return !foreign && SPEAKERS.has(ownString(line, 'type') ?? '') && 'content' in line;
}

function detect(sample: Sample): Verdict {
  let spoken = 0;
  let beside = 0;
  let marked = 0;
  for (const line of sampledLines(sample.records)) {
    if (isSpoken(line)) spoken += own(line, 'type') === 'system' ? 0 : 1;
    else if (BESIDE.has(ownString(line, 'type') ?? '')) beside++;
    if ('model_id' in line || 'prompt_index' in line || own(line, 'type') === 'backend_tool_call') marked++;
  }
  if (spoken === 0) return { confidence: 0, reason: 'No lines with a role in `type` and `content` beside it.' };
  const found = `Lines have their role in \`type\` (${formatNumber(spoken)} of the first lines)`;
  if (marked > 0) return { confidence: 0.95, reason: `${found}, and fields of the Grok CLI such as \`model_id\`.` };
  if (beside > 0) return { confidence: 0.9, reason: `${found}, with reasoning or results on lines of their own.` };
  return { confidence: 0.7, reason: `${found}.` };
}

class GrokSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly steps: Step[] = [];
  private reasoning: string[] = [];
  private reasoningLine = 0;
  private sealed = false;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) this.pushLine(entry, line);
  }

  private pushLine(value: unknown, line: number): void {
    if (!isRecord(value)) {
      this.collector.skipped.add(line, 'a value that is no object');
      return;
    }
    const type = ownString(value, 'type');
    if (type === 'reasoning') this.addReasoning(value, line);
    else if (type === 'assistant') this.addAnswer(value, line);
    else if (type === 'tool_result') this.add({ ...shared(value), ...resultOf(value) }, line);
    else if (type === 'backend_tool_call') this.addBackendCall(value, line);
    else if (type !== undefined && SPEAKERS.has(type)) {
      this.flush();
      this.add({ ...shared(value), role: type, content: contentOf(own(value, 'content')) }, line);
    } else {
      this.collector.skipped.add(line, type === undefined ? 'a line without a `type`' : `a line of the type "${type}"`);
      return;
    }
    unreadBeside(this.collector, value, READ.get(type) ?? READ_OTHERWISE);
    unreadInParts(this.collector, value, 'content');
  }

  finish(): ParsedFile {
    this.flush();
    closeSteps(this.collector, this.steps);
    if (this.sealed)
      this.collector.note('Reasoning is in the file in an encrypted form as well, which nobody can read.');
    if (this.steps.length > 0) this.collector.note('The tool schemas are not in Grok CLI chat histories.');
    return this.collector.finish();
  }

  private add(raw: RawMessage, line: number): void {
    this.steps.push(messageStep(raw, line));
  }

  private addReasoning(value: JsonRecord, line: number): void {
    if (ownWord(value, 'encrypted_content') !== undefined) this.sealed = true;
    for (const key of ['summary', 'content']) {
      for (const part of ownArray(value, key) ?? []) {
        const text = isRecord(part) ? ownWord(part, 'text') : undefined;
        if (text !== undefined) this.reasoning.push(text);
      }
    }
    const plain = ownWord(value, 'content') ?? ownWord(value, 'text');
    if (plain !== undefined) this.reasoning.push(plain);
    this.reasoningLine = line;
  }

  private addAnswer(value: JsonRecord, line: number): void {
    const calls = ownArray(value, 'tool_calls') ?? [];
    const content = contentOf(own(value, 'content'));
    this.add(
      {
        ...shared(value),
        role: 'assistant',
        content: calls.length > 0 && content === '' ? null : content,
        ...(calls.length > 0 && { tool_calls: calls }),
        ...this.takeReasoning(),
      },
      line,
    );
  }

  /** A tool that the provider ran: call and outcome are one line. */
  private addBackendCall(value: JsonRecord, line: number): void {
    const kind = ownRecord(value, 'kind') ?? value;
    if (kind !== value) unreadBeside(this.collector, kind, READ_KIND);
    const written = own(kind, 'action') ?? {};
    const { sources, ...action } = isRecord(written) ? written : { action: written };
    const id = ownWord(kind, 'id');
    const call = {
      ...(id !== undefined && { id }),
      name: ownWord(kind, 'tool_type') ?? 'tool',
      arguments: jsonText(action),
    };
    this.add({ ...shared(value), role: 'assistant', content: null, tool_calls: [call], ...this.takeReasoning() }, line);
    const status = ownWord(kind, 'status') ?? 'no result in the file';
    const content = sources === undefined ? `[${status}]` : jsonText(sources);
    this.add({ ...shared(value), role: 'tool', content, ...(id !== undefined && { tool_call_id: id }) }, line);
  }

  private takeReasoning(): RawMessage {
    const text = this.reasoning.join('\n');
    this.reasoning = [];
    return text === '' ? {} : { reasoning: text };
  }

  /** Reasoning whose answer never came is an answer without words. */
  private flush(): void {
    const thought = this.takeReasoning();
    if (thought.reasoning !== undefined) this.add({ role: 'assistant', content: '', ...thought }, this.reasoningLine);
  }
}

function shared(value: JsonRecord): RawMessage {
  return timeField(recordedTime(value));
}

function resultOf(value: JsonRecord): RawMessage {
  const id = ownWord(value, 'tool_call_id');
  const name = ownWord(value, 'name');
  return {
    role: 'tool',
    content: resultContent(own(value, 'content')),
    ...(id !== undefined && { tool_call_id: id }),
    ...(name !== undefined && { name }),
    ...(saysError(value) && { is_error: true }),
  };
}

function contentOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((part) => (isRecord(part) ? mediaBlock(part) : part));
}
