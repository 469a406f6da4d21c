/** OpenAI Responses: requests, responses, pages of items, logs of exchanges, items or stream events a line; chains of responses joined. */

import { Collector } from './collector';
import { compactedNote, offerSlices } from './compaction-views';
import type { ConversationBuilder } from './conversation-builder';
import type { FileRecord, Importer, ImportSession, ParsedFile, RecordedBoundary, Sample, Verdict } from './importer';
import {
  countOf,
  isoTime,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';
import { EXCHANGE_KEYS } from './provider-envelopes';
import { chainOf, type Envelope, envelopeOf, isItem, isOwnItem } from './responses-envelopes';
import { ItemReader } from './responses-items';
import { partsText } from './responses-outputs';

export const openaiResponses: Importer = {
  id: 'openai-responses',
  label: 'OpenAI Responses',
  detect,
  start: () => new ResponsesSession(),
};

const LOOKED_AT = 60;

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  let lines = 0;
  let best: Envelope | undefined;
  for (const { value } of sample.records) {
    if (isOwnItem(value)) lines++;
    const final = finalResponse(value);
    const values = Array.isArray(value) ? [value, ...value.slice(0, LOOKED_AT)] : [final ?? value];
    for (const one of values) {
      const found = envelopeOf(one);
      if (found && found.confidence > (best?.confidence ?? 0)) best = found;
    }
  }
  if (best)
    return {
      confidence: best.confidence,
      reason:
        best.confidence > 0.6
          ? `It is ${best.kind} of the Responses API.`
          : 'It has messages under `input`, as a request of the Responses API has, and nothing else of one.',
    };
  if (lines > 0) return { confidence: 0.85, reason: 'Lines are items such as `function_call` and `reasoning`.' };
  return { confidence: 0, reason: 'No items of the Responses API, and no `input` or `output` with such items.' };
}

const STREAM_EVENT = /^response\./;

/** The whole response that ends a stream of events. */
function finalResponse(value: unknown): JsonRecord | undefined {
  if (!isRecord(value) || !isStreamEnd(value)) return undefined;
  return ownRecord(ownRecord(value, 'data') ?? value, 'response');
}

function isStreamEnd(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const type = ownString(ownRecord(value, 'data') ?? value, 'type') ?? '';
  return /^response\.(?:completed|incomplete|failed|done)$/.test(type);
}

function isStreamEvent(value: unknown): boolean {
  return isRecord(value) && STREAM_EVENT.test(ownString(ownRecord(value, 'data') ?? value, 'type') ?? '');
}

/** What is read as a list only. */
const LISTS = ['output', 'data', 'items', 'tools'];
const NOTHING: ReadonlySet<string> = new Set();
const READ_BESIDE = new Set([
  'input',
  'output',
  'data',
  'items',
  'object',
  'instructions',
  'tools',
  'model',
  'id',
  'usage',
  'first_id',
  'last_id',
  'has_more',
  'stream',
  'status',
  'created_at',
  'previous_response_id',
  'conversation',
  'request',
  'response',
  'body',
]);

const READ_AROUND = new Set([
  ...READ_BESIDE,
  ...EXCHANGE_KEYS,
  'timestamp',
  'time',
  'type',
  'url',
  'method',
  'custom_id',
  'error',
  'status_code',
]);

/** A conversation under way; later responses of the same chain go on with it. */
interface Draft {
  builder: ConversationBuilder;
  reader: ItemReader;
  leading: number;
  tools: unknown[];
  line: number;
  title: string | undefined;
}

class ResponsesSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly drafts: Draft[] = [];
  private readonly chains = new Map<string, Draft>();
  private lines: Draft | undefined;
  /** What the model went on with where it was recorded beside the history. */
  private readonly views: { builder: ConversationBuilder; after: Draft }[] = [];

  push({ value, line }: FileRecord): void {
    const final = finalResponse(value);
    if (!final && isStreamEvent(value)) {
      if (isStreamEnd(value))
        this.collector.skipped.add(line, 'the end of a stream without the response that it should hold');
      this.collector.leaveOut('event of a stream', line);
      return;
    }
    const envelope = envelopeOf(final ?? value);
    if (envelope) this.addEnvelope(envelope, line);
    else if (isItem(value)) {
      this.lines ??= this.draft(line);
      this.lines.reader.add(value, line);
    } else if (Array.isArray(value)) this.addList(value, line);
    else this.collector.skipped.add(line, 'no items of this API');
  }

  private addList(list: readonly unknown[], line: number): void {
    let others = 0;
    for (const entry of list) {
      const inner = envelopeOf(entry);
      if (inner) this.addEnvelope(inner, line);
      else others++;
    }
    if (others > 0) this.collector.skipped.add(line, `${countOf(others, 'element')} without items of this API`);
  }

  finish(): ParsedFile {
    for (const draft of this.drafts) this.close(draft);
    return this.collector.finish();
  }

  private draft(line: number): Draft {
    const builder = this.collector.builder();
    const reader = new ItemReader(builder, this.collector);
    const draft: Draft = { builder, reader, leading: 0, tools: [], line, title: undefined };
    this.drafts.push(draft);
    return draft;
  }

  private addEnvelope(envelope: Envelope, line: number): void {
    const { input, output, request, response } = envelope;
    const { id, previous } = chainOf(envelope);
    if (envelope.missing !== undefined) this.collector.skipped.add(line, envelope.missing);
    if (envelope.around) this.collector.unreadFields(envelope.around, READ_AROUND);
    const before = previous === undefined ? undefined : this.chains.get(previous);
    const draft = before ?? this.draft(line);
    if (!before) this.begin(draft, request, response, line);
    if (previous !== undefined && !before)
      this.collector.note('The file refers to an earlier response: what was said before is kept elsewhere.');
    if (id !== undefined) this.chains.set(id, draft);
    for (const item of input) draft.reader.add(item, line);
    draft.reader.close();
    if (response) this.addOutput(draft, output, response, input.length > 0, line);
    for (const owner of new Set([request, response ?? request])) {
      for (const tool of before ? [] : (ownArray(owner, 'tools') ?? [])) draft.tools.push(tool);
      if (owner === request) this.collector.unreadFields(isResponseBody(owner) ? {} : owner, READ_BESIDE);
      const unlisted = LISTS.filter((key) => key in owner && !Array.isArray(own(owner, key)));
      this.collector.unreadFields(Object.fromEntries(unlisted.map((key) => [key, own(owner, key)])), NOTHING);
      if (own(owner, 'has_more') === true)
        this.collector.note('The list goes on: `has_more` says that there are more items than the file has.');
    }
  }

  private begin(draft: Draft, request: JsonRecord, response: JsonRecord | undefined, line: number): void {
    const instructions = own(request, 'instructions') ?? (response && own(response, 'instructions'));
    const text = Array.isArray(instructions)
      ? instructionText(instructions)
      : isRecord(instructions)
        ? instructionText([instructions])
        : instructions;
    if (typeof text === 'string' && text !== '') draft.builder.add({ role: 'system', content: text }, line);
    draft.leading = draft.builder.messages.length;
    draft.title = ownWord(request, 'title');
  }

  private addOutput(
    draft: Draft,
    output: readonly unknown[],
    response: JsonRecord,
    isAfterInput: boolean,
    line: number,
  ): void {
    const { builder, reader } = draft;
    const from = builder.messages.length;
    const isCompacted = own(response, 'object') === 'response.compaction';
    if (isCompacted && isAfterInput) {
      // The history stands before it: this is what the model goes on with.
      const view = this.collector.silentBuilder();
      const viewReader = new ItemReader(view, this.collector);
      for (const item of output) viewReader.add(item, line);
      viewReader.close();
      this.views.push({ builder: view, after: draft });
      return;
    }
    reader.time = isoTime(own(response, 'created_at'));
    for (const item of output) reader.add(item, line);
    reader.close();
    reader.time = undefined;
    // A compacted history keeps messages beside its compaction: all of it is what the model goes on with.
    if (isCompacted) reader.boundaries.splice(0, reader.boundaries.length, { before: from, trigger: 'auto' });
    const answer = builder.messages.findLastIndex(({ role }, index) => index >= from && role === 'assistant');
    builder.addUsage(ownRecord(response, 'usage'), answer);
  }

  private close(draft: Draft): void {
    const { builder, reader, leading, tools, line, title } = draft;
    reader.close();
    if (tools.length + reader.listed.length > 0) builder.addTools([...tools, ...reader.listed], line);
    const last = reader.boundaries.at(-1);
    const seen = this.views.find(({ after }) => after === draft);
    const hidden = last !== undefined && last.before > leading;
    const part = hidden || seen ? { part: 'main' } : {};
    if (!this.collector.close(builder, { title, boundaries: reader.boundaries, ...part })) return;
    if (!seen) {
      if (hidden) offerSlices(this.collector, builder, slicesAfter(reader.boundaries, leading));
      return;
    }
    this.collector.note(compactedNote(1));
    seen.builder.tools = builder.tools;
    this.collector.close(seen.builder, { title: this.collector.conversations.at(-1)?.title, part: 'after compaction' });
  }
}

/** The instructions, and from each compaction on what was said until the next. */
function slicesAfter(boundaries: readonly RecordedBoundary[], leading: number): ((message: number) => boolean)[] {
  return boundaries.map(({ before }, at) => {
    const end = boundaries[at + 1]?.before ?? Number.POSITIVE_INFINITY;
    return (message) => message < leading || (message >= before && message < end);
  });
}

function isResponseBody(owner: JsonRecord): boolean {
  return (ownString(owner, 'object') ?? '').startsWith('response');
}

/** Instructions may be items as well. */
function instructionText(items: readonly unknown[]): string {
  return items
    .map((item) =>
      isRecord(item) && 'content' in item ? partsText(own(item, 'content')).text : partsText([item]).text,
    )
    .join('\n');
}
