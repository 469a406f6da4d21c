/** Calls that the Vercel AI SDK logged: OpenTelemetry spans with `ai.prompt.messages`, and Langfuse traces of them. */

import type { History } from './growing-histories';
import { isRecord, type JsonRecord, own, ownArray, ownCount, ownRecord, ownString, ownWord } from './json-values';
import { unfolded } from './langchain-histories';
import { modelMessages } from './vercel-message';
import { unreadResponse } from './vercel-response';

const SPANS_LOOKED_AT = 100_000;

/** The attributes of a span: an object, or OTLP's list of keys and typed values. */
function attributesOf(span: JsonRecord): JsonRecord | undefined {
  const attributes = own(span, 'attributes');
  if (isRecord(attributes)) return attributes;
  if (!Array.isArray(attributes)) return undefined;
  const entries: [string, unknown][] = [];
  for (const entry of attributes) {
    if (!isRecord(entry)) continue;
    const key = ownString(entry, 'key');
    if (key !== undefined) entries.push([key, scalar(ownRecord(entry, 'value') ?? {})]);
  }
  return Object.fromEntries(entries);
}

function scalar(value: JsonRecord): unknown {
  const list = ownRecord(value, 'arrayValue');
  if (list)
    return (ownArray(list, 'values') ?? []).map((entry) => (isRecord(entry) ? own(entry, 'stringValue') : entry));
  const number = own(value, 'intValue') ?? own(value, 'doubleValue');
  return own(value, 'stringValue') ?? (number === undefined ? undefined : Number(number));
}

function isAiSpan(value: unknown): value is JsonRecord {
  const attributes = isRecord(value) ? attributesOf(value) : undefined;
  return (
    attributes !== undefined &&
    Object.keys(attributes).some((key) => key.startsWith('ai.prompt') || key === 'ai.operationId')
  );
}

/** Spans of the SDK in a value: a list, one span, or an OTLP export. */
export function aiSpans(value: unknown): JsonRecord[] {
  const spans: JsonRecord[] = [];
  const waiting: unknown[] = [value];
  for (let visited = 0; waiting.length > 0 && visited < SPANS_LOOKED_AT; visited++) {
    const here = waiting.pop();
    if (Array.isArray(here)) {
      for (let index = here.length - 1; index >= 0; index--) waiting.push(here[index]);
    } else if (isAiSpan(here)) spans.push(here);
    else if (isRecord(here))
      for (const key of ['spans', 'scopeSpans', 'resourceSpans'])
        if (Array.isArray(own(here, key))) waiting.push(own(here, key));
  }
  return spans;
}

function traceOf(span: JsonRecord): string {
  return ownWord(span, 'traceId') ?? ownWord(ownRecord(span, 'spanContext') ?? {}, 'traceId') ?? '';
}

/** The history of each logged call. Outer spans only repeat what the calls inside them say. */
export function spanHistories(spans: readonly JsonRecord[], line: number, leaveOut: (kind: string) => void): History[] {
  const inner = new Set<string>();
  for (const span of spans)
    if (own(attributesOf(span) ?? {}, 'ai.prompt.messages') !== undefined) inner.add(traceOf(span));
  const histories: History[] = [];
  for (const span of spans) {
    const attributes = attributesOf(span) ?? {};
    const list = unfolded(own(attributes, 'ai.prompt.messages'));
    const trace = traceOf(span);
    if (!Array.isArray(list) && (trace === '' || !inner.has(trace) || own(attributes, 'ai.prompt') === undefined)) {
      const prompt = unfolded(own(attributes, 'ai.prompt'));
      if (prompt === undefined) leaveOut(`${ownWord(attributes, 'ai.operationId') ?? 'nameless'} span`);
      else histories.push({ ...historyOf(promptMessages(prompt), attributes, leaveOut), line, trace });
    } else if (Array.isArray(list)) histories.push({ ...historyOf(list, attributes, leaveOut), line, trace });
  }
  return histories;
}

/** The prompt as the caller wrote it: a text or messages, with a system prompt beside them. */
function promptMessages(prompt: unknown): unknown[] {
  if (!isRecord(prompt)) return typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : [];
  const system = ownWord(prompt, 'system');
  const messages =
    ownArray(prompt, 'messages') ??
    (ownWord(prompt, 'prompt') === undefined ? [] : [{ role: 'user', content: prompt.prompt }]);
  return [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages];
}

