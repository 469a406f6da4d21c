/** Sent tokens: what every call would have cost under one yardstick counter, read off a run's ledger in one pass. */

import { messageCost, type TokenCounter, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import { identityOf } from '../engine/items';
import { type Insert, type Item, type Run, State, type StateCode } from '../engine/run';
import type { Message } from '../engine/transcript';

/** A message as the model gets it while it is in a state. */
export type Present = (item: Item, state: StateCode) => Message;

/** Costs of messages that systems write anew for every run, by what they were made of and by counter. */
const remembered = new WeakMap<object, Map<string, number>>();

/** A message's cost under a counter; of a message that was made of another in the same way before, without counting. */
export function rememberedCost(message: Message, counter: TokenCounter): number {
  const identity = identityOf(message);
  const costs = remembered.get(identity) ?? new Map<string, number>();
  if (costs.size === 0) remembered.set(identity, costs);
  const known = costs.get(counter.id);
  if (known !== undefined) return known;
  const cost = messageCost(message, counter);
  costs.set(counter.id, cost);
  return cost;
}

/** Blocks that a provider counts: a text and each tool call of a message are one each. */
function blocksOf(message: Message): number {
  return Math.max(1, (message.content ? 1 : 0) + (message.tool_calls?.length ?? 0));
}

/**
 * Items as they are sent, each written out and counted once: yardstick cost, blocks, and whether it is an instruction. A
 * message that is sent as it is in the transcript takes its count from `counts`.
 */
export class SentCosts {
  /** By place: two for each message, whole and truncated, then one for each insert. -1 where it is not known yet. */
  private readonly costs: Int32Array;
  private readonly blocks: Int32Array;
  private readonly instructions: Uint8Array;

  constructor(
    private readonly run: Run,
    private readonly index: TranscriptIndex,
    private readonly counts: TokenCounts,
    private readonly counter: TokenCounter,
    private readonly present: Present,
  ) {
    const places = 2 * run.messageCount + run.inserts.length;
    this.costs = new Int32Array(places).fill(-1);
    this.blocks = new Int32Array(places);
    this.instructions = new Uint8Array(places);
  }

  /** Tokens of an item in a state, its message overhead included; 0 where it is not in the window. */
  of(item: Item, state: StateCode): number {
    if (state !== State.verbatim && state !== State.truncated) return 0;
    return this.costs[this.known(item, state)] as number;
  }

  /** Blocks of an item in a state; 0 where it is not in the window. */
  blocksOf(item: Item, state: StateCode): number {
    if (state !== State.verbatim && state !== State.truncated) return 0;
    return this.blocks[this.known(item, state)] as number;
  }

  /** Whether an item of the window is a system or developer message. */
  isInstruction(item: Item, state: StateCode): boolean {
    return this.instructions[this.known(item, state)] === 1;
  }

  private known(item: Item, state: StateCode): number {
    const place = item < 0 ? 2 * this.run.messageCount + ~item : 2 * item + (state === State.truncated ? 1 : 0);
    if ((this.costs[place] as number) >= 0) return place;
    const message = item < 0 ? (this.run.inserts[~item] as Insert).message : this.present(item, state);
    const asItCame = item >= 0 && message === this.index.transcript.messages[item];
    this.costs[place] = asItCame
      ? (this.counts.message[item] as number)
      : item < 0
        ? messageCost(message, this.counter)
        : rememberedCost(message, this.counter);
    this.blocks[place] = blocksOf(message);
    this.instructions[place] = message.role === 'system' || message.role === 'developer' ? 1 : 0;
    return place;
  }
}

/**
 * Tokens sent at each call (index = call): 4 a message, 8 a tool call, contents, call names and arguments, and the tool
 * schemas once (seed 1's overheads). Linear in messages, inserts and transitions: a message is added when it arrives,
 * and a transition takes out what stood before and adds what stands after.
 * `counts` and `counter` are the yardstick's, over the same transcript.
 */
export function sentTokens(
  run: Run,
  index: TranscriptIndex,
  counts: TokenCounts,
  counter: TokenCounter,
  present: Present,
): Int32Array {
  const costs = new SentCosts(run, index, counts, counter, present);
  const { arrivals, transitions, inserts, messageCount } = run;
  const calls = run.calls.before.length;
  const sent = new Int32Array(calls);
  /** What each item adds to the window now. */
  const standing = new Int32Array(messageCount);
  const standingInserts = new Int32Array(inserts.length);
  let total = counts.tools;
  let message = 0;
  let insert = 0;
  let entry = 0;
  for (let call = 0; call < calls; call++) {
    for (; message < messageCount && (arrivals.call[message] as number) <= call; message++) {
      const cost = costs.of(message, arrivals.state[message] as StateCode);
      standing[message] = cost;
      total += cost;
    }
    for (; insert < inserts.length && (inserts[insert] as Insert).call <= call; insert++) {
      const cost = costs.of(~insert, State.verbatim);
      standingInserts[insert] = cost;
      total += cost;
    }
    for (; entry < transitions.call.length && (transitions.call[entry] as number) <= call; entry++) {
      const item = transitions.subject[entry] as Item;
      // What went into another message is counted there, also where it stands in it word for word.
      const cost = (transitions.into[entry] as number) >= 0 ? 0 : costs.of(item, transitions.state[entry] as StateCode);
      const column = item >= 0 ? standing : standingInserts;
      const position = item >= 0 ? item : ~item;
      total += cost - (column[position] as number);
      column[position] = cost;
    }
    sent[call] = total;
  }
  return sent;
}
