/** A request that could be sent as it is: the body of each provider's own API, and a command line for it. Keys and models are placeholders. */

import type { Transcript } from '../engine/transcript';
import { anthropic } from './anthropic';
import type { Exporter } from './exporter';
import { gemini } from './gemini';
import { asJson, jsonFile } from './json-pieces';
import { extensionLosses, leftOut, sentence } from './losses';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
import { plainMessage } from './plain-message';
import { plainTools, toolLosses } from './tool-schemas';

/** What stands for the model until somebody fills it in. */
const MODEL = 'MODEL';

interface Api {
  /** Id of the exporter whose losses these are; a model goes into the address where the body has no place for one. */
  readonly format: string;
  readonly url: string;
  readonly headers: readonly string[];
  body(transcript: Transcript): Generator<string>;
}

/** Chat Completions takes our messages without the extensions. */
const chatBody: Api['body'] = function* (transcript) {
  const tools = plainTools(transcript).map((tool) => ({ type: 'function', function: tool }));
  yield* jsonFile([
    ['model', JSON.stringify(MODEL)],
    ['messages', asJson(transcript.messages.map(plainMessage))],
    ...(tools.length === 0 ? [] : [['tools', asJson(tools)] as const]),
  ]);
};

/** A body of an exporter with more fields at its beginning. */
function after(exporter: Exporter, fields: { [name: string]: unknown }): Api['body'] {
  const start = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  return function* (transcript) {
    yield `{\n${start.join('')}`;
    let opened = false;
    for (const piece of exporter.write(transcript, '')) {
      yield opened ? piece : piece.replace(/^\{\n/, '');
      opened = true;
    }
  };
}

const APIS: readonly Api[] = [
  {
    format: 'openai-chat',
    url: 'https://api.openai.com/v1/chat/completions',
    headers: ['Authorization: Bearer $OPENAI_API_KEY'],
    body: chatBody,
  },
  {
    format: 'openai-responses',
    url: 'https://api.openai.com/v1/responses',
    headers: ['Authorization: Bearer $OPENAI_API_KEY'],
    body: after(openaiResponses, { model: MODEL }),
  },
  {
    format: 'anthropic',
    url: 'https://api.anthropic.com/v1/messages',
    headers: ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01'],
    body: after(anthropic, { model: MODEL, max_tokens: 1024 }),
  },
  {
    format: 'gemini',
    url: `https://generativelanguage.googleapis.com/v1beta/models/${MODEL}:generateContent`,
    headers: ['x-goog-api-key: $GEMINI_API_KEY'],
    body: (transcript) => gemini.write(transcript, ''),
  },
];

/** Formats that a request can be made in. */
export const REQUEST_FORMATS: readonly string[] = APIS.map(({ format }) => format);

function apiOf(format: string): Api | null {
  return APIS.find((api) => api.format === format) ?? null;
}

/** What a request leaves out: what its format cannot carry, and where a file of the format holds more than the API takes, that too. */
export function requestLosses(exporter: Exporter, transcript: Transcript): string[] {
  if (exporter.id !== openaiChat.id) return exporter.losses(transcript);
  const { messages } = transcript;
  const named = messages.filter(({ role, name }) => role === 'tool' && name !== undefined).length;
  const silent = messages.filter(({ content, tool_calls: calls }) => content === null && !calls?.length).length;
  return [
    ...extensionLosses(transcript, ['name']),
    ...leftOut(named, 'result', '', 'the name of '),
    ...sentence(silent, 'message', 'without any content got an empty text'),
    ...toolLosses(transcript),
  ];
}

/** The body of a request in pieces, with MODEL for the model; null where the format is no provider's API. */
export function requestBody(format: string, transcript: Transcript): Generator<string> | null {
  return apiOf(format)?.body(transcript) ?? null;
}

const DELIMITER = 'PALIMPSEST_BODY';

/**
 * A command line for a POSIX shell that sends the body: the key comes from the environment, nothing in the body is expanded.
 * Null where the format is no provider's API.
 */
export function* curlCommand(format: string, transcript: Transcript): Generator<string> {
  const api = apiOf(format);
  if (!api) return;
  yield `curl ${quoted(api.url)} \\\n`;
  // Double quotes, so that the shell puts the key in.
  for (const header of [...api.headers, 'content-type: application/json']) yield `  -H "${header}" \\\n`;
  yield `  --data-binary @- <<'${DELIMITER}'\n`;
  yield* api.body(transcript);
  yield `${DELIMITER}\n`;
}

function quoted(text: string): string {
  return `'${text}'`;
}
