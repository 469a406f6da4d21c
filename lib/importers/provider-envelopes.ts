/** Logs of a provider's HTTP interface: finds the request body and the response body, however deep they are wrapped. */

import { isRecord, type JsonRecord, own } from './json-values';

export interface Exchange {
  request?: JsonRecord;
  response?: JsonRecord;
}

const REQUEST_KEYS = ['request', 'params', 'body', 'req', 'requestBody', 'request_body', 'raw_request', 'payload'];
const RESPONSE_KEYS = ['response', 'result', 'res', 'responseBody', 'response_body', 'raw_response', 'message'];
/** Where either side of an exchange may stand. */
export const EXCHANGE_KEYS = [...REQUEST_KEYS, ...RESPONSE_KEYS];
const INNER_KEYS = ['body', 'json', 'parsed_body', 'data', 'message', 'response', 'content'];
const DEEPEST = 4;

/** JSON that a recorder kept as a string. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The first object that fits: under one of the keys, or some levels further down in it. */
function bodyUnder(
  owner: JsonRecord,
  keys: readonly string[],
  fits: (body: JsonRecord) => boolean,
): JsonRecord | undefined {
  let level: JsonRecord[] = [owner];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: JsonRecord[] = [];
    for (const holder of level) {
      for (const key of depth === 0 ? keys : INNER_KEYS) {
        const body = parsed(own(holder, key));
        if (!isRecord(body)) continue;
        if (fits(body)) return body;
        next.push(body);
      }
    }
    level = next;
  }
  return undefined;
}

/** The exchange that an object records; undefined where neither side is in it. */
export function exchangeIn(
  value: JsonRecord,
  isRequest: (body: JsonRecord) => boolean,
  isResponse: (body: JsonRecord) => boolean,
): Exchange | undefined {
  const request = bodyUnder(value, REQUEST_KEYS, isRequest);
  const response = bodyUnder(value, RESPONSE_KEYS, isResponse);
  if (!request && !response) return undefined;
  return { ...(request && { request }), ...(response && { response }) };
}

/** What to say of an exchange one side of which is there and could not be read; undefined where nothing is amiss. */
export function unreadSide(value: JsonRecord, { request, response }: Exchange): string | undefined {
  const isFilled = (side: unknown) =>
    (typeof side === 'object' && side !== null) || (typeof side === 'string' && side !== '');
  const has = (keys: readonly string[]) => keys.some((key) => isFilled(own(value, key)));
  if (!request && response && has(REQUEST_KEYS)) return 'a response, beside which the request could not be read';
  if (request && !response && has(RESPONSE_KEYS)) return 'a request, beside which the response could not be read';
  return undefined;
}
