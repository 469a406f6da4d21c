/** Factory Droid sessions: lines of messages made of Anthropic blocks, linked by `parentId`. */

import { blockRecords } from './agent-blocks';
import {
  closeSteps,
  compactionsIn,
  messageStep,
  nameIn,
  type Step,
  sampledLines,
  sessionLines,
  timeField,
} from './agent-steps';
import { stepsOf, type TreeEntry, threadsOf } from './agent-tree';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownCount, ownRecord, ownString, ownWord } from './json-values';
import { knownFields, unreadBeside } from './known-fields';

export const factoryDroid: Importer = {
  id: 'factory-droid',
  label: 'Factory Droid session',
  detect,
  start: () => new DroidSession(),
};

function detect(sample: Sample): Verdict {
  const lines = sampledLines(sample.records);
  if (
    lines.some(
      (line) =>
        own(line, 'type') === 'session_start' &&
        ['id', 'title', 'cwd', 'session', 'sessionId'].some((key) => Object.hasOwn(line, key)),
    )
  )
    return { confidence: 0.96, reason: 'A line is `session_start`, as Factory Droid begins its sessions.' };
  if (lines.some((line) => own(line, 'type') === 'todo_state' || own(line, 'type') === 'compaction_state'))
    return {
      confidence: 0.8,
      reason: 'Lines are `todo_state` or `compaction_state`; the `session_start` line is missing.',
    };
  const inside = lines.some(
    (line) => own(line, 'type') === 'message' && ownRecord(line, 'message') && 'parentId' in line,
  );
  if (inside)
    return {
      confidence: 0.2,
      reason: 'Lines of the type `message` have a `parentId`, but no line is `session_start`.',
    };
  return { confidence: 0, reason: 'No line is `session_start`.' };
}

interface Entry extends TreeEntry {
  steps: Step[];
  /** The last message that the compaction replaced: what came after it was kept. */
  kept: string | undefined;
  isCompaction: boolean;
}

const SESSION = knownFields('type id title sessionTitle owner version cwd parent timestamp createdAt');
const MESSAGE = knownFields(
  'type id parentId role content timestamp message model openaiEncryptedContent openaiMessageId openaiReasoningId visibility',
);

class DroidSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly entries: Entry[] = [];
  private title: string | undefined;
  /** Lines that are no messages do not stand in the tree: they follow the message before them. */
  private last: string | undefined;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) this.pushLine(entry, line);
  }

  private pushLine(value: unknown, line: number): void {
    if (!isRecord(value)) {
      this.collector.skipped.add(line, 'a value that is no object');
      return;
    }
    const type = ownString(value, 'type') ?? 'untyped';
    if (type === 'session_start') {
      this.title = nameIn(value, 'sessionTitle') ?? nameIn(value, 'title') ?? this.title;
      unreadBeside(this.collector, value, SESSION);
    } else if (type === 'message') this.pushMessage(value, line);
    else if (type === 'compaction_state') this.pushCompaction(value, line);
    else this.collector.leaveOut(type, line);
  }

  private pushMessage(value: JsonRecord, line: number): void {
    const message = ownRecord(value, 'message') ?? value;
    const role = ownString(message, 'role');
    if (role === undefined) {
      this.collector.skipped.add(line, 'a line of the type message has no role');
      return;
    }
    unreadBeside(this.collector, message, MESSAGE);
    const records = blockRecords(role, own(message, 'content'), timeField(own(value, 'timestamp')));
    const parent = own(value, 'parentId');
    this.entries.push({
      id: ownWord(value, 'id'),
      parent: parent === null || typeof parent === 'string' ? parent : undefined,
      speaks: records.some((raw) => raw.role !== 'tool'),
      steps: records.map((raw) => messageStep(raw, line)),
      kept: undefined,
      isCompaction: false,
    });
    this.last = ownWord(value, 'id') ?? this.last;
  }

  private pushCompaction(value: JsonRecord, line: number): void {
    const summary = ownWord(value, 'summaryText') ?? ownWord(value, 'summary') ?? summaryParts(value);
    const anchor = own(value, 'anchorMessage');
    const steps: Step[] = [{ kind: 'compaction', line, preTokens: ownCount(value, 'tokensBefore') }];
    if (summary === undefined) this.collector.skipped.add(line, 'a compaction without a summary');
    else steps.push(messageStep({ role: 'user', content: summary, ...timeField(own(value, 'timestamp')) }, line));
    const id = ownWord(value, 'id');
    this.entries.push({
      id,
      parent: this.last,
      speaks: false,
      steps,
      kept: typeof anchor === 'string' ? anchor : isRecord(anchor) ? ownWord(anchor, 'id') : undefined,
      isCompaction: true,
    });
  }

  finish(): ParsedFile {
    const { collector, title } = this;
    const { main, branches, unlisted } = threadsOf(this.entries);
    const steps = stepsOf(main);
    closeSteps(collector, steps, { title, part: 'main' });
    offerViews(collector, viewsOf(main), compactionsIn(steps), { title });
    for (const branch of branches) closeSteps(collector, stepsOf(branch), { title, part: 'branch' });
    if (branches.length > 0)
      collector.note(
        `The session went back to earlier points: ${countOf(branches.length + unlisted, 'older branch', 'older branches')} beside the newest one.`,
      );
    if (unlisted > 0) collector.note(`${countOf(unlisted, 'more old branch', 'more old branches')} are not offered.`);
    if (collector.conversations.length > 0)
      collector.note('The system prompt, the tool schemas and the usage are not in Factory Droid session files.');
    return collector.finish();
  }
}

/** For each compaction its summary, what it kept word for word, and everything up to the next. */
function viewsOf(main: readonly Entry[]): Step[][] {
  const views: Step[][] = [];
  let end = main.length;
  for (let at = main.length - 1; at >= 0; at--) {
    const entry = main[at];
    if (!entry?.isCompaction) continue;
    const anchor = entry.kept;
    const from = anchor === undefined ? -1 : main.findIndex((one) => one.id === anchor);
    const kept = from < 0 ? [] : main.slice(from + 1, at).filter((one) => !one.isCompaction);
    views.push([...entry.steps, ...stepsOf(kept), ...stepsOf(main.slice(at + 1, end))]);
    end = at;
  }
  return views.reverse();
}

/** Older sessions write the summary as a title and a body. */
function summaryParts(value: JsonRecord): string | undefined {
  const summary = ownRecord(value, 'summary');
  if (!summary) return undefined;
  return [ownWord(summary, 'title'), ownWord(summary, 'body')].filter(Boolean).join('\n') || undefined;
}
