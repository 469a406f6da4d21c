/** The memory of the rolling summary: every append above the cap folds older messages into one summary before it is done. */

import type { TokenCounter, TranscriptIndex } from '../../engine/accounting';
import { USER } from '../../engine/accounting';
import { Groups } from '../../engine/groups';
import { type Conversation, conversationOf, conversationSums, isInstruction, itemCounts } from '../../engine/items';
import type { Recorder } from '../../engine/recorder';
import { RuleHolds } from '../../engine/rule-holds';
import { FrontAnchor, type Item, State } from '../../engine/run';
import type { Guards, Memory, MemoryContext, Steps, SummaryAnswer } from '../../engine/system';
import { filled } from '../../engine/wording';
import { Front } from './front';
import { Kept } from './kept';
import { Reason } from './reason';
import { Recall } from './recall';
import { presented, type Settings } from './settings';

/** Share of the cap, or of the window where it has outgrown the cap, that must come in before a failed pass is tried again. */
const RETRY_AFTER = 0.1;

export function createRollingMemory(context: MemoryContext, settings: Settings, guards: Guards): Memory {
  return new RollingMemory(context, settings, guards);
}

/** What is to leave: messages in order, where the kept ones begin, and what stays before that. */
interface Fold {
  items: Int32Array;
  cut: number;
  kept: number[];
}

class RollingMemory implements Memory {
  private readonly index: TranscriptIndex;
  private readonly counter: TokenCounter;
  private readonly recorder: Recorder;
  private readonly counts: Int32Array;
  private readonly conversation: Conversation;
  private readonly sums: Float64Array;
  private readonly groups: Groups;
  private readonly rules: RuleHolds;
  private readonly front: Front;
  private readonly recall: Recall | null;
  /** Positions of the conversation that the window holds: from `start` to `end`. */
  private start = 0;
  private end = 0;
  /** Messages before `start` that stay. */
  private readonly kept: Kept;
  private summary: { insert: number; text: string } | null = null;
  private summaryTokens: number;
  /** Tokens that must have come in before another pass is tried, with the guard. */
  private retryAt = 0;
  private floorReported = false;
  private latest = -1;
  /** An instruction is outside the cap: it sets nothing off. */
  private isSettled = false;

  constructor(
    context: MemoryContext,
    private readonly settings: Settings,
    private readonly guard: Guards,
  ) {
    const { index, counts, counter, recorder } = context;
    this.index = index;
    this.counter = counter;
    this.recorder = recorder;
    this.counts = itemCounts(index, counts, counter);
    this.conversation = conversationOf(index);
    this.sums = conversationSums(this.conversation, this.counts);
    this.groups = new Groups(index, guard.toolGroups === true);
    this.rules = new RuleHolds(context);
    this.kept = new Kept(this.counts, this.groups, this.rules);
    this.front = new Front(index, counter, recorder, settings, guard.toolGroups === true);
    this.recall = settings['retrieval.topK'] > 0 ? new Recall(index, this.counts, recorder, settings) : null;
    // The empty summary is counted like any other text (document 002).
    this.summaryTokens = counter.count('');
  }

  /** What the cap is compared with: messages and summary. */
  private get base(): number {
    return this.tokensOf(this.start, this.end) + this.kept.tokens + this.summaryTokens;
  }

  get tokens(): number {
    return this.base + (this.recall?.tokens ?? 0);
  }

  get items(): number {
    const messages = this.end - this.start + this.kept.count + (this.recall?.count ?? 0);
    return this.front.items + (this.summary ? 1 : 0) + messages;
  }

  append(message: number): void {
    const { recorder } = this;
    this.latest = message;
    this.groups.append(message, false);
    this.kept.append(message);
    this.isSettled = isInstruction(this.index, message);
    if (this.isSettled) {
      this.front.instruct(message, this.tokens);
      return;
    }
    this.end++;
    recorder.arrive(message, State.verbatim, this.counts[message] as number, this.tokens);
    if (this.index.roles[message] !== USER) return;
    this.front.listen(message, this.tokens);
    this.recall?.asked(message);
  }

  settle(): Steps<void> | null {
    if (this.isSettled) return null;
    if (this.base <= this.settings.tokenCap) {
      this.floorReported = false;
      return null;
    }
    if (this.guard.keepSummary && (this.sums[this.end] as number) < this.retryAt) return null;
    const fold = this.foldable();
    if (fold === null) {
      this.reportFloor();
      return null;
    }
    if (this.settings.summarisation) return this.summarise(fold);
    this.drop(fold);
    return null;
  }

  needsPreparing(): boolean {
    return this.recall?.needsWork === true;
  }

  prepare(): null {
    this.recall?.refresh(this.base);
    return null;
  }

  private tokensOf(from: number, to: number): number {
    return (this.sums[to] as number) - (this.sums[from] as number);
  }

  /** Where the kept messages begin; not past `start` where nothing is to leave. */
  private cut(): number {
    const { keepLatest, slidingWindow, summarisation, tokenCap } = this.settings;
    // "All but the last 0" is written [:-0], which is nothing (document 002).
    if (slidingWindow) return keepLatest > 0 ? this.end - keepLatest : this.start;
    if (!summarisation) return this.start;
    let cut = this.start;
    while (cut < this.end - 1 && this.tokensOf(cut, this.end) > tokenCap / 2) cut++;
    return cut;
  }

