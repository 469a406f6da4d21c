/** What the page needs of the open conversation to draw it without its texts. */

import { taskOf } from '../engine/task';
import { callCount } from '../engine/transcript';
import type { Conversation } from '../importers/importer';
import type { ConversationInfo, DocumentInfo } from './protocol';
import type { Session } from './session';

export function documentInfo({ conversation, index }: Session): DocumentInfo {
  const { messages, tools, boundaries, usage } = conversation;
  return {
    messageCount: messages.length,
    callCount: callCount(messages),
    roles: index.roles,
    groups: index.links.group,
    task: taskOf(index),
    hasCalls: Uint8Array.from(messages, (message) => (message.tool_calls?.length ? 1 : 0)),
    tools: tools ?? [],
    boundaries,
    usage,
  };
}

export function conversationInfo(conversation: Conversation): ConversationInfo {
  const { id, title, part, messages } = conversation;
  let toolCalls = 0;
  for (const message of messages) toolCalls += message.tool_calls?.length ?? 0;
  const info = { id, title, messages: messages.length, toolCalls, calls: callCount(messages) };
  return part === undefined ? info : { ...info, part };
}
