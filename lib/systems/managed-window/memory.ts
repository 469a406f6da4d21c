/** The memory of the managed window: what it does at an append and before a call, as published and with its guards. */

import { MESSAGE_OVERHEAD, TOOL, type TokenCounter, type TranscriptIndex } from '../../engine/accounting';
import { Groups } from '../../engine/groups';
import type { Recorder } from '../../engine/recorder';
import { type Item, State } from '../../engine/run';
import { Slots } from '../../engine/slots';
import type { Span } from '../../engine/spans';
import type { Guards, Memory, MemoryContext, Steps, SummaryAnswer, SummaryRequest } from '../../engine/system';
import { costOnceCut, cutCosts } from './cuts';
import { Holds } from './holds';
import { Passes } from './passes';
import { limitOf, Reason, type Settings } from './settings';
import { coverage, SpanRequest, Wording } from './summary';

export function createManagedMemory(context: MemoryContext, settings: Settings, guards: Guards): Memory {
  return new ManagedMemory(context, settings, guards);
}

class ManagedMemory implements Memory {
  tokens: number;
  private readonly index: TranscriptIndex;
  private readonly counter: TokenCounter;
  private readonly recorder: Recorder;
  private readonly content: Int32Array;
  private readonly cost: Int32Array;
  private readonly slots: Slots;
  private readonly groups: Groups;
  private readonly holds: Holds;
  private readonly passes: Passes;
  private readonly limit: number;
  private readonly toolTokens: number;
  private readonly cutCosts: Int32Array;
  /** Guards that every call asks for. */
  private readonly wholeGroups: boolean;
  private readonly stopsFutile: boolean;
  private readonly graphemes: boolean;
  private readonly longestResult: number;
  private readonly wording: Wording;
  private floorReported = false;
  private readonly brokenGroups = new Set<number>();
  private readonly loosened = (position: number): void => this.passes.loosened(position);

  constructor(
    context: MemoryContext,
    private readonly settings: Settings,
    private readonly guard: Guards,
  ) {
    this.index = context.index;
    this.counter = context.counter;
    this.recorder = context.recorder;
    this.content = context.counts.content;
    this.cost = context.counts.message;
    this.toolTokens = context.counts.tools;
    this.tokens = this.toolTokens;
    this.wholeGroups = guard.toolGroups === true;
    this.stopsFutile = guard.minGain === true;
    this.graphemes = guard.graphemes === true;
    this.limit = limitOf(settings).limit;
    this.longestResult = settings.maxToolTokens * 4;
    this.wording = new Wording(settings);
    this.cutCosts = cutCosts(this.index, settings, this.graphemes, this.counter);
    this.slots = new Slots(this.recorder.inserts);
    this.groups = new Groups(this.index, this.wholeGroups);
    this.holds = new Holds(context, settings, guard, this.slots, this.groups);
    const leastGain = this.stopsFutile ? settings.minGain * this.limit : 0;
    this.passes = new Passes(this.holds, this.slots, this.recorder, settings.maxSpan, guard, leastGain);
  }

  get items(): number {
    return this.slots.length;
  }

  append(message: number): void {
    const { index, recorder, settings } = this;
    let cost = this.cost[message] as number;
    let state: number = State.verbatim;
    if (index.roles[message] === TOOL && (index.codePoints[message] as number) > this.longestResult) {
      cost +=
        costOnceCut(message, this.cutCosts, index, settings, this.graphemes, this.counter) -
        (this.content[message] as number);
      state = State.truncated;
    }
    const head = this.groups.headOf(message);
    const broken = this.brokenGroups.size > 0 && this.brokenGroups.has(head);
    if (cost > this.limit || broken) {
      this.groups.append(message, false);
      recorder.arrive(message, State.refused, cost, this.tokens);
      const reason = cost > this.limit ? Reason.threshold : Reason.brokenGroup;
      recorder.decide({ kind: 'refused', first: message, last: message, count: 1, before: cost, after: 0, reason });
      if (!broken) this.breakGroup(head);
      recorder.settled(message, this.tokens);
      return;
    }
    const pinned = this.holds.isPinned(message);
    this.groups.append(message, pinned);
    this.slots.push(message);
    this.holds.arrived(message, this.loosened);
    this.tokens += cost;
    this.passes.appended += cost;
    recorder.arrive(message, state as 1 | 2, cost, this.tokens);
    if (state === State.truncated) {
      const before = this.cost[message] as number;
      recorder.decide({ kind: 'truncated', first: message, last: message, count: 1, before, after: cost });
    }
  }

  needsPreparing(): boolean {
    const pressure = this.tokens / this.limit;
    return pressure > this.settings.evictAt || (this.settings.compaction && pressure > this.settings.compactAt);
  }

  /** Null where no summary is asked for: the rest is done at once. */
  prepare(): Steps<void> | null {
    const span = this.settings.compaction ? this.firstSpan() : null;
    if (span) return this.compactFrom(span);
    this.evictWhileOver();
    return null;
  }

  private get pressure(): number {
    return this.tokens / this.limit;
  }

  /** The span of the first pass at a call, or null where no pass is tried. */
  private firstSpan(): Span | null {
    const { compactAt, evictAt } = this.settings;
    if (!(this.pressure > compactAt) || !this.passes.areDue) return null;
    if (this.stopsFutile && this.pressure > evictAt && !this.canComeUnder(evictAt * this.limit)) return null;
    return this.passes.next();
  }

