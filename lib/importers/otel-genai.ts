/** OpenTelemetry GenAI exports: the model calls of each trace, histories that only grow read once. */

import { Collector } from './collector';
import { type History, keepLongest } from './growing-histories';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownArray, ownString, ownWord } from './json-values';
import { isVercelOuter } from './otel-dialects';
import { recordedCall, toolResult } from './otel-messages';
import { type Span, spansIn } from './otel-spans';
import { SPAN_FIELDS, unreadIn } from './otel-unread';

export const otelGenai: Importer = {
  id: 'otel-genai',
  label: 'OpenTelemetry GenAI export',
  detect,
  start: () => new OtelSession(),
};

const LOOKED_AT = 2000;

function isOfVercel({ attributes }: Span): boolean {
  return Object.keys(attributes).some((key) => key.startsWith('ai.prompt') || key === 'ai.operationId');
}

function isOfModel({ attributes, events }: Span): boolean {
  return (
    Object.keys(attributes).some((key) => /^(?:gen_ai|llm|openinference)\b/.test(key)) ||
    events.some(({ name }) => name.startsWith('gen_ai.'))
  );
}

function reasonOf({ attributes }: Span): string {
  return Object.keys(attributes).some((key) => /^(?:llm\.(?:in|out)put_messages|openinference)\b/.test(key))
    ? 'Spans record messages under `llm`, as OpenInference names them.'
    : 'Spans record messages under `gen_ai`, as OpenTelemetry names them.';
}

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  let spans = 0;
  let named = 0;
  let vercel = false;
  for (const { value } of sample.records) {
    for (const span of spansIn(value).slice(0, LOOKED_AT)) {
      spans++;
      if (isOfVercel(span)) vercel = true;
      else if (isOfModel(span)) {
        if (!vercel && recordedCall(span, () => undefined)) return { confidence: 0.92, reason: reasonOf(span) };
        named++;
      }
    }
  }
  if (vercel) return { confidence: 0.4, reason: "These are spans, but they carry the AI SDK's own attributes." };
  if (named > 0)
    return { confidence: 0.6, reason: 'Spans have `gen_ai` attributes, but their messages were not recorded.' };
  if (spans > 0) return { confidence: 0.1, reason: 'There are spans, but none has `gen_ai` attributes.' };
  return { confidence: 0, reason: 'No spans with `gen_ai` attributes.' };
}

const NONE: ReadonlySet<string> = new Set();

/** Spans around model calls; what they record stands in the calls as well. */
const AROUND = new Set(['invoke_agent', 'create_agent', 'invoke_workflow', 'execute_tool']);

class OtelSession implements ImportSession {
  private readonly collector = new Collector();
  /** The spans of each trace, which may come line by line. */
  private readonly traces = new Map<string, { span: Span; line: number }[]>();

  push({ value, line }: FileRecord): void {
    const spans = spansIn(value, (record) => this.collector.unreadFields(record, SPAN_FIELDS));
    if (spans.length === 0) this.collector.skipped.add(line, 'no span');
    for (const span of spans) {
      const known = this.traces.get(span.trace);
      if (known) known.push({ span, line });
      else this.traces.set(span.trace, [{ span, line }]);
    }
  }

  finish(): ParsedFile {
    const histories: History[] = [];
    for (const spans of this.traces.values()) for (const history of this.historiesOf(spans)) histories.push(history);
    const { kept, repeated } = keepLongest(histories);
    if (repeated > 0)
      this.collector.note(
        `Each recorded call repeats the history before it: ${countOf(repeated, 'call that only repeats another is', 'calls that only repeat another are')} not read again.`,
      );
    for (const { messages, tools, line, name } of kept) {
      const builder = this.collector.builder();
      builder.addTools(tools, line);
      for (const message of messages) builder.add(message, line);
      this.collector.close(builder, { name });
    }
    return this.collector.finish();
  }