function historyOf(
  list: readonly unknown[],
  attributes: JsonRecord,
  leaveOut: (kind: string) => void,
): Omit<History, 'line'> {
  const messages = list.filter(isRecord).flatMap((message) => modelMessages(message, leaveOut));
  const calls = toolCalls(unfolded(own(attributes, 'ai.response.toolCalls')));
  const text = ownWord(attributes, 'ai.response.text') ?? ownWord(attributes, 'ai.response.object');
  const reasoning = ownWord(attributes, 'ai.response.reasoning');
  for (const name of unreadResponse(attributes)) leaveOut(`\`${name}\` of a span, which is not read`);
  const input =
    ownCount(attributes, 'ai.usage.inputTokens') ??
    ownCount(attributes, 'ai.usage.promptTokens') ??
    ownCount(attributes, 'gen_ai.usage.input_tokens');
  const output = ownCount(attributes, 'ai.usage.outputTokens') ?? ownCount(attributes, 'ai.usage.completionTokens');
  const time = ownWord(attributes, 'ai.response.timestamp');
  if (text !== undefined || calls.length > 0)
    messages.push({
      role: 'assistant',
      content: text ?? null,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(reasoning !== undefined && { reasoning }),
      ...(time !== undefined && { timestamp: time }),
      ...(input !== undefined && {
        usage: { input_tokens: input, ...(output !== undefined && { output_tokens: output }) },
      }),
    });
  const tools = (ownArray(attributes, 'ai.prompt.tools') ?? []).map(unfolded).filter(isRecord);
  return { messages, ...(tools.length > 0 && { tools }) };
}

function toolCalls(list: unknown): JsonRecord[] {
  return (Array.isArray(list) ? list : [])
    .filter(isRecord)
    .flatMap((call) => modelMessages({ role: 'assistant', content: [{ ...call, type: 'tool-call' }] }, () => undefined))
    .flatMap((message) => (Array.isArray(message.tool_calls) ? message.tool_calls : []));
}

/** A Langfuse trace whose observations are named as the SDK names its operations. */
export function isAiTrace(value: unknown): value is JsonRecord {
  if (!isRecord(value) || !isRecord(own(value, 'trace'))) return false;
  return (ownArray(value, 'observations') ?? [])
    .slice(0, 200)
    .some((entry) => isRecord(entry) && /^ai\.(?:generate|stream)/.test(ownString(entry, 'name') ?? ''));
}

/** The calls of such a trace, and the results that its tool spans recorded after the last of them. */
export function traceHistories(trace: JsonRecord, line: number, leaveOut: (kind: string) => void): History[] {
  const observations = (ownArray(trace, 'observations') ?? []).filter(isRecord);
  observations.sort((one, other) =>
    (ownString(one, 'startTime') ?? '') < (ownString(other, 'startTime') ?? '') ? -1 : 1,
  );
  const calls = observations.filter((entry) => /\.do(?:Generate|Stream)$/.test(ownString(entry, 'name') ?? ''));
  const chosen = calls.length > 0 ? calls : observations.filter((entry) => own(entry, 'type') === 'GENERATION');
  const histories = chosen.map((entry): History => {
    const input = unfolded(own(entry, 'input'));
    const list = Array.isArray(input)
      ? input
      : isRecord(input) && Array.isArray(own(input, 'messages'))
        ? (ownArray(input, 'messages') ?? [])
        : promptMessages(input);
    const messages = list.filter(isRecord).flatMap((message) => modelMessages(message, leaveOut));
    const reply = answer(unfolded(own(entry, 'output')));
    const usage = ownRecord(entry, 'usageDetails') ?? {};
    const tokens = ownCount(usage, 'input');
    if (reply)
      messages.push({
        ...reply,
        timestamp: own(entry, 'endTime'),
        ...(tokens !== undefined && { usage: { input_tokens: tokens, output_tokens: own(usage, 'output') } }),
      });
    return { messages, line };
  });
  const last = histories.at(-1)?.messages;
  const asked = last?.at(-1);
  if (last && asked && Array.isArray(asked.tool_calls)) {
    for (const call of [...asked.tool_calls].filter(isRecord)) {
      const tool = observations.findLast((entry) => own(entry, 'type') === 'TOOL' && own(entry, 'name') === call.name);
      const result = tool && own(tool, 'output');
      if (tool && result !== undefined && result !== null)
        last.push({
          role: 'tool',
          tool_call_id: call.id,
          name: call.name,
          content: typeof result === 'string' ? result : JSON.stringify(result),
          timestamp: own(tool, 'endTime'),
        });
    }
  }
  return histories;
}

function answer(output: unknown): JsonRecord | undefined {
  if (typeof output === 'string') return output === '' ? undefined : { role: 'assistant', content: output };
  const calls = toolCalls(output);
  if (calls.length > 0) return { role: 'assistant', content: null, tool_calls: calls };
  if (!isRecord(output)) return undefined;
  const inner = toolCalls(unfolded(own(output, 'toolCalls')));
  const text = ownWord(output, 'text') ?? ownWord(output, 'content');
  if (text === undefined && inner.length === 0) return undefined;
  return { role: 'assistant', content: text ?? null, ...(inner.length > 0 && { tool_calls: inner }) };
}
