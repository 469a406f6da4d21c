/** Langfuse exports: a trace with its observations, a trace of the API, or observations alone; histories that only grow read once. */

import { Collector } from './collector';
import { type History, keepLongest } from './growing-histories';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { langchain } from './langchain';
import { traceHistories } from './langfuse-calls';
import { field } from './langfuse-observation';
import { isAiTrace } from './vercel-telemetry';

export const langfuse: Importer = {
  id: 'langfuse',
  label: 'Langfuse export',
  detect,
  start: () => new LangfuseSession(),
};

const TYPES = new Set([
  'GENERATION',
  'SPAN',
  'EVENT',
  'AGENT',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'EMBEDDING',
  'EVALUATOR',
  'GUARDRAIL',
]);
const LOOKED_AT = 50;

/** A trace and its observations, apart or the one inside the other. */
function traceIn(value: unknown): { trace: JsonRecord; observations: readonly unknown[] } | undefined {
  if (!isRecord(value)) return undefined;
  const observations = ownArray(value, 'observations');
  if (!observations) return undefined;
  const trace = ownRecord(value, 'trace');
  if (trace) return { trace, observations };
  const isTrace = observations.length > 0 ? observations.some(isObservation) : 'htmlPath' in value;
  return isTrace ? { trace: value, observations } : undefined;
}

function isObservation(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    typeof field(value, 'traceId', 'trace_id') === 'string' &&
    TYPES.has((ownString(value, 'type') ?? '').toUpperCase()) &&
    ('input' in value || 'output' in value)
  );
}

/** The entries of a page of the API, or the value as the only one. */
function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const data = isRecord(value) ? ownArray(value, 'data') : undefined;
  return data?.slice(0, LOOKED_AT).some((entry) => isObservation(entry) || traceIn(entry)) ? data : [value];
}

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  for (const { value } of sample.records) {
    const entries = entriesOf(value).slice(0, LOOKED_AT);
    const whole = entries.some(traceIn);
    if (!whole && !entries.some(isObservation)) continue;
    if (langchain.detect(sample).confidence > 0.9)
      return {
        confidence: 0.9,
        reason: 'It is a Langfuse trace, but what it traced are LangChain messages, which are read as such.',
      };
    if (entries.some(isAiTrace))
      return {
        confidence: 0.9,
        reason: 'It is a Langfuse trace, but of the Vercel AI SDK, whose messages are read as such.',
      };
    return whole
      ? { confidence: 0.98, reason: 'It has a trace and its observations, as Langfuse exports them.' }
      : { confidence: 0.96, reason: 'Its records are observations of Langfuse traces.' };
  }
  const half = sample.records.some(({ value }) => isRecord(value) && ('observations' in value || 'traceId' in value));
  return half
    ? { confidence: 0.1, reason: 'It names observations or a trace, but holds no observation with input or output.' }
    : { confidence: 0, reason: 'No `trace` beside `observations`.' };
}

class LangfuseSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly histories: History[] = [];
  /** Observations that come one by one, of each trace. */
  private readonly loose = new Map<string, { observations: JsonRecord[]; line: number }>();

  push({ value, line }: FileRecord): void {
    for (const entry of entriesOf(value)) {
      const found = traceIn(entry);
      if (found) this.addTrace(found.trace, found.observations, line);
      else if (isObservation(entry)) {
        const id = String(field(entry, 'traceId', 'trace_id'));
        const known = this.loose.get(id);
        if (known) known.observations.push(entry);
        else this.loose.set(id, { observations: [entry], line });
      } else this.collector.skipped.add(line, 'no trace and no observation');
    }
  }

  finish(): ParsedFile {
    for (const { observations, line } of this.loose.values()) this.addTrace({}, observations, line);
    const { kept, repeated } = keepLongest(this.histories);
    if (repeated > 0)
      this.collector.note(
        `Each recorded call repeats the history before it: ${countOf(kept.length, 'whole history is', 'whole histories are')} read, and ${countOf(repeated, 'that only repeats the beginning of another is', 'that only repeat the beginning of another are')} not.`,
      );
    for (const history of kept) {
      const builder = this.collector.builder();
      builder.addTools(history.tools, history.line);
      for (const message of history.messages) builder.add(message, history.line);
      this.collector.close(builder, { name: history.name });
    }
    return this.collector.finish();
  }

  private addTrace(trace: JsonRecord, observations: readonly unknown[], line: number): void {
    const records = observations.filter(isRecord);
    for (let count = records.length; count < observations.length; count++)
      this.collector.skipped.add(line, 'an observation that is no object');
    if (ownWord(trace, 'name') === undefined && records.length === 0) return;
    const histories = traceHistories(trace, records, line, {
      skip: (reason) => this.collector.skipped.add(line, reason),
      leaveOut: (kind) => this.collector.leaveOut(kind, line),
      note: (text) => this.collector.note(text),
    });
    for (const history of histories) this.histories.push(history);
    if (ownArray(trace, 'scores')?.length) this.collector.leaveOut('list of scores', line);
    if (histories.length === 0 && own(trace, 'input') !== undefined)
      this.collector.skipped.add(line, 'a trace without recorded messages');
  }
}
