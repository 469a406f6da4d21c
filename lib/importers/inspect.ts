/** Inspect evaluation logs: a conversation a sample, its attachments in place, times and usage from its events, compactions told. */

import { Collector } from './collector';
import { compactedNote, viewsOffered } from './compaction-views';
import type { ConversationBuilder } from './conversation-builder';
import type { FileRecord, Importer, ImportSession, ParsedFile, RecordedBoundary, Sample, Verdict } from './importer';
import { Attachments } from './inspect-attachments';
import { inspectMessage, inspectTool, inspectUsage } from './inspect-message';
import {
  isoTime,
  isRecord,
  type JsonRecord,
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

/** A sample as a file of its own, as it lies in an archive. */
function isSample(value: unknown): value is JsonRecord {
  return isRecord(value) && Array.isArray(own(value, 'messages')) && 'epoch' in value && 'target' in value;
}

function detect(sample: Sample): Verdict {
  for (const { value } of sample.records) {
    if (isLog(value)) return { confidence: 0.97, reason: 'It has `eval` and `samples`, as Inspect writes its logs.' };
    if (isSample(value))
      return { confidence: 0.96, reason: 'It has messages, an epoch and a target, as a sample of Inspect has.' };
    if (isRecord(value) && isRecord(own(value, 'eval')) && 'status' in value)
      return { confidence: 0.6, reason: 'It is the header of an Inspect log, without samples.' };
  }
  return { confidence: 0, reason: 'No `eval` beside `samples`.' };
}

const MESSAGE = new Set([
  'id',
  'role',
  'content',
  'source',
  'model',
  'metadata',
  'tool_calls',
  'tool_call_id',
  'function',
  'error',
  'reasoning',
  'internal',
]);

/** What the events tell of the calls of one sample. */
interface Told {
  /** Model calls, with the ids of their answers. */
  calls: { event: JsonRecord; answer: string | undefined }[];
  /** When a message came, by its id. */
  times: Map<string, string>;
  /** The compactions, each with the number of calls before it. */
  compactions: { event: JsonRecord; callsBefore: number }[];
}

class InspectSession implements ImportSession {
  private readonly collector = new Collector();

  push({ value, line }: FileRecord): void {
    if (isSample(value)) this.add(value, line);
    else if (isLog(value)) {
      for (const sample of ownArray(value, 'samples') ?? []) {
        if (isRecord(sample) && Array.isArray(own(sample, 'messages'))) this.add(sample, line);
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
    const told = toldBy(ownArray(sample, 'events') ?? []);
    const positions = new Map<string, number>();
    for (const message of ownArray(sample, 'messages') ?? []) {
      const id = isRecord(message) ? ownWord(message, 'id') : undefined;
      const time = id === undefined ? undefined : told.times.get(id);
      if (isRecord(message)) this.collector.unreadFields(message, MESSAGE);
      const before = builder.messages.length;
      const added = builder.add(isRecord(message) ? inspectMessage(message, attached, time) : message, line);
      if (added && id !== undefined) positions.set(id, before);
    }
    this.addTools(builder, told, attached, line);
    const boundaries = boundariesIn(told, positions);
    this.addUsage(builder, told, positions, line);
    const views = lastCalls(told, positions);
    const name = nameOf(sample);
    this.collector.close(builder, { name, boundaries, ...(views.length > 0 && { part: 'main' }) });
    const title = this.collector.conversations.at(-1)?.title;
    for (const offer of viewsOffered(views.length)) {
      const seen = views[offer.at];
      if (seen) this.addView(seen, builder, attached, line, offer.title(title));
    }
    if (views.length > 0) this.collector.note(compactedNote(views.length));
    else if (told.calls.length > 0 && told.compactions.length > 0)
      this.collector.note('The log tells of compactions, but not what the model was sent after them.');
    if (attached.missing > 0)
      this.collector.note('Texts are named that stand among no attachments: their names stay in their place.');
  }

  /** What a call was sent, and what it said. */
  private addView(
    call: Told['calls'][number],
    main: ConversationBuilder,
    attached: Attachments,
    line: number,
    title: string | undefined,
  ): void {
    const view = this.collector.silentBuilder();
    for (const message of ownArray(call.event, 'input') ?? [])
      if (isRecord(message)) view.add(inspectMessage(message, attached, undefined), line);
    const answer = answerOf(call.event);
    if (answer) view.add(inspectMessage(answer, attached, undefined), line);
    view.tools = main.tools;
    this.collector.close(view, { title, part: 'after compaction' });
  }

  private addTools(builder: ConversationBuilder, told: Told, attached: Attachments, line: number): void {
    const tools = told.calls.map(({ event }) => ownArray(event, 'tools')).find((list) => list && list.length > 0);
    if (!tools) return;
    builder.addTools(
      tools.map((tool) => (isRecord(tool) ? inspectTool(tool, attached) : tool)),
      line,
    );
  }

  private addUsage(
    builder: ConversationBuilder,
    told: Told,
    positions: ReadonlyMap<string, number>,
    line: number,
  ): void {
    const used = new Set<number>();
    for (const { event, answer } of told.calls) {
      const at = answer === undefined ? undefined : positions.get(answer);
      if (at === undefined || builder.messages[at]?.role !== 'assistant') {
        this.collector.leaveOut('model call whose answer is not in this conversation', line);
        continue;
      }
      const usage = inspectUsage(ownRecord(ownRecord(event, 'output') ?? {}, 'usage') ?? {});
      if (!usage || used.has(at)) continue;
      used.add(at);
      builder.usage.push({ message: at, ...usage });
    }
    builder.usage.sort((one, other) => one.message - other.message);
  }
}

function toldBy(events: readonly unknown[]): Told {
  const told: Told = { calls: [], times: new Map(), compactions: [] };
  for (const event of events) {
    if (!isRecord(event)) continue;
    const time = isoTime(own(event, 'completed')) ?? isoTime(own(event, 'timestamp'));
    switch (own(event, 'event')) {
      case 'model': {
        const answer = ownWord(answerOf(event) ?? {}, 'id');
        told.calls.push({ event, answer });
        if (answer !== undefined && time !== undefined) told.times.set(answer, time);
        break;
      }
      case 'tool': {
        const id = ownWord(event, 'message_id');
        if (id !== undefined && time !== undefined) told.times.set(id, time);
        break;
      }
      case 'compaction':
        told.compactions.push({ event, callsBefore: told.calls.length });
        break;
    }
  }
  return told;
}

/** For each compaction the last call before the next one, where the log has what it was sent. */
function lastCalls(told: Told, positions: ReadonlyMap<string, number>): Told['calls'][number][] {
  const calls: Told['calls'][number][] = [];
  told.compactions.forEach(({ callsBefore }, at) => {
    const end = told.compactions[at + 1]?.callsBefore ?? told.calls.length;
    const last = told.calls.slice(callsBefore, end).findLast(({ answer }) => answer && positions.has(answer));
    if (last && ownArray(last.event, 'input') !== undefined) calls.push(last);
  });
  return calls;
}

function answerOf(event: JsonRecord): JsonRecord | undefined {
  const choice = ownArray(ownRecord(event, 'output') ?? {}, 'choices')?.[0];
  return isRecord(choice) ? ownRecord(choice, 'message') : undefined;
}

/** The first message of the conversation that came after a compaction: the answer to the next call. */
function boundariesIn(told: Told, positions: ReadonlyMap<string, number>): RecordedBoundary[] {
  const boundaries: RecordedBoundary[] = [];
  for (const { event, callsBefore } of told.compactions) {
    const next = told.calls.slice(callsBefore).find(({ answer }) => answer !== undefined && positions.has(answer));
    const before = next?.answer === undefined ? undefined : positions.get(next.answer);
    if (before === undefined || boundaries.at(-1)?.before === before) continue;
    const trigger = ownWord(event, 'source') ?? ownString(event, 'type');
    const preTokens = ownCount(event, 'tokens_before');
    boundaries.push({ before, ...(trigger && { trigger }), ...(preTokens !== undefined && { preTokens }) });
  }
  return boundaries;
}

function nameOf(sample: JsonRecord): string {
  const id = own(sample, 'id');
  const epoch = own(sample, 'epoch');
  const name = `Sample ${typeof id === 'string' || typeof id === 'number' ? id : ''}`.trim();
  return epoch === 1 || epoch === undefined ? name : `${name}, epoch ${String(epoch)}`;
}
