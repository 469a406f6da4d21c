/** OpenHands: event lists, evaluation output with a history a line, resolver output, and the events of its SDK. */

import { Collector } from './collector';
import { compactedNote, viewsOffered } from './compaction-views';
import type { ConversationBuilder } from './conversation-builder';
import type { FileRecord, Importer, ImportSession, ParsedFile, RecordedBoundary, Sample, Verdict } from './importer';
import {
  formatNumber,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownText,
  ownWord,
} from './json-values';
import { mostlyFits } from './list-search';
import { OpenhandsReader } from './openhands-messages';
import { isSdkEvent, SdkReader } from './openhands-sdk';

const LOOKED_AT = 30;
const READ = new Set(['history', 'instance_id', 'metrics', 'issue', 'instruction', 'events', 'trajectory']);

const EVENT_TEXTS = new Set(['source', 'kind', 'tool_name', 'tool_call_id', 'action', 'reasoning_content']);
const READ_EVENT = new Set([
  ...['id', 'timestamp', 'source', 'message', 'action', 'args', 'observation', 'content', 'extras', 'cause', 'timeout'],
  ...['tool_call_metadata', 'llm_metrics', 'success', 'thought', 'command', 'code', 'path', 'outputs', 'keep_prompt'],
  ...['is_confirmed', 'confirmation_state', 'action_risk', 'security_risk', 'kernel_init_code', 'command_id'],
  ...[
    'exit_code',
    'image_urls',
    'images_urls',
    'wait_for_response',
    'hidden',
    'llm_response_id',
    'start',
    'end',
    'url',
  ],
]);
const READ_SDK_EVENT = new Set([
  ...['id', 'kind', 'timestamp', 'source', 'system_prompt', 'tools', 'llm_message', 'extended_content', 'thought'],
  ...['reasoning_content', 'thinking_blocks', 'responses_reasoning_item', 'action', 'tool_name', 'tool_call_id'],
  ...[
    'tool_call',
    'llm_response_id',
    'security_risk',
    'summary',
    'observation',
    'action_id',
    'error',
    'rejection_reason',
  ],
  ...['activated_skills', 'activated_microagents', 'sender', 'forgotten_event_ids', 'summary_offset', 'critic_result'],
]);
const SDK_TEXTS = new Set([...EVENT_TEXTS].filter((key) => key !== 'action'));

export const openhands: Importer = {
  id: 'openhands',
  label: 'OpenHands events',
  detect,
  start: () => new OpenhandsSession(),
};

function isEvent(value: unknown): value is JsonRecord {
  if (!isRecord(value)) return false;
  if (isSdkEvent(value)) return true;
  const named = typeof own(value, 'action') === 'string' || typeof own(value, 'observation') === 'string';
  return named && ('source' in value || isRecord(own(value, 'args')) || isRecord(own(value, 'extras')));
}

/** Events of an old history have no source, and their arguments stand beside the name of the action. */
function isOldEvent(value: unknown): boolean {
  return (
    isEvent(value) ||
    (isRecord(value) &&
      !('response' in value) &&
      ((typeof own(value, 'action') === 'string' &&
        ('thought' in value || 'content' in value || 'command' in value || 'code' in value)) ||
        (typeof own(value, 'observation') === 'string' && 'content' in value)))
  );
}

/** Older histories are lists of pairs of an action and its observation. */
function flat(history: readonly unknown[]): unknown[] {
  return history.flatMap((entry) => (Array.isArray(entry) ? entry : [entry]));
}

function historyIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return mostlyFits(value, isEvent) ? value : undefined;
  if (!isRecord(value)) return undefined;
  for (const key of ['history', 'events', 'trajectory']) {
    const list = ownArray(value, key);
    if (list && mostlyFits(flat(list.slice(0, LOOKED_AT)), isOldEvent)) return flat(list);
  }
  return undefined;
}

function detect(sample: Sample): Verdict {
  let events = 0;
  let looked = 0;
  for (const { value } of sample.records.slice(0, LOOKED_AT)) {
    looked++;
    if (isEvent(value)) events++;
    const history = historyIn(value);
    if (history && Array.isArray(value))
      return {
        confidence: 0.96,
        reason: 'Events have a source and an action or an observation, as OpenHands writes them.',
      };
    if (history && isRecord(value))
      return {
        confidence: 'instance_id' in value || 'issue' in value ? 0.97 : 0.9,
        reason: 'Entries hold a `history` of actions and observations, as OpenHands writes it.',
      };
    if (isRecord(value) && Array.isArray(own(value, 'history')) && 'instance_id' in value)
      return { confidence: 0.4, reason: 'It has `history` and `instance_id`, but no events of OpenHands in them.' };
  }
  if (events > 0 && events * 2 >= looked)
    return {
      confidence: 0.95,
      reason: `${formatNumber(events)} of the first ${formatNumber(looked)} lines are events of OpenHands.`,
    };
  return { confidence: 0, reason: 'No events with an action or an observation were found.' };
}

class OpenhandsSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly loose: { event: JsonRecord; line: number }[] = [];

  push({ value, line }: FileRecord): void {
    if (isEvent(value)) {
      this.loose.push({ event: value, line });
      return;
    }
    const outputs = Array.isArray(value) && !historyIn(value) ? value : [value];
    for (const output of outputs) this.pushOutput(output, line);
  }

  private pushOutput(output: unknown, line: number): void {
    const history = historyIn(output);
    if (!history) {
      this.collector.skipped.add(
        line,
        isRecord(output) && 'history' in output ? 'an entry whose `history` holds no events' : 'no event of OpenHands',
      );
      return;
    }
    const events: { event: JsonRecord; line: number }[] = [];
    for (const event of history) {
      if (isRecord(event)) events.push({ event, line });
      else this.collector.skipped.add(line, 'a value that is no object stands among the events');
    }
    const owner = isRecord(output) ? output : {};
    this.read(events, ownWord(owner, 'instance_id') ?? issueTitle(owner), usageIn(owner));
    if (isRecord(output)) this.collector.unreadFields(output, READ);
  }

  private read(
    events: readonly { event: JsonRecord; line: number }[],
    title: string | undefined,
    usage: ReadonlyMap<string, JsonRecord>,
  ): void {
    const condensations: number[] = [];
    for (const [at, { event }] of events.entries()) if (condensation(event)) condensations.push(at);
    const builder = this.collector.builder();
    const boundaries = this.fill(builder, events, usage, true);
    const facts = { title, boundaries };
    if (
      !this.collector.close(builder, condensations.length > 0 ? { ...facts, part: 'main' } : facts) ||
      condensations.length === 0
    )
      return;
    const named = condensations.length > 1 ? this.collector.conversations.at(-1)?.title : title;
    for (const offer of viewsOffered(condensations.length)) {
      const view = this.collector.silentBuilder();
      this.fill(view, condensedView(events.slice(0, condensations[offer.at + 1] ?? events.length)), usage, false);
      this.collector.close(view, { title: offer.title(named), part: 'after compaction' });
    }
    this.collector.note(compactedNote(condensations.length));
  }

  private fill(
    builder: ConversationBuilder,
    events: readonly { event: JsonRecord; line: number }[],
    usage: ReadonlyMap<string, JsonRecord>,
    report: boolean,
  ): RecordedBoundary[] {
    const reader = new OpenhandsReader(usage);
    const sdk = new SdkReader();
    const boundaries: RecordedBoundary[] = [];
    let last = 0;
    for (const { event, line } of events) {
      last = line;
      if (report)
        this.collector.unreadFields(
          event,
          isSdkEvent(event) ? READ_SDK_EVENT : READ_EVENT,
          isSdkEvent(event) ? SDK_TEXTS : EVENT_TEXTS,
        );
      const outcome = isSdkEvent(event) ? sdk.read(event) : reader.read(event);
      if (outcome.tools !== undefined) builder.addTools(outcome.tools, line);
      for (const message of outcome.messages) builder.add(message, line);
      if (condensation(event)) boundaries.push({ before: builder.messages.length, trigger: 'condensation' });
      else if (outcome.leftOut !== undefined && report) this.collector.leaveOut(outcome.leftOut, line);
    }
    for (const message of sdk.flush()) builder.add(message, last);
    return boundaries.filter(({ before }) => before > 0 && before < builder.messages.length);
  }

  finish(): ParsedFile {
    if (this.loose.length > 0) this.read(this.loose, undefined, new Map());
    return this.collector.finish();
  }
}

function issueTitle(owner: JsonRecord): string | undefined {
  return ownWord(ownRecord(owner, 'issue') ?? {}, 'title');
}

/** Usage a completion, which evaluation output lists beside the history. */
function usageIn(owner: JsonRecord): Map<string, JsonRecord> {
  const usage = new Map<string, JsonRecord>();
  for (const entry of ownArray(ownRecord(owner, 'metrics') ?? {}, 'token_usages') ?? []) {
    const id = isRecord(entry) ? ownWord(entry, 'response_id') : undefined;
    if (isRecord(entry) && id !== undefined) usage.set(id, entry);
  }
  return usage;
}

/** The arguments of a condensation: which events it forgot, and the summary that took their place. */
function condensation(event: JsonRecord): JsonRecord | undefined {
  if (ownString(event, 'action') === 'condensation') return ownRecord(event, 'args') ?? event;
  return ownString(event, 'kind') === 'Condensation' ? event : undefined;
}

/** What the model saw after the last condensation of these events: no forgotten events, and the last summary at its place. */
function condensedView(events: readonly { event: JsonRecord; line: number }[]): { event: JsonRecord; line: number }[] {
  const forgotten = new Set<unknown>();
  const ranges: [number, number][] = [];
  let summary: { text: string; offset: number | undefined; line: number } | undefined;
  for (const { event, line } of events) {
    const args = condensation(event);
    if (!args) continue;
    for (const id of ownArray(args, 'forgotten_event_ids') ?? []) forgotten.add(id);
    const start = ownCount(args, 'forgotten_events_start_id');
    const end = ownCount(args, 'forgotten_events_end_id');
    if (start !== undefined && end !== undefined) ranges.push([start, end]);
    const text = ownText(args, 'summary');
    if (text !== undefined) summary = { text, offset: ownCount(args, 'summary_offset'), line };
  }
  const kept = events.filter(({ event }) => {
    const id = own(event, 'id');
    const inRange = typeof id === 'number' && ranges.some(([start, end]) => id >= start && id <= end);
    return !condensation(event) && !forgotten.has(id) && !inRange;
  });
  if (summary) {
    const message = { action: 'message', source: 'user', args: { content: summary.text } };
    kept.splice(Math.min(kept.length, summary.offset ?? 0), 0, { event: message, line: summary.line });
  }
  return kept;
}
