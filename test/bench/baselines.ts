/** What people do without an engine: a loop back from the newest message, and LangChain's trimMessages. */

import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
} from '@langchain/core/messages';
import type { Message } from '../../lib/engine/transcript';
import { processorTime } from './measure';

/** The usual estimate: four characters a token, a few for the envelope. */
function estimate(message: Message): number {
  let characters = message.content?.length ?? 0;
  for (const call of message.tool_calls ?? []) characters += call.function.name.length + call.function.arguments.length;
  return Math.ceil(characters / 4) + 4;
}

/**
 * The loop people write by hand: before every model call, from the newest message back until the budget is full, and
 * the system prompt in front. Returns the messages sent in all, so that the work cannot be left out.
 */
export function handLoop(messages: readonly Message[], budget: number): number {
  let sent = 0;
  const window = (end: number): Message[] => {
    const kept: Message[] = [];
    const first = messages[0];
    let used = first?.role === 'system' ? estimate(first) : 0;
    for (let index = end - 1; index > 0; index--) {
      const message = messages[index] as Message;
      const cost = estimate(message);
      if (used + cost > budget) break;
      used += cost;
      kept.push(message);
    }
    if (first) kept.push(first);
    return kept.reverse();
  };
  for (let index = 0; index < messages.length; index++) {
    if (messages[index]?.role === 'assistant') sent += window(index).length;
  }
  return sent + window(messages.length).length;
}

function toLangChain(message: Message): BaseMessage {
  const content = message.content ?? '';
  switch (message.role) {
    case 'system':
    case 'developer':
      return new SystemMessage(content);
    case 'user':
      return new HumanMessage(content);
    case 'tool':
      return new ToolMessage({ content, tool_call_id: message.tool_call_id ?? '' });
    default:
      return new AIMessage({
        content,
        tool_calls: (message.tool_calls ?? []).map((call) => ({
          id: call.id,
          name: call.function.name,
          args: JSON.parse(call.function.arguments) as { [key: string]: unknown },
        })),
      });
  }
}

/** LangChain's trimmer before every model call, with the same estimate and budget; messages are converted beforehand. */
export async function langChainLoop(
  messages: readonly Message[],
  budget: number,
): Promise<{ milliseconds: number; sent: number }> {
  const converted = messages.map(toLangChain);
  const costs = new Map(converted.map((message, index) => [message, estimate(messages[index] as Message)]));
  const tokenCounter = (list: BaseMessage[]): number => {
    let total = 0;
    for (const message of list) total += costs.get(message) ?? Math.ceil(String(message.content).length / 4) + 4;
    return total;
  };
  const options = { maxTokens: budget, strategy: 'last', includeSystem: true, startOn: 'human', tokenCounter } as const;
  let sent = 0;
  const start = processorTime();
  for (let index = 1; index < messages.length; index++) {
    if (messages[index]?.role === 'assistant') sent += (await trimMessages(converted.slice(0, index), options)).length;
  }
  sent += (await trimMessages(converted, options)).length;
  return { milliseconds: processorTime() - start, sent };
}
