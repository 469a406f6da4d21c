/** Qwen Code sessions: lines linked by `parentUuid` like Claude Code's, with Gemini parts in their messages. */

import {
  closeSteps,
  compactionsIn,
  messageStep,
  type RawMessage,
  type Step,
  sampledLines,
  sessionLines,
  timeField,
} from './agent-steps';
import { stepsOf, type TreeEntry, threadsOf } from './agent-tree';
import { Collector } from './collector';
import { offerViews } from './compaction-views';
import { contentRecords, geminiUsage } from './gemini-parts';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import {
  countOf,
  formatNumber,
  isRecord,
  type JsonRecord,
  own,
  ownArray,
  ownCount,
  ownRecord,
  ownString,
  ownWord,
} from './json-values';

const SPOKEN = new Set(['user', 'assistant', 'tool_result']);

export const qwenCode: Importer = {
  id: 'qwen-code',
  label: 'Qwen Code session',
  detect,
  start: () => new QwenSession(),
};

function detect(sample: Sample): Verdict {
  const lines = sampledLines(sample.records).filter((line) => 'parentUuid' in line);
  const parts = lines.filter((line) => Array.isArray(ownRecord(line, 'message')?.parts)).length;
  if (parts > 0)
    return {
      confidence: 0.97,
      reason: `Lines carry \`parentUuid\`, and Gemini parts in their messages (${formatNumber(parts)} of ${formatNumber(lines.length)}).`,
    };
  if (lines.length > 0)
    return { confidence: 0.15, reason: 'Lines carry `parentUuid`, but no Gemini parts: a Claude Code session.' };
  return { confidence: 0, reason: 'No line carries `parentUuid` and Gemini parts.' };
}

interface Entry extends TreeEntry {
  steps: Step[];
  /** The history as a compaction left it for the model. */
  replaced: Step[] | undefined;
  sideChain: string | undefined;
}

class QwenSession implements ImportSession {
  private readonly collector = new Collector();
  private readonly entries: Entry[] = [];
  private title: string | undefined;

  push({ value, line }: FileRecord): void {
    for (const entry of sessionLines(value)) this.pushLine(entry, line);
  }

  private pushLine(value: unknown, line: number): void {
    if (!isRecord(value)) {
      this.collector.skipped.add(line, 'a value that is no object');
      return;
    }
    const type = ownString(value, 'type') ?? 'untyped';
    const subtype = ownWord(value, 'subtype');
    const message = ownRecord(value, 'message');
    const parent = own(value, 'parentUuid');
    const entry: Entry = {
      id: ownWord(value, 'uuid'),
      parent: parent === null || typeof parent === 'string' ? parent : undefined,
      speaks: type === 'user' || type === 'assistant',
      steps: [],
      replaced: undefined,
      sideChain: own(value, 'isSidechain') === true ? (ownWord(value, 'agentId') ?? '') : undefined,
    };
    const hasParts = message && (ownArray(message, 'parts')?.length ?? 0) > 0;
    if (subtype === 'chat_compression') this.readCompression(value, entry, line);
    else if (message && hasParts && SPOKEN.has(type)) {
      const fields = { ...timeField(own(value, 'timestamp')), ...geminiUsage(own(value, 'usageMetadata')) };
      for (const raw of contentRecords(roled(message, type), fields)) entry.steps.push(messageStep(raw, line));
    } else {
      if (subtype === 'custom_title')
        this.title = ownWord(ownRecord(value, 'systemPayload') ?? {}, 'customTitle') ?? this.title;
      if (SPOKEN.has(type)) this.collector.skipped.add(line, `a line of the type ${type} has no parts`);
      else this.collector.leaveOut(subtype === undefined ? type : `${type} (${subtype})`, line);
    }
    this.entries.push(entry);
  }

  private readCompression(value: JsonRecord, entry: Entry, line: number): void {
    const payload = ownRecord(value, 'systemPayload') ?? {};
    const tokens = ownCount(ownRecord(payload, 'info') ?? {}, 'originalTokenCount');
    const mark: Step = { kind: 'compaction', line, preTokens: tokens };
    entry.steps.push(mark);
    const history = ownArray(payload, 'compressedHistory');
    if (!history) {
      this.collector.skipped.add(line, 'a compression without the history that it left');
      return;
    }
    entry.replaced = [mark];
    for (const content of history) {
      const records = isRecord(content) ? contentRecords(content) : [];
      for (const raw of records) entry.replaced.push(messageStep(raw, line));
      if (isRecord(content) && records.length === 0)
        this.collector.skipped.add(line, 'a content without parts in a compressed history');
      if (!isRecord(content)) this.collector.skipped.add(line, 'a content that is no object in a compressed history');
    }
  }

  finish(): ParsedFile {
    const { collector, title } = this;
    const chains = new Map<string, Entry[]>();
    const spine: Entry[] = [];
    for (const entry of this.entries) {
      const chain = entry.sideChain === undefined ? spine : chains.get(entry.sideChain);
      if (chain) chain.push(entry);
      else if (entry.sideChain !== undefined) chains.set(entry.sideChain, [entry]);
    }
    const { main, branches, unlisted } = threadsOf(spine);
    const steps = stepsOf(main);
    closeSteps(collector, steps, { title, part: 'main' });
    const compressed = main.filter((entry) => entry.replaced);
    const offered = new Set(compressed);
    for (const entry of this.entries)
      if (entry.replaced && !offered.has(entry))
        collector.leaveOut('history that a compaction left in an older branch', entry.replaced[0]?.line ?? 0);
    const views = compressed.map((entry, index) => {
      const next = compressed[index + 1];
      const since = main.slice(main.indexOf(entry) + 1, next && main.indexOf(next));
      return [...(entry.replaced ?? []), ...stepsOf(since)];
    });
    offerViews(collector, views, compactionsIn(steps), { title });
    for (const branch of branches) closeSteps(collector, stepsOf(branch), { title, part: 'branch' });
    for (const chain of chains.values()) closeSteps(collector, stepsOf(chain), { part: 'side chain' });
    if (branches.length > 0)
      collector.note(
        `The session was rewound: ${countOf(branches.length + unlisted, 'older branch', 'older branches')} beside the newest one.`,
      );
    if (unlisted > 0) collector.note(`${countOf(unlisted, 'more old branch', 'more old branches')} are not offered.`);
    if (collector.conversations.length > 0)
      collector.note('The system prompt and the tool schemas are not in Qwen Code session files.');
    return collector.finish();
  }
}

/** The line's type says who speaks, where the message does not. */
function roled(message: JsonRecord, type: string): RawMessage {
  return { ...message, role: ownWord(message, 'role') ?? (type === 'assistant' ? 'model' : 'user') };
}
