/** OpenTelemetry's spans in a JSON value: OTLP exports, lists, spans a line, Jaeger's tags; attributes of any form as one object. */

import { isoTime, isRecord, type JsonRecord, own, ownArray, ownString, ownWord } from './json-values';

/** A span, or a log record that stands for one, in one form. */
export interface Span {
  name: string;
  trace: string;
  id: string;
  /** The span that it is part of, or ''. */
  parent: string;
  attributes: JsonRecord;
  events: { name: string; attributes: JsonRecord }[];
  start: number;
  time: string | undefined;
}

const VISITED_AT_MOST = 1_000_000;
/** Where exporters keep lists of spans, or of what holds them. */
const HOLDERS = [
  'spans',
  'scopeSpans',
  'scope_spans',
  'instrumentationLibrarySpans',
  'resourceSpans',
  'resource_spans',
  'batches',
  'scopeLogs',
  'resourceLogs',
  'logRecords',
  'data',
  'trace',
  'traces',
];

/** Whether the value is a span or a log record: it has attributes, and says which span it is or belongs to. */
function isSpan(value: JsonRecord): boolean {
  if (!('attributes' in value) && !('tags' in value)) return false;
  return [
    'spanId',
    'span_id',
    'spanID',
    'context',
    'spanContext',
    'traceId',
    'trace_id',
    'startTime',
    'startTimeUnixNano',
    'start_time_unix_nano',
  ].some((key) => key in value);
}

