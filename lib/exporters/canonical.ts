/** Messages in canonical form: fields in one order, whatever made them, so that the same transcript gives the same file. */

import type { Message } from '../engine/transcript';

/** Every name that a message holds, at any depth: JSON takes its order from a list. */
const NAMES = [
  ...(['role', 'content', 'tool_calls', 'tool_call_id', 'name'] satisfies (keyof Message)[]),
  ...(['kind', 'priority', 'pinned', 'timestamp', 'reasoning', 'imageTokens', 'is_error'] satisfies (keyof Message)[]),
  ...['id', 'type', 'function', 'arguments'],
];

/** Every message as a line of JSON. */
export function* canonicalLines(messages: Iterable<Message>): Generator<string> {
  for (const message of messages) yield JSON.stringify(message, NAMES);
}
