/** OpenAI Responses: requests, responses, lists of items, and items a line. */

import { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { isRecord, type JsonRecord, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { ItemReader, partsText, RESPONSES_ITEMS } from './responses-items';

export const openaiResponses: Importer = {
  id: 'openai-responses',
  label: 'OpenAI Responses',
  detect,
  start: () => new ResponsesSession(),
};

const LOOKED_AT = 60;

function isOwnItem(value: unknown): boolean {
  return isRecord(value) && RESPONSES_ITEMS.has(ownString(value, 'type') ?? '') && !('payload' in value);
}

function isItem(value: unknown): boolean {
  return (
    isOwnItem(value) || (isRecord(value) && own(value, 'type') === 'message' && typeof own(value, 'role') === 'string')
  );
}

/** The items of a record in any of its envelopes, and what the envelope is called. */
function envelopeOf(value: unknown): { items: readonly unknown[]; envelope: string } | undefined {
  if (Array.isArray(value))
    return value.slice(0, LOOKED_AT).some(isOwnItem) ? { items: value, envelope: 'a list of items' } : undefined;
  if (!isRecord(value)) return undefined;
  const input = own(value, 'input');
  const output = ownArray(value, 'output');
  if (own(value, 'object') === 'response' && output) {
    const before = Array.isArray(input) ? input : typeof input === 'string' ? [{ role: 'user', content: input }] : [];
    return { items: [...before, ...output], envelope: 'a response' };
  }
  const data = ownArray(value, 'data');
  if (own(value, 'object') === 'list' && data?.slice(0, LOOKED_AT).some(isItem))
    return { items: data, envelope: 'a page of items' };
  if (Array.isArray(input) && input.slice(0, LOOKED_AT).some((item) => isItem(item) || hasRole(item)))
    return { items: input, envelope: 'a request with `input`' };
  if (typeof input === 'string' && ('instructions' in value || 'model' in value))
    return { items: [{ role: 'user', content: input }], envelope: 'a request with `input`' };
  return undefined;
}

function hasRole(item: unknown): boolean {
  return isRecord(item) && typeof own(item, 'role') === 'string' && 'content' in item;
}

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  let lines = 0;
  let found: string | undefined;
  for (const { value } of sample.records) {
    if (isOwnItem(value)) lines++;
    found ??= envelopeOf(value)?.envelope;
  }
  if (found !== undefined) return { confidence: 0.94, reason: `It is ${found} of the Responses API.` };
  if (lines > 0) return { confidence: 0.85, reason: 'Lines are items such as `function_call` and `reasoning`.' };
  return { confidence: 0, reason: 'No items of the Responses API, and no `input` or `output` with such items.' };
}

const READ_BESIDE = new Set([
  'input',
  'output',
  'data',
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
]);

class ResponsesSession implements ImportSession {
  private readonly collector = new Collector();
  private lines: { builder: ConversationBuilder; reader: ItemReader } | undefined;

  push({ value, line }: FileRecord): void {
    const envelope = envelopeOf(value);
    if (envelope) this.addEnvelope(isRecord(value) ? value : {}, envelope.items, line);
    else if (isItem(value)) {
      if (!this.lines) {
        const builder = this.collector.builder();
        this.lines = { builder, reader: new ItemReader(builder, this.collector) };
      }
      this.lines.reader.add(value, line);
    } else if (Array.isArray(value)) {
      for (const entry of value) {
        const inner = envelopeOf(entry);
        if (inner && isRecord(entry)) this.addEnvelope(entry, inner.items, line);
        else this.collector.skipped.add(line, 'no items of this API');
      }
    } else this.collector.skipped.add(line, 'no items of this API');
  }

  finish(): ParsedFile {
    if (this.lines) {
      this.lines.reader.close();
      this.closeWith(this.lines.builder, this.lines.reader, 0);
    }
    return this.collector.finish();
  }

  private addEnvelope(owner: JsonRecord, items: readonly unknown[], line: number): void {
    const builder = this.collector.builder();
    const reader = new ItemReader(builder, this.collector);
    const instructions = own(owner, 'instructions');
    const text = Array.isArray(instructions) ? partsText(instructions).text : instructions;
    if (typeof text === 'string' && text !== '') builder.add({ role: 'system', content: text }, line);
    const leading = builder.messages.length;
    for (const item of items) reader.add(item, line);
    reader.close();
    const tools = ownArray(owner, 'tools') ?? [];
    if (tools.length + reader.listed.length > 0) builder.addTools([...tools, ...reader.listed], line);
    const answer = builder.messages.findLastIndex((message) => message.role === 'assistant');
    if (own(owner, 'object') === 'response') builder.addUsage(ownRecord(owner, 'usage'), answer);
    if (own(owner, 'has_more') === true)
      this.collector.note('The list goes on: `has_more` says that there are more items than the file has.');
    if (ownWord(owner, 'previous_response_id') !== undefined || isRecord(own(owner, 'conversation')))
      this.collector.note('The file refers to an earlier response: what was said before is kept elsewhere.');
    this.collector.unreadFields(owner, READ_BESIDE);
    this.closeWith(builder, reader, leading);
  }

  private closeWith(builder: ConversationBuilder, { boundaries }: ItemReader, leading: number): void {
    const last = boundaries.at(-1);
    if (!this.collector.close(builder, { boundaries, ...(last ? { part: 'main' } : {}) }) || !last) return;
    const view = this.collector.silentBuilder();
    view.messages.push(...builder.messages.slice(0, leading), ...builder.messages.slice(last.before));
    view.tools = builder.tools;
    this.collector.close(view, { part: 'after compaction' });
  }
}
