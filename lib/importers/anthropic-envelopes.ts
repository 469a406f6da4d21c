/** Where messages of Anthropic's API stand in a JSON value: requests, responses, bare lists, and logs of whole exchanges. */

import { hasOwnBlock } from './anthropic-blocks';
import { isRecord, type JsonRecord, own, ownArray, ownString } from './json-values';
import { exchangeIn, unreadSide } from './provider-envelopes';

/** A list of messages, the object that holds it, and the reply that was recorded beside it. */
export interface FoundMessages {
  owner: JsonRecord;
  list: readonly unknown[];
  reply?: JsonRecord;
  /** The object around the exchange: it may say when it was. */
  around?: JsonRecord;
  /** What could not be read of the exchange. */
  amiss?: string | undefined;
}

/** So many messages of a list are looked at. */
const LOOKED_AT = 60;

/** A message of users and assistants, in no other format's form. */
export function isMessage(value: unknown): value is JsonRecord {
  if (!isRecord(value) || !('content' in value) || 'uuid' in value) return false;
  const role = own(value, 'role');
  return (role === 'user' || role === 'assistant') && !hasForeignKey(value) && !hasResponsesParts(value);
}

function hasForeignKey(message: JsonRecord): boolean {
  return 'tool_calls' in message || 'parts' in message || 'toolInvocations' in message || 'tool_call_id' in message;
}

/** Messages of OpenAI's Responses API have the same type, but parts of other names. */
function hasResponsesParts(message: JsonRecord): boolean {
  const first = ownArray(message, 'content')?.[0];
  return isRecord(first) && /^(?:input|output)_|^refusal$/.test(ownString(first, 'type') ?? '');
}

/** A system message has no place in this API's lists, but other tools keep such blocks beside one. */
function isNearMessage(value: unknown): boolean {
  return isMessage(value) || (isRecord(value) && own(value, 'role') === 'system' && 'content' in value);
}

export function isResponse(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    own(value, 'type') === 'message' &&
    own(value, 'role') === 'assistant' &&
    Array.isArray(own(value, 'content')) &&
    !hasResponsesParts(value)
  );
}

function isList(list: readonly unknown[] | undefined): list is readonly unknown[] {
  if (!list || list.length === 0) return false;
  const looked = list.slice(0, LOOKED_AT);
  return looked.every(isNearMessage) && (looked.every(isMessage) || looked.some(hasOwnBlock));
}

function isRequest(body: JsonRecord): boolean {
  return isList(ownArray(body, 'messages'));
}

/** The messages of one value that is no list of such values. */
function foundIn(value: unknown): FoundMessages | undefined {
  if (Array.isArray(value)) return isList(value) ? { owner: {}, list: value } : undefined;
  if (!isRecord(value) || 'uuid' in value) return undefined;
  if (isResponse(value)) return { owner: value, list: [value] };
  const exchange = exchangeIn(value, isRequest, isResponse);
  if (isRequest(value)) {
    const reply = exchange?.response;
    const amiss = unreadSide(value, { request: value, ...exchange });
    return { owner: value, list: ownArray(value, 'messages') ?? [], amiss, ...(reply && { reply, around: value }) };
  }
  if (!exchange) return undefined;
  const { request, response } = exchange;
  const amiss = unreadSide(value, exchange);
  if (!request) return response && { owner: response, list: [response], around: value, amiss };
  const list = ownArray(request, 'messages') ?? [];
  return { owner: request, list, around: value, amiss, ...(response && { reply: response }) };
}

/** Every list of messages in a value, in order. A single message is none: it may be one of many lines. */
export function messagesFound(value: unknown): FoundMessages[] {
  const whole = foundIn(value);
  if (whole) return [whole];
  if (!Array.isArray(value)) return [];
  const found: FoundMessages[] = [];
  for (const entry of value) {
    const one = foundIn(entry);
    if (one) found.push(one);
  }
  return found;
}

/** Whether the reply already stands at the end of the list, as some logs append it. */
export function endsWith(list: readonly unknown[], reply: JsonRecord): boolean {
  const last = list.at(-1);
  return (
    isRecord(last) &&
    own(last, 'role') === 'assistant' &&
    JSON.stringify(own(last, 'content')) === JSON.stringify(own(reply, 'content'))
  );
}

/** What of the sample points to this API. */
export interface Clues {
  own: boolean;
  system: boolean;
  plain: number;
  response: boolean;
  exchange: boolean;
}

export function cluesOf(values: readonly unknown[]): Clues {
  const clues: Clues = { own: false, system: false, plain: 0, response: false, exchange: false };
  for (const value of values) {
    const found = isMessage(value) && !isResponse(value) ? [{ owner: {}, list: [value] }] : messagesFound(value);
    for (const one of found.slice(0, LOOKED_AT)) {
      clues.plain++;
      if (isResponse(one.list[0]) || 'reply' in one) clues.response = true;
      if ('around' in one) clues.exchange = true;
      if (isPrompt(own(one.owner, 'system')) || 'anthropic_version' in one.owner) clues.system = true;
      if (one.list.slice(0, LOOKED_AT).some(hasOwnBlock)) clues.own = true;
    }
  }
  return clues;
}

function isPrompt(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}
