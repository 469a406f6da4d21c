/** One message of a Letta agent file as the records that the builder reads: results of parallel calls come apart. */

import { isRecord, type JsonRecord, jsonText, own, ownArray, ownString, ownText, ownWord } from './json-values';
import { saysError } from './openai-message';

const ROLES = new Map([
  ['summary', 'user'],
  ['approval', 'assistant'],
]);

export function lettaMessages(message: JsonRecord): JsonRecord[] {
  const role = ownString(message, 'role') ?? '';
  const time = own(message, 'created_at') ?? own(message, 'date');
  const name = ownWord(message, 'name');
  const beside = { ...(time !== undefined && { timestamp: time }), ...(name !== undefined && { name }) };
  const content: unknown[] = [];
  const calls: unknown[] = [...(ownArray(message, 'tool_calls') ?? [])];
  const results: JsonRecord[] = [];
  const parts = own(message, 'content');
  const whole = Array.isArray(parts) ? undefined : ownText(message, 'content');
  const list = Array.isArray(parts) ? parts : whole === undefined ? [] : [{ type: 'text', text: whole }];
  for (const part of list) {
    if (isRecord(part)) readPart(part, content, calls, results);
    else if (part !== null) content.push(part);
  }
  const text = ownText(message, 'text');
  // Old files have the text beside the parts; where both are there and differ, neither is dropped.
  if (text !== undefined && !content.some((part) => isRecord(part) && own(part, 'text') === text))
    content.push({ type: 'text', text });
  const returns = (ownArray(message, 'tool_returns') ?? []).filter(isRecord);
  if (role === 'tool')
    return toolMessages(message, content, [...results, ...(results.length > 0 ? [] : returns)], beside);
  const made: JsonRecord[] = [];
  if (content.length > 0 || calls.length > 0)
    made.push({
      role: ROLES.get(role) ?? role,
      content: content.length > 0 ? content : null,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...beside,
    });
  for (const result of results)
    made.push({
      role: 'tool',
      tool_call_id: own(result, 'tool_call_id'),
      content: resultText(result),
      ...(saysError(result) && { is_error: true }),
      ...beside,
    });
  return made;
}

function readPart(part: JsonRecord, content: unknown[], calls: unknown[], results: JsonRecord[]): void {
  switch (own(part, 'type')) {
    case 'tool_call':
      if (!calls.some((call) => isRecord(call) && own(call, 'id') === own(part, 'id')))
        calls.push({ id: own(part, 'id'), name: own(part, 'name'), arguments: own(part, 'input') });
      return;
    case 'tool_return':
      results.push(part);
      return;
    case 'reasoning':
      content.push({ type: 'reasoning', text: ownString(part, 'reasoning') ?? '' });
      return;
    case 'summarized_reasoning': {
      const texts = (ownArray(part, 'summary') ?? []).map((entry) =>
        isRecord(entry) ? (ownString(entry, 'text') ?? '') : jsonText(entry),
      );
      content.push({ type: 'reasoning', text: texts.join('\n') });
      return;
    }
    case 'redacted_reasoning':
    case 'omitted_reasoning':
      return;
    default:
      content.push(part);
  }
}

function toolMessages(
  message: JsonRecord,
  content: unknown[],
  returns: readonly JsonRecord[],
  beside: JsonRecord,
): JsonRecord[] {
  const id = ownWord(message, 'tool_call_id') ?? (returns[0] && own(returns[0], 'tool_call_id'));
  if (returns.length <= 1) {
    const first = returns[0];
    const text = content.length > 0 || !first ? content : resultText(first);
    const failed = first !== undefined && saysError(first) && { is_error: true };
    return [{ role: 'tool', content: text, ...(id !== undefined && { tool_call_id: id }), ...failed, ...beside }];
  }
  return returns.map((result) => ({
    role: 'tool',
    tool_call_id: own(result, 'tool_call_id'),
    content: resultText(result),
    ...(saysError(result) && { is_error: true }),
    ...beside,
  }));
}

function resultText(result: JsonRecord): string {
  const value = own(result, 'func_response') ?? own(result, 'content') ?? own(result, 'tool_return') ?? '';
  return typeof value === 'string' ? value : jsonText(value);
}
