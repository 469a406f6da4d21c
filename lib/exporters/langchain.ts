/**
 * LangChain: each message as `{type, data}`, the form that its own loaders take in both languages:
 * `mapStoredMessagesToChatMessages` (@langchain/core) and `messages_from_dict` (langchain_core). The constructor form needs
 * `load`, which makes any class that a file names. A developer message is a system message that says so the way the OpenAI
 * chat models of LangChain read it. Calls without results and results without calls stay as they are.
 */

import type { Message, ToolCall } from '../engine/transcript';
import type { Exporter } from './exporter';
import { argumentsObject, asJson, jsonFile, withField } from './json-pieces';
import { extensionLosses, sentence } from './losses';

const TYPES = { system: 'system', developer: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const;

export const langchain: Exporter = {
  id: 'langchain',
  label: 'LangChain',
  extension: 'json',
  losses(transcript) {
    const { messages } = transcript;
    const silent = messages.filter((message) => message.content === null && !message.tool_calls?.length).length;
    const strays = messages.filter(({ role, tool_call_id: id }) => role !== 'tool' && id !== undefined).length;
    const unnamed = messages.filter(({ role, tool_call_id: id }) => role === 'tool' && !id).length;
    return [
      ...extensionLosses(transcript, ['name', 'reasoning', 'timestamp', 'is_error']),
      ...sentence(silent, 'message', 'without any content got an empty text'),
      ...sentence(strays, 'message', 'that is no result lost the id of a call'),
      ...sentence(
        messages.filter(isReordered).length,
        'message',
        'has its calls in another order: broken ones come last',
      ),
      ...sentence(unnamed, 'result', 'without the id of a call got an empty one'),
    ];
  },
  *write({ messages, tools }) {
    yield* jsonFile([['messages', stored(messages)], ...(tools ? [['tools', asJson(tools)] as const] : [])]);
  },
};

function* stored(messages: readonly Message[]): Generator<string> {
  for (const message of messages) {
    const { role, content, name, reasoning, timestamp, tool_call_id: id, tool_calls: calls = [] } = message;
    const extra = {
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      ...(timestamp === undefined ? {} : { timestamp }),
      ...(role === 'developer' ? { __openai_role__: 'developer' } : {}),
    };
    const data = {
      content: content ?? '',
      ...(name === undefined ? {} : { name }),
      ...(role === 'tool' ? { tool_call_id: id ?? '' } : {}),
      ...(role === 'tool' && message.is_error ? { status: 'error' } : {}),
      additional_kwargs: extra,
      response_metadata: {},
    };
    yield withField(
      { type: TYPES[role] },
      'data',
      role === 'assistant' ? withCalls(data, calls) : JSON.stringify(data),
    );
  }
}

/** Arguments that are no JSON object stand as text among the invalid calls, which is LangChain's own place for them. */
function withCalls(data: object, calls: readonly ToolCall[]): string {
  const valid = calls.filter((call) => !isBroken(call)).map(validCall);
  const invalid = calls.filter(isBroken).map(({ id, function: { name, arguments: text } }) => ({
    type: 'invalid_tool_call',
    id,
    name,
    args: text,
    error: null,
  }));
  return withField({ ...data, invalid_tool_calls: invalid }, 'tool_calls', `[${valid.join(',')}]`);
}

function isBroken(call: ToolCall): boolean {
  return argumentsObject(call.function.arguments) === null;
}

function validCall({ id, function: { name, arguments: text } }: ToolCall): string {
  return withField({ type: 'tool_call', id, name }, 'args', argumentsObject(text) ?? '{}');
}

/** Whether a call that can be read stands after one that cannot: the two kinds are written apart. */
function isReordered({ tool_calls: calls = [] }: Message): boolean {
  const first = calls.findIndex(isBroken);
  return first >= 0 && calls.slice(first).some((call) => !isBroken(call));
}
