/** Claude Code session files: one JSON line per block, result or event, told apart and put together as conversations. */

import { unreadInBlock } from './anthropic-blocks';
import { type Assembled, assemble } from './claude-conversation';
import { type ClaudeEntry, claudeEntry, lineKind } from './claude-lines';
import { sortEntries } from './claude-tree';
import { compactionViews } from './claude-views';
import { viewsNote, viewsOffered } from './compaction-views';
import type { Conversation, FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, formatNumber, isRecord, type JsonRecord, own, ownArray, ownRecord, ownWord } from './json-values';
import { RepairList, SkipList } from './skip-list';
import { shortTitle } from './titles';

/** So many kinds of lines are named in the note on what was left out. */
const KINDS_LISTED = 8;

export const claudeCode: Importer = {
  id: 'claude-code',
  label: 'Claude Code session',
  detect,
  start: () => new ClaudeSession(),
};

function detect(sample: Sample): Verdict {
  let lines = 0;
  let summaries = 0;
  let parts = 0;
  let streamed = 0;
  for (const { value } of sample.records) {
    for (const record of Array.isArray(value) ? value.slice(0, 50) : [value]) {
      if (!isRecord(record)) continue;
      if ('parentUuid' in record) lines++;
      else if (isStreamed(record)) streamed++;
      if (own(record, 'type') === 'summary' && 'leafUuid' in record) summaries++;
      if (Array.isArray(ownRecord(record, 'message')?.parts)) parts++;
    }
  }
  if (lines > 0 && parts > 0)
    return { confidence: 0.2, reason: 'It has `parentUuid`, but Gemini parts in its messages: a Qwen Code session.' };
  if (lines > 0)
    return {
      confidence: 0.95,
      reason: `Lines carry \`parentUuid\` (${formatNumber(lines)} of the first ${formatNumber(sample.records.length)}).`,
    };
  if (streamed > 0)
    return {
      confidence: 0.96,
      reason: `Lines have \`session_id\` beside a message, as Claude Code streams them (${formatNumber(streamed)} of the first ${formatNumber(sample.records.length)}).`,
    };
  if (summaries > 0)
    return { confidence: 0.5, reason: 'It has summary lines with `leafUuid`, and no messages among the first lines.' };
  return { confidence: 0, reason: 'No line carries `parentUuid`.' };
}

/** A line of `--output-format stream-json`, which the SDK writes as well: no parents, and snake case. */
function isStreamed(record: JsonRecord): boolean {
  const type = own(record, 'type');
  if (typeof own(record, 'session_id') !== 'string') return false;
  if (type === 'system') return own(record, 'subtype') === 'init' && Array.isArray(own(record, 'tools'));
  return (type === 'user' || type === 'assistant') && 'content' in (ownRecord(record, 'message') ?? {});
}

class ClaudeSession implements ImportSession {
  private readonly skipped = new SkipList();
  private readonly repaired = new RepairList();
  private readonly entries: ClaudeEntry[] = [];
  private readonly byUuid = new Map<string, ClaudeEntry>();
  /** Parent of every line with a uuid, entry or not. */
  private readonly links = new Map<string, string | undefined>();
  private readonly types = new Map<string, string>();
  /** "uuids" that lines of different types share: a scrubber wrote them, and they identify nothing. */
  private readonly placeholders = new Set<string>();
  private readonly leftOut = new Map<string, number>();
  private readonly titles = new Map<string, string>();
  private readonly summaries: { leaf: string; text: string }[] = [];

  push({ value, line }: FileRecord): void {
    if (Array.isArray(value) && value.some((entry) => isRecord(entry) && 'type' in entry)) {
      for (const entry of value) this.pushLine(entry, line);
    } else {
      this.pushLine(value, line);
    }
  }

  private pushLine(value: unknown, line: number): void {
    if (!isRecord(value) || typeof own(value, 'type') !== 'string') {
      this.skipped.add(line, isRecord(value) ? 'an object without a `type`' : 'a value that is no object');
      return;
    }
    this.link(value);
    this.readTitle(value);
    const entry = claudeEntry(value, line, this.entries.length);
    if (typeof entry === 'string') this.skipped.add(line, entry);
    else if (entry) {
      this.entries.push(entry);
      this.reportUnread(value, line);
    } else this.leftOut.set(lineKind(value), (this.leftOut.get(lineKind(value)) ?? 0) + 1);
  }

  private reportUnread(value: JsonRecord, line: number): void {
    for (const block of ownArray(ownRecord(value, 'message') ?? {}, 'content') ?? []) {
      const names = isRecord(block) ? unreadInBlock(block) : undefined;
      if (names !== undefined) this.skipped.add(line, `fields of a block that were not read: ${names}`);
    }
  }

  private link(value: JsonRecord): void {
    const uuid = ownWord(value, 'uuid');
    if (uuid === undefined) return;
    const type = value.type as string;
    const before = this.types.get(uuid);
    if (before !== undefined && before !== type) this.placeholders.add(uuid);
    this.types.set(uuid, type);
    if (!this.links.has(uuid))
      this.links.set(uuid, ownWord(value, 'parentUuid') ?? ownWord(value, 'logicalParentUuid'));
  }

