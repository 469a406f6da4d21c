/** The context manager at work: turns become the log, the log is capped or folded, and the window is put together and trimmed. */

import { type TranscriptIndex, USER } from '../../engine/accounting';
import { Groups } from '../../engine/groups';
import {
  type Conversation,
  characterCounts,
  conversationOf,
  conversationSums,
  isInstruction,
} from '../../engine/items';
import type { Recorder } from '../../engine/recorder';
import { State, type StateCode } from '../../engine/run';
import type { Guards, Memory, MemoryContext, Steps } from '../../engine/system';
import { userCounts } from './boundaries';
import { TurnLog } from './log';
import { Reason } from './reason';
import { budgetOf, estimate, limitOf, presented, type Settings } from './settings';
import { type Summary, writeSummary } from './summary';
import { type Bounds, Trimmer } from './trimmer';

export function createContextManager(context: MemoryContext, settings: Settings, guards: Guards): Memory {
  return new ContextManager(context, settings, guards);
}

class ContextManager implements Memory {
  private readonly index: TranscriptIndex;
  private readonly recorder: Recorder;
  private readonly conversation: Conversation;
  private readonly characters: Int32Array;
  /** Characters of the conversation up to each position. */
  private readonly sums: Float64Array;
  private readonly groups: Groups;
  private readonly trimmer: Trimmer;
  private readonly limit: number;
  private readonly budget: number;
  private readonly bounds: Bounds = { view: 0, turn: 0, end: 0 };
  /** It begins before the view where folded turns are still recorded. */
  private readonly log: TurnLog;
  private instructions = 0;
  private instructionCharacters = 0;
  /** The last fold: where it cut, and the summary that it made. Used again while the managed log is small enough. */
  private cache: { cut: number; summary: Summary | null } | null = null;
  /** The summary in the window. */
  private summary: Summary | null = null;
  /** End of the log at the last failed pass, with the guard: no other is tried before the log has grown. */
  private failedAt = -1;
  /** Per position: whether the ledger has it in the window. */
  private readonly shown: Uint8Array;
  private floorReported = false;

  constructor(
    context: MemoryContext,
    private readonly settings: Settings,
    private readonly guard: Guards,
  ) {
    const { index, recorder } = context;
    this.index = index;
    this.recorder = recorder;
    this.conversation = conversationOf(index);
    this.characters = characterCounts(index);
    this.sums = conversationSums(this.conversation, this.characters);
    const whole = guard.toolGroups === true;
    this.log = new TurnLog(index, settings, whole);
    this.groups = new Groups(index, whole);
    this.trimmer = new Trimmer(index, this.conversation, this.characters, this.groups, whole);
    this.limit = limitOf(settings).limit;
    this.budget = budgetOf(settings);
    this.shown = new Uint8Array(this.conversation.messages.length);
  }

  get items(): number {
    return this.itemsWithout(this.trimmer.count);
  }

  get tokens(): number {
    return this.tokensWithout(this.trimmer.characters, this.trimmer.count);
  }

  append(message: number): void {
    const { bounds, recorder } = this;
    const characters = this.characters[message] as number;
    const cost = estimate(characters, 1);
    this.groups.append(message, false);
    if (isInstruction(this.index, message)) {
      this.instructions++;
      this.instructionCharacters += characters;
      recorder.lead(message);
    } else {
      if (this.index.roles[message] === USER) {
        this.commit();
        this.log.begin(bounds.end);
      }
      this.shown[bounds.end++] = 1;
      this.trimmer.arrive(bounds.end - 1, bounds);
    }
    recorder.arrive(message, State.verbatim, cost, this.tokens);
  }

  needsPreparing(): boolean {
    return true;
  }

  prepare(): Steps<void> | null {
    if (this.settings.strategy === 'summarize') {
      const cut = this.nextCut();
      if (cut !== null) {
        if (this.settings.summarizer !== 'drop') return this.summarise(cut);
        this.drop(cut);
      }
    }
    this.assemble();
    return null;
  }

