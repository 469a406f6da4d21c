/** Sent tokens: what every call would have cost under one yardstick counter, read off a run's ledger in one pass. */

import { messageCost, type TokenCounter, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import { type Insert, type Item, type Run, State, type StateCode } from '../engine/run';
import type { Message } from '../engine/transcript';

/** A message as the model gets it while it is in a state. */
export type Present = (item: Item, state: StateCode) => Message;

/**
 * Yardstick cost of items as they are sent, each text counted once. A message that is sent as it is in the transcript
 * takes its count from `counts`; what was cut or rewritten is counted when first asked for.
 */
export class SentCosts {
  private readonly messages = new Map<number, number>();
  private readonly inserts: number[] = [];

  constructor(
    private readonly run: Run,
    private readonly index: TranscriptIndex,
    private readonly counts: TokenCounts,
    private readonly counter: TokenCounter,
    private readonly present: Present,
  ) {}

  /** Tokens of an item in a state, its message overhead included; 0 where it is not in the window. */
  of(item: Item, state: StateCode): number {
    if (state !== State.verbatim && state !== State.truncated) return 0;
    if (item < 0) {
      this.inserts[~item] ??= messageCost((this.run.inserts[~item] as Insert).message, this.counter);
      return this.inserts[~item] as number;
    }
    const sent = this.present(item, state);
    if (sent === this.index.transcript.messages[item]) return this.counts.message[item] as number;
    const key = item * 2 + (state === State.truncated ? 1 : 0);
    let cost = this.messages.get(key);
    if (cost === undefined) {
      cost = messageCost(sent, this.counter);
      this.messages.set(key, cost);
    }
    return cost;
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
