/** What an import session gathers: conversations, what was skipped, mended or left out, and the report at its end. */

import { ConversationBuilder } from './conversation-builder';
import type { Conversation, ParsedFile, RecordedBoundary } from './importer';
import { countOf, formatNumber, type JsonRecord } from './json-values';
import { RepairList, SkipList } from './skip-list';
import { conversationTitle, shortTitle } from './titles';

/** So many kinds of things left out, and names of fields that were not read, are listed. */
const LISTED = 12;
const KINDS_KEPT = 200;

export interface ConversationFacts {
  /** What the file calls the conversation; it goes before the first words of its user. */
  title?: string | undefined;
  /** Its title where no user speaks in it. */
  name?: string | undefined;
  part?: string | undefined;
  boundaries?: readonly RecordedBoundary[];
}

/** Parts that show messages of another conversation once more: what is amiss in them is told there. */
const VIEWS = new Set(['after compaction', 'branch']);

/** Whether a value is words where a name should stand. */
function isProse(value: unknown): boolean {
  return typeof value === 'string' && /\S\s+\S/.test(value.slice(0, 200));
}

export class Collector {
  readonly skipped = new SkipList();
  readonly repaired = new RepairList();
  readonly conversations: Conversation[] = [];
  private readonly notes = new Set<string>();
  private readonly leftOut = new Map<string, { count: number; line: number }>();
  private readonly unread = new Set<string>();
  private orphans = 0;
  private unanswered = 0;

  /** `messageFields` are what this format's messages hold besides, and is read or says nothing to a model. */
  constructor(private readonly messageFields: ReadonlySet<string> = new Set()) {}

  builder(): ConversationBuilder {
    const { messageFields } = this;
    return new ConversationBuilder(this.skipped, this.repaired, (raw, read) =>
      this.unreadFields(raw, messageFields.size === 0 ? read : new Set([...read, ...messageFields])),
    );
  }

  /** For views: what is amiss in their messages is reported where they were read first. */
  silentBuilder(): ConversationBuilder {
    return new ConversationBuilder(new SkipList(), new RepairList());
  }

  note(text: string): void {
    this.notes.add(text);
  }

  /** Counts something of the file that never reaches the model. */
  leaveOut(kind: string, line: number): void {
    const named = this.leftOut.size < KINDS_KEPT ? shortTitle(kind) : 'of other kinds';
    const known = this.leftOut.get(named);
    if (known) known.count++;
    else this.leftOut.set(named, { count: 1, line });
  }

  /** Remembers the names of filled fields that are not among those that were read, or are no text where one is read. */
  unreadFields(owner: JsonRecord, read: ReadonlySet<string>, texts?: ReadonlySet<string>): void {
    for (const [key, value] of Object.entries(owner)) {
      if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
      const isMisread = texts?.has(key) ? typeof value !== 'string' : key === 'id' && isProse(value);
      if (read.has(key) && !isMisread) continue;
      if (this.unread.size < KINDS_KEPT) this.unread.add(shortTitle(key));
    }
  }

  /** Ends a conversation; one without messages is none. Returns whether it was kept. */
  close(builder: ConversationBuilder, facts: ConversationFacts = {}): boolean {
    if (builder.messages.length === 0) return false;
    if (!VIEWS.has(facts.part ?? '')) {
      this.orphans += builder.orphans;
      this.unanswered += builder.unanswered;
    }
    const number = this.conversations.length + 1;
    const given = facts.title?.trim();
    this.conversations.push({
      id: `conversation-${number}`,
      title: given
        ? shortTitle(given)
        : conversationTitle(builder.messages, facts.name ?? '') || `Conversation ${formatNumber(number)}`,
      messages: builder.messages,
      boundaries: [...(facts.boundaries ?? [])],
      usage: builder.usage,
      ...(builder.tools && { tools: builder.tools }),
      ...(facts.part !== undefined && { part: facts.part }),
    });
    return true;
  }

  finish(): ParsedFile {
    const notes = [...this.notes];
    if (this.unread.size > 0) {
      const more = this.unread.size - LISTED;
      const rest = more > 0 ? ` and ${formatNumber(more)} more` : '';
      notes.push(
        `Beside the messages stand fields that were not read: ${[...this.unread].slice(0, LISTED).join(', ')}${rest}.`,
      );
    }
    if (this.leftOut.size > 0) notes.push(this.leftOutNote());
    if (this.orphans > 0)
      notes.push(`${countOf(this.orphans, 'tool result has', 'tool results have')} no call before them.`);
    if (this.unanswered > 0)
      notes.push(`${countOf(this.unanswered, 'tool call has', 'tool calls have')} no result in the file.`);
    return {
      conversations: this.conversations,
      skipped: this.skipped.list,
      repaired: this.repaired.list,
      notes,
    };
  }

  private leftOutNote(): string {
    const kinds = [...this.leftOut].sort(([, one], [, other]) => other.count - one.count);
    const shown = kinds
      .slice(0, LISTED)
      .map(([kind, { count, line }]) => `${formatNumber(count)} × ${kind}${line > 0 ? ` (from line ${line} on)` : ''}`);
    const rest = kinds.slice(LISTED).reduce((sum, [, { count }]) => sum + count, 0);
    if (rest > 0) shown.push(`${formatNumber(rest)} of other kinds`);
    return `Left out, because it is not sent to the model: ${shown.join(', ')}.`;
  }
}
