/** How the window changes from call to call, in yardstick tokens: what a bill needs to know of a run, in time near linear in its changes. */

import type { TokenCounter, TokenCounts, TranscriptIndex } from '../engine/accounting';
import { type Insert, type Item, type Run, State, type StateCode } from '../engine/run';
import { type Present, SentCosts } from './sent-tokens';
import { RankSet } from './validity/rank-set';
import { windowOrder } from './window-order';

/** Columns with a number a call. Tokens are the yardstick's, tool schemas first in every window. */
export interface WindowTrace {
  /** Tokens of the tool schemas, which every window starts with. */
  tools: number;
  /** Tokens of the window, tool schemas included; the same as `sentTokens`. */
  sent: Int32Array;
  /** Tokens at its start that are item by item those of the window before; 0 at the first call. */
  kept: Int32Array;
  /** Tokens of the tool schemas and the instructions (system and developer messages) that stand before all else. */
  head: Int32Array;
  /** Tokens of the messages that came since the call before, as they came in. */
  added: Int32Array;
  /** Blocks of those messages. */
  addedBlocks: Int32Array;
  /** Blocks of those instructions. */
  headBlocks: Int32Array;
  /** Blocks that a provider counts: a text and each tool call of a message are one each. */
  blocks: Int32Array;
}

/** Tokens by rank, with the sum of any prefix in a few steps (a Fenwick tree). */
class PrefixSums {
  private readonly sums: Float64Array;

  constructor(size: number) {
    this.sums = new Float64Array(size + 1);
  }

  add(rank: number, amount: number): void {
    for (let place = rank; place < this.sums.length; place += place & -place) {
      this.sums[place] = (this.sums[place] as number) + amount;
    }
  }

  /** Of ranks 1 to `rank`. */
  upTo(rank: number): number {
    let sum = 0;
    for (let place = rank; place > 0; place -= place & -place) sum += this.sums[place] as number;
    return sum;
  }
}

function stands(state: number): boolean {
  return state === State.verbatim || state === State.truncated;
}

/** The window while the ledger is read: states by rank, and which ranks were touched since the call before. */
class Tracer {
  total = 0;
  blocks = 0;
  private readonly order;
  private readonly standing: RankSet;
  private readonly before: Uint8Array;
  private readonly now: Uint8Array;
  private readonly cost: Int32Array;
  private readonly sums: PrefixSums;
  private readonly touched: number[] = [];
  /** Tokens of the instructions at the start, and the rank of the first item after them. */
  private head = 0;
  private headBlocks = 0;
  private headEnd = Number.POSITIVE_INFINITY;

  constructor(
    run: Run,
    private readonly costs: SentCosts,
  ) {
    this.order = windowOrder(run);
    const size = this.order.items.length;
    this.standing = new RankSet(size);
    this.before = new Uint8Array(size);
    this.now = new Uint8Array(size);
    this.cost = new Int32Array(size);
    this.sums = new PrefixSums(size);
  }

  set(item: Item, state: number): void {
    const rank = this.order.rankOf(item);
    this.now[rank] = stands(state) ? state : State.absent;
    this.touched.push(rank);
  }

  /** The window is complete. Returns the tokens before the first item that is not as it was, all of them where none is. */
  settle(): { kept: number; head: number; headBlocks: number } {
    let first = this.before.length;
    for (const rank of this.touched) {
      if (this.now[rank] === this.before[rank]) continue;
      if (rank < first) first = rank;
      this.change(rank);
    }
    this.touched.length = 0;
    if (first <= this.headEnd) this.measureHead();
    return { kept: this.sums.upTo(first - 1), head: this.head, headBlocks: this.headBlocks };
  }

  private change(rank: number): void {
    const item = this.order.items[rank] as Item;
    const state = this.now[rank] as StateCode;
    const old = this.before[rank] as StateCode;
    const cost = this.costs.of(item, state);
    const difference = cost - (this.cost[rank] as number);
    this.sums.add(rank, difference);
    this.total += difference;
    this.blocks += this.costs.blocksOf(item, state) - this.costs.blocksOf(item, old);
    this.cost[rank] = cost;
    this.before[rank] = state;
    if (state === State.absent) this.standing.delete(rank);
    else this.standing.add(rank);
  }

  private measureHead(): void {
    this.head = 0;
    this.headBlocks = 0;
    let rank = this.standing.next(0);
    for (; rank < this.standing.size; rank = this.standing.next(rank)) {
      const item = this.order.items[rank] as Item;
      const state = this.now[rank] as StateCode;
      if (!this.costs.isInstruction(item, state)) break;
      this.head += this.cost[rank] as number;
      this.headBlocks += this.costs.blocksOf(item, state);
    }
    this.headEnd = rank;
  }
}

/**
 * Reads a run's ledger once. Time: messages, inserts and transitions, each with the logarithm of their number.
 * `counts` and `counter` are the yardstick's; `present` writes an item out as the model gets it in a state.
 */
export function traceWindows(
  run: Run,
  index: TranscriptIndex,
  counts: TokenCounts,
  counter: TokenCounter,
  present: Present,
): WindowTrace {
  const costs = new SentCosts(run, index, counts, counter, present);
  const tracer = new Tracer(run, costs);
  const { arrivals, transitions, inserts, messageCount } = run;
  const { tools } = counts;
  const calls = run.calls.before.length;
  const column = () => new Int32Array(calls);
  const trace = {
    tools,
    sent: column(),
    kept: column(),
    head: column(),
    headBlocks: column(),
    added: column(),
    addedBlocks: column(),
    blocks: column(),
  };
  let message = 0;
  let insert = 0;
  let entry = 0;
  for (let call = 0; call < calls; call++) {
    let added = 0;
    let addedBlocks = 0;
    for (; message < messageCount && (arrivals.call[message] as number) <= call; message++) {
      const state = arrivals.state[message] as StateCode;
      added += costs.of(message, state);
      addedBlocks += costs.blocksOf(message, state);
      tracer.set(message, state);
    }
    for (; insert < inserts.length && (inserts[insert] as Insert).call <= call; insert++)
      tracer.set(~insert, State.verbatim);
    for (; entry < transitions.call.length && (transitions.call[entry] as number) <= call; entry++) {
      const alone = (transitions.into[entry] as number) < 0;
      tracer.set(transitions.subject[entry] as Item, alone ? (transitions.state[entry] as number) : State.absent);
    }
    const { kept, head, headBlocks } = tracer.settle();
    trace.sent[call] = tools + tracer.total;
    trace.kept[call] = call === 0 ? 0 : tools + kept;
    trace.head[call] = tools + head;
    trace.headBlocks[call] = headBlocks;
    trace.added[call] = added;
    trace.addedBlocks[call] = addedBlocks;
    trace.blocks[call] = tracer.blocks;
  }
  return trace;
}
