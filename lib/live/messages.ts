/** Messages on their way into a live memory and out of it: checked, and copied, so that nobody changes them behind its back. */

import { type Message, ROLES } from '../engine/transcript';
import { LiveMessageError } from './errors';

/** A copy that shares nothing with the original that could change. */
export function copyMessage(message: Message): Message {
  const copy = { ...message };
  if (message.tool_calls) {
    copy.tool_calls = message.tool_calls.map((call) => ({ ...call, function: { ...call.function } }));
  }
  return copy;
}

/** The message in canonical form. Throws LiveMessageError for what is none. */
export function checkedMessage(message: Message): Message {
  if (typeof message !== 'object' || message === null) {
    throw new LiveMessageError('', 'It is no object.', 'Give a message with role and content.');
  }
  if (!ROLES.includes(message.role)) {
    throw new LiveMessageError('role', `It is ${shown(message.role)}.`, `Use one of ${ROLES.join(', ')}.`);
  }
  if (message.content !== undefined && message.content !== null && typeof message.content !== 'string') {
    throw new LiveMessageError('content', `It is ${shown(message.content)}.`, 'Give one text, or null.');
  }
  const id: unknown = message.tool_call_id;
  if (id !== undefined && typeof id !== 'string') {
    throw new LiveMessageError('tool_call_id', `It is ${shown(id)}.`, 'Give the id of the call as text.');
  }
  checkCalls(message.tool_calls);
  const copy = copyMessage(message);
  copy.content ??= null;
  return copy;
}

function checkCalls(calls: unknown): void {
  if (calls === undefined) return;
  const shape = 'A call is {"id": "…", "type": "function", "function": {"name": "…", "arguments": "…"}}.';
  if (!Array.isArray(calls))
    throw new LiveMessageError('tool_calls', `It is ${shown(calls)}.`, 'Give a list of calls.');
  for (const [number, call] of calls.entries()) {
    const texts: [string, unknown][] = [
      ['id', call?.id],
      ['function.name', call?.function?.name],
      ['function.arguments', call?.function?.arguments],
    ];
    for (const [name, value] of texts) {
      if (typeof value === 'string') continue;
      throw new LiveMessageError(`tool_calls[${number}].${name}`, `It is ${shown(value)}, not a text.`, shape);
    }
  }
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : `a value of the type ${typeof value}`;
}
