/** Sessions of pi and of OpenClaw, which is built on it: entries in a row or in a tree, with summaries of what was compacted. */

import { blockRecords, resultContent } from './agent-blocks';
import {
  closeSteps,
  compactionsIn,
  messageStep,
  nameIn,
  type RawMessage,
  type Step,
  sampledLines,
  sessionLines,
  timeField,
  usageField,
} from './agent-steps';
import { stepsOf, type TreeEntry, threadsOf } from './agent-tree';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownCount, ownRecord, ownString, ownWord } from './json-values';
import { knownFields, unreadBeside } from './known-fields';

const ROLES = new Set([
  'user',
  'assistant',
  'toolResult',
  'bashExecution',
  'custom',
  'hookMessage',
  'branchSummary',
  'compactionSummary',
  'system',
]);

const MESSAGE = knownFields(
  'role content timestamp toolCallId toolName isError details usage api provider model stopReason errorMessage command output exitCode ' +
    'cancelled truncated fullOutputPath excludeFromContext summary fromId tokensBefore customType display responseId diagnostics id',
);
/** Roles whose words stand in other fields. */
const WITHOUT_CONTENT = new Set(['bashExecution', 'branchSummary', 'compactionSummary']);

export const pi: Importer = {
  id: 'pi',
  label: 'pi / OpenClaw session',
  detect,
  start: () => new PiSession(),
};

function detect(sample: Sample): Verdict {
  const lines = sampledLines(sample.records);
  const first = lines[0];
  const messages = lines.filter(isPiMessage).length;
  if (
    first &&
    own(first, 'type') === 'session' &&
    typeof own(first, 'id') === 'string' &&
    ('cwd' in first || 'version' in first)
  )
    return { confidence: 0.96, reason: 'The first line is a session record with `id` and `cwd`.' };
  if (first && own(first, 'type') === 'session_start')
    return { confidence: 0.15, reason: 'The first line is `session_start`, not `session`: a Factory Droid session.' };
  if (messages === 0) return { confidence: 0, reason: 'No line has the type `message` and a message inside.' };
  const typical = lines.some((line) =>
    ['toolResult', 'bashExecution'].includes(String(own(ownRecord(line, 'message') ?? {}, 'role'))),
  );
  if (typical)
    return {
      confidence: 0.85,
      reason: 'Lines of the type `message` hold messages with roles that pi writes; the session record is missing.',
    };
  return { confidence: 0.35, reason: 'Lines of the type `message` hold a message, but no session record comes first.' };
}

function isPiMessage(line: JsonRecord): boolean {
  const message = ownRecord(line, 'message');
  return (
    own(line, 'type') === 'message' &&
    message !== undefined &&
    typeof own(message, 'role') === 'string' &&
    !('uuid' in line)
  );
}

interface Compaction {
  summary: string;
  /** What was kept word for word begins here: an id, or in the first version the number of a record of the file. */
  keptId: string | undefined;
  keptIndex: number | undefined;
}

interface Entry extends TreeEntry {
  /** Number of the record in the file. */
  index: number;
  steps: Step[];
  compaction: Compaction | undefined;
}

class PiSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly entries: Entry[] = [];
  private title: string | undefined;
  private records = 0;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) this.pushLine(entry, line);
  }

  private pushLine(value: unknown, line: number): void {
    const index = this.records++;
    if (!isRecord(value)) {
      this.collector.skipped.add(line, 'a value that is no object');
      return;
    }
    const type = ownString(value, 'type') ?? 'untyped';
    if (type === 'session') {
      if (typeof own(value, 'branchedFrom') === 'string' || typeof own(value, 'parentSession') === 'string')
        this.collector.note('The session was branched from another: what it took over is in the file.');
      return;
    }
    const parent = own(value, 'parentId');
    const entry: Entry = {
      id: ownWord(value, 'id'),
      parent: parent === null || typeof parent === 'string' ? parent : undefined,
      speaks: false,
      index,
      steps: [],
      compaction: undefined,
    };
    this.readEntry(entry, type, value, line);
    this.entries.push(entry);
  }

  private readEntry(entry: Entry, type: string, value: JsonRecord, line: number): void {
    const time = timeField(own(value, 'timestamp'));
    const add = (raw: RawMessage): void => {
      entry.steps.push(messageStep(raw, line));
    };
    if (type === 'message') {
      const message = ownRecord(value, 'message');
      const role = message && ownString(message, 'role');
      if (!message || role === undefined || !ROLES.has(role)) {
        this.collector.skipped.add(
          line,
          message
            ? `a message with the role "${(role ?? 'none').slice(0, 40)}"`
            : 'a line of the type message has no message',
        );
        return;
      }
      if (!('content' in message) && !WITHOUT_CONTENT.has(role))
        this.collector.skipped.add(line, `a message of the role ${role} has no content`);
      entry.speaks = role !== 'toolResult';
      if (own(message, 'excludeFromContext') === true)
        this.collector.leaveOut('command kept out of the context by its user', line);
      else for (const raw of messageRecords(message, role, time)) add(raw);
      unreadBeside(this.collector, message, MESSAGE);
    } else if (type === 'compaction') {
      this.readCompaction(entry, value, line);
    } else if (type === 'branch_summary') {
      const summary = nameIn(value, 'summary');
      if (summary !== undefined) add({ role: 'user', content: branchText(summary), ...time });
    } else if (type === 'custom_message') {
      entry.speaks = true;
      if (!('content' in value)) this.collector.skipped.add(line, 'a custom message without content');
      for (const raw of blockRecords('user', own(value, 'content'), time)) add(raw);
    } else {
      if (type === 'session_info') this.title = ownWord(value, 'name') ?? this.title;
      this.collector.leaveOut(type, line);
    }
  }

  private readCompaction(entry: Entry, value: JsonRecord, line: number): void {
    const summary = nameIn(value, 'summary');
    entry.steps.push({ kind: 'compaction', line, preTokens: ownCount(value, 'tokensBefore') });
    if (summary === undefined) {
      this.collector.skipped.add(line, 'a compaction without a summary');
      return;
    }
    entry.steps.push(
      messageStep({ role: 'user', content: compactionText(summary), ...timeField(own(value, 'timestamp')) }, line),
    );
    entry.compaction = {
      summary,
      keptId: ownWord(value, 'firstKeptEntryId'),
      keptIndex: ownCount(value, 'firstKeptEntryIndex'),
    };
  }

  finish(): ParsedFile {
    const { collector, title } = this;
    const { main, branches, unlisted } = threadsOf(this.entries);
    const steps = stepsOf(main);
    closeSteps(collector, steps, { title, part: 'main' });
    offerViews(collector, viewsOf(main), compactionsIn(steps), { title: title ?? collector.conversations[0]?.title });
    for (const branch of branches) closeSteps(collector, stepsOf(branch), { title, part: 'branch' });
    if (branches.length > 0)
      collector.note(
        `The session went back to earlier points: ${countOf(branches.length + unlisted, 'older branch', 'older branches')} beside the newest one.`,
      );
    if (unlisted > 0) collector.note(`${countOf(unlisted, 'more old branch', 'more old branches')} are not offered.`);
    if (collector.conversations.length > 0)
      collector.note('The system prompt and the tool schemas are not in pi session files.');
    return collector.finish();
  }
}

