/**
 * Vercel AI SDK: ModelMessages, which is what `generateText` takes as `messages`; a UIMessage is what a page shows, and has
 * no results of its own. Tools stand as the SDK's language models get them: `{type, name, description, inputSchema}`.
 */

import type { Message } from '../engine/transcript';
import type { Exporter } from './exporter';
import { argumentsObject, asJson, jsonFile, withField } from './json-pieces';
import { extensionLosses, leftOut, sentence } from './losses';
import { pairCalls } from './pairing';
import { plainTools, toolLosses } from './tool-schemas';

export const vercel: Exporter = {
  id: 'vercel',
  label: 'Vercel AI SDK',
  extension: 'json',
  losses(transcript) {
    const { messages } = transcript;
    const silent = messages.filter((message) => message.content === null && !message.tool_calls?.length).length;
    const developers = messages.filter(({ role }) => role === 'developer').length;
    const named = messages.filter(({ role, name }) => role !== 'tool' && name !== undefined).length;
    const broken = messages
      .flatMap((message) => message.tool_calls ?? [])
      .filter((call) => argumentsObject(call.function.arguments) === null).length;
    return [
      ...extensionLosses(transcript, ['name', 'reasoning', 'is_error']),
      ...leftOut(named, 'message', '', 'the name of '),
      ...sentence(silent, 'message', 'without any content got an empty text'),
      ...sentence(reasoningElsewhere(messages), 'message', 'that is no answer lost its reasoning'),
      ...sentence(developers, 'developer message', 'cannot be told from system messages'),
      ...sentence(broken, 'call', 'had arguments that are no JSON object; they stand as they are'),
      ...toolLosses(transcript),
    ];
  },
  *write(transcript) {
    const tools = plainTools(transcript).map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: parameters ?? { type: 'object', properties: {} },
    }));
    yield* jsonFile([
      ['messages', modelMessages(transcript.messages)],
      ...(tools.length === 0 ? [] : [['tools', asJson(tools)] as const]),
    ]);
  },
};

function reasoningElsewhere(messages: readonly Message[]): number {
  return messages.filter(({ role, reasoning }) => role !== 'assistant' && reasoning !== undefined).length;
}

function* modelMessages(messages: readonly Message[]): Generator<string> {
  const pairing = pairCalls(messages);
  for (const [index, message] of messages.entries()) {
    const { role, content } = message;
    if (role === 'tool') {
      const toolName = pairing.answeredBy(index)?.call.function.name ?? message.name ?? 'unknown';
      const output = { type: message.is_error ? 'error-text' : 'text', value: content ?? '' };
      const result = { type: 'tool-result', toolCallId: message.tool_call_id ?? '', toolName, output };
      yield JSON.stringify({ role, content: [result] });
    } else if (role === 'assistant') {
      yield withField({ role }, 'content', answer(message));
    } else yield JSON.stringify({ role: role === 'developer' ? 'system' : role, content: content ?? '' });
  }
}

function answer({ content, reasoning, tool_calls: calls = [] }: Message): string {
  if (reasoning === undefined && calls.length === 0) return JSON.stringify(content ?? '');
  const parts = [
    ...(reasoning === undefined ? [] : [JSON.stringify({ type: 'reasoning', text: reasoning })]),
    ...(content ? [JSON.stringify({ type: 'text', text: content })] : []),
    ...calls.map(({ id, function: { name, arguments: text } }) =>
      withField(
        { type: 'tool-call', toolCallId: id, toolName: name },
        'input',
        argumentsObject(text) ?? JSON.stringify(text),
      ),
    ),
  ];
  return `[${parts.join(',')}]`;
}
