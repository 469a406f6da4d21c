/** One record of a Gemini CLI session to OpenAI-like records: a user's message, or an answer with the results of its calls. */

import { addParts, nameIn, partsContent, type RawMessage, timeField, usageField } from './agent-steps';
import { contentRecords, isGeminiContent } from './gemini-parts';
import {
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';

export function noticeText(record: JsonRecord): string {
  const content = own(record, 'content');
  return typeof content === 'string' ? content : jsonText(content ?? '');
}

/** One record is a user's message, or an answer with the results of its calls. */
export function messageRecords(record: JsonRecord): RawMessage[] {
  const time = timeField(own(record, 'timestamp'));
  // Only a model calls tools and thinks, whatever the type says.
  const acts = ['toolCalls', 'thoughts'].some((key) => (ownArray(record, key)?.length ?? 0) > 0);
  const model = acts || ['gemini', 'model', 'assistant'].includes(ownString(record, 'type') ?? '');
  const contents = contentOf(record, model);
  if (!['content', 'parts', 'toolCalls', 'thoughts'].some((key) => Object.hasOwn(record, key))) return [];
  if (!model) return contentRecords({ role: 'user', parts: contents }, time);
  const records = contentRecords({ role: 'model', parts: contents }, time);
  const parts: unknown[] = [];
  const answer: RawMessage =
    records[0]?.role === 'assistant' ? (records[0] as RawMessage) : { role: 'assistant', content: null, ...time };
  const thoughts = (ownArray(record, 'thoughts') ?? []).map(thoughtText).filter((text) => text !== '');
  if (thoughts.length > 0) answer.reasoning = [answer.reasoning, ...thoughts].filter(Boolean).join('\n');
  const calls = (ownArray(record, 'toolCalls') ?? []).filter(isRecord);
  if (calls.length > 0) answer.tool_calls = calls.map(callRecord);
  Object.assign(answer, tokensOf(record));
  addParts(parts, answer.content);
  answer.content = partsContent(parts) ?? (calls.length > 0 ? null : '');
  return [answer, ...records.filter((raw) => raw !== answer), ...calls.flatMap((call) => resultRecords(call, time))];
}

/** Old sessions write a text, new ones a list of parts, some both names. */
function contentOf(record: JsonRecord, model: boolean): unknown[] {
  const value = own(record, 'content') ?? own(record, 'parts');
  if (typeof value === 'string') return value === '' && model ? [] : [{ text: value }];
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? (ownArray(record, 'parts') ?? []).slice() : [value];
}

function thoughtText(thought: unknown): string {
  if (!isRecord(thought)) return typeof thought === 'string' ? thought : '';
  return [ownWord(thought, 'subject'), ownWord(thought, 'description')].filter(Boolean).join(': ');
}

function callRecord(call: JsonRecord): RawMessage {
  const args = own(call, 'args') ?? {};
  return {
    ...(nameIn(call, 'id') !== undefined && { id: own(call, 'id') }),
    name: nameIn(call, 'name') ?? 'tool',
    arguments: typeof args === 'string' ? args : jsonText(args),
  };
}

/** What a call gave back; where it has no result the call was never answered. */
function resultRecords(call: JsonRecord, time: RawMessage): RawMessage[] {
  const id = nameIn(call, 'id');
  const result = own(call, 'result');
  const plain: RawMessage = {
    ...time,
    ...timeField(own(call, 'timestamp')),
    role: 'tool',
    ...(id !== undefined && { tool_call_id: id }),
    name: nameIn(call, 'name') ?? 'tool',
    ...(own(call, 'status') === 'error' && { is_error: true }),
  };
  if (result === undefined || result === null) return [];
  if (typeof result === 'string') return [{ ...plain, content: result }];
  const parts = Array.isArray(result) ? result : [result];
  const read = isGeminiContent({ role: 'user', parts }) ? contentRecords({ role: 'user', parts }) : [];
  const results = read.filter((raw) => raw.role === 'tool');
  if (results.length === 0) return [{ ...plain, content: read[0]?.content ?? jsonText(result) }];
  // Media that a tool gave back follow its response as parts of their own.
  const more = read.filter((raw) => raw.role !== 'tool');
  const content: unknown[] = [];
  for (const raw of [...results, ...more]) addParts(content, raw.content);
  return [{ ...plain, content: partsContent(content) ?? '' }];
}

function tokensOf(record: JsonRecord): RawMessage {
  const tokens = ownRecord(record, 'tokens');
  if (!tokens) return {};
  const output = ownCount(tokens, 'output');
  return usageField(
    ownCount(tokens, 'input'),
    output === undefined ? undefined : output + (ownCount(tokens, 'thoughts') ?? 0),
  );
}