  private historiesOf(spans: readonly { span: Span; line: number }[]): History[] {
    const ordered = withLoggedEvents(spans).sort((one, other) => one.span.start - other.span.start);
    const calls: { history: History; span: Span; isAround: boolean }[] = [];
    const results = new Map<string, string>();
    for (const { span, line } of ordered) {
      const result = toolResult(span);
      const operation = ownString(span.attributes, 'gen_ai.operation.name') ?? '';
      const skip = (reason: string) => this.collector.skipped.add(line, reason);
      const recorded = operation === 'execute_tool' ? undefined : recordedCall(span, skip);
      if (result) results.set(result.id, result.content);
      else if (!recorded)
        this.collector.leaveOut(`span without messages${operation === '' ? '' : ` (${operation})`}`, line);
      this.collector.unreadFields(unreadIn(span), NONE);
      if (!recorded) continue;
      const name = ownWord(span.attributes, 'gen_ai.agent.name') ?? (span.name || undefined);
      calls.push({ history: { ...recorded, line, name }, span, isAround: AROUND.has(operation) });
    }
    const outer = outerSpans(
      calls.filter(({ isAround }) => !isAround).map(({ span }) => span),
      ordered.map(({ span }) => span),
    );
    for (const call of calls) if (outer.has(call.span)) call.isAround = true;
    const inner = calls.filter(({ isAround }) => !isAround);
    const chosen = inner.length > 0 ? inner : calls;
    for (const { history, isAround } of calls)
      if (isAround && inner.length > 0)
        this.collector.leaveOut('span around model calls, which repeats them', history.line);
    for (const { history } of chosen) addLastResults(history, results);
    return chosen.map(({ history }) => history);
  }
}

/** Spans with messages around others with messages: the AI SDK's own outer ones, and whatever has a call inside. */
function outerSpans(calls: readonly Span[], spans: readonly Span[]): Set<Span> {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const isCall = new Set(calls);
  const outer = new Set(calls.filter(({ attributes }) => isVercelOuter(attributes)));
  for (const span of calls) {
    const seen = new Set([span.id]);
    for (let at = byId.get(span.parent); at && !seen.has(at.id); at = byId.get(at.parent)) {
      seen.add(at.id);
      if (isCall.has(at)) outer.add(at);
    }
  }
  return outer;
}

/** Messages that were logged rather than recorded in a span: those of one span belong together. */
function withLoggedEvents(spans: readonly { span: Span; line: number }[]): { span: Span; line: number }[] {
  const byId = new Map<string, { span: Span; line: number }>();
  const merged: { span: Span; line: number }[] = [];
  for (const { span, line } of spans) {
    const known = span.id === '' ? undefined : byId.get(span.id);
    if (!known) {
      const own = { span: { ...span, events: [...span.events] }, line };
      merged.push(own);
      if (span.id !== '') byId.set(span.id, own);
      continue;
    }
    const [first, later] = [known.span, span];
    known.span = {
      ...first,
      name: Object.keys(first.attributes).length > 0 ? first.name : later.name,
      attributes: { ...first.attributes, ...later.attributes },
      events: first.events.concat(later.events),
      start: Math.min(first.start, later.start),
      time: [first.time, later.time]
        .filter((time) => time !== undefined)
        .sort()
        .at(-1),
    };
  }
  return merged;
}

/** Tools ran after the last call of a trace as well; a later call that was sent their results holds them itself. */
function addLastResults(history: History, results: ReadonlyMap<string, string>): void {
  const last = history.messages.at(-1);
  if (!last || own(last, 'role') !== 'assistant') return;
  for (const call of ownArray(last, 'tool_calls') ?? []) {
    const id = isRecord(call) ? ownWord(call as JsonRecord, 'id') : undefined;
    const content = id === undefined ? undefined : results.get(id);
    if (content !== undefined) history.messages.push({ role: 'tool', tool_call_id: id, content });
  }
}