  private readTitle(value: JsonRecord): void {
    for (const [type, key] of [
      ['custom-title', 'customTitle'],
      ['ai-title', 'aiTitle'],
    ] as const) {
      const title = value.type === type ? ownWord(value, key) : undefined;
      if (title !== undefined) this.titles.set(type, title);
    }
    const summary = value.type === 'summary' ? ownWord(value, 'summary') : undefined;
    const leaf = ownWord(value, 'leafUuid');
    if (summary !== undefined && leaf !== undefined) this.summaries.push({ leaf, text: summary });
  }

  finish(): ParsedFile {
    const entries = this.withoutRewrites();
    const tree = sortEntries(entries, this.links);
    const conversations: Conversation[] = [];
    const notes: string[] = [];
    const fileTitle = this.fileTitle();
    const offer = (id: string, part: string, assembled: Assembled, title: string | undefined): void => {
      if (assembled.conversation.messages.length === 0) return;
      conversations.push({ id, title: shortTitle(title ?? (assembled.title || id)), part, ...assembled.conversation });
    };

    const main = assemble(tree.main);
    offer('main', 'main', main, fileTitle);
    const { boundaries } = main.conversation;
    const seen = boundaries.some(({ before }) => before > 0) ? compactionViews(tree.main) : [];
    for (const { at, title } of viewsOffered(seen.length)) {
      const id = at === seen.length - 1 ? 'main-after-compaction' : `main-after-compaction-${at + 1}`;
      offer(id, 'after compaction', assemble(seen[at] ?? []), title(fileTitle ?? main.title));
    }
    if (seen.length > 0) notes.push(viewsNote(boundaries.length, seen.length));
    tree.branches.forEach(({ entries: branch, fork }, index) => {
      const words = fork.parts.find((part) => part.type === 'text')?.text;
      offer(`branch-${index + 1}`, 'branch', assemble(branch), words);
    });
    let unanswered = main.unanswered;
    let orphans = main.orphans;
    for (const line of main.replaced) this.repaired.add(line, 'a second result for one call replaced the first');
    tree.sideChains.forEach((chain, index) => {
      const assembled = assemble(chain);
      unanswered += assembled.unanswered;
      orphans += assembled.orphans;
      offer(`side-chain-${index + 1}`, 'side chain', assembled, undefined);
    });

    if (tree.branches.length > 0)
      notes.push(
        `The session was rewound: ${countOf(tree.branches.length, 'older branch', 'older branches')} can be chosen beside the newest one.`,
      );
    if (tree.unlisted > 0)
      notes.push(`${countOf(tree.unlisted, 'more old branch', 'more old branches')} are not offered.`);
    if (unanswered > 0) notes.push(`${countOf(unanswered, 'tool call has', 'tool calls have')} no result in the file.`);
    if (orphans > 0) notes.push(`${countOf(orphans, 'tool result has', 'tool results have')} no call before them.`);
    if (conversations.length > 0)
      notes.push('The system prompt and the tool schemas are not in Claude Code session files.');
    const leftOut = this.leftOutNote();
    if (leftOut !== undefined) notes.push(leftOut);
    return { conversations, skipped: this.skipped.list, repaired: this.repaired.list, notes };
  }

  private leftOutNote(): string | undefined {
    if (this.leftOut.size === 0) return undefined;
    const kinds = [...this.leftOut].sort(([, one], [, other]) => other - one);
    const shown = kinds.slice(0, KINDS_LISTED).map(([kind, count]) => `${formatNumber(count)} ${kind}`);
    const rest = kinds.slice(KINDS_LISTED).reduce((sum, [, count]) => sum + count, 0);
    if (rest > 0) shown.push(`${formatNumber(rest)} of other kinds`);
    return `Lines that are not sent to the model were left out: ${shown.join(', ')}.`;
  }

  /** A line with a uuid that came before is a rewrite: it takes the first one's place. */
  private withoutRewrites(): ClaudeEntry[] {
    const kept: ClaudeEntry[] = [];
    for (const entry of this.entries) {
      if (entry.uuid !== undefined && this.placeholders.has(entry.uuid)) entry.uuid = undefined;
      if (entry.messageId !== undefined && this.placeholders.has(entry.messageId)) entry.messageId = undefined;
      if (entry.parent !== undefined && this.placeholders.has(entry.parent)) entry.parent = undefined;
      const before = entry.uuid === undefined ? undefined : this.byUuid.get(entry.uuid);
      if (before) {
        this.repaired.add(entry.line, 'a line with the uuid of an earlier one replaced it, in the earlier place');
        Object.assign(before, entry, { position: before.position, parent: before.parent, line: before.line });
        continue;
      }
      if (entry.uuid !== undefined) this.byUuid.set(entry.uuid, entry);
      kept.push(entry);
    }
    return kept;
  }

  /** What the session is called: by its user, by its tool, or by a summary that belongs to this very file. */
  private fileTitle(): string | undefined {
    const own = this.summaries.findLast(({ leaf }) => this.types.has(leaf));
    return this.titles.get('custom-title') ?? this.titles.get('ai-title') ?? own?.text;
  }
}
