/** The memory of the message cap: first in, first out by count; with guards in whole groups, and lines for results that left. */

import { MESSAGE_OVERHEAD, TOOL, type TokenCounter, type TranscriptIndex } from '../../engine/accounting';
import { GroupQueue } from '../../engine/group-queue';
import { Groups } from '../../engine/groups';
import { isInstruction } from '../../engine/items';
import type { Recorder } from '../../engine/recorder';
import { RuleHolds } from '../../engine/rule-holds';
import { type Item, State } from '../../engine/run';
import type { Guards, Memory, MemoryContext } from '../../engine/system';
import { Reason } from './reason';
import { isImportant, referenceTo, type Settings } from './settings';

export function createMessageCapMemory(context: MemoryContext, settings: Settings, guards: Guards): Memory {
  return new MessageCapMemory(context, settings, guards);
}

class MessageCapMemory implements Memory {
  items = 0;
  private readonly index: TranscriptIndex;
  private readonly counter: TokenCounter;
  private readonly recorder: Recorder;
  private readonly cost: Int32Array;
  private readonly groups: Groups;
  private readonly queue: GroupQueue;
  private readonly rules: RuleHolds;
  /** Tokens of the window's messages; what the limit of tokens is compared with. */
  private windowTokens = 0;
  /** Limit of tokens, without end where there is none. */
  private readonly tokenLimit: number;
  private readonly withReferences: boolean;
  /** References that stand, oldest first from `oldestReference` on. */
  private readonly references: number[] = [];
  private oldestReference = 0;
  private referenceTokens = 0;
  private newestHead = -1;
  /** What the floor was last reported for; -1 where the window fits. */
  private floorReason = -1;
  /** Whether a rule holds a member of a group. */
  private readonly isPinned = (head: number): boolean =>
    this.rules.areAny && this.groups.membersOf(head).some((member) => this.rules.isHeld(member));
  private readonly isHeld = (head: number): boolean => head === this.newestHead || this.groups.isOpen(head);

  constructor(
    context: MemoryContext,
    private readonly settings: Settings,
    guards: Guards,
  ) {
    this.index = context.index;
    this.counter = context.counter;
    this.recorder = context.recorder;
    this.cost = context.counts.message;
    this.withReferences = guards.references === true && settings.maxTokens > 0;
    this.tokenLimit = this.withReferences ? settings.maxTokens : Number.POSITIVE_INFINITY;
    this.groups = new Groups(context.index, guards.toolGroups === true);
    this.rules = new RuleHolds(context);
    const keepSystem = guards.keepSystem === true || this.withReferences;
    this.queue = new GroupQueue(this.groups, (message) => keepSystem && isInstruction(this.index, message));
  }

  /** The policy counts messages. */
  get tokens(): number {
    return this.items;
  }

  append(message: number): void {
    this.groups.append(message, false);
    for (const one of this.rules.append(message)) {
      const head = this.groups.headOf(one);
      if (!this.isPinned(head)) this.queue.unpinned(head);
    }
    this.newestHead = this.groups.headOf(message);
    this.items++;
    this.windowTokens += this.cost[message] as number;
    this.recorder.arrive(message, State.verbatim, 1, this.items);
    this.enforce();
    this.recorder.settled(message, this.items);
  }

  needsPreparing(): boolean {
    return false;
  }

  prepare(): null {
    return null;
  }

  private enforce(): void {
    let reason: number = Reason.messages;
    for (;;) {
      const overCap = this.items > this.settings.maxMessages;
      if (!overCap && this.windowTokens <= this.tokenLimit) {
        this.floorReason = -1;
        return;
      }
      reason = overCap ? Reason.messages : Reason.tokens;
      if (this.referencesCrowd()) {
        this.dropReference();
        continue;
      }
      const head = this.queue.take(this.isHeld, this.isPinned);
      if (head >= 0) this.evict(head, reason);
      else if (this.oldestReference < this.references.length) this.dropReference();
      else break;
    }
    if (this.floorReason !== reason) {
      const first = this.newestHead;
      const size = reason === Reason.tokens ? this.windowTokens : this.items;
      this.recorder.decide({ kind: 'floor', first, last: first, count: this.items, before: size, after: size, reason });
    }
    this.floorReason = reason;
  }

  /** References give way to turns once they are more than a quarter of the window. */
  private referencesCrowd(): boolean {
    const standing = this.references.length - this.oldestReference;
    return standing * 4 > this.settings.maxMessages || this.referenceTokens * 4 > this.tokenLimit;
  }

  /** Takes a group out. Lines for its important results come in, in one decision with it. */
  private evict(head: number, reason: number): void {
    const { recorder } = this;
    const members = this.groups.membersOf(head);
    const before = this.items;
    this.items -= members.length;
    for (const member of members) this.windowTokens -= this.cost[member] as number;
    const last = members[members.length - 1] as number;
    const count = members.length;
    const kept = this.withReferences && members.length > 1 ? members.filter((member) => this.isWorthALine(member)) : [];
    if (kept.length === 0) {
      const decision = recorder.decide({
        kind: 'evicted',
        first: head,
        last,
        count,
        before,
        after: this.items,
        reason,
      });
      for (const member of members) recorder.transition(member, State.evicted, -1, decision);
      return;
    }
    const inserts = new Map(kept.map((member) => [member, this.addReference(member)]));
    const decision = recorder.decide({
      kind: 'referenced',
      first: head,
      last,
      count,
      before,
      after: this.items,
      insert: inserts.get(kept[0] as number) ?? -1,
      reason,
    });
    for (const member of members) {
      const insert = inserts.get(member) ?? -1;
      recorder.transition(member, insert < 0 ? State.evicted : State.summarised, insert, decision);
    }
    while (this.references.length - this.oldestReference > this.settings.maxReferences) this.dropReference();
  }

  private isWorthALine(member: number): boolean {
    if (this.settings.maxReferences === 0 || this.index.roles[member] !== TOOL) return false;
    const message = this.index.transcript.messages[member];
    return message !== undefined && isImportant(message, this.index.codePoints[member] as number, this.settings);
  }

  private addReference(member: number): number {
    const message = referenceTo(member, this.index, this.settings);
    const tokens = MESSAGE_OVERHEAD + this.counter.count(message.content ?? '');
    this.items++;
    this.windowTokens += tokens;
    this.referenceTokens += tokens;
    const insert = this.recorder.insert({
      kind: 'reference',
      message,
      anchor: member,
      covers: 1,
      count: 1,
      generation: 1,
      tokens,
    });
    this.references.push(insert);
    return insert;
  }

  private dropReference(): void {
    const insert = this.references[this.oldestReference++] as number;
    const before = this.items--;
    const tokens = this.recorder.inserts[insert]?.tokens ?? 0;
    this.windowTokens -= tokens;
    this.referenceTokens -= tokens;
    const item: Item = ~insert;
    const after = this.items;
    const { reference: reason } = Reason;
    const decision = this.recorder.decide({
      kind: 'evicted',
      first: item,
      last: item,
      count: 1,
      before,
      after,
      reason,
    });
    this.recorder.transition(item, State.evicted, -1, decision);
  }
}
