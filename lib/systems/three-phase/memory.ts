/** The memory of the three phases: every append that reaches the hard limit compacts down to the target before it is done. */

import type { TokenCounter, TranscriptIndex } from '../../engine/accounting';
import { isInstruction, itemCounts } from '../../engine/items';
import type { Recorder } from '../../engine/recorder';
import { RuleHolds } from '../../engine/rule-holds';
import { FrontAnchor, type Item, State } from '../../engine/run';
import type { Memory, MemoryContext, Steps } from '../../engine/system';
import { filled } from '../../engine/wording';
import { Label, labelsOf } from './labels';
import { Reason } from './reason';
import { ITEM_OVERHEAD, presented, type Settings, SUMMARY_OVERHEAD } from './settings';

export function createThreePhaseMemory(context: MemoryContext, settings: Settings): Memory {
  return new ThreePhaseMemory(context, settings);
}

class ThreePhaseMemory implements Memory {
  tokens = 0;
  private readonly index: TranscriptIndex;
  private readonly counter: TokenCounter;
  private readonly recorder: Recorder;
  private readonly counts: Int32Array;
  private readonly labels: Uint8Array;
  /** Items held now, as a list linked both ways through the message indices, oldest first. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private oldest = -1;
  private newest = -1;
  private held = 0;
  private instructions = 0;
  /** The oldest of the protected items, and how many there are. */
  private protectedFrom = -1;
  private protectedCount = 0;
  /** Noise that is no longer protected, oldest first. What has left in another way is not held any more. */
  private readonly noise: number[] = [];
  private noiseAt = 0;
  private readonly isHeld: Uint8Array;
  /** Rules protect what they hold like the newest items. */
  private readonly rules: RuleHolds;
  private summary: { insert: number; text: string; tokens: number } | null = null;
  private compactions = 0;

  constructor(
    context: MemoryContext,
    private readonly settings: Settings,
  ) {
    this.index = context.index;
    this.counter = context.counter;
    this.recorder = context.recorder;
    this.counts = itemCounts(context.index, context.counts, context.counter);
    this.labels = labelsOf(context.index, settings.priorityRules);
    const { length } = context.index.roles;
    this.next = new Int32Array(length).fill(-1);
    this.previous = new Int32Array(length).fill(-1);
    this.isHeld = new Uint8Array(length);
    this.rules = new RuleHolds(context);
  }

  get items(): number {
    return this.instructions + (this.summary ? 1 : 0) + this.held;
  }

  append(message: number): void {
    const unpinned = this.rules.append(message);
    for (const one of unpinned) if (this.isOld(one) && this.isNoise(one)) this.addNoise(one);
    if (isInstruction(this.index, message)) {
      this.instructions++;
      this.recorder.lead(message);
      this.recorder.arrive(message, State.verbatim, 0, this.tokens);
      return;
    }
    const cost = this.costOf(message);
    this.tokens += cost;
    this.link(message);
    if (this.protectedFrom < 0 && this.settings.keepRecent > 0) this.protectedFrom = message;
    this.protectedCount++;
    if (this.protectedCount > this.settings.keepRecent) {
      const released = this.protectedFrom < 0 ? message : this.protectedFrom;
      this.protectedFrom = this.protectedFrom < 0 ? -1 : (this.next[released] as number);
      this.protectedCount--;
      if (this.isNoise(released) && !this.rules.isHeld(released)) this.addNoise(released);
    }
    this.recorder.arrive(message, State.verbatim, cost, this.tokens);
  }

  settle(): Steps<void> | null {
    return this.tokens >= this.settings.hardLimit && this.newest >= 0 ? this.compact(this.newest) : null;
  }

  needsPreparing(): boolean {
    return false;
  }

  prepare(): null {
    return null;
  }

  private get isOver(): boolean {
    return this.tokens > this.settings.targetLimit;
  }

  private isNoise(message: number): boolean {
    const noise = Label.observation | Label.low;
    return ((this.labels[message] as number) & noise) === noise;
  }

  /** Whether an item is held that is not among the newest. */
  private isOld(message: number): boolean {
    return this.isHeld[message] === 1 && (this.protectedFrom < 0 || message < this.protectedFrom);
  }

  /** Noise stays in order of age, also where a rule let go of it late. */
  private addNoise(message: number): void {
    const { noise } = this;
    let place = noise.length;
    while (place > this.noiseAt && (noise[place - 1] as number) > message) place--;
    if (place === noise.length) noise.push(message);
    else noise.splice(place, 0, message);
  }

  private costOf(message: number): number {
    return (this.counts[message] as number) + ITEM_OVERHEAD;
  }

  private *compact(trigger: number): Steps<void> {
    const before = this.tokens;
    this.compactions++;
    this.dropNoise();
    const older = this.isOver ? this.unprotected() : [];
    if (older.length > 0) yield* this.summarise(older);
    this.enforce();
    this.recorder.decide({
      kind: 'reported',
      first: trigger,
      last: trigger,
      count: this.compactions,
      before,
      after: this.tokens,
    });
    this.recorder.settled(trigger, this.tokens);
  }

