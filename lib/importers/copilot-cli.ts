/** Copilot CLI session events: messages and results of the session, and of its sub-agents as side chains. */

import { resultContent } from './agent-blocks';
import {
  addParts,
  callsOf,
  closeSteps,
  compactionsIn,
  messageStep,
  nameIn,
  partsContent,
  type RawMessage,
  type Step,
  sampledLines,
  sessionLines,
  timeField,
} from './agent-steps';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  countOf,
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

const EVENT = /^(?:session|user|assistant|tool|system|hook|subagent|skill)\.[a-z_]+$/;

export const copilotCli: Importer = {
  id: 'copilot-cli',
  label: 'Copilot CLI session',
  detect,
  start: () => new CopilotSession(),
};

function detect(sample: Sample): Verdict {
  const lines = sampledLines(sample.records);
  if (lines.some((line) => own(line, 'type') === 'session.start' && isRecord(own(line, 'data'))))
    return { confidence: 0.97, reason: 'A line is `session.start` with `data`, as Copilot CLI begins its sessions.' };
  const events = lines.filter(
    (line) => EVENT.test(ownString(line, 'type') ?? '') && isRecord(own(line, 'data')),
  ).length;
  if (events > 0)
    return {
      confidence: 0.8,
      reason: 'Lines are events with `type` and `data`, as Copilot CLI writes them; `session.start` is missing.',
    };
  return { confidence: 0, reason: 'No line is an event with `data`, such as `session.start`.' };
}

interface Thread {
  steps: Step[];
  /** Since the last compaction, where there was one. */
  seen: Step[] | undefined;
  /** The same after each earlier one, up to the next. */
  views: Step[][];
  /** Reasoning that came as an event before its message. */
  reasoning: string[];
  lastMessage: RawMessage | undefined;
  lastId: string | undefined;
}

class CopilotSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly main = newThread();
  /** Sub-agents by the call that started them. */
  private readonly side = new Map<string, Thread>();
  private readonly names = new Map<string, string>();
  private title: string | undefined;
  private truncations = 0;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) this.pushLine(entry, line);
  }

  private pushLine(value: unknown, line: number): void {
    const type = isRecord(value) ? ownString(value, 'type') : undefined;
    const data = isRecord(value) ? ownRecord(value, 'data') : undefined;
    if (!isRecord(value) || type === undefined || !data) {
      this.collector.skipped.add(
        line,
        isRecord(value) ? 'an event without `type` and `data`' : 'a value that is no object',
      );
      return;
    }
    const thread = this.threadOf(data);
    const time = timeField(own(value, 'timestamp'));
    if (type === 'user.message') this.addUser(thread, data, time, line);
    else if (type === 'assistant.message') this.addAssistant(thread, data, time, line);
    else if (type === 'assistant.reasoning') this.addReasoning(thread, data);
    else if (type === 'tool.execution_complete') this.addResult(thread, data, time, line);
    else if (type === 'system.message') this.addText(thread, 'system', data, time, line);
    else if (type === 'system.notification') this.addText(thread, 'user', data, time, line);
    else if (type === 'session.truncation') this.truncated(thread, data, line);
    else if (type === 'session.compaction_complete') this.compacted(thread, data, time, line);
    else {
      if (type === 'subagent.started') this.nameAgent(data);
      if (type === 'session.title_changed') this.title = ownWord(data, 'title') ?? this.title;
      this.collector.leaveOut(type, line);
    }
  }

  private threadOf(data: JsonRecord): Thread {
    const call = ownWord(data, 'parentToolCallId') ?? ownWord(data, 'agentId');
    if (call === undefined) return this.main;
    let thread = this.side.get(call);
    if (!thread) {
      thread = newThread();
      this.side.set(call, thread);
    }
    return thread;
  }

  private nameAgent(data: JsonRecord): void {
    const call = nameIn(data, 'toolCallId');
    const name = ownWord(data, 'agentDisplayName') ?? ownWord(data, 'agentName');
    if (call !== undefined && name !== undefined) this.names.set(call, name);
  }

  private add(thread: Thread, raw: RawMessage, line: number): void {
    const step = messageStep(raw, line);
    thread.steps.push(step);
    thread.seen?.push(step);
  }

  /** The model reads the transformed text, which has the time and what was attached around the user's words. */
  private addUser(thread: Thread, data: JsonRecord, time: RawMessage, line: number): void {
    const words = ownWord(data, 'content');
    if (thread === this.main) this.title ??= words;
    const content = nameIn(data, 'transformedContent') ?? own(data, 'content') ?? '';
    if (!('content' in data) && content === '') {
      this.collector.skipped.add(line, 'a user message without content');
      return;
    }
    const parts: unknown[] = [];
    addParts(parts, content);
    for (const attached of ownArray(data, 'attachments') ?? []) {
      if (isRecord(attached)) parts.push({ type: 'text', text: attachmentText(attached) });
    }
    this.add(thread, { role: 'user', content: partsContent(parts) ?? '', ...time }, line);
  }

  private addAssistant(thread: Thread, data: JsonRecord, time: RawMessage, line: number): void {
    const calls = (ownArray(data, 'toolRequests') ?? []).filter(isRecord).map(callRecord);
    const id = ownWord(data, 'messageId');
    const last = thread.lastMessage;
    // Long messages are written in pieces that share their id.
    if (last && id !== undefined && id === thread.lastId && (ownCount(data, 'chunkIndex') ?? 0) > 0) {
      last.content = `${last.content ?? ''}${nameIn(data, 'content') ?? ''}` || null;
      if (calls.length > 0) last.tool_calls = [...callsOf(last), ...calls];
      return;
    }
    const reasoning = nameIn(data, 'reasoningText') ?? (thread.reasoning.join('\n') || undefined);
    thread.reasoning = [];
    const raw: RawMessage = {
      role: 'assistant',
      content: own(data, 'content') || (calls.length > 0 || reasoning !== undefined ? null : ''),
      ...(reasoning !== undefined && { reasoning }),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...time,
    };
    this.add(thread, raw, line);
    thread.lastMessage = raw;
    thread.lastId = id;
  }

  private addReasoning(thread: Thread, data: JsonRecord): void {
    const text = ownWord(data, 'content');
    if (text !== undefined) thread.reasoning.push(text);
  }

  private addResult(thread: Thread, data: JsonRecord, time: RawMessage, line: number): void {
    const result = own(data, 'result');
    const error = own(data, 'error');
    const content = isRecord(result) ? (own(result, 'content') ?? own(result, 'detailedContent') ?? result) : result;
    const failure = isRecord(error) ? (ownWord(error, 'message') ?? jsonText(error)) : error;
    const failed = own(data, 'success') === false || (content ?? failure) !== content;
    const id = nameIn(data, 'toolCallId');
    this.add(
      thread,
      {
        role: 'tool',
        content: resultContent(content ?? failure),
        ...(id !== undefined && { tool_call_id: id }),
        ...(failed && { is_error: true }),
        ...time,
      },
      line,
    );
    thread.lastMessage = undefined;
  }

  private addText(thread: Thread, role: string, data: JsonRecord, time: RawMessage, line: number): void {
    const content = own(data, 'content');
    if (content === undefined || content === null) {
      this.collector.skipped.add(line, `a ${role} event without content`);
      return;
    }
    const named = ownWord(data, 'role');
    this.add(thread, { role: role === 'system' && named === 'developer' ? named : role, content, ...time }, line);
  }

  private truncated(thread: Thread, data: JsonRecord, line: number): void {
    this.truncations++;
    thread.steps.push({
      kind: 'compaction',
      line,
      trigger: 'truncation',
      preTokens: ownCount(data, 'preTruncationTokensInMessages'),
    });
  }

  private compacted(thread: Thread, data: JsonRecord, time: RawMessage, line: number): void {
    if (own(data, 'success') === false) {
      this.collector.leaveOut('failed compaction', line);
      return;
    }
    const trigger = ownWord(data, 'trigger');
    const mark: Step = { kind: 'compaction', line, trigger, preTokens: ownCount(data, 'preCompactionTokens') };
    thread.steps.push(mark);
    if (thread.seen) thread.views.push(thread.seen);
    thread.seen = thread.steps.filter((step) => step.kind === 'message' && step.raw.role === 'system');
    thread.seen.push(mark);
    const summary = nameIn(data, 'summaryContent');
    if (summary !== undefined) this.add(thread, { role: 'user', content: summary, ...time }, line);
    else this.collector.note('A compaction is recorded without its summary.');
  }

  finish(): ParsedFile {
    const { collector, main, title } = this;
    closeReasoning(main);
    closeSteps(collector, main.steps, { title, part: 'main' });
    if (main.seen) offerViews(collector, [...main.views, main.seen], compactionsIn(main.steps), { title });
    for (const [call, thread] of this.side) {
      closeReasoning(thread);
      closeSteps(collector, thread.steps, { part: 'side chain', title: this.names.get(call), name: 'Sub-agent' });
    }
    if (this.truncations > 0)
      collector.note(
        `${countOf(this.truncations, 'truncation')} left the model fewer messages; the file does not say which.`,
      );
    return collector.finish();
  }
}

function newThread(): Thread {
  return { steps: [], seen: undefined, views: [], reasoning: [], lastMessage: undefined, lastId: undefined };
}

/** Reasoning at the end, whose message never came. */
function closeReasoning(thread: Thread): void {
  if (thread.reasoning.length === 0) return;
  const step = messageStep({ role: 'assistant', content: null, reasoning: thread.reasoning.join('\n') }, 0);
  thread.steps.push(step);
  thread.seen?.push(step);
}

function callRecord(request: JsonRecord): RawMessage {
  const input = own(request, 'arguments') ?? own(request, 'input') ?? {};
  const id = nameIn(request, 'toolCallId');
  return {
    ...(id !== undefined && { id }),
    name: nameIn(request, 'name') ?? 'tool',
    arguments: typeof input === 'string' ? input : jsonText(input),
  };
}

function attachmentText(attached: JsonRecord): string {
  const kind = ownWord(attached, 'type') ?? 'file';
  return `[${kind}: ${ownWord(attached, 'displayName') ?? ownWord(attached, 'path') ?? 'unnamed'}]`;
}