  private itemsWithout(count: number): number {
    const { view, end } = this.bounds;
    return this.instructions + (this.summary ? 1 : 0) + end - view - count;
  }

  private tokensWithout(characters: number, count: number): number {
    const { view, end } = this.bounds;
    const shown = (this.sums[end] as number) - (this.sums[view] as number) - characters;
    return estimate(this.instructionCharacters + (this.summary?.characters ?? 0) + shown, this.itemsWithout(count));
  }

  /** Estimate of the log from a position on, with a summary before it. */
  private logEstimate(from: number, summary: Summary | null): number {
    const { turn } = this.bounds;
    const characters = (this.sums[turn] as number) - (this.sums[from] as number);
    return estimate(characters + (summary?.characters ?? 0), turn - from + (summary ? 1 : 0));
  }

  /** The next user message ends the turn: the log takes it in, and keeps what its cap allows. */
  private commit(): void {
    const { bounds } = this;
    const from = bounds.turn;
    bounds.turn = bounds.end;
    this.trimmer.commit(from, bounds);
    const start = this.log.capped(bounds.turn);
    if (start <= this.log.start) return;
    this.log.forgetBefore(start);
    this.leave(start, State.evicted, -1, { kind: 'evicted', reason: Reason.cap });
  }

  /** Where the log should be folded now, or null where it fits, the cache serves, or there are too few turns. */
  private nextCut(): number | null {
    const { cache, bounds } = this;
    if (cache) {
      const most = this.budget * (1 + this.settings.hysteresis);
      if (this.logEstimate(cache.cut, cache.summary) <= most) return null;
    } else if (this.logEstimate(this.log.start, null) <= this.budget) return null;
    return this.guard.writeBack && this.failedAt === bounds.turn ? null : this.log.foldedAt(bounds.turn);
  }

  private drop(cut: number): void {
    this.cache = { cut, summary: null };
    this.leave(cut, State.evicted, -1, { kind: 'evicted', reason: Reason.dropped });
    if (this.guard.writeBack) this.log.forgetBefore(cut);
  }

  private *summarise(cut: number): Steps<void> {
    const { recorder, cache } = this;
    const logStart = this.log.start;
    const { messages } = this.conversation;
    const items = messages.subarray(logStart, cut);
    const first = messages[logStart] as number;
    const last = messages[cut - 1] as number;
    const count = items.length;
    const before = this.tokens;
    const previous = cache?.summary ?? null;
    const answer = yield {
      ordinal: ++recorder.summarizerCalls,
      items,
      messages: () => Array.from(items, (item) => presented(item, recorder.inserts, this.index)),
      previous: this.guard.writeBack ? (previous?.text ?? null) : null,
      wordLimit: this.settings.wordLimit,
    };
    if ('error' in answer) {
      recorder.decide({ kind: 'summary-failed', first, last, count, before, after: before });
      this.failedAt = this.bounds.turn;
      // As published a failure drops the turns from this window; they stay in the log.
      if (!this.guard.writeBack) this.leave(cut, State.evicted, -1, { kind: 'evicted', reason: Reason.failed }, null);
      this.assemble();
      return;
    }
    const made = writeSummary(answer.text, this.settings, {
      turns: userCounts(this.index)[last + 1] as number,
      previous: this.guard.writeBack ? previous : null,
      count,
      cut,
      inserts: recorder.inserts,
    });
    // NOTHING adds nothing: with the guard the summary there is goes on standing.
    const summary = made?.summary ?? (this.guard.writeBack ? previous : null);
    const replaced = this.logEstimate(logStart, previous) - this.logEstimate(cut, null);
    if (this.guard.writeBack && made && estimate(made.summary.characters, 1) >= replaced) {
      const after = before - replaced + estimate(made.summary.characters, 1);
      recorder.decide({ kind: 'summary-refused', first, last, count, before, after });
      this.failedAt = this.bounds.turn;
      this.assemble();
      return;
    }
    if (made) made.summary.insert = recorder.insert(made.insert);
    this.cache = { cut, summary };
    this.leave(cut, State.summarised, made?.summary.insert ?? -1, { kind: 'compacted' }, summary, previous);
    if (this.guard.writeBack) this.log.forgetBefore(cut);
    this.assemble();
  }