/** Every span of the value in the order of the file; `passed` is told of each record on the way, spans among them. */
export function spansIn(value: unknown, passed?: (record: JsonRecord) => void): Span[] {
  const spans: Span[] = [];
  const waiting: unknown[] = [value];
  for (let visited = 0; waiting.length > 0 && visited < VISITED_AT_MOST; visited++) {
    const here = waiting.pop();
    if (Array.isArray(here)) {
      for (let index = here.length - 1; index >= 0; index--) waiting.push(here[index]);
      continue;
    }
    if (!isRecord(here)) {
      passed?.({ 'a value among spans that is none': here });
      continue;
    }
    passed?.(here);
    if (isSpan(here)) spans.push(spanOf(here));
    else
      for (const key of HOLDERS) {
        const held = own(here, key);
        if (typeof held === 'object') waiting.push(held);
        else if (typeof held === 'string' && /^\s*[[{]/.test(held)) passed?.({ [`${key}, which is a text`]: held });
      }
  }
  return spans;
}

function spanOf(value: JsonRecord): Span {
  const context = [own(value, 'context'), own(value, 'spanContext')].find(isRecord) ?? {};
  const word = (...keys: string[]) =>
    keys.map((key) => ownWord(value, key) ?? ownWord(context, key)).find(Boolean) ?? '';
  const attributes = attributesOf(own(value, 'attributes') ?? own(value, 'tags'));
  const events = (ownArray(value, 'events') ?? ownArray(value, 'logs') ?? []).filter(isRecord).map((event) => {
    const fields = attributesOf(own(event, 'attributes') ?? own(event, 'fields'));
    const name = ownWord(event, 'name') ?? ownString(fields, 'event');
    return { name: name ?? '', attributes: name === undefined ? { 'an event without a name': fields } : fields };
  });
  const body = 'body' in value ? plainValue(own(value, 'body')) : undefined;
  const logged = word('eventName', 'event_name') || ownWord(attributes, 'event.name');
  // A log record is an event of the span that it names.
  if (logged)
    events.push({ name: logged, attributes: isRecord(body) ? { ...attributes, ...body } : { ...attributes, body } });
  const start = timeOf(value, ['startTimeUnixNano', 'start_time_unix_nano', 'startTime', 'start_time', 'timeUnixNano']);
  const end = timeOf(value, ['endTimeUnixNano', 'end_time_unix_nano', 'endTime', 'end_time']) ?? start;
  return {
    name: word('name', 'operationName') || (logged ?? ''),
    trace: word('traceId', 'trace_id', 'traceID'),
    id: word('spanId', 'span_id', 'spanID'),
    parent: parentOf(value),
    attributes: logged
      ? {}
      : body === undefined || body === null
        ? attributes
        : { ...attributes, 'body of no event': body },
    events,
    start: start ?? 0,
    time: end === undefined ? undefined : isoTime(end),
  };
}

/** The span around it: by its id, by its context, or in Jaeger's list of references. */
function parentOf(value: JsonRecord): string {
  const id = ownWord(value, 'parentSpanId') ?? ownWord(value, 'parent_span_id') ?? ownWord(value, 'parent_id');
  const context = own(value, 'parentSpanContext');
  const reference = ownArray(value, 'references')?.find(isRecord);
  return id ?? (isRecord(context) ? ownWord(context, 'spanId') : reference && ownWord(reference, 'spanID')) ?? '';
}

/** A time in milliseconds: nanoseconds or microseconds since 1970, a pair of seconds and nanoseconds, or a date. */
function timeOf(value: JsonRecord, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const time = own(value, key);
    if (Array.isArray(time) && typeof time[0] === 'number') return time[0] * 1000 + Number(time[1] ?? 0) / 1e6;
    if (typeof time === 'string' && !/^\d+$/.test(time)) {
      const date = Date.parse(time);
      if (!Number.isNaN(date)) return date;
    }
    let number = typeof time === 'string' || typeof time === 'number' ? Number(time) : Number.NaN;
    // Milliseconds reach 10^13 in the year 2286: what is larger is a finer unit.
    for (let finer = 0; finer < 2 && number > 1e14; finer++) number /= 1000;
    if (number > 0) return number;
  }
  return undefined;
}

/** Attributes as one object of plain values: they come as an object, or as OTLP's or Jaeger's list of keys and values. */
function attributesOf(attributes: unknown): JsonRecord {
  if (isRecord(attributes)) return attributes;
  if (!Array.isArray(attributes)) {
    return attributes === undefined || attributes === null ? {} : { 'attributes that are no list': attributes };
  }
  return Object.fromEntries(
    attributes.flatMap((entry): [string, unknown][] => {
      const key = isRecord(entry) ? ownString(entry, 'key') : undefined;
      if (!isRecord(entry)) return [['an attribute that is no object', entry]];
      return [[key ?? 'an attribute without a key', plainValue(own(entry, 'value'))]];
    }),
  );
}

/** OTLP's typed value as a plain one; anything else as it is. Lists and maps in it are taken apart level by level. */
function plainValue(value: unknown): unknown {
  const top: unknown[] = [];
  const waiting: { value: unknown; put: (plain: unknown) => void }[] = [{ value, put: (plain) => top.push(plain) }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: typed, put } = next;
    const list = isRecord(typed) ? (valuesOf(typed, 'arrayValue') ?? valuesOf(typed, 'array_value')) : undefined;
    const pairs = isRecord(typed) ? (valuesOf(typed, 'kvlistValue') ?? valuesOf(typed, 'kvlist_value')) : undefined;
    if (list) {
      const plain: unknown[] = new Array(list.length).fill(null);
      put(plain);
      list.forEach((entry, index) => {
        waiting.push({
          value: entry,
          put: (one) => {
            plain[index] = one;
          },
        });
      });
    } else if (pairs) {
      const keep: { [key: string]: unknown } = {};
      put(keep);
      for (const entry of pairs) {
        const key = isRecord(entry) ? (ownString(entry, 'key') ?? 'an entry without a key') : undefined;
        if (!isRecord(entry) || key === undefined || Object.hasOwn(keep, key)) continue;
        const define = (one: unknown) =>
          Object.defineProperty(keep, key, { value: one, enumerable: true, configurable: true, writable: true });
        // The key keeps its place, whenever its value is taken apart.
        define(null);
        waiting.push({ value: own(entry, 'value'), put: define });
      }
    } else put(isRecord(typed) ? scalarOf(typed) : typed);
  }
  return top[0];
}

function valuesOf(typed: JsonRecord, key: string): readonly unknown[] | undefined {
  const inner = own(typed, key);
  return isRecord(inner) ? (ownArray(inner, 'values') ?? []) : undefined;
}

function scalarOf(typed: JsonRecord): unknown {
  for (const key of ['stringValue', 'string_value', 'boolValue', 'bool_value', 'bytesValue'])
    if (key in typed) return own(typed, key);
  for (const key of ['intValue', 'int_value', 'doubleValue', 'double_value'])
    if (key in typed) return Number(own(typed, key));
  return Object.keys(typed).length === 0 ? null : typed;
}
