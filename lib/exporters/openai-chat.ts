/** OpenAI Chat Completions, which is our own form: messages and tools as they are, extensions included. Nothing is lost. */

import { canonicalLines } from './canonical';
import type { Exporter } from './exporter';
import { asJson, jsonFile } from './json-pieces';

export const openaiChat: Exporter = {
  id: 'openai-chat',
  label: 'OpenAI Chat Completions',
  extension: 'json',
  losses: () => [],
  *write({ messages, tools }) {
    yield* jsonFile([['messages', canonicalLines(messages)], ...(tools ? [['tools', asJson(tools)] as const] : [])]);
  },
};
