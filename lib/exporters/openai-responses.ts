/** OpenAI Responses: the input items of a request; calls and their outputs pair by call_id, wherever they stand. */

import type { Message, Transcript } from '../engine/transcript';
import type { Exporter } from './exporter';
import { asJson, jsonFile } from './json-pieces';
import { extensionLosses, isBlank, leftOut, pairingLosses, sentence } from './losses';
import { callInWords, pairCalls, resultInWords } from './pairing';
import { plainTools, toolLosses } from './tool-schemas';

export const openaiResponses: Exporter = {
  id: 'openai-responses',
  label: 'OpenAI Responses',
  extension: 'json',
  losses(transcript) {
    const { messages } = transcript;
    return [
      ...extensionLosses(transcript),
      ...leftOut(messages.filter(isLeftOut).length, 'message', ' without text'),
      ...sentence(joined(messages), 'message', 'of calls alone cannot be told from the answer before'),
      ...pairingLosses(transcript, pairCalls(messages), true),
      ...toolLosses(transcript),
    ];
  },
  *write(transcript) {
    const tools = plainTools(transcript).map((tool) => ({ type: 'function', ...tool }));
    yield* jsonFile([
      ['input', asJson(items(transcript))],
      ...(tools.length === 0 ? [] : [['tools', asJson(tools)] as const]),
    ]);
  },
};

function isLeftOut(message: Message): boolean {
  return message.role !== 'tool' && isBlank(message);
}

/** Messages without text of their own whose items would follow those of another answer. */
function joined(messages: readonly Message[]): number {
  let count = 0;
  let afterAnswer = false;
  for (const message of messages) {
    if (isLeftOut(message)) continue;
    if (afterAnswer && message.role === 'assistant' && (message.content ?? '').trim() === '') count++;
    afterAnswer = message.role === 'assistant';
  }
  return count;
}

function* items({ messages }: Transcript): Generator<object> {
  const pairing = pairCalls(messages);
  for (const [index, message] of messages.entries()) {
    if (isLeftOut(message)) continue;
    if (message.role === 'tool') {
      const call = pairing.answeredBy(index);
      yield call
        ? { type: 'function_call_output', call_id: call.id, output: message.content ?? '' }
        : said('user', resultInWords(message));
      continue;
    }
    if ((message.content ?? '').trim() !== '') yield said(message.role, message.content ?? '');
    for (const one of pairing.callsOf(index)) {
      const { name, arguments: text } = one.call.function;
      yield pairing.isPassedOver(one)
        ? said('assistant', callInWords(one.call))
        : { type: 'function_call', call_id: one.id, name, arguments: text };
    }
  }
}

function said(role: Message['role'], text: string): object {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return { type: 'message', role, content: [{ type, text }] };
}
