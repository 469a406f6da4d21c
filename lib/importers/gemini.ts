/** Gemini API traffic: requests, responses and their chunks, chat histories, tuning sets, and sessions of Google's agent kit. */

import { closeSteps, either, messageStep, type RawMessage, type Step, sampledLines, timeField } from './agent-steps';
import { Collector } from './collector';
import { AgentEvents } from './gemini-events';
import { contentRecords, geminiTools, geminiUsage, isGeminiContent, systemRecord } from './gemini-parts';
import {
  type AgentSession,
  contentsOf,
  type Exchange,
  findGemini,
  type History,
  isAgentEvent,
  setting,
  tuningRow,
} from './gemini-shapes';
import { keepLongest } from './growing-histories';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, formatNumber, isRecord, type JsonRecord, own, ownArray, ownRecord, ownWord } from './json-values';

const LOOKED_AT = 40;
const ROW_FIELDS = new Set(['text_input', 'textInput', 'output']);
/** Fields that are read, or hold nothing that a model reads. */
const REQUEST_FIELDS = new Set(
  'contents history model config systemInstruction system_instruction tools toolConfig tool_config generationConfig generation_config safetySettings safety_settings cachedContent cached_content labels key title request response authType'.split(
    ' ',
  ),
);
const SESSION_FIELDS = new Set(
  'id events app_name appName user_id userId state last_update_time lastUpdateTime'.split(' '),
);

export const gemini: Importer = {
  id: 'gemini',
  label: 'Gemini API',
  detect,
  start: () => new GeminiSession(),
};

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  let contents = 0;
  let rows = 0;
  for (const { value } of sample.records.slice(0, LOOKED_AT)) {
    if (isGeminiContent(value) && 'role' in value) contents++;
    else if (isAgentEvent(value))
      return { confidence: 0.93, reason: 'Lines are events of an ADK session: an author, and contents made of parts.' };
    else if (tuningRow(value)) rows++;
    else {
      const find = findGemini(value).found[0];
      if (find?.kind === 'session')
        return {
          confidence: 0.95,
          reason: 'It has `events` with an author and contents made of parts: an ADK session.',
        };
      if (find?.kind === 'exchange')
        return {
          confidence: 0.95,
          reason: find.request
            ? 'It has `contents` made of parts without a type.'
            : 'It has `candidates`, as Gemini responds.',
        };
      if (find) return { confidence: 0.94, reason: 'It holds a list of contents: a role, and parts without a type.' };
    }
  }
  if (contents > 0)
    return {
      confidence: 0.93,
      reason: `Lines are Gemini contents: a role, and parts without a type (${formatNumber(contents)} of the first ${formatNumber(Math.min(LOOKED_AT, sample.records.length))}).`,
    };
  if (rows > 0)
    return { confidence: 0.8, reason: 'Rows have `text_input` and `output`, as older tuning sets of Gemini do.' };
  return nearMiss(sample);
}

function nearMiss(sample: Sample): Verdict {
  for (const line of sampledLines(sample.records)) {
    const first = ownArray(line, 'messages')?.[0];
    const message = ownRecord(line, 'message') ?? (isRecord(first) ? first : line);
    if ('projectHash' in line)
      return { confidence: 0.15, reason: 'It is a session of Gemini CLI, not traffic of the API.' };
    if (!Array.isArray(own(message, 'parts'))) continue;
    return isGeminiContent(message)
      ? { confidence: 0.2, reason: 'Messages hold Gemini parts, but inside a session file of another tool.' }
      : { confidence: 0.1, reason: 'Messages have `parts`, but the parts have a `type`, which Gemini parts do not.' };
  }
  return { confidence: 0, reason: 'No `contents` or `candidates`, and no message made of parts, was found.' };
}

class GeminiSession implements ImportSession {
  private readonly collector = new Collector();
  /** A conversation written a content a line, and one written an agent's event a line. */
  private readonly lines: Step[] = [];
  private readonly events = new AgentEvents(this.collector);
  /** Chunks of one response, written a line each. */
  private chunks: JsonRecord[] = [];
  private chunksLine = 0;