  /** As published one pass, and a summarizer that throws ends the preparation. With the guard passes while they gain. */
  private *compactFrom(first: Span): Steps<void> {
    for (
      let span: Span | null = first;
      span;
      span = this.pressure > this.settings.compactAt ? this.passes.next() : null
    ) {
      const before = this.tokens;
      const request = this.request(span);
      const done = this.compact(span, request.items, yield request);
      if (!this.stopsFutile) {
        if (!done) {
          this.floorReported &&= this.pressure > this.settings.evictAt;
          return;
        }
        break;
      }
      if (!done || before - this.tokens < this.passes.leastGain) {
        if (this.pressure > this.settings.compactAt) this.passes.wait();
        break;
      }
    }
    this.evictWhileOver();
  }

  private evictWhileOver(): void {
    while (this.pressure > this.settings.evictAt) if (!this.evictOnce()) break;
    const atFloor = this.pressure > this.settings.evictAt;
    if (atFloor && !this.floorReported) {
      const { tokens } = this;
      const last = this.slots.length > 0 ? this.slots.at(this.slots.length - 1) : 0;
      const first = this.slots.length > 0 ? this.slots.at(0) : 0;
      this.recorder.decide({ kind: 'floor', first, last, count: this.slots.length, before: tokens, after: tokens });
    }
    this.floorReported = atFloor;
  }

  private request(span: Span): SummaryRequest {
    const { index, recorder, settings, guard } = this;
    const items = this.slots.slice(span.start, span.end);
    return new SpanRequest(++recorder.summarizerCalls, items, settings.wordLimit, { index, recorder, settings, guard });
  }

  /** Puts the answer in the place of a span. False where nothing changed: the summarizer failed, or wrote too much. */
  private compact(span: Span, items: Int32Array, answer: SummaryAnswer): boolean {
    const { recorder, slots } = this;
    const { start, end } = span;
    const first = slots.at(start);
    const last = slots.at(end - 1);
    const count = end - start;
    const before = this.tokens;
    if ('error' in answer) {
      recorder.decide({ kind: 'summary-failed', first, last, count, before, after: before });
      return false;
    }
    const removed = this.passes.tokensOf(span);
    let insert = -1;
    let cost = 0;
    if (answer.text !== null) {
      const content = this.wording.write(count, answer.text, recorder.summarizerCalls);
      cost = MESSAGE_OVERHEAD + this.counter.count(content);
      if (this.stopsFutile && cost >= removed) {
        recorder.decide({ kind: 'summary-refused', first, last, count, before, after: before - removed + cost });
        return false;
      }
      insert = recorder.insert({
        message: { role: 'user', content },
        anchor: slots.placeOf(first),
        ...coverage(items, recorder.inserts),
        count,
        tokens: cost,
      });
      this.holds.summarised(start, insert, content);
    }
    this.tokens += cost - removed;
    this.holds.replacedAt(start);
    slots.replace(start, end, insert < 0 ? undefined : ~insert);
    this.passes.changed(start, count, insert < 0 ? 0 : 1);
    const decision = recorder.decide({ kind: 'compacted', first, last, count, before, after: this.tokens, insert });
    recorder.transitionAll(items, State.summarised, insert, decision);
    return true;
  }

  private evictOnce(): boolean {
    this.holds.survey();
    for (let position = this.holds.firstLoose; position < this.holds.end; position++) {
      if (this.holds.isHeld(position)) continue;
      const item = this.slots.at(position);
      if (item < 0) this.evict([position], Reason.threshold);
      else this.evict(this.holds.positionsOf(this.groups.headOf(item)), Reason.threshold);
      return true;
    }
    return false;
  }

  /** Takes out the items at ascending positions in one decision. */
  private evict(positions: readonly number[], reason: number): void {
    const { recorder, slots } = this;
    const items = positions.map((position) => slots.at(position));
    const before = this.tokens;
    for (let last = positions.length - 1; last >= 0; last--) {
      const position = positions[last] as number;
      const item = slots.at(position);
      const cost = this.costOf(item);
      this.tokens -= cost;
      slots.replace(position, position + 1);
      this.holds.removedAt(position);
      this.passes.changed(position, 1, 0);
    }
    const first = items[0] as Item;
    const last = items[items.length - 1] as Item;
    const decision = recorder.decide({
      kind: 'evicted',
      first,
      last,
      count: items.length,
      before,
      after: this.tokens,
      reason,
    });
    for (const item of items) recorder.transition(item, State.evicted, -1, decision);
  }

  /** A refused member leaves its group unsendable: what is there of it goes, and what is still to come is refused. */
  private breakGroup(head: number): void {
    if (!this.wholeGroups) return;
    this.brokenGroups.add(head);
    const positions = this.holds.positionsOf(head);
    if (positions.length > 0) this.evict(positions, Reason.brokenGroup);
    this.floorReported &&= this.pressure > this.settings.evictAt;
  }

  /** Whether so many tokens or fewer would be left if all that can be taken were. Looks no further than it has to. */
  private canComeUnder(tokens: number): boolean {
    const { slots, holds } = this;
    holds.survey();
    let left = this.tokens;
    for (let position = holds.firstLoose; position < holds.end && left > tokens; position++) {
      if (!holds.isHeld(position)) left -= this.costOf(slots.at(position));
    }
    return left <= tokens;
  }

  private costOf(item: Item): number {
    return this.recorder.costOfItem(item);
  }
}
