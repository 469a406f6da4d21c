/** Messages of the Vercel AI SDK, for the page and for the model, to the records that the builder reads. */

import {
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownText,
  ownWord,
} from './json-values';

const TOOL = 'tool-';
/** Parts of a message for the page that never reach the model. */
const PAGE_ONLY = new Set(['source', 'source-url', 'source-document']);
const MODEL_PARTS = new Set(['tool-call', 'tool-result', 'tool-approval-request', 'tool-approval-response']);

export function isToolPart(part: unknown): part is JsonRecord {
  if (!isRecord(part)) return false;
  const type = ownString(part, 'type') ?? '';
  if (type === 'tool-invocation') return isRecord(own(part, 'toolInvocation'));
  return (
    typeof own(part, 'toolCallId') === 'string' &&
    (type === 'dynamic-tool' || type.startsWith(TOOL)) &&
    !MODEL_PARTS.has(type)
  );
}

function isPagePart(part: unknown): boolean {
  if (!isRecord(part)) return false;
  const type = ownString(part, 'type') ?? '';
  if (type === 'text' || type === 'reasoning')
    return typeof own(part, 'text') === 'string' || typeof own(part, 'reasoning') === 'string';
  return (
    type === 'step-start' ||
    PAGE_ONLY.has(type) ||
    type.startsWith('data-') ||
    (type === 'file' && ('mediaType' in part || 'mimeType' in part)) ||
    isToolPart(part)
  );
}

/** A message as `useChat` holds it: typed parts, or in version 4 content beside `toolInvocations`. */
export function isUiMessage(value: unknown): value is JsonRecord {
  if (!isRecord(value) || typeof own(value, 'role') !== 'string') return false;
  if (Array.isArray(own(value, 'toolInvocations'))) return true;
  const parts = ownArray(value, 'parts');
  return parts !== undefined && (parts.length === 0 ? 'id' in value : parts.slice(0, 20).some(isPagePart));
}

/** A message for the model with parts that only this SDK writes. */
export function isModelMessage(value: unknown): value is JsonRecord {
  if (!isRecord(value) || typeof own(value, 'role') !== 'string') return false;
  return (ownArray(value, 'content') ?? []).some(
    (part) => isRecord(part) && MODEL_PARTS.has(ownString(part, 'type') ?? ''),
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value ?? null);
}

/** Files and images of every version of the SDK in the forms of OpenAI. */
function filePart(part: JsonRecord): JsonRecord {
  const mime = ownWord(part, 'mediaType') ?? ownWord(part, 'mimeType') ?? ownWord(part, 'contentType') ?? '';
  const source = ownString(part, 'url') ?? ownString(part, 'image') ?? ownString(part, 'data');
  const url = source === undefined || source.includes(':') ? source : `data:${mime};base64,${source}`;
  const isImage = mime.startsWith('image/') || own(part, 'type') === 'image';
  if (isImage) return { type: 'image_url', image_url: url === undefined ? {} : { url } };
  return {
    type: 'file',
    file: { filename: ownWord(part, 'filename') ?? ownWord(part, 'name') ?? mime, file_data: url },
  };
}

/** The steps of one message for the page: each becomes an assistant message and the results of its calls. */
class Steps {
  readonly messages: JsonRecord[] = [];
  private content: unknown[] = [];
  private calls: JsonRecord[] = [];
  private results: JsonRecord[] = [];
  private step: number | undefined;

  constructor(private readonly beside: JsonRecord) {}

  add(part: unknown): void {
    if (this.calls.length > 0) this.flush();
    this.content.push(part);
  }

  tool(call: JsonRecord, result: string | undefined, failed: boolean, step?: number): void {
    if (this.step !== undefined && step !== undefined && step !== this.step) this.flush();
    this.step = step;
    this.calls.push(call);
    if (result !== undefined)
      this.results.push({
        role: 'tool',
        tool_call_id: call.id,
        name: call.name,
        content: result,
        ...(failed && { is_error: true }),
        ...this.beside,
      });
  }

