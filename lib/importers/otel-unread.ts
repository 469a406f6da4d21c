/** Names of what a span recorded and no convention reads, so that the report can say it. */

import type { JsonRecord } from './json-values';
import type { Span } from './otel-spans';

const READ =
  /^(?:gen_ai\.(?:(?:input|output)\.messages|system_instructions|prompt|completion|system|provider\.name|operation\.name|(?:usage|tool|request|response|agent|conversation|output)\..+)|gen_ai\.(?:prompt|completion)\.\d+\.(?:role|content|finish_reason|tool_call_id|tool_calls\.\d+\.(?:id|name|arguments))|llm\..+|openinference\..+|ai\.(?:prompt|response|usage|toolCall|operationId|model|settings|telemetry)(?:\..+)?|pydantic_ai\.all_messages|events|all_messages_events|tool_response)$/;
const READ_IN_EVENTS =
  /^(?:content|role|tool_calls|id|tool_call_id|index|finish_reason|message|name|body|event|event\.name|gen_ai\..+)$/;

/** What the records that hold spans, and spans themselves, have in any exporter's form. */
export const SPAN_FIELDS: ReadonlySet<string> = new Set(
  'spans scopeSpans scope_spans instrumentationLibrarySpans resourceSpans resource_spans batches scopeLogs resourceLogs logRecords data trace traces resource scope schemaUrl instrumentationLibrary instrumentationScope name kind traceId trace_id traceID spanId span_id spanID parentSpanId parent_span_id parent_id parentSpanContext context spanContext startTimeUnixNano endTimeUnixNano start_time_unix_nano end_time_unix_nano startTime endTime start_time end_time timeUnixNano observedTimeUnixNano duration attributes tags events logs links references status status_code status_message ended severityText severityNumber body eventName event_name operationName processID processes process flags traceState trace_state droppedAttributesCount droppedEventsCount droppedLinksCount span_kind'.split(
    ' ',
  ),
);

const LABEL = /^(?:role|id|tool_call_id|index|finish_reason|name|event|event\.name)$/;

function add(found: { [key: string]: unknown }, fields: JsonRecord, read: RegExp): void {
  for (const [key, value] of Object.entries(fields)) {
    // A label that holds an object is none.
    if (read.test(key) && !(LABEL.test(key) && typeof value === 'object' && value !== null)) continue;
    Object.defineProperty(found, key, { value, enumerable: true, configurable: true, writable: true });
  }
}

/** Attributes of the span and of its events that are read under no name. */
export function unreadIn({ attributes, events }: Span): JsonRecord {
  const found: { [key: string]: unknown } = {};
  add(found, attributes, READ);
  for (const event of events) add(found, event.attributes, READ_IN_EVENTS);
  return found;
}
