/** Langfuse exports: the generations of a trace in the order of time, histories that only grow read once. */

import { Collector } from './collector';
import { geminiTools } from './gemini-parts';
import { type History, keepLongest } from './growing-histories';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  countOf,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';
import { recordedMessages, unwrapped } from './trace-messages';

export const langfuse: Importer = {
  id: 'langfuse',
  label: 'Langfuse export',
  detect,
  start: () => new LangfuseSession(),
};

function isTrace(value: unknown): value is JsonRecord {
  return isRecord(value) && isRecord(own(value, 'trace')) && Array.isArray(own(value, 'observations'));
}

function isObservation(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    'traceId' in value &&
    typeof own(value, 'type') === 'string' &&
    ('input' in value || 'output' in value)
  );
}

function detect(sample: Sample): Verdict {
  for (const { value } of sample.records) {
    if (isTrace(value))
      return { confidence: 0.9, reason: 'It has a trace and its observations, as Langfuse exports them.' };
    if (isObservation(Array.isArray(value) ? value[0] : value))
      return { confidence: 0.85, reason: 'Its records are observations of a Langfuse trace.' };
  }
  return { confidence: 0, reason: 'No `trace` beside `observations`.' };
}

class LangfuseSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly histories: History[] = [];
  /** Observations that come one by one. */
  private readonly loose: JsonRecord[] = [];

  push({ value, line }: FileRecord): void {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (isTrace(entry))
        this.addTrace(ownArray(entry, 'observations') ?? [], ownWord(ownRecord(entry, 'trace') ?? {}, 'name'), line);
      else if (isObservation(entry)) this.loose.push(entry);
      else this.collector.skipped.add(line, 'no trace and no observation');
    }
  }

  finish(): ParsedFile {
    if (this.loose.length > 0) this.addTrace(this.loose, undefined, 1);
    const { kept, repeated } = keepLongest(this.histories);
    if (repeated > 0) {
      this.collector.note(
        `Each recorded call repeats the history before it: ${countOf(repeated, 'call')} that only repeat another are not read again.`,
      );
    }
    for (const history of kept) {
      const builder = this.collector.builder();
      builder.addTools(history.tools, history.line);
      for (const message of history.messages) builder.add(message, history.line);
      this.collector.close(builder, { name: history.name });
    }
    return this.collector.finish();
  }

  private addTrace(observations: readonly unknown[], name: string | undefined, line: number): void {
    const list = observations.filter(isRecord).sort((one, other) => startOf(one).localeCompare(startOf(other)));
    const generations = list.filter((one) => /^generation$/i.test(ownString(one, 'type') ?? ''));
    const turns: JsonRecord[] = [];
    const fragments = generations.some((generation) => isUseless(unwrapped(own(generation, 'input'))));
    for (const generation of generations) {
      const input = unwrapped(own(generation, 'input'));
      const sent = isUseless(input) ? [] : recordedMessages(input, 'user');
      const said = recordedMessages(own(generation, 'output'), 'assistant').map((message) =>
        withRecords(message, generation),
      );
      if (sent.length + said.length === 0) {
        this.collector.leaveOut('generation without messages', line);
        continue;
      }
      if (fragments || sent.length === 0) turns.push(...sent, ...said);
      else this.histories.push({ messages: systemFirst([...sent, ...said]), line, name, tools: toolsOf(input) });
    }
    // Some libraries record single turns: they follow each other, with the results of the tools in between.
    if (turns.length > 0) this.histories.push({ messages: withResults(turns, list), line, name });
    for (const other of list)
      if (!generations.includes(other))
        this.collector.leaveOut(`observation of the type ${ownString(other, 'type') ?? 'none'}`, line);
  }
}

function startOf(observation: JsonRecord): string {
  return ownString(observation, 'startTime') ?? '';
}

/** `{"content": "role"}`: what a faulty integration writes in place of the messages. */
function isUseless(input: unknown): boolean {
  return isRecord(input) && Object.keys(input).length === 1 && own(input, 'content') === 'role';
}

/** Some record the instructions beside the answer: they stand before everything. */
function systemFirst(messages: readonly JsonRecord[]): JsonRecord[] {
  const isSystem = (message: JsonRecord) => own(message, 'role') === 'system';
  return [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))];
}

function withRecords(message: JsonRecord, generation: JsonRecord): JsonRecord {
  if (own(message, 'role') !== 'assistant') return message;
  const usage = ownRecord(generation, 'usageDetails') ?? ownRecord(generation, 'usage') ?? {};
  const input = ownCount(usage, 'input');
  const output = ownCount(usage, 'output');
  const timestamp = own(generation, 'endTime') ?? own(generation, 'startTime');
  return {
    ...message,
    ...(typeof timestamp === 'string' ? { timestamp } : {}),
    ...(input === undefined
      ? {}
      : { usage: { prompt_tokens: input, ...(output === undefined ? {} : { completion_tokens: output }) } }),
  };
}

function toolsOf(input: unknown): unknown {
  if (!isRecord(input)) return undefined;
  const config = ownRecord(input, 'config');
  return own(input, 'tools') ?? (config ? geminiTools(own(config, 'tools')) : undefined);
}

/** Single turns with the results of the tools that ran between them, told by name and order. */
function withResults(turns: readonly JsonRecord[], observations: readonly JsonRecord[]): JsonRecord[] {
  const results = observations.filter((one) => /^tool$/i.test(ownString(one, 'type') ?? ''));
  const used = new Set<JsonRecord>();
  return turns.flatMap((turn) => {
    const calls = ownArray(turn, 'tool_calls') ?? [];
    const answers = calls.flatMap((call) => {
      if (!isRecord(call)) return [];
      const name = ownString(ownRecord(call, 'function') ?? {}, 'name');
      const wanted = jsonOf(ownString(ownRecord(call, 'function') ?? {}, 'arguments'));
      const named = results.filter((result) => !used.has(result) && ownString(result, 'name') === name);
      const result = named.find((one) => jsonOf(own(one, 'input')).includes(wanted)) ?? named[0];
      if (!result) return [];
      used.add(result);
      const [content] = recordedMessages(own(result, 'output'), 'user');
      const text = content ? own(content, 'content') : own(result, 'output');
      return [{ role: 'tool', tool_call_id: own(call, 'id'), content: text ?? '' }];
    });
    return [turn, ...answers];
  });
}

function jsonOf(value: unknown): string {
  return JSON.stringify(unwrapped(value)) ?? '';
}
