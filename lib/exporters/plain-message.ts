/** A message as Chat Completions itself takes it: no extensions, and a content wherever it demands one. */

import type { Message } from '../engine/transcript';

export function plainMessage({ role, content, tool_calls: calls, tool_call_id: id, name }: Message): Message {
  const plain: Message = { role, content: calls && calls.length > 0 ? content : (content ?? '') };
  if (calls && calls.length > 0) plain.tool_calls = calls;
  if (role === 'tool') plain.tool_call_id = id ?? '';
  // The name of a result is no field of the API any more; that of a speaker is.
  if (role !== 'tool' && name !== undefined) plain.name = name;
  return plain;
}