  /** The log is shown from a later position on, behind a summary where there is one. */
  private leave(
    cut: number,
    state: StateCode,
    insert: number,
    about: { kind: 'evicted' | 'compacted'; reason?: number },
    summary: Summary | null = this.summary,
    previous: Summary | null = null,
  ): void {
    const { recorder, bounds } = this;
    const { messages } = this.conversation;
    const before = this.tokens;
    const standing = this.summary;
    // A new summary stands for all that it was made from: what an older one stood for follows that one.
    const merged = this.guard.writeBack ? this.log.start : (previous?.cut ?? this.log.start);
    const from = insert < 0 ? bounds.view : merged;
    const moved: number[] = [];
    for (let position = from; position < cut; position++) {
      if (insert >= 0 || this.shown[position]) moved.push(messages[position] as number);
      this.shown[position] = 0;
    }
    bounds.view = Math.max(bounds.view, cut);
    this.trimmer.advance(bounds.view);
    this.summary = summary;
    const replaced = standing !== null && standing !== summary ? standing : previous;
    const items = moved;
    if (insert >= 0 && replaced !== null && replaced !== summary) items.unshift(~replaced.insert);
    const lastFolded = messages[cut - 1] as number;
    const decision = recorder.decide({
      kind: about.kind,
      reason: about.reason ?? 0,
      first: items[0] ?? lastFolded,
      last: items[items.length - 1] ?? lastFolded,
      count: items.length,
      before,
      after: this.tokens,
      insert,
      amount: userCounts(this.index)[lastFolded + 1] as number,
    });
    for (const item of items) recorder.transition(item, state, insert, decision);
    if (standing && standing !== summary && insert < 0) this.supersede(standing);
  }

  /** A summary leaves the window with nothing in its place. */
  private supersede(summary: Summary): void {
    const item = ~summary.insert;
    const { tokens: before, recorder } = this;
    const facts = { kind: 'evicted' as const, first: item, last: item, count: 1, before, after: before };
    const decision = recorder.decide({ ...facts, reason: Reason.superseded });
    recorder.transition(item, State.evicted, -1, decision);
  }

  /** Puts the window together: trims what is too much, brings back what fits again, and tells the ledger. */
  private assemble(): void {
    const { recorder, bounds, trimmer } = this;
    const { messages } = this.conversation;
    const before = this.tokens;
    const fits = trimmer.fit(bounds, (characters, count) => this.tokensWithout(characters, count) <= this.limit);
    const trimmed: number[] = [];
    const restored: number[] = [];
    for (const position of trimmer.changes()) {
      if (position < bounds.view) continue;
      const isShown = !trimmer.isOut(position);
      if (isShown === (this.shown[position] === 1)) continue;
      this.shown[position] = isShown ? 1 : 0;
      (isShown ? restored : trimmed).push(messages[position] as number);
    }
    this.report('restored', restored, State.verbatim, before);
    this.report('trimmed', trimmed, State.evicted, before);
    if (!fits && !this.floorReported) {
      // Nothing but what has come is named: instructions alone can be too much.
      const last = bounds.end > 0 ? (messages[bounds.end - 1] as number) : 0;
      const first = bounds.turn < bounds.end ? (messages[bounds.turn] as number) : last;
      recorder.decide({ kind: 'floor', first, last, count: this.items, before: this.tokens, after: this.tokens });
    }
    this.floorReported = !fits;
  }

  private report(kind: 'restored' | 'trimmed', moved: readonly number[], state: StateCode, before: number): void {
    const [first] = moved;
    if (first === undefined) return;
    const last = moved[moved.length - 1] as number;
    const facts = { kind, first, last, count: moved.length, before, after: this.tokens };
    const decision = this.recorder.decide(facts);
    for (const message of moved) this.recorder.transition(message, state, -1, decision);
  }
}
