/** Where items of OpenAI's Responses API stand in a JSON value: requests, responses, pages, bare lists, and logs of exchanges. */

import { isRecord, type JsonRecord, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { exchangeIn } from './provider-envelopes';
import { RESPONSES_ITEMS } from './responses-items';

/** What one envelope holds: what was sent, and what came back, each with the object it stood in. */
export interface Envelope {
  kind: string;
  /** How surely it is of this API. */
  confidence: number;
  input: readonly unknown[];
  output: readonly unknown[];
  request: JsonRecord;
  response: JsonRecord | undefined;
  /** What a log of an exchange holds that was not found to be of this API. */
  missing?: string;
  /** The log's own record around the two. */
  around?: JsonRecord;
}

const LOOKED_AT = 60;
/** Fields of a request to this API, of which one goes with a list of plain messages under `input`. */
const REQUEST_FIELDS = ['model', 'instructions', 'previous_response_id', 'max_output_tokens', 'reasoning', 'store'];

export function isOwnItem(value: unknown): boolean {
  if (!isRecord(value) || 'payload' in value) return false;
  const type = ownString(value, 'type') ?? '';
  if (type === 'reasoning') return ['summary', 'encrypted_content'].some((key) => key in value);
  if (type === 'compaction') return 'encrypted_content' in value;
  return RESPONSES_ITEMS.has(type);
}

/** An item of this API, or a message in its form; Anthropic's responses have that type as well, but other parts. */
export function isItem(value: unknown): boolean {
  if (isOwnItem(value)) return true;
  if (!isRecord(value) || own(value, 'type') !== 'message' || typeof own(value, 'role') !== 'string') return false;
  if ('message' in value || 'uuid' in value) return false;
  const content = ownArray(value, 'content');
  return (
    typeof own(value, 'content') === 'string' ||
    content?.every((part) => isRecord(part) && /^(?:input_|output_|refusal$)/.test(ownString(part, 'type') ?? '')) ===
      true
  );
}

function isPlainMessage(value: unknown): boolean {
  return isRecord(value) && typeof own(value, 'role') === 'string' && 'content' in value;
}

function isResponse(body: JsonRecord): boolean {
  const object = ownString(body, 'object') ?? '';
  const output = ownArray(body, 'output');
  return output !== undefined && (/^response(?:\.|$)/.test(object) || output.slice(0, LOOKED_AT).some(isItem));
}

function isRequest(body: JsonRecord): boolean {
  return requestConfidence(body) > 0;
}

function requestConfidence(body: JsonRecord): number {
  const input = own(body, 'input');
  const hasField = REQUEST_FIELDS.some((key) => key in body);
  if (typeof input === 'string') return hasField && !('embedding' in body) && !('messages' in body) ? 0.7 : 0;
  if (!Array.isArray(input)) return 0;
  const looked = input.slice(0, LOOKED_AT);
  if (looked.some(isOwnItem)) return 0.94;
  if (!looked.some((item) => isItem(item) || isPlainMessage(item))) return 0;
  return hasField || looked.some(isItem) ? 0.94 : 0.6;
}

function inputOf(body: JsonRecord): readonly unknown[] {
  const input = own(body, 'input');
  return Array.isArray(input)
    ? input
    : typeof input === 'string' && input !== ''
      ? [{ role: 'user', content: input }]
      : [];
}

/** The envelope of one value; undefined where there is none. */
export function envelopeOf(value: unknown): Envelope | undefined {
  const blank = { request: {}, response: undefined, input: [], output: [] };
  if (Array.isArray(value))
    return value.slice(0, LOOKED_AT).some(isOwnItem)
      ? { ...blank, kind: 'a list of items', confidence: 0.94, input: value }
      : undefined;
  if (!isRecord(value)) return undefined;
  if (isResponse(value)) {
    const kind = own(value, 'object') === 'response.compaction' ? 'a compacted history' : 'a response';
    const output = ownArray(value, 'output') ?? [];
    return { kind, confidence: 0.94, input: inputOf(value), output, request: value, response: value };
  }
  const data = ownArray(value, 'data');
  if (own(value, 'object') === 'list' && data?.slice(0, LOOKED_AT).some(isItem))
    return { ...blank, kind: 'a page of items', confidence: 0.94, input: data, request: value };
  const list = ownArray(value, 'items');
  if (list?.slice(0, LOOKED_AT).some(isOwnItem))
    return { ...blank, kind: 'a session with `items`', confidence: 0.9, input: list, request: value };
  const confidence = requestConfidence(value);
  const exchange = exchangeIn(value, isRequest, isResponse);
  const response = exchange?.response;
  if (confidence > 0) {
    const output = (response && ownArray(response, 'output')) ?? [];
    return { kind: 'a request with `input`', confidence, input: inputOf(value), output, request: value, response };
  }
  if (!exchange) return undefined;
  const request = exchange.request ?? response ?? {};
  const output = (response && ownArray(response, 'output')) ?? [];
  const missing = missingSide(value, exchange.request, response);
  return {
    kind: 'a logged exchange',
    confidence: 0.93,
    input: inputOf(request),
    output,
    request,
    response,
    around: value,
    ...(missing !== undefined && { missing }),
  };
}

function missingSide(
  around: JsonRecord,
  request: JsonRecord | undefined,
  response: JsonRecord | undefined,
): string | undefined {
  const has = (...keys: string[]): boolean => keys.some((key) => typeof (own(around, key) ?? 0) === 'object');
  if (!request && has('request', 'body', 'params')) return 'a request without items of this API';
  if (!response && has('response', 'result')) return 'a response without items of this API';
  return undefined;
}

/** The id that later responses refer to, and the id of the response before this one. */
export function chainOf({ request, response }: Envelope): { id: string | undefined; previous: string | undefined } {
  const id = response && ownWord(response, 'id');
  const conversation = ownWord(ownRecord(request, 'conversation') ?? {}, 'id') ?? ownWord(request, 'conversation');
  const previous = ownWord(request, 'previous_response_id') ?? (response && ownWord(response, 'previous_response_id'));
  return { id: id ?? conversation, previous: previous ?? conversation };
}
