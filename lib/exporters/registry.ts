/** The formats that a transcript can be written in. Adding one is a file and a line here. */

import { anthropic } from './anthropic';
import type { Exporter } from './exporter';
import { gemini } from './gemini';
import { langchain } from './langchain';
import { markdown } from './markdown';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
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
