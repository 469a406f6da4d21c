/** What one agent of the Kimi CLI had in its context: steps put together from loop events, compactions, clears and undos. */

import { blockRecords, resultContent } from './agent-blocks';
import { MOST_BRANCHES, messageStep, type RawMessage, type Step, timeField, usageField } from './agent-steps';
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

interface OpenStep {
  blocks: unknown[];
  results: Step[];
  /** Messages that came while its calls still ran: they follow the results. */
  deferred: Step[];
  waiting: Set<string>;
  fields: RawMessage;
  line: number;
}

export class KimiContext {
  /** Everything said, in order. */
  all: Step[] = [];
  /** What the model saw at the end; the same as `all` until something was folded away. */
  live: Step[] = [];
  /** What it held after each earlier compaction or clear, when the next one came. */
  readonly views: Step[][] = [];
  private isFolded = false;
  readonly branches: Step[][] = [];
  unlistedBranches = 0;
  /** Steps that began and brought nothing: the model was interrupted or failed. */
  emptySteps = 0;
  trigger: string | undefined;
  private open: OpenStep | undefined;
  private readonly users = new WeakSet<Step>();
  /** No undo reaches behind what a compaction left. */
  private floor = 0;

  message(message: JsonRecord, time: unknown, line: number): void {
    const role = ownWord(message, 'role') ?? 'user';
    const kind = ownWord(ownRecord(message, 'origin') ?? {}, 'kind') ?? 'user';
    const id = ownWord(message, 'toolCallId') ?? ownWord(message, 'tool_call_id');
    const calls = ownArray(message, 'toolCalls') ?? ownArray(message, 'tool_calls') ?? [];
    const steps = blockRecords(role, withMedia(own(message, 'content')), {
      ...timeField(time),
      ...(id !== undefined && { tool_call_id: id }),
      ...(calls.length > 0 && { tool_calls: calls }),
    }).map((raw) => messageStep(raw, line));
    if (role === 'user' && kind === 'user' && steps[0]) this.users.add(steps[0]);
    if (this.open && this.open.waiting.size > 0) {
      for (const step of steps) this.open.deferred.push(step);
      return;
    }
    this.close();
    for (const step of steps) this.keep(step);
  }

  event(event: JsonRecord, time: unknown, line: number): string | undefined {
    const type = ownString(event, 'type') ?? '';
    if (type === 'step.begin') {
      this.close();
      this.open = newStep(time, line);
    } else if (type === 'content.part') this.step(time, line).blocks.push(mediaPart(own(event, 'part')));
    else if (type === 'tool.call') this.call(event, time, line);
    else if (type === 'tool.result') this.result(event, time, line);
    else if (type === 'step.end') {
      if (this.open) Object.assign(this.open.fields, usageOf(ownRecord(event, 'usage')));
      this.close();
    } else return `a loop event of the type "${type || 'none'}"`;
    return undefined;
  }

  private step(time: unknown, line: number): OpenStep {
    this.open ??= newStep(time, line);
    if (this.open.blocks.length === 0) this.open.line = line;
    return this.open;
  }

  private call(event: JsonRecord, time: unknown, line: number): void {
    const id = ownWord(event, 'toolCallId') ?? ownWord(event, 'uuid');
    const step = this.step(time, line);
    if (id !== undefined) step.waiting.add(id);
    const input = own(event, 'args') ?? own(event, 'arguments') ?? {};
    step.blocks.push({ type: 'tool_call', id, name: ownWord(event, 'name') ?? 'tool', input });
  }

  private result(event: JsonRecord, time: unknown, line: number): void {
    const id = ownWord(event, 'toolCallId') ?? ownWord(event, 'parentUuid');
    const result = own(event, 'result');
    const output = isRecord(result)
      ? (own(result, 'output') ?? own(result, 'content') ?? own(result, 'message') ?? jsonText(result))
      : result;
    const step = messageStep(
      {
        role: 'tool',
        content: resultContent(withMedia(output)),
        ...(id !== undefined && { tool_call_id: id }),
        ...(isRecord(result) && own(result, 'isError') === true && { is_error: true }),
        ...timeField(time),
      },
      line,
    );
    if (!this.open) {
      this.keep(step);
      return;
    }
    this.open.results.push(step);
    if (id !== undefined) this.open.waiting.delete(id);
  }

