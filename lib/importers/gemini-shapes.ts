/** Where Gemini API traffic stands in a JSON value: requests with their responses, agent sessions, and bare histories. */

import { either } from './agent-steps';
import { isGeminiContent } from './gemini-parts';
import { isRecord, type JsonRecord, own, ownArray, ownRecord, ownWord } from './json-values';
import { mostlyFits } from './list-search';

export interface Exchange {
  kind: 'exchange';
  /** The request's body, where there is one. */
  request: JsonRecord | undefined;
  /** The response, or the chunks of one, in order. */
  responses: JsonRecord[];
  /** The object that both stand in. */
  owner: JsonRecord;
  /** What stands there in place of a request or a response that could be read. */
  unread: string | undefined;
}

export interface AgentSession {
  kind: 'session';
  events: readonly unknown[];
  owner: JsonRecord;
}

export interface History {
  kind: 'history';
  contents: readonly unknown[];
  owner: JsonRecord;
}

export type GeminiFind = Exchange | AgentSession | History;

const MOST_VALUES = 50_000;
const DEEPEST = 8;
const REQUESTS = ['request', 'req'];
const RESPONSES = ['response', 'res', 'output', 'responses'];
/** A body that is JSON in a text is parsed up to so many characters. */
const LONGEST_BODY = 64 * 1024 * 1024;

/**
 * Everything of Gemini's in a value, outermost first; inside a find nothing more is looked for. Strays stand in a list
 * beside finds and are none.
 */
export function findGemini(value: unknown): { found: GeminiFind[]; strays: number } {
  const found: GeminiFind[] = [];
  const withFinds = new Set<unknown>();
  const others = new Map<unknown, number>();
  const queue: { value: unknown; depth: number; owner: JsonRecord; list: unknown }[] = [
    { value, depth: 0, owner: {}, list: undefined },
  ];
  for (let at = 0; at < queue.length; at++) {
    const entry = queue[at];
    if (!entry) break;
    const { value: here, depth, owner, list } = entry;
    const find = Array.isArray(here) ? listFind(here, owner) : isRecord(here) ? recordFind(here) : undefined;
    if (find) {
      found.push(find);
      withFinds.add(list);
      continue;
    }
    if (list !== undefined) others.set(list, (others.get(list) ?? 0) + 1);
    if (depth >= DEEPEST || typeof here !== 'object' || here === null) continue;
    for (const child of Array.isArray(here) ? here : Object.values(here)) {
      if (queue.length >= MOST_VALUES) break;
      const list = Array.isArray(here) ? here : undefined;
      if (typeof child === 'object' && child !== null)
        queue.push({ value: child, depth: depth + 1, owner: isRecord(here) ? here : owner, list });
      else if (list && typeof child === 'string') others.set(list, (others.get(list) ?? 0) + 1);
    }
  }
  let strays = 0;
  for (const [list, count] of others) if (withFinds.has(list)) strays += count;
  return { found, strays };
}

function listFind(list: readonly unknown[], owner: JsonRecord): GeminiFind | undefined {
  if (mostlyFits(list, isGeminiContent) && list.some((entry) => isRecord(entry) && 'role' in entry))
    return { kind: 'history', contents: list, owner };
  if (mostlyFits(list, isAgentEvent)) return { kind: 'session', events: list, owner };
  if (list.length > 0 && list.every((entry) => isRecord(entry) && responsesIn(entry).length > 0 && !requestIn(entry)))
    return {
      kind: 'exchange',
      request: undefined,
      responses: list.flatMap((entry) => responsesIn(entry as JsonRecord)),
      owner,
      unread: undefined,
    };
  return undefined;
}

function recordFind(here: JsonRecord): GeminiFind | undefined {
  const events = ownArray(here, 'events');
  if (events && mostlyFits(events, isAgentEvent)) return { kind: 'session', events, owner: here };
  const request = requestIn(here);
  const responses = responsesIn(here);
  if (!request && responses.length === 0) return undefined;
  const stray = request
    ? RESPONSES.some((key) => isFilled(own(here, key)))
    : REQUESTS.some((key) => isFilled(own(here, key)));
  const unread = request ? 'a response that holds no `candidates`' : 'a request that holds no `contents`';
  const isUnread = stray && (!request || responses.length === 0);
  return { kind: 'exchange', request, responses, owner: here, unread: isUnread ? unread : undefined };
}

/** An event of an ADK session: an author, and a content of Gemini's or none. */
export function isAgentEvent(value: unknown): value is JsonRecord {
  if (!isRecord(value) || typeof own(value, 'author') !== 'string') return false;
  const content = own(value, 'content');
  return isGeminiContent(content) || ((content === null || content === undefined) && 'actions' in value);
}

/** The request body at this place: here, under `request`, or inside the wrapping of a recorded HTTP call. */
function requestIn(here: JsonRecord): JsonRecord | undefined {
  for (const holder of bodiesOf(here, REQUESTS)) if (contentsOf(holder)) return holder;
  return undefined;
}

function responsesIn(here: JsonRecord): JsonRecord[] {
  const bodies = bodiesOf(here, RESPONSES);
  return bodies.filter((body) => (ownArray(body, 'candidates') ?? []).length > 0 || isBlocked(body));
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A response without candidates says at least what it cost, or why it was refused. */
function isBlocked(body: JsonRecord): boolean {
  return (
    isRecord(either(body, 'promptFeedback', 'prompt_feedback')) &&
    isRecord(either(body, 'usageMetadata', 'usage_metadata'))
  );
}

function bodiesOf(here: JsonRecord, keys: readonly string[]): JsonRecord[] {
  const bodies: JsonRecord[] = [here];
  for (const key of keys) {
    const inner = own(here, key);
    for (const holder of Array.isArray(inner) ? inner : [inner]) {
      if (!isRecord(holder)) continue;
      bodies.push(holder);
      const segments = ownArray(holder, 'body_segments') ?? ownArray(holder, 'sdk_response_segments');
      for (const body of segments ?? [own(holder, 'body') ?? own(holder, 'json') ?? own(holder, 'content')]) {
        const parsed = typeof body === 'string' ? parsedBody(body) : body;
        for (const one of Array.isArray(parsed) ? parsed : [parsed]) if (isRecord(one)) bodies.push(one);
      }
    }
  }
  return bodies;
}

function parsedBody(text: string): unknown {
  if (text.length > LONGEST_BODY || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The contents of a request: a list, one content, or a text. */
export function contentsOf(request: JsonRecord): readonly unknown[] | undefined {
  const contents = own(request, 'contents');
  if (Array.isArray(contents)) {
    const fits = contents.length > 0 && contents.every((entry) => typeof entry === 'string' || isGeminiContent(entry));
    return fits || mostlyFits(contents, isGeminiContent) ? contents : undefined;
  }
  if (isGeminiContent(contents)) return [contents];
  return typeof contents === 'string' && ('config' in request || 'model' in request || 'generationConfig' in request)
    ? [contents]
    : undefined;
}

/** A row of the older tuning sets: what goes in and what comes out. */
export function tuningRow(value: unknown): { input: string; output: string } | undefined {
  if (!isRecord(value)) return undefined;
  const input = ownWord(value, 'text_input') ?? ownWord(value, 'textInput');
  const output = ownWord(value, 'output');
  return input !== undefined && output !== undefined ? { input, output } : undefined;
}

/** The configuration beside the contents, or inside `config`, where the SDK takes it. */
export function setting(request: JsonRecord, camel: string, snake: string): unknown {
  const config = ownRecord(request, 'config');
  return either(request, camel, snake) ?? (config ? either(config, camel, snake) : undefined);
}
