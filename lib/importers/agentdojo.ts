/** AgentDojo runs, and the Invariant traces that such runs are exported as: a metadata line, then a conversation a line. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';

export const agentdojo: Importer = {
  id: 'agentdojo',
  label: 'AgentDojo trace',
  detect,
  start: () => new AgentdojoSession(),
};

function isRun(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    Array.isArray(own(value, 'messages')) &&
    ('suite_name' in value || 'pipeline_name' in value || 'user_task_id' in value)
  );
}

function isMetadata(value: unknown): boolean {
  return isRecord(value) && isRecord(own(value, 'metadata')) && !('messages' in value);
}

function isTrace(value: unknown): value is JsonRecord {
  return isRecord(value) && Array.isArray(own(value, 'messages')) && typeof own(value, 'index') === 'number';
}

function detect(sample: Sample): Verdict {
  const values = sample.records.map(({ value }) => value);
  if (values.some(isRun))
    return { confidence: 0.97, reason: 'It has a suite, a pipeline or a user task beside the messages.' };
  const metadata = values.some(isMetadata);
  if (metadata && values.some(isTrace))
    return { confidence: 0.95, reason: 'A line of metadata, then numbered traces, as Invariant exports them.' };
  if (metadata) return { confidence: 0.2, reason: 'There is a line of metadata, but no numbered traces.' };
  return { confidence: 0, reason: 'No suite or pipeline beside messages, and no numbered traces.' };
}

const READ = new Set([
  'messages',
  'index',
  'id',
  'metadata',
  'suite_name',
  'user_task_id',
  'injection_task_id',
  'pipeline_name',
]);

const MESSAGE = new Set([
  'id',
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'tool_call',
  'error',
  'name',
  'refusal',
]);

class AgentdojoSession implements ImportSession {
  private readonly collector = new Collector();

  push({ value, line }: FileRecord): void {
    for (const entry of Array.isArray(value) && !isRecordList(value) ? value : [value]) {
      if (isMetadata(entry)) this.collector.skipped.add(line, 'metadata, not a message');
      else if (Array.isArray(entry)) this.add({}, entry, line);
      else if (isRecord(entry) && Array.isArray(own(entry, 'messages')))
        this.add(entry, ownArray(entry, 'messages') ?? [], line);
      else this.collector.skipped.add(line, 'no trace with messages');
    }
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }

  private add(owner: JsonRecord, messages: readonly unknown[], line: number): void {
    const builder = this.collector.builder();
    for (const message of messages) {
      if (isRecord(message)) this.collector.unreadFields(message, MESSAGE);
      builder.add(isRecord(message) ? openaiForm(message) : message, line);
    }
    this.collector.unreadFields(owner, READ);
    const task = ownWord(owner, 'user_task_id');
    const suite = ownWord(owner, 'suite_name');
    const title =
      task === undefined ? undefined : [suite, task, ownWord(owner, 'injection_task_id')].filter(Boolean).join(', ');
    this.collector.close(builder, { title });
  }
}

function isRecordList(value: readonly unknown[]): boolean {
  return isRecord(value[0]) && typeof own(value[0], 'role') === 'string';
}

/** AgentDojo's calls are `{function, args, id}`, its parts `{type: "text", content}`. */
function openaiForm(message: JsonRecord): JsonRecord {
  const calls = ownArray(message, 'tool_calls');
  const content = ownArray(message, 'content');
  const next: { [key: string]: unknown } = { ...message };
  if (calls)
    next.tool_calls = calls.map((call) =>
      isRecord(call) && typeof own(call, 'function') === 'string' ? callOf(call) : call,
    );
  if (content) {
    next.content = content.map((part) =>
      isRecord(part) && own(part, 'text') === undefined && typeof own(part, 'content') === 'string'
        ? { type: ownString(part, 'type') === 'text' ? 'text' : 'reasoning', text: ownString(part, 'content') }
        : part,
    );
  }
  // Older runs keep the whole call beside its result instead of an id.
  const answered = ownRecord(message, 'tool_call');
  if (next.tool_call_id === undefined && answered && ownWord(answered, 'id') !== undefined)
    next.tool_call_id = ownWord(answered, 'id');
  // What went wrong is what the model was told in place of a result.
  const error = own(message, 'role') === 'tool' ? ownWord(message, 'error') : undefined;
  if (error !== undefined) {
    next.content = error;
    next.is_error = true;
  }
  delete next.tool_call;
  return next;
}

function callOf(call: JsonRecord): JsonRecord {
  return {
    id: own(call, 'id'),
    type: 'function',
    function: { name: own(call, 'function'), arguments: jsonText(own(call, 'args') ?? {}) },
  };
}
