/** Codex CLI rollouts: conversations made of the response items; the events that repeat them are counted and left out. */

import {
  closeSteps,
  compactionsIn,
  MOST_BRANCHES,
  messageStep,
  nameIn,
  type RawMessage,
  type Step,
  sessionLines,
  timeField,
  usageField,
} from './agent-steps';
import { detectCodex, isOldHeader, isOldState } from './codex-detect';
import { execItems, isExecLine } from './codex-exec';
import { CodexTurns, firstWords, HEADER_FIELDS, isCodexItem, turnStart } from './codex-items';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
import type { FileRecord, Importer, ImportSession, ParsedFile } from './importer';
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

export const codexRollout: Importer = {
  id: 'codex-rollout',
  label: 'Codex rollout',
  detect: detectCodex,
  start: () => new CodexSession(),
};

class CodexSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly turns = new CodexTurns(this.collector);
  /** What the model saw since the last compaction. */
  private seen: CodexTurns | undefined;
  /** What it saw after each earlier one, up to the next. */
  private readonly views: Step[][] = [];
  private readonly branches: Step[][] = [];
  private rolledBack = 0;
  /** The conversation as events tell it, for files that hold no response item. */
  private events: Step[] = [];
  private thought = '';
  /** The first line after items on which an event tells what the user said. */
  private asked: number | undefined;
  private items = 0;
  private tools: JsonRecord[] = [];
  private title: string | undefined;
  private isHeaded = false;
  private total = '';

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) this.pushLine(entry, line);
  }

  private pushLine(value: unknown, line: number): void {
    if (!isRecord(value)) {
      this.collector.skipped.add(line, 'a value that is no object');
      return;
    }
    const payload = ownRecord(value, 'payload');
    const type = ownString(value, 'type');
    if (!payload && isExecLine(value)) this.pushExec(value, line);
    else if (!payload) this.pushBare(value, line);
    else if (type === 'session_meta') this.pushHeader(payload, line);
    else if (type === 'response_item') this.pushItem(payload, line, own(value, 'timestamp'));
    else if (type === 'compacted') this.pushCompaction(payload, line, own(value, 'timestamp'));
    else if (type === 'event_msg') this.pushEvent(payload, line, own(value, 'timestamp'));
    else this.collector.leaveOut(type ?? 'untyped line', line);
  }

  /** A line that `codex exec --json` printed. */
  private pushExec(value: JsonRecord, line: number): void {
    const items = execItems(value);
    const usage = ownRecord(value, 'usage');
    if (usage) {
      this.turns.flush();
      this.turns.addUsage(usageField(ownCount(usage, 'input_tokens'), ownCount(usage, 'output_tokens')));
    }
    if (typeof items === 'string') this.collector.leaveOut(items, line);
    else for (const item of items) this.pushItem(item, line, undefined);
  }

  /** Rollouts before September 2025: items without an envelope. */
  private pushBare(value: JsonRecord, line: number): void {
    if (isCodexItem(value)) this.pushItem(value, line, own(value, 'timestamp'));
    else if (isOldHeader(value)) this.pushHeader(value, line);
    else if (isOldState(value)) this.collector.leaveOut('state line', line);
    else if (typeof own(value, 'type') === 'string' && !('payload' in value)) this.pushItem(value, line, undefined);
    else this.collector.skipped.add(line, 'an object that is neither an item nor a line with `payload`');
  }

  private pushHeader(payload: JsonRecord, line: number): void {
    this.collector.unreadFields(payload, HEADER_FIELDS);
    this.addTools(own(payload, 'dynamic_tools'));
    const base = own(payload, 'base_instructions');
    const prompt = typeof base === 'string' ? base : isRecord(base) ? nameIn(base, 'text') : undefined;
    const text = prompt || nameIn(payload, 'instructions');
    if (this.isHeaded || text === undefined || text === '') {
      if (this.isHeaded) this.collector.leaveOut('session_meta of a fork or a resumed session', line);
      this.isHeaded = true;
      return;
    }
    this.isHeaded = true;
    this.turns.push({ role: 'system', content: text, ...timeField(own(payload, 'timestamp')) }, line);
  }

  /** Tools that the session was given beside Codex's own, in either of the forms it has written them. */
  private addTools(value: unknown): void {
    const queue: unknown[] = Array.isArray(value) ? [...value] : [value];
    for (let at = 0; at < queue.length && this.tools.length < 500; at++) {
      const tool = queue[at];
      if (!isRecord(tool)) continue;
      const inner = ownArray(tool, 'tools');
      if (inner) {
        for (const entry of inner) queue.push(entry);
        continue;
      }
      const name = ownWord(tool, 'name');
      if (name === undefined || this.tools.some((known) => own(ownRecord(known, 'function') ?? {}, 'name') === name))
        continue;
      const parameters = own(tool, 'inputSchema') ?? own(tool, 'input_schema') ?? own(tool, 'parameters');
      this.tools.push({
        type: 'function',
        function: {
          name,
          ...(typeof own(tool, 'description') === 'string' && { description: tool.description }),
          ...(isRecord(parameters) && { parameters }),
        },
      });
    }
  }

  private pushItem(payload: JsonRecord, line: number, time: unknown): void {
    this.items++;
    this.turns.add(payload, line, time);
    this.seen?.add(payload, line, time);
  }

  private pushCompaction(payload: JsonRecord, line: number, time: unknown): void {
    const summary = nameIn(payload, 'message');
    const replacement = ownArray(payload, 'replacement_history');
    if (summary === undefined && !replacement && !('message' in payload))
      this.collector.skipped.add(line, 'a compaction without a summary');
    this.turns.flush();
    this.seen?.flush();
    const before = (this.seen ?? this.turns).steps;
    if (this.seen) this.views.push(this.seen.steps);
    const seen = new CodexTurns(this.collector);
    const prompt = this.turns.steps[0];
    if (replacement) {
      if (prompt?.kind === 'message' && prompt.raw.role === 'system') seen.steps.push(prompt);
      seen.compacted({ kind: 'compaction', line });
      for (const item of replacement) seen.add(item, line, undefined);
      seen.flush();
    } else {
      // Without a list of its own, Codex kept what the user said and put the summary after it.
      seen.compacted({ kind: 'compaction', line });
      for (const step of before)
        if (step.kind === 'message' && step.raw.role !== 'assistant' && step.raw.role !== 'tool') seen.steps.push(step);
      this.collector.note(
        'A compaction is recorded without its replacement: what the model saw is put together from the user messages and the summary.',
      );
    }
    this.turns.compacted({ kind: 'compaction', line });
    if (summary !== undefined) {
      const raw: RawMessage = { role: 'user', content: summary, ...timeField(time) };
      this.turns.push(raw, line);
      if (!replacement) seen.push(raw, line);
    }
    seen.quiet();
    this.seen = seen;
  }

  private pushEvent(payload: JsonRecord, line: number, time: unknown): void {
    const type = ownString(payload, 'type') ?? 'untyped';
    if (type === 'token_count') this.pushUsage(payload);
    else if (type === 'thread_rolled_back') this.rollBack(ownCount(payload, 'num_turns') ?? 1);
    else if (type === 'thread_name_updated') this.title = ownWord(payload, 'thread_name') ?? this.title;
    else if (this.items === 0) this.keepEvent(type, payload, line, time);
    else if (type === 'user_message') this.asked ??= line;
    this.collector.leaveOut(`event_msg (${type})`, line);
  }

  private keepEvent(type: string, payload: JsonRecord, line: number, time: unknown): void {
    const role = type === 'user_message' ? 'user' : type === 'agent_message' ? 'assistant' : undefined;
    if (type === 'agent_reasoning') this.thought = [this.thought, ownWord(payload, 'text')].filter(Boolean).join('\n');
    const text = nameIn(payload, 'message');
    if (role && text === undefined) this.collector.skipped.add(line, `an event ${type} without its text`);
    if (!role || text === undefined) return;
    const reasoning = role === 'assistant' && this.thought !== '' ? { reasoning: this.thought } : {};
    this.events.push(messageStep({ role, content: text, ...reasoning, ...timeField(time) }, line));
    if (role === 'assistant') this.thought = '';
  }

  /** The event comes after every response, and once more with the same figures whenever the limits change. */
  private pushUsage(payload: JsonRecord): void {
    this.turns.flush();
    this.seen?.flush();
    const info = ownRecord(payload, 'info');
    const last = info && ownRecord(info, 'last_token_usage');
    if (!info || !last) return;
    const total = jsonText(own(info, 'total_token_usage') ?? last);
    if (total === this.total) return;
    this.total = total;
    const usage = usageField(ownCount(last, 'input_tokens'), ownCount(last, 'output_tokens'));
    this.turns.addUsage(usage);
    this.seen?.addUsage(usage);
  }

  /** The user went back some turns: what came after is a branch. */
  private rollBack(turns: number): void {
    this.turns.flush();
    this.seen?.flush();
    const from = turnStart(this.turns.steps, turns);
    if (from >= this.turns.steps.length) return;
    this.rolledBack++;
    if (this.branches.length < MOST_BRANCHES) this.branches.push([...this.turns.steps]);
    this.turns.steps.length = from;
    if (this.seen) this.seen.steps.length = turnStart(this.seen.steps, turns);
  }

  finish(): ParsedFile {
    const { collector, turns, seen } = this;
    turns.flush();
    seen?.flush();
    if (this.items === 0) this.readEvents();
    else this.addQuestions();
    const tools = this.tools.length > 0 ? this.tools : undefined;
    const title = this.title ?? firstWords(turns.steps);
    const speaks = turns.steps.some((step) => step.kind === 'message' && step.raw.role !== 'system');
    if (speaks) closeSteps(collector, turns.steps, { title, part: 'main', tools });
    if (seen && speaks)
      offerViews(collector, [...this.views, seen.steps], compactionsIn(turns.steps), { title, tools });
    for (const steps of this.branches) closeSteps(collector, steps, { title, part: 'branch', tools });
    if (this.rolledBack > 0)
      collector.note(
        `The session was rolled back ${countOf(this.rolledBack, 'time')}: what was left behind can be chosen beside what went on.`,
      );
    if (turns.sealedSummaries + (seen?.sealedSummaries ?? 0) > 0)
      collector.note('A compaction left an encrypted summary, which only the provider can read: a line stands for it.');
    if (turns.sealed > 0)
      collector.note(
        `${countOf(turns.sealed, 'reasoning item is', 'reasoning items are')} encrypted or empty: the text is not in the file.`,
      );
    return collector.finish();
  }

  /** What the user said stands among the items as well; where none of them is the user's, it is taken from the events. */
  private addQuestions(): void {
    if (this.turns.steps.some((step) => step.kind === 'message' && step.raw.role === 'user')) return;
    const told = this.events.filter((step) => step.kind === 'message' && step.raw.role === 'user');
    const { steps } = this.turns;
    const lead = steps[0]?.kind === 'message' && steps[0].raw.role === 'system' ? 1 : 0;
    for (const [index, step] of told.entries()) {
      steps.splice(lead + index, 0, step);
      this.collector.repaired.add(step.line, 'no item holds what the user said: it was taken from an event');
    }
    if (this.asked !== undefined)
      this.collector.skipped.add(this.asked, 'an event tells a user message, but no response item holds it');
  }

  /** A file without items still tells a conversation where an agent answers in its events. */
  private readEvents(): void {
    if (this.events.some((step) => step.kind === 'message' && step.raw.role === 'assistant')) {
      for (const step of this.events) this.turns.steps.push(step);
      this.collector.note(
        'The file holds no response items: the conversation is read from its events, which have no tool results.',
      );
    } else {
      for (const { line } of this.events)
        this.collector.skipped.add(line, 'an event tells a user message, but no response item holds it');
    }
  }
}
