/** Attributes of a response in the spans of the Vercel AI SDK that are not read: new ones, and texts that are none. */

import type { JsonRecord } from './json-values';
import { shortTitle } from './titles';

const RESPONSE_TEXTS = new Set(['ai.response.text', 'ai.response.object', 'ai.response.reasoning']);
const RESPONSE_FACTS = new Set(
  [
    'toolCalls',
    'finishReason',
    'id',
    'model',
    'timestamp',
    'msToFirstChunk',
    'msToFinish',
    'avgCompletionTokensPerSecond',
    'avgOutputTokensPerSecond',
    'providerMetadata',
    'files',
  ].map((name) => `ai.response.${name}`),
);

export function unreadResponse(attributes: JsonRecord): string[] {
  const names: string[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const isText = RESPONSE_TEXTS.has(key) && typeof value === 'string';
    if (key.startsWith('ai.response.') && !isText && !RESPONSE_FACTS.has(key) && value !== null && value !== '')
      names.push(shortTitle(key));
  }
  return names;
}