  /** What would leave now, or null where nothing can. */
  private foldable(): Fold | null {
    const cut = Math.max(this.start, this.cut());
    const span = this.conversation.messages.subarray(this.start, cut);
    if (!this.guard.toolGroups && !this.rules.areAny) return span.length > 0 ? { items: span, cut, kept: [] } : null;
    const kept: number[] = [];
    const items: number[] = [];
    for (const message of this.kept.waiting) (this.mayLeave(message, cut) ? items : kept).push(message);
    for (const message of span) (this.mayLeave(message, cut) ? items : kept).push(message);
    return items.length > 0 ? { items: Int32Array.from(items), cut, kept } : null;
  }

  /** Whether nothing of a message's tool group stays behind, is still to come, or is held by a rule. */
  private mayLeave(message: number, cut: number): boolean {
    const head = this.groups.headOf(message);
    const last = this.groups.lastOf(head);
    if ((this.conversation.positions[last] as number) >= cut || this.groups.isOpen(head)) return false;
    return !this.kept.isPinned(head);
  }

  private *summarise(fold: Fold): Steps<void> {
    const { guard, index, recorder } = this;
    const { items } = fold;
    const first = items[0] as Item;
    const last = items[items.length - 1] as Item;
    const count = items.length;
    const before = this.tokens;
    const answer = yield {
      ordinal: ++recorder.summarizerCalls,
      items,
      messages() {
        return Array.from(items, (item) => presented(item, recorder.inserts, index, guard));
      },
      previous: this.summary?.text ?? null,
      wordLimit: this.settings.wordLimit,
    };
    if ('error' in answer) {
      recorder.decide({ kind: 'summary-failed', first, last, count, before, after: before });
      this.retryLater();
      return;
    }
    const text = this.textOf(answer);
    const tokens = text === null ? this.summaryTokens : this.counter.count(text);
    const after = before - this.freedBy(fold) - this.summaryTokens + tokens;
    if (this.guard.keepSummary && text !== null && after >= before) {
      recorder.decide({ kind: 'summary-refused', first, last, count, before, after });
      this.retryLater();
      return;
    }
    const previous = this.summary;
    const insert = text === null ? -1 : this.writeSummary(text, tokens, items.length);
    this.leave(fold, insert);
    const reason = this.settings.slidingWindow ? Reason.window : Reason.half;
    const merged = previous && insert >= 0 ? ~previous.insert : null;
    const decision = recorder.decide({
      kind: 'compacted',
      first: merged ?? first,
      last,
      count: items.length + (merged === null ? 0 : 1),
      before,
      after: this.tokens,
      insert,
      reason,
      amount: items.length,
    });
    if (merged !== null) recorder.transition(merged, State.summarised, insert, decision);
    for (const item of items) recorder.transition(item, State.summarised, insert, decision);
    this.settled();
  }

  /** With the guard NOTHING is an answer; as published it is a text like any other. */
  private textOf(answer: Extract<SummaryAnswer, { text: string | null }>): string | null {
    return answer.text ?? (this.guard.keepSummary ? null : 'NOTHING');
  }

  private writeSummary(text: string, tokens: number, count: number): number {
    const replaced = this.summary ? this.recorder.inserts[this.summary.insert] : undefined;
    const insert = this.recorder.insert({
      message: { role: 'system', content: filled(this.settings.summaryMarker, { summary: text }) },
      anchor: FrontAnchor.summary,
      covers: count + (replaced?.covers ?? 0),
      count,
      generation: (replaced?.generation ?? 0) + 1,
      tokens,
    });
    this.summary = { insert, text };
    this.summaryTokens = tokens;
    return insert;
  }

  /** The sliding window alone: what is older is gone, abruptly. */
  private drop(fold: Fold): void {
    const { recorder } = this;
    const { items } = fold;
    const before = this.tokens;
    this.leave(fold, -1);
    const decision = recorder.decide({
      kind: 'evicted',
      first: items[0] as Item,
      last: items[items.length - 1] as Item,
      count: items.length,
      before,
      after: this.tokens,
    });
    for (const item of items) recorder.transition(item, State.evicted, -1, decision);
    this.settled();
  }

  /** One pass at an append, as published: what is kept may still be over the cap. */
  private settled(): void {
    this.recorder.settled(this.latest, this.tokens);
    if (this.base <= this.settings.tokenCap) this.floorReported = false;
    else if (this.foldable() === null) this.reportFloor();
  }

  private freedBy(fold: Fold): number {
    let kept = 0;
    for (const message of fold.kept) kept += this.counts[message] as number;
    return this.tokensOf(this.start, fold.cut) + this.kept.waitingTokens - kept;
  }

  private leave(fold: Fold, insert: number): void {
    this.kept.leave(fold.kept);
    this.start = fold.cut;
    if (this.recall) for (const item of fold.items) this.recall.leave(item, insert);
  }

  private retryLater(): void {
    this.retryAt = (this.sums[this.end] as number) + RETRY_AFTER * Math.max(this.settings.tokenCap, this.base);
  }

  private reportFloor(): void {
    if (this.floorReported) return;
    this.floorReported = true;
    const { tokens } = this;
    const count = this.end - this.start + this.kept.count;
    const first = this.kept.first ?? (this.conversation.messages[this.start] as number);
    this.recorder.decide({ kind: 'floor', first, last: this.latest, count, before: tokens, after: tokens });
  }
}
