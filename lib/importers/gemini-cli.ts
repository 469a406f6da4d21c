/** Gemini CLI sessions, whole or as an append log: the last write of a message wins, rewinds are branches. */

import {
  closeSteps,
  compactionsIn,
  MOST_BRANCHES,
  messageStep,
  type Step,
  sampledLines,
  sessionLines,
  timeField,
} from './agent-steps';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
import { messageRecords, noticeText } from './gemini-cli-messages';
import { GeminiStream, isStreamLine, isStreamStart } from './gemini-stream';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownArray, ownRecord, ownString, ownWord } from './json-values';

const MESSAGE_FIELDS = new Set(
  'id timestamp type content parts displayContent thoughts tokens model toolCalls'.split(' '),
);
const CALL_FIELDS = new Set(
  'id name args result status timestamp resultDisplay displayName description renderOutputAsMarkdown agentId'.split(
    ' ',
  ),
);
const STREAM_FIELDS = new Set(
  'type timestamp session_id model role content delta tool_name tool_id parameters status output error stats severity message'.split(
    ' ',
  ),
);
const NOTICES = new Set(['info', 'warning', 'error']);

export const geminiCli: Importer = {
  id: 'gemini-cli',
  label: 'Gemini CLI session',
  detect,
  start: () => new GeminiCliSession(),
};

function detect(sample: Sample): Verdict {
  let partial = false;
  const lines = sampledLines(sample.records);
  if (lines[0] && isStreamStart(lines[0]) && lines.slice(1).some(isStreamLine))
    return {
      confidence: 0.92,
      reason: 'It begins with `init` and a `session_id`: what the Gemini CLI streams as JSON.',
    };
  for (const line of lines) {
    if ('sessionId' in line && 'projectHash' in line)
      return {
        confidence: 0.97,
        reason: Array.isArray(own(line, 'messages'))
          ? 'It has `sessionId`, `projectHash` and `messages`.'
          : 'A line has `sessionId` and `projectHash`: the append log of a session.',
      };
    if (isRecord(own(line, '$set')) || typeof own(line, '$rewindTo') === 'string')
      return { confidence: 0.9, reason: 'Lines have `$set` or `$rewindTo`: the append log of a session.' };
    partial ||= own(line, 'type') === 'gemini' && 'id' in line;
  }
  if (partial) return { confidence: 0.7, reason: 'Messages have the type `gemini`, but no line has `projectHash`.' };
  return { confidence: 0, reason: 'No `projectHash`, and no message of the type `gemini`, was found.' };
}

interface Entry {
  id: string | undefined;
  record: JsonRecord;
  line: number;
  /** Whether it is among what the session holds now. */
  isLive: boolean;
}

/** Before an entry, or at the end, the list of messages was replaced. */
interface Mark {
  at: number;
  line: number;
}