  push({ value, line }: FileRecord): void {
    if (isGeminiContent(value) && 'role' in value) {
      for (const raw of contentRecords(value)) this.lines.push(messageStep(raw, line));
      return;
    }
    if (isAgentEvent(value)) {
      this.events.add(value, line);
      return;
    }
    const row = tuningRow(value);
    if (row) {
      if (isRecord(value)) this.collector.unreadFields(value, ROW_FIELDS);
      const steps = [
        messageStep({ role: 'user', content: row.input }, line),
        messageStep({ role: 'assistant', content: row.output }, line),
      ];
      closeSteps(this.collector, steps);
      return;
    }
    const { found, strays } = findGemini(value);
    if (found.length > 0 && strays > 0)
      this.collector.skipped.add(
        line,
        `${countOf(strays, 'entry', 'entries')} of a list without a request or response`,
      );
    if (found.length === 0) {
      this.collector.skipped.add(line, 'no contents, candidates or events');
      return;
    }
    const only = found[0];
    if (found.length === 1 && only?.kind === 'exchange' && !only.request) {
      if (only.unread !== undefined) this.collector.skipped.add(line, only.unread);
      this.addChunks(only.responses, line);
      return;
    }
    this.flushChunks();
    this.addExchanges(
      found.filter((find) => find.kind === 'exchange'),
      line,
    );
    for (const find of found) {
      if (find.kind === 'session') this.addSession(find, line);
      else if (find.kind === 'history') this.addHistory(find, line);
    }
  }

  /** Recorded calls of one client repeat their history: only the longest are conversations. */
  private addExchanges(exchanges: readonly Exchange[], line: number): void {
    const histories = exchanges.map((exchange) => ({
      messages: this.exchangeRecords(exchange, line),
      line,
      tools: exchange.request && geminiTools(setting(exchange.request, 'tools', 'tools')),
      name: ownWord(exchange.owner, 'key') ?? ownWord(exchange.owner, 'title'),
    }));
    const { kept, repeated } = exchanges.length > 1 ? keepLongest(histories) : { kept: histories, repeated: 0 };
    for (const { messages, tools, name } of kept)
      closeSteps(
        this.collector,
        messages.map((raw) => messageStep(raw, line)),
        { tools, name },
      );
    if (repeated > 0)
      this.collector.note(
        `${countOf(repeated, 'recorded call')} only began like a longer one and ${repeated === 1 ? 'is' : 'are'} part of it.`,
      );
  }

  private exchangeRecords({ request, responses, owner, unread }: Exchange, line: number): RawMessage[] {
    const records: RawMessage[] = [];
    const isBody = owner === request || responses.some((response) => response === owner);
    if (!isBody) this.collector.unreadFields(owner, OWNER_FIELDS);
    if (request) {
      this.collector.unreadFields(request, REQUEST_FIELDS);
      const system = systemRecord(setting(request, 'systemInstruction', 'system_instruction'));
      if (system) records.push(system);
      for (const content of contentsOf(request) ?? []) this.addContent(records, content, line);
      if (either(request, 'cachedContent', 'cached_content') !== undefined)
        this.collector.note('A request names cached content: what stands before its contents is not in the file.');
    }
    for (const raw of replyRecords(responses, this.collector)) records.push(raw);
    if (unread !== undefined) this.collector.skipped.add(line, unread);
    return records;
  }

  private addContent(records: RawMessage[], content: unknown, line: number): void {
    if (typeof content === 'string') records.push({ role: 'user', content });
    else if (isRecord(content) && Array.isArray(own(content, 'parts'))) {
      if (isRecord(own(content, 'role'))) this.collector.skipped.add(line, 'a content whose role is no text');
      for (const raw of contentRecords(content)) records.push(raw);
    } else this.collector.skipped.add(line, 'a content without parts');
  }

  private addHistory({ contents, owner }: History, line: number): void {
    const records: RawMessage[] = [];
    const system = systemRecord(setting(owner, 'systemInstruction', 'system_instruction'));
    if (system) records.push(system);
    for (const content of contents) this.addContent(records, content, line);
    const tools = geminiTools(setting(owner, 'tools', 'tools'));
    this.collector.unreadFields(owner, REQUEST_FIELDS);
    closeSteps(
      this.collector,
      records.map((raw) => messageStep(raw, line)),
      { tools },
    );
  }

