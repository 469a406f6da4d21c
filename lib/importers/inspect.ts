/** Inspect evaluation logs: a conversation a sample, long texts looked up among its attachments, usage from its model events. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';

export const inspect: Importer = {
  id: 'inspect',
  label: 'Inspect log',
  detect,
  start: () => new InspectSession(),
};

function isLog(value: unknown): value is JsonRecord {
  return isRecord(value) && isRecord(own(value, 'eval')) && Array.isArray(own(value, 'samples'));
}

/** A sample as a file of its own. */
function isSample(value: unknown): value is JsonRecord {
  return isRecord(value) && Array.isArray(own(value, 'messages')) && 'epoch' in value && 'target' in value;
}

function detect(sample: Sample): Verdict {
  for (const { value } of sample.records) {
    if (isLog(value)) return { confidence: 0.97, reason: 'It has `eval` and `samples`, as Inspect writes its logs.' };
    if (isSample(value))
      return { confidence: 0.94, reason: 'It has messages, an epoch and a target, as a sample of Inspect has.' };
    if (isRecord(value) && isRecord(own(value, 'eval')) && 'status' in value)
      return { confidence: 0.6, reason: 'It is the header of an Inspect log, without samples.' };
  }
  return { confidence: 0, reason: 'No `eval` beside `samples`.' };
}

class InspectSession implements ImportSession {
  private readonly collector = new Collector();

  push({ value, line }: FileRecord): void {
    if (isSample(value)) this.add(value, line);
    else if (isLog(value)) {
      for (const sample of ownArray(value, 'samples') ?? []) {
        if (isSample(sample) || (isRecord(sample) && Array.isArray(own(sample, 'messages'))))
          this.add(sample as JsonRecord, line);
        else this.collector.skipped.add(line, 'a sample without messages');
      }
    } else this.collector.skipped.add(line, 'no log and no sample of Inspect');
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }

  private add(sample: JsonRecord, line: number): void {
    const builder = this.collector.builder();
    const attached = new Attachments(ownRecord(sample, 'attachments') ?? {});
    const messages = ownArray(sample, 'messages') ?? [];
    const positions = new Map<string, number>();
    for (const message of messages) {
      const before = builder.messages.length;
      const added = builder.add(isRecord(message) ? openaiForm(message, attached) : message, line);
      const id = isRecord(message) ? ownWord(message, 'id') : undefined;
      if (added && id !== undefined) positions.set(id, before);
    }
    let models = 0;
    for (const event of ownArray(sample, 'events') ?? []) {
      if (!isRecord(event) || own(event, 'event') !== 'model') continue;
      const tools = ownArray(event, 'tools');
      if (models++ === 0 && tools)
        builder.addTools(
          tools.map((tool) => (isRecord(tool) ? schemaOf(tool, attached) : tool)),
          line,
        );
      const output = ownRecord(event, 'output') ?? {};
      const choice = ownArray(output, 'choices')?.[0];
      const id = isRecord(choice) ? ownWord(ownRecord(choice, 'message') ?? {}, 'id') : undefined;
      const at = id === undefined ? undefined : positions.get(id);
      const usage = ownRecord(output, 'usage');
      if (at === undefined || !usage || builder.messages[at]?.role !== 'assistant') continue;
      const input = ownCount(usage, 'input_tokens');
      const made = ownCount(usage, 'output_tokens');
      const cached =
        (ownCount(usage, 'input_tokens_cache_read') ?? 0) + (ownCount(usage, 'input_tokens_cache_write') ?? 0);
      if (input === undefined || builder.usage.some(({ message }) => message === at)) continue;
      // What was read from a cache is part of the input for OpenAI, and beside it for Anthropic: the larger figure is the prompt.
      const whole = ownCount(usage, 'total_tokens');
      const prompt =
        whole !== undefined && made !== undefined
          ? Math.max(input, whole - made)
          : input + (cached > input ? cached : 0);
      builder.usage.push(
        made === undefined ? { message: at, input: prompt } : { message: at, input: prompt, output: made },
      );
    }
    builder.usage.sort((one, other) => one.message - other.message);
    const epoch = own(sample, 'epoch');
    const id = own(sample, 'id');
    const name = `Sample ${typeof id === 'string' || typeof id === 'number' ? id : ''}${epoch === 1 ? '' : `, epoch ${String(epoch)}`}`;
    this.collector.close(builder, { name });
  }
}

/** Long texts of a sample stand apart, under their hash. */
class Attachments {
  constructor(private readonly texts: JsonRecord) {}

  text(value: string): string {
    if (!value.startsWith('attachment://')) return value;
    return ownString(this.texts, value.slice('attachment://'.length)) ?? value;
  }
}

function openaiForm(message: JsonRecord, attached: Attachments): JsonRecord {
  const content = own(message, 'content');
  const calls = ownArray(message, 'tool_calls');
  const error = ownRecord(message, 'error');
  let text: unknown = content;
  if (typeof content === 'string') text = attached.text(content);
  else if (Array.isArray(content)) text = content.map((part) => (isRecord(part) ? partOf(part, attached) : part));
  if (error && (text === '' || text === undefined))
    text = `Error: ${ownString(error, 'message') ?? ownString(error, 'type') ?? ''}`;
  return {
    role: own(message, 'role'),
    content: text ?? null,
    ...(calls && calls.length > 0
      ? { tool_calls: calls.map((call) => (isRecord(call) ? callOf(call, attached) : call)) }
      : {}),
    ...(own(message, 'tool_call_id') === undefined ? {} : { tool_call_id: own(message, 'tool_call_id') }),
    ...(ownWord(message, 'function') === undefined ? {} : { name: own(message, 'function') }),
  };
}

function partOf(part: JsonRecord, attached: Attachments): JsonRecord {
  const next: { [key: string]: unknown } = { ...part };
  for (const key of ['text', 'reasoning', 'image']) {
    const value = own(part, key);
    if (typeof value === 'string') next[key] = attached.text(value);
  }
  if (own(part, 'type') === 'image') return { type: 'image_url', image_url: { url: next.image } };
  if (own(part, 'type') === 'reasoning') return { type: 'reasoning', text: next.reasoning };
  return next;
}

function callOf(call: JsonRecord, attached: Attachments): JsonRecord {
  const values = own(call, 'arguments');
  let text = '{}';
  if (typeof values === 'string') text = attached.text(values);
  else if (isRecord(values)) {
    const resolved: [string, unknown][] = Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? attached.text(value) : value,
    ]);
    text = jsonText(Object.fromEntries(resolved));
  }
  return { id: own(call, 'id'), type: 'function', function: { name: own(call, 'function'), arguments: text } };
}

function schemaOf(tool: JsonRecord, attached: Attachments): JsonRecord {
  const description = ownString(tool, 'description');
  return {
    type: 'function',
    function: {
      name: own(tool, 'name'),
      ...(description === undefined ? {} : { description: attached.text(description) }),
      parameters: own(tool, 'parameters') ?? {},
    },
  };
}