/** For each compaction what the model saw after it, up to the next. */
function viewsOf(main: readonly Entry[]): Step[][] {
  const views: Step[][] = [];
  let end = main.length;
  for (let at = main.length - 1; at >= 0; at--) {
    const compaction = main[at]?.compaction;
    if (!compaction) continue;
    views.push(afterCompaction(main, compaction, at, end));
    end = at;
  }
  return views.reverse();
}

/** The summary, the entries that were kept word for word, and everything since. */
function afterCompaction(main: readonly Entry[], { keptId, keptIndex }: Compaction, at: number, end: number): Step[] {
  const from =
    keptId === undefined
      ? keptIndex === undefined
        ? at
        : main.findIndex((entry) => entry.index >= keptIndex)
      : main.findIndex((entry) => entry.id === keptId);
  const kept = from < 0 || from >= at ? [] : main.slice(from, at);
  const steps = [...(main[at]?.steps ?? [])];
  // Only messages are taken over, not the summary of an earlier compaction.
  for (const entry of kept)
    if (!entry.compaction) for (const step of entry.steps) if (step.kind === 'message') steps.push(step);
  for (const step of stepsOf(main.slice(at + 1, end))) steps.push(step);
  return steps;
}

/** One message, in the words in which pi sends it to the model. */
function messageRecords(message: JsonRecord, role: string, time: RawMessage): RawMessage[] {
  const content = own(message, 'content');
  switch (role) {
    case 'toolResult': {
      const id = nameIn(message, 'toolCallId');
      const name = nameIn(message, 'toolName');
      return [
        {
          ...time,
          role: 'tool',
          content: resultContent(content),
          ...(id !== undefined && { tool_call_id: id }),
          ...(name !== undefined && { name }),
          ...(own(message, 'isError') === true && { is_error: true }),
        },
      ];
    }
    case 'assistant':
      return blockRecords('assistant', content, { ...time, ...usageOf(message) });
    case 'bashExecution':
      return [{ ...time, role: 'user', content: bashText(message) }];
    case 'branchSummary':
      return [{ ...time, role: 'user', content: branchText(nameIn(message, 'summary') ?? '') }];
    case 'compactionSummary':
      return [{ ...time, role: 'user', content: compactionText(nameIn(message, 'summary') ?? '') }];
    default:
      return blockRecords(role === 'system' ? 'system' : 'user', content, time);
  }
}

/** The prompt is what was new, what was read from the cache and what was written to it. */
function usageOf(message: JsonRecord): RawMessage {
  const usage = ownRecord(message, 'usage');
  if (!usage) return {};
  const input =
    (ownCount(usage, 'input') ?? 0) + (ownCount(usage, 'cacheRead') ?? 0) + (ownCount(usage, 'cacheWrite') ?? 0);
  return usageField(input, ownCount(usage, 'output'));
}

function bashText(message: JsonRecord): string {
  const output = nameIn(message, 'output') ?? '';
  const code = ownCount(message, 'exitCode');
  const ending =
    own(message, 'cancelled') === true
      ? '\n\n(command cancelled)'
      : code !== undefined && code !== 0
        ? `\n\nCommand exited with code ${code}`
        : '';
  const shown = output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``;
  return `Ran \`${nameIn(message, 'command') ?? ''}\`\n${shown}${ending}`;
}

function compactionText(summary: string): string {
  return `The conversation history before this point was compacted into the following summary:\n\n<summary>\n${summary}\n</summary>`;
}

function branchText(summary: string): string {
  return `The following is a summary of a branch that this conversation came back from:\n\n<summary>\n${summary}\n</summary>`;
}
