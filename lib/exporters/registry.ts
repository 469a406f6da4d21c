/** The formats that a transcript can be written in. Adding one is a file and a line here. */

import { anthropic } from './anthropic';
import type { Exporter } from './exporter';
import type { OutgoingForm } from './forms';
import { gemini } from './gemini';
import { langchain } from './langchain';
import { markdown } from './markdown';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
import { REQUEST_FORMATS } from './request';
import { scenario } from './scenario';
import { sharegpt } from './sharegpt';
import { vercel } from './vercel';

export const EXPORTERS: readonly Exporter[] = [
  openaiChat,
  scenario,
  anthropic,
  openaiResponses,
  gemini,
  langchain,
  vercel,
  sharegpt,
  markdown,
];

/** Every format is a file; messages alone are our own form, and a request needs a provider. */
export function formsOf(format: string): OutgoingForm[] {
  return [
    'file',
    ...(format === openaiChat.id ? (['messages'] as const) : []),
    ...(REQUEST_FORMATS.includes(format) ? (['body', 'command'] as const) : []),
  ];
}