  flush(): void {
    if (this.content.length > 0 || this.calls.length > 0)
      this.messages.push({
        role: 'assistant',
        content: this.content.length > 0 ? this.content : null,
        ...(this.calls.length > 0 && { tool_calls: this.calls }),
        ...this.beside,
      });
    for (const result of this.results) this.messages.push(result);
    this.content = [];
    this.calls = [];
    this.results = [];
    this.step = undefined;
  }
}

export function uiMessages(message: JsonRecord, leaveOut: (kind: string) => void): JsonRecord[] {
  const role = ownString(message, 'role') ?? '';
  const metadata = ownRecord(message, 'metadata') ?? {};
  const time = own(message, 'createdAt') ?? own(metadata, 'createdAt') ?? own(metadata, 'timestamp');
  const beside = time === undefined ? {} : { timestamp: time };
  const parts = partsOf(message);
  const attached = (ownArray(message, 'experimental_attachments') ?? []).filter(isRecord).map(filePart);
  if (role !== 'assistant') {
    const content: unknown[] = [];
    for (const part of parts) {
      const read = pagePart(part);
      if (read === undefined) leaveOut(partKind(part));
      else content.push(read);
    }
    const all = [...content, ...attached];
    const only = all.length === 1 ? all[0] : undefined;
    const text = isRecord(only) && own(only, 'type') === 'text' ? ownString(only, 'text') : undefined;
    return [{ role: role === 'data' ? 'user' : role, content: text ?? all, ...beside }];
  }
  const steps = new Steps(beside);
  for (const part of parts) {
    if (isRecord(part) && own(part, 'type') === 'step-start') steps.flush();
    else if (isToolPart(part)) readTool(ownRecord(part, 'toolInvocation') ?? part, steps);
    else {
      const read = pagePart(part);
      if (read === undefined) leaveOut(partKind(part));
      else steps.add(read);
    }
  }
  for (const part of attached) steps.add(part);
  steps.flush();
  return withUsage(steps.messages, ownRecord(metadata, 'usage') ?? ownRecord(metadata, 'totalUsage'));
}

/** The parts; version 4 had calls beside the text instead, and the text came after their results. */
function partsOf(message: JsonRecord): readonly unknown[] {
  const parts = ownArray(message, 'parts');
  if (parts && parts.length > 0) return parts;
  const invocations = (ownArray(message, 'toolInvocations') ?? []).map((toolInvocation) => ({
    type: 'tool-invocation',
    toolInvocation,
  }));
  const content = own(message, 'content');
  const text = Array.isArray(content) ? undefined : ownText(message, 'content');
  const texts = Array.isArray(content) ? content : text === undefined ? [] : [{ type: 'text', text }];
  const thought = ownWord(message, 'reasoning');
  const reasoning = thought === undefined ? [] : [{ type: 'reasoning', text: thought }];
  const waits = invocations.some(
    ({ toolInvocation }) => isRecord(toolInvocation) && own(toolInvocation, 'state') !== 'result',
  );
  return waits ? [...reasoning, ...texts, ...invocations] : [...reasoning, ...invocations, ...texts];
}

function withUsage(messages: JsonRecord[], usage: JsonRecord | undefined): JsonRecord[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const normal = usage && usageOf(usage);
  const last = messages[at];
  if (normal && last) messages[at] = { ...last, usage: normal };
  return messages;
}

/** Usage in the names of either version. */
function usageOf(usage: JsonRecord): JsonRecord | undefined {
  const input = ownCount(usage, 'inputTokens') ?? ownCount(usage, 'promptTokens');
  const output = ownCount(usage, 'outputTokens') ?? ownCount(usage, 'completionTokens');
  return input === undefined
    ? undefined
    : { input_tokens: input, ...(output !== undefined && { output_tokens: output }) };
}

function partKind(part: unknown): string {
  return isRecord(part) ? `${ownString(part, 'type') ?? 'untyped'} part` : 'part that is no object';
}

function pagePart(part: unknown): unknown {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isRecord(part)) return undefined;
  const type = ownString(part, 'type') ?? '';
  if (PAGE_ONLY.has(type) || type.startsWith('data-') || type === 'step-start') return undefined;
  if (type === 'reasoning') return { type, text: ownString(part, 'text') ?? ownString(part, 'reasoning') ?? '' };
  if (type === 'file' || type === 'image') {
    const file = ownString(part, 'file');
    return file === undefined ? filePart(part) : part;
  }
  return part;
}

