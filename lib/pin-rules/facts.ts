/** What a pin rule can say of a message: its kind, and the tools that it calls or answers. */

import type { TranscriptIndex } from '../engine/accounting';
import type { Message, MessageKind } from '../engine/transcript';

/** The kind that a message carries, or that of its role; instructions have none. */
export function kindOf(message: Message): MessageKind | undefined {
  if (message.kind) return message.kind;
  if (message.role === 'user') return 'user_message';
  if (message.role === 'assistant') return 'assistant_message';
  return message.role === 'tool' ? 'tool_observation' : undefined;
}

/** Names of the tools that a message calls, or of the one that it answers. */
export function toolsOf(index: TranscriptIndex, message: number): string[] {
  const one = index.transcript.messages[message];
  if (!one) return [];
  if (one.role !== 'tool') return (one.tool_calls ?? []).map((call) => call.function.name);
  const head = index.transcript.messages[index.links.group[message] as number];
  const call = head?.tool_calls?.find((candidate) => candidate.id === one.tool_call_id);
  const name = call?.function.name ?? one.name;
  return name === undefined ? [] : [name];
}