  private addSession({ events, owner }: AgentSession, line: number): void {
    const session = new AgentEvents(this.collector);
    for (const event of events) session.add(event, line);
    session.close(ownWord(owner, 'id'));
    this.collector.unreadFields(owner, SESSION_FIELDS);
  }

  private addChunks(responses: readonly JsonRecord[], line: number): void {
    for (const response of responses) {
      const last = this.chunks.at(-1);
      if (last && !continues(last, response)) this.flushChunks();
      if (this.chunks.length === 0) this.chunksLine = line;
      this.chunks.push(response);
    }
  }

  private flushChunks(): void {
    if (this.chunks.length === 0) return;
    const records = replyRecords(this.chunks, this.collector);
    if (
      closeSteps(
        this.collector,
        records.map((raw) => messageStep(raw, this.chunksLine)),
      )
    )
      this.collector.note(
        'The file holds responses without their requests: each is a conversation with no user message.',
      );
    else this.collector.skipped.add(this.chunksLine, 'a response without content');
    this.chunks = [];
  }

  finish(): ParsedFile {
    this.flushChunks();
    closeSteps(this.collector, this.lines);
    this.events.close();
    return this.collector.finish();
  }
}

/** What stands beside a request and its response. */
const OWNER_FIELDS = new Set(
  'request req response res output responses key title id name model timestamp time createTime metadata status error labels'.split(
    ' ',
  ),
);

/** What a candidate holds beside its content. */
const CANDIDATE_FIELDS = new Set(
  'finishReason finish_reason index safetyRatings safety_ratings avgLogprobs tokenCount citationMetadata groundingMetadata finishMessage'.split(
    ' ',
  ),
);

/** Whether a response is the next chunk of the one before: the same id, or no id and the one before not finished. */
function continues(before: JsonRecord, next: JsonRecord): boolean {
  const ids = [before, next].map((response) => either(response, 'responseId', 'response_id'));
  if (ids[0] !== undefined || ids[1] !== undefined) return ids[0] === ids[1];
  const candidate = ownArray(before, 'candidates')?.[0];
  return isRecord(candidate) && either(candidate, 'finishReason', 'finish_reason') === undefined;
}

/** The reply that one response, or the chunks of one, hold: texts that were cut are joined again. */
function replyRecords(responses: readonly JsonRecord[], collector: Collector): RawMessage[] {
  const parts: unknown[] = [];
  let usage: RawMessage = {};
  let time: RawMessage = {};
  for (const response of responses) {
    const candidates = ownArray(response, 'candidates') ?? [];
    if (candidates.length > 1) collector.note(`A reply has ${candidates.length} candidates; the first is read.`);
    const candidate = candidates[0];
    if (candidates.length > 0 && !isRecord(candidate)) collector.note('A candidate that is no object is not read.');
    const content = isRecord(candidate) ? ownRecord(candidate, 'content') : undefined;
    if (isRecord(candidate) && !content) collector.unreadFields(candidate, CANDIDATE_FIELDS);
    if (content && !Array.isArray(own(content, 'parts')) && Object.keys(content).some((key) => key !== 'role'))
      collector.note('A candidate has content without a list of parts, which is not read.');
    for (const part of (content && ownArray(content, 'parts')) ?? []) addChunk(parts, part);
    const reported = geminiUsage(either(response, 'usageMetadata', 'usage_metadata'));
    if ('usage' in reported) usage = reported;
    time = { ...timeField(either(response, 'createTime', 'create_time')), ...time };
  }
  return parts.length === 0 ? [] : contentRecords({ role: 'model', parts }, { ...usage, ...time });
}

function addChunk(parts: unknown[], part: unknown): void {
  const last = parts.at(-1);
  const isText = (value: unknown): value is JsonRecord => isRecord(value) && typeof own(value, 'text') === 'string';
  if (isText(last) && isText(part) && own(last, 'thought') === own(part, 'thought'))
    parts[parts.length - 1] = { ...last, text: `${last.text}${part.text}` };
  else parts.push(part);
}