function readTool(tool: JsonRecord, steps: Steps): void {
  const type = ownString(tool, 'type') ?? '';
  const name = ownWord(tool, 'toolName') ?? (type.startsWith(TOOL) ? type.slice(TOOL.length) : 'tool');
  const input = own(tool, 'input') ?? own(tool, 'args') ?? own(tool, 'rawInput');
  const call = { id: own(tool, 'toolCallId'), name, arguments: input === undefined ? '' : asText(input) };
  const failed = own(tool, 'state') === 'output-error' || own(tool, 'isError') === true;
  steps.tool(call, toolResult(tool), failed, ownCount(tool, 'step'));
}

function toolResult(tool: JsonRecord): string | undefined {
  switch (own(tool, 'state')) {
    case 'output-available':
      return asText(own(tool, 'output'));
    case 'result':
      return asText(own(tool, 'result'));
    case 'output-error':
      return ownString(tool, 'errorText') ?? '';
    case 'output-denied':
      return ownWord(ownRecord(tool, 'approval') ?? {}, 'reason') ?? 'Tool execution denied.';
    default:
      return undefined;
  }
}

/** A message for the model: several results in one tool message come apart, results beside calls follow them. */
export function modelMessages(message: JsonRecord, leaveOut: (kind: string) => void): JsonRecord[] {
  const role = ownString(message, 'role') ?? '';
  const parts = own(message, 'content');
  const time = own(message, 'createdAt') ?? own(message, 'timestamp');
  const beside = time === undefined ? {} : { timestamp: time };
  if (!Array.isArray(parts)) return [{ role, content: parts ?? null, ...beside }];
  const content: unknown[] = [];
  const calls: JsonRecord[] = [];
  const results: JsonRecord[] = [];
  for (const part of parts) {
    const type = isRecord(part) ? ownString(part, 'type') : undefined;
    if (!isRecord(part)) content.push(part);
    else if (type === 'tool-call') {
      const input = own(part, 'input') ?? own(part, 'args');
      calls.push({
        id: own(part, 'toolCallId'),
        name: ownWord(part, 'toolName') ?? 'tool',
        arguments: input === undefined ? '' : asText(input),
      });
    } else if (type === 'tool-result')
      results.push({
        role: 'tool',
        tool_call_id: own(part, 'toolCallId'),
        name: own(part, 'toolName'),
        content: output(part),
        ...(isFailure(part) && { is_error: true }),
        ...beside,
      });
    else if (type === 'tool-approval-request' || type === 'tool-approval-response') leaveOut(`${type} part`);
    else content.push(pagePart(part) ?? part);
  }
  const spoken = content.length > 0 || calls.length > 0 || (results.length === 0 && role !== 'tool');
  return [
    ...(spoken
      ? [
          {
            role,
            content: content.length > 0 ? content : null,
            ...(calls.length > 0 && { tool_calls: calls }),
            ...beside,
          },
        ]
      : []),
    ...results,
  ];
}

/** Version 5 says it in the type of the output, earlier ones beside the result. */
function isFailure(part: JsonRecord): boolean {
  const type = ownString(ownRecord(part, 'output') ?? {}, 'type') ?? '';
  return own(part, 'isError') === true || type.startsWith('error-');
}

/** A result: in version 5 an object that names what its value is, in version 4 any value. */
function output(part: JsonRecord): unknown {
  const value = own(part, 'output') ?? own(part, 'result') ?? own(part, 'content');
  const type = isRecord(value) ? ownString(value, 'type') : undefined;
  if (!isRecord(value) || type === undefined) return asText(value);
  if (type === 'execution-denied') return ownWord(value, 'reason') ?? 'Tool execution denied.';
  const inner = own(value, 'value');
  if (type === 'content' && Array.isArray(inner))
    return inner.map((entry) => (isRecord(entry) && own(entry, 'type') !== 'text' ? filePart(entry) : entry));
  return 'value' in value ? asText(inner) : asText(value);
}