  /** Ends the step under way: its answer, the results of its calls, and what came meanwhile. */
  close(): void {
    const step = this.open;
    this.open = undefined;
    if (!step) return;
    if (step.blocks.length === 0) this.emptySteps++;
    else for (const raw of blockRecords('assistant', step.blocks, step.fields)) this.keep(messageStep(raw, step.line));
    for (const result of step.results) this.keep(result);
    for (const message of step.deferred) this.keep(message);
  }

  private keep(step: Step): void {
    this.all.push(step);
    if (this.live !== this.all) this.live.push(step);
  }

  /** The newest user messages and a summary take the place of everything; earlier versions kept the end of the history. */
  compact(record: JsonRecord, time: unknown, line: number): void {
    this.close();
    const folded = {
      kind: 'compaction',
      line,
      trigger: this.trigger,
      preTokens: ownCount(record, 'tokensBefore'),
    } as const;
    const text = ownWord(record, 'contextSummary') ?? ownWord(record, 'summary') ?? '';
    const summary = messageStep({ role: 'user', content: text, ...timeField(time) }, line);
    const kept = ownCount(record, 'keptUserMessageCount');
    const before = this.live;
    if (this.isFolded) this.views.push(before);
    this.isFolded = true;
    if (kept === undefined) {
      const rest = before.slice(Math.min(before.length, ownCount(record, 'compactedCount') ?? before.length));
      this.live = [summary, ...rest];
    } else {
      this.live = [...this.keptUsers(before, kept, ownCount(record, 'keptHeadUserMessageCount') ?? 0), summary];
    }
    this.floor = this.live.length;
    this.all.push(folded, summary);
    this.trigger = undefined;
  }

  private keptUsers(before: readonly Step[], count: number, head: number): Step[] {
    const users = before.filter((step) => this.users.has(step));
    const first = users.slice(0, Math.min(head, count));
    const rest = Math.min(count - first.length, users.length - first.length);
    return [...first, ...(rest > 0 ? users.slice(-rest) : [])];
  }

  clear(line: number): void {
    this.close();
    if (this.isFolded) this.views.push(this.live);
    this.isFolded = true;
    this.live = [];
    this.floor = 0;
    this.all.push({ kind: 'compaction', line, trigger: 'clear' });
  }

  /** Takes back so many turns of the user; what they held stays as a branch. */
  undo(count: number): boolean {
    this.close();
    let left = count;
    let at = this.live.length;
    while (left > 0 && at > this.floor) if (this.users.has(this.live[--at] as Step)) left--;
    if (left > 0 || count < 1) return false;
    this.branches.push([...this.all]);
    if (this.branches.length > MOST_BRANCHES) {
      this.branches.shift();
      this.unlistedBranches++;
    }
    const gone = new Set(this.live.slice(at));
    const same = this.live === this.all;
    this.live = this.live.slice(0, at);
    this.all = same ? this.live : this.all.filter((step) => !gone.has(step));
    return true;
  }
}

function newStep(time: unknown, line: number): OpenStep {
  return { blocks: [], results: [], deferred: [], waiting: new Set(), fields: { ...timeField(time) }, line };
}

/** What was read anew, from the cache, and into it, is the input together. */
function usageOf(usage: JsonRecord | undefined): RawMessage {
  if (!usage) return {};
  let input = 0;
  for (const key of ['inputOther', 'inputCacheRead', 'inputCacheCreation']) input += ownCount(usage, key) ?? 0;
  return usageField(input, ownCount(usage, 'output'));
}

function withMedia(content: unknown): unknown {
  return Array.isArray(content) ? content.map(mediaPart) : content;
}

/** Media parts as the Kimi CLI names them, in the names of OpenAI. */
function mediaPart(part: unknown): unknown {
  if (!isRecord(part)) return part;
  const image = ownRecord(part, 'imageUrl');
  if (image) return { type: 'image_url', image_url: image };
  const video = ownRecord(part, 'videoUrl');
  return video ? { type: 'video_url', video_url: video } : part;
}