  /** Phase 1: unprotected observations of low priority, oldest first, until the target is met. */
  private dropNoise(): void {
    const before = this.tokens;
    const dropped: number[] = [];
    while (this.isOver && this.noiseAt < this.noise.length) {
      const message = this.noise[this.noiseAt++] as number;
      if (!this.isHeld[message]) continue;
      this.unlink(message);
      dropped.push(message);
    }
    if (dropped.length > 0) this.evicted(dropped, before, Reason.noise);
  }

  /** Items that are neither among the newest nor held by a rule, oldest first. */
  private unprotected(): number[] {
    const items: number[] = [];
    for (let item = this.oldest; item !== this.protectedFrom && item >= 0; item = this.next[item] as number) {
      if (!this.rules.isHeld(item)) items.push(item);
    }
    return items;
  }

  /** Phase 2: one summary of the existing summary and everything unprotected. */
  private *summarise(items: readonly number[]): Steps<void> {
    const { index, recorder, settings } = this;
    const span = Int32Array.from(items);
    const before = this.tokens;
    const first = items[0] as Item;
    const last = items[items.length - 1] as Item;
    const count = items.length;
    const answer = yield {
      ordinal: ++recorder.summarizerCalls,
      items: span,
      messages() {
        return items.map((item) => presented(item, recorder.inserts, index, settings));
      },
      previous: this.summary?.text ?? null,
      wordLimit: settings.wordLimit,
    };
    if ('error' in answer) {
      recorder.decide({ kind: 'summary-failed', first, last, count, before, after: before });
      return;
    }
    const previous = this.summary;
    for (const item of items) this.unlink(item);
    let insert = -1;
    // Nothing worth adding: the summary there is stays as it is.
    if (answer.text !== null) {
      const tokens = this.counter.count(answer.text) + SUMMARY_OVERHEAD;
      const replaced = previous ? recorder.inserts[previous.insert] : undefined;
      insert = recorder.insert({
        message: { role: 'developer', content: filled(settings.summaryMarker, { summary: answer.text }) },
        anchor: FrontAnchor.summary,
        covers: count + (replaced?.covers ?? 0),
        count,
        generation: (replaced?.generation ?? 0) + 1,
        tokens,
      });
      this.tokens += tokens - (previous?.tokens ?? 0);
      this.summary = { insert, text: answer.text, tokens };
    }
    const moved = previous && insert >= 0 ? [~previous.insert, ...items] : items;
    const decision = recorder.decide({
      kind: 'compacted',
      first: moved[0] as Item,
      last,
      count: moved.length,
      before,
      after: this.tokens,
      insert,
      amount: count,
    });
    for (const item of moved) recorder.transition(item, State.summarised, insert, decision);
  }

  /**
   * Phase 3: old items, then the summary, then protected items oldest first, until the target is met whatever it takes.
   * Of those, what a rule holds goes after the others; only the newest item of all stays longer.
   */
  private enforce(): void {
    this.evictOldest(Reason.old, this.protectedFrom, true);
    if (this.isOver && this.summary) {
      const { insert, tokens } = this.summary;
      const before = this.tokens;
      this.tokens -= tokens;
      this.summary = null;
      this.evicted([~insert], before, Reason.summary);
    }
    if (this.isOver && this.someAreHeld()) {
      this.evictOldest(Reason.recent, this.newest, true);
      this.evictOldest(Reason.rule, this.newest, false);
    }
    this.evictOldest(Reason.recent, -1, false);
  }

  private someAreHeld(): boolean {
    if (!this.rules.areAny) return false;
    for (let item = this.oldest; item >= 0; item = this.next[item] as number) if (this.rules.isHeld(item)) return true;
    return false;
  }

  /** Takes the oldest items before `until`; with `spare` those that no rule holds. */
  private evictOldest(reason: number, until: number, spare: boolean): void {
    const before = this.tokens;
    const taken: number[] = [];
    let message = this.oldest;
    while (this.isOver && message >= 0 && message !== until) {
      const after = this.next[message] as number;
      if (!spare || !this.rules.isHeld(message)) {
        const isRecent = this.protectedFrom >= 0 && message >= this.protectedFrom;
        this.unlink(message);
        if (message === this.protectedFrom) this.protectedFrom = after;
        if (isRecent) this.protectedCount--;
        taken.push(message);
      }
      message = after;
    }
    if (taken.length > 0) this.evicted(taken, before, reason);
  }

  private link(message: number): void {
    this.isHeld[message] = 1;
    this.held++;
    this.previous[message] = this.newest;
    this.next[message] = -1;
    if (this.newest < 0) this.oldest = message;
    else this.next[this.newest] = message;
    this.newest = message;
  }

  private unlink(message: number): void {
    const before = this.previous[message] as number;
    const after = this.next[message] as number;
    if (before < 0) this.oldest = after;
    else this.next[before] = after;
    if (after < 0) this.newest = before;
    else this.previous[after] = before;
    this.isHeld[message] = 0;
    this.held--;
    this.tokens -= this.costOf(message);
  }

  private evicted(items: readonly Item[], before: number, reason: number): void {
    const decision = this.recorder.decide({
      kind: 'evicted',
      first: items[0] as Item,
      last: items[items.length - 1] as Item,
      count: items.length,
      before,
      after: this.tokens,
      reason,
    });
    for (const item of items) this.recorder.transition(item, State.evicted, -1, decision);
  }
}