class GeminiCliSession implements ImportSession {
  private readonly collector = new Collector();
  /** Every message that was ever written, in the order of its first writing. */
  private full: Entry[] = [];
  /** What the session holds now. */
  private live: Entry[] = [];
  private byId = new Map<string, Entry>();
  private readonly compactions: Mark[] = [];
  /** What it held after each compaction but the last, when the next one came. */
  private readonly views: Entry[][] = [];
  private readonly branches: Entry[][] = [];
  private rewinds = 0;
  private title: string | undefined;
  private stream: GeminiStream | undefined;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) this.pushLine(entry, line);
  }

  private pushLine(value: unknown, line: number): void {
    if (!isRecord(value)) {
      this.collector.skipped.add(line, 'a value that is no object');
      return;
    }
    if (isStreamStart(value)) this.stream ??= new GeminiStream();
    if (this.stream && isStreamLine(value)) {
      this.collector.unreadFields(value, STREAM_FIELDS);
      const leftOut = this.stream.add(value, line);
      if (leftOut !== undefined) this.collector.leaveOut(leftOut, line);
      return;
    }
    const set = ownRecord(value, '$set');
    const rewind = own(value, '$rewindTo');
    if (set) this.set(set, line);
    else if (typeof rewind === 'string') this.rewind(rewind);
    else if ('projectHash' in value || ('sessionId' in value && !('type' in value))) this.pushHeader(value, line);
    else if (typeof own(value, 'type') === 'string') this.write(value, line);
    else this.collector.skipped.add(line, 'an object without a `type`');
  }

  private pushHeader(header: JsonRecord, line: number): void {
    this.title = ownWord(header, 'summary') ?? this.title;
    for (const message of ownArray(header, 'messages') ?? []) {
      if (isRecord(message)) this.write(message, line);
      else this.collector.skipped.add(line, 'a message that is no object');
    }
  }

  /** Adds a message, or replaces the one with its id where it stands. */
  private write(record: JsonRecord, line: number): void {
    this.nameUnread(record);
    if (!hasWholeCalls(record)) this.collector.skipped.add(line, 'tool calls that are no list of objects');
    const id = ownWord(record, 'id');
    const known = id === undefined ? undefined : this.byId.get(id);
    if (known) {
      this.collector.repaired.add(line, 'a message with the id of an earlier one replaced it, in the earlier place');
      known.record = record;
      if (!known.isLive) this.live.push(known);
      known.isLive = true;
      return;
    }
    const entry: Entry = { id, record, line, isLive: true };
    if (id !== undefined) this.byId.set(id, entry);
    this.full.push(entry);
    this.live.push(entry);
  }

  /** New fields of the session; a new list of messages is what the model sees from here on. */
  private set(fields: JsonRecord, line: number): void {
    this.title = ownWord(fields, 'summary') ?? this.title;
    const messages = ownArray(fields, 'messages');
    if (!messages) {
      this.collector.leaveOut('$set of session fields', line);
      return;
    }
    const before = this.live;
    const at = this.full.length;
    this.live = [];
    for (const entry of before) entry.isLive = false;
    for (const message of messages) {
      if (!isRecord(message)) {
        this.collector.skipped.add(line, 'a message that is no object');
        continue;
      }
      const id = ownWord(message, 'id');
      const known = id === undefined ? undefined : this.byId.get(id);
      if (known) {
        known.record = message;
        if (!known.isLive) this.live.push(known);
        known.isLive = true;
      } else this.write(message, line);
    }
    if (!before.some((entry) => !entry.isLive)) return;
    if (this.compactions.length > 0) this.views.push(before);
    this.compactions.push({ at, line });
  }

  /** Takes back a message and everything after it; an id that is not there takes back everything. */
  private rewind(id: string): void {
    const from = Math.max(
      0,
      this.live.findLastIndex((entry) => entry.id === id),
    );
    const gone = this.live.slice(from);
    if (gone.length === 0) return;
    this.rewinds++;
    if (this.branches.length < MOST_BRANCHES) this.branches.push([...this.live]);
    this.live.length = from;
    const dropped = new Set(gone);
    // Mostly these are the last ones that were written.
    let left = dropped.size;
    for (let last = this.full.at(-1); last && dropped.has(last); last = this.full.at(-1)) {
      this.full.pop();
      left--;
    }
    if (left > 0) this.dropWithin(dropped);
    for (const mark of this.compactions) mark.at = Math.min(mark.at, this.full.length);
    for (const entry of gone) if (entry.id !== undefined) this.byId.delete(entry.id);
  }

  /** Takes messages out of the middle, where an earlier compaction left others behind them. */
  private dropWithin(dropped: ReadonlySet<Entry>): void {
    for (const mark of this.compactions)
      mark.at = this.full.slice(0, mark.at).filter((entry) => !dropped.has(entry)).length;
    this.full = this.full.filter((entry) => !dropped.has(entry));
  }

  finish(): ParsedFile {
    const { collector, title } = this;
    if (this.stream) {
      const streamed = this.stream.records.map(({ raw, line }) => messageStep(raw, line));
      closeSteps(collector, streamed, { part: this.full.length > 0 ? 'stream' : undefined });
    }
    const steps = this.steps(this.full, this.compactions, false);
    const kept = closeSteps(collector, steps, { title, part: 'main' });
    if (kept && compactionsIn(steps) > 0) {
      const views = [...this.views, this.live].map((entries) => this.steps(entries, [{ at: 0, line: 0 }], true));
      offerViews(collector, views, compactionsIn(steps), { title });
    }
    for (const branch of this.branches) closeSteps(collector, this.steps(branch, [], true), { title, part: 'branch' });
    if (this.rewinds > 0)
      collector.note(
        `The session was rewound ${countOf(this.rewinds, 'time')}: what was left behind can be chosen beside what went on.`,
      );
    if (collector.conversations.length === 0) this.showNotices();
    if (kept) collector.note('The system prompt and the tool schemas are not in Gemini CLI session files.');
    return collector.finish();
  }

  private steps(entries: readonly Entry[], marks: readonly Mark[], view: boolean): Step[] {
    const steps: Step[] = [];
    let mark = 0;
    entries.forEach(({ record, line }, index) => {
      while (mark < marks.length && (marks[mark] as Mark).at <= index) {
        steps.push({ kind: 'compaction', line: (marks[mark] as Mark).line });
        mark++;
      }
      const type = ownString(record, 'type') ?? '';
      if (!NOTICES.has(type)) {
        const records = messageRecords(record);
        for (const raw of records) steps.push(messageStep(raw, line));
        if (records.length === 0 && !view)
          this.collector.skipped.add(line, `a message of the type "${type.slice(0, 40)}" without content`);
      } else if (!view) this.collector.leaveOut(`${type} message`, line);
    });
    return steps;
  }

  /** Fields that are new to this reader are named, so that nothing in them is lost without a word. */
  private nameUnread(record: JsonRecord): void {
    this.collector.unreadFields(record, MESSAGE_FIELDS);
    for (const call of ownArray(record, 'toolCalls') ?? [])
      if (isRecord(call)) this.collector.unreadFields(call, CALL_FIELDS);
  }

  /** A session that only has notices of the tool is shown as these, so that nothing of the file is lost. */
  private showNotices(): void {
    const steps: Step[] = [];
    for (const { record, line } of this.full)
      steps.push(
        messageStep({ role: 'system', content: noticeText(record), ...timeField(own(record, 'timestamp')) }, line),
      );
    if (closeSteps(this.collector, steps, { part: 'main', name: 'Notices of the tool' }))
      this.collector.note(
        'The session holds no conversation, only notices of the tool: they are shown as system messages, and no model saw them.',
      );
  }
}

function hasWholeCalls(record: JsonRecord): boolean {
  const calls = own(record, 'toolCalls') ?? [];
  return Array.isArray(calls) && calls.every(isRecord);
}
