/** Builds a Run while a replay goes on: memory systems report arrivals, decisions and transitions here and nowhere else. */

import { Columns, IntColumn } from './columns';
import {
  DECISIONS,
  type DecisionKind,
  type Insert,
  type InsertKind,
  type Item,
  type RulePins,
  type Run,
  type StateCode,
} from './run';

export interface DecisionFacts {
  kind: DecisionKind;
  /** First and last item that the decision is about. */
  first: Item;
  last: Item;
  /** Items it is about. */
  count: number;
  /** Policy tokens before and after. */
  before: number;
  after: number;
  /** The insert that it made, or -1. */
  insert?: number;
  /** Position in the system's list of reasons. */
  reason?: number;
  /** A figure of the system's own. */
  amount?: number;
}

export class Recorder {
  /** Call that the messages appended now will first be seen at. */
  call = 0;
  summarizerCalls = 0;
  /** What the pin rules have fitted so far; set by the memory that holds them. */
  pinRules: () => readonly RulePins[] = () => [];
  readonly inserts: Insert[] = [];
  private readonly arrivalCall: Int32Array;
  private readonly arrivalState: Uint8Array;
  private readonly arrivalCost: Int32Array;
  private readonly arrivalTokens: Int32Array;
  private readonly messageHead: Int32Array;
  private readonly insertHead = new IntColumn(16);
  private readonly leading = new IntColumn(16);
  /** Before, tokens, items. */
  private readonly calls: Columns;
  /** Subject, call, state, into, decision, previous. */
  private readonly transitions: Columns;
  /** Kind, call, first, last, count, before, after, insert, entries, reason, amount. */
  private readonly decisions = new Columns(11);

  constructor(readonly messageCount: number) {
    this.arrivalCall = new Int32Array(messageCount);
    this.arrivalState = new Uint8Array(messageCount);
    this.arrivalCost = new Int32Array(messageCount);
    this.arrivalTokens = new Int32Array(messageCount);
    this.messageHead = new Int32Array(messageCount).fill(-1);
    this.calls = new Columns(3, (messageCount >> 1) + 2);
    this.transitions = new Columns(6, messageCount + 16);
  }

  /** A message comes in: its state, its own policy cost as it stands, and the policy tokens after the append. */
  arrive(message: number, state: StateCode, cost: number, tokens: number): void {
    this.arrivalCall[message] = this.call;
    this.arrivalState[message] = state;
    this.arrivalCost[message] = cost;
    this.arrivalTokens[message] = tokens;
  }

  /** Policy tokens after an append that set off more: the step ends with this many. */
  settled(message: number, tokens: number): void {
    this.arrivalTokens[message] = tokens;
  }

  /** A message that stands before all others in every window it is in. Called in transcript order. */
  lead(message: number): void {
    this.leading.push(message);
  }

  /** Policy cost that a message arrived with. */
  costOf(message: number): number {
    return this.arrivalCost[message] as number;
  }

  /** Policy cost of an item: what a message arrived with, or the tokens of an insert. */
  costOfItem(item: Item): number {
    return item >= 0 ? (this.arrivalCost[item] as number) : (this.inserts[~item]?.tokens ?? 0);
  }

  stateOnArrival(message: number): number {
    return this.arrivalState[message] as number;
  }

  /** Logs a decision. The transitions that it causes follow at once. Returns its number. */
  decide(facts: DecisionFacts): number {
    const number = this.decisions.add();
    const { cells, room } = this.decisions;
    cells[number] = DECISIONS.indexOf(facts.kind);
    cells[room + number] = this.call;
    cells[2 * room + number] = facts.first;
    cells[3 * room + number] = facts.last;
    cells[4 * room + number] = facts.count;
    cells[5 * room + number] = facts.before;
    cells[6 * room + number] = facts.after;
    cells[7 * room + number] = facts.insert ?? -1;
    cells[8 * room + number] = this.transitions.length;
    cells[9 * room + number] = facts.reason ?? 0;
    cells[10 * room + number] = facts.amount ?? 0;
    return number;
  }

  /** An item changes state from this call on. `into` is the insert that it went into, or -1. */
  transition(item: Item, state: StateCode, into: number, decision: number): void {
    this.write(this.transitions.add(), item, state, into, decision);
  }

  /** The same for several items at once, in window order. */
  transitionAll(items: Int32Array, state: StateCode, into: number, decision: number): void {
    const first = this.transitions.add(items.length);
    for (let at = 0; at < items.length; at++) this.write(first + at, items[at] as Item, state, into, decision);
  }

  private write(entry: number, item: Item, state: StateCode, into: number, decision: number): void {
    const { cells, room } = this.transitions;
    cells[entry] = item;
    cells[room + entry] = this.call;
    cells[2 * room + entry] = state;
    cells[3 * room + entry] = into;
    cells[4 * room + entry] = decision;
    if (item >= 0) {
      cells[5 * room + entry] = this.messageHead[item] as number;
      this.messageHead[item] = entry;
    } else {
      cells[5 * room + entry] = this.insertHead.get(~item);
      this.insertHead.set(~item, entry);
    }
  }

  /** Adds a message that the system wrote; it stands from this call on. Returns its number. */
  insert(insert: Omit<Insert, 'call' | 'kind'> & { kind?: InsertKind }): number {
    // Written out: spreading an object of many shapes is slow enough to show in a replay.
    this.inserts.push({
      message: insert.message,
      kind: insert.kind ?? 'summary',
      anchor: insert.anchor,
      call: this.call,
      covers: insert.covers,
      count: insert.count,
      generation: insert.generation,
      tokens: insert.tokens,
    });
    this.insertHead.push(-1);
    return this.inserts.length - 1;
  }

  /** Closes a model call. `before` is the assistant message that answers it, -1 for the next call. */
  endCall(before: number, tokens: number, items: number): void {
    const number = this.calls.add();
    const { cells, room } = this.calls;
    cells[number] = before;
    cells[room + number] = tokens;
    cells[2 * room + number] = items;
    this.call++;
  }

  get decisionCount(): number {
    return this.decisions.length;
  }

  get transitionCount(): number {
    return this.transitions.length;
  }

  /** Tells of the changes of state from one on, in the order in which they happened. */
  eachTransition(from: number, visit: (item: Item, state: number, into: number) => void): void {
    const { cells, room } = this.transitions;
    for (let entry = from; entry < this.transitions.length; entry++) {
      visit(cells[entry] as Item, cells[2 * room + entry] as number, cells[3 * room + entry] as number);
    }
  }

  get leadingCount(): number {
    return this.leading.length;
  }

  /** A message that stands before all others, by its place among them. */
  leadingAt(place: number): number {
    return this.leading.get(place);
  }

  /** The run as it stands after so many messages, apart from what is recorded later; the next call is still open. */
  snapshot(system: string, limit: number, messages: number, tokens: number, items: number): Run {
    this.endCall(-1, tokens, items);
    const run = this.finish(system, limit);
    this.calls.length--;
    this.call--;
    return {
      ...run,
      messageCount: messages,
      // The row of the open call is written again at the next one.
      calls: {
        before: run.calls.before.slice(),
        tokens: run.calls.tokens.slice(),
        items: run.calls.items.slice(),
      },
      arrivals: {
        call: this.arrivalCall.slice(0, messages),
        state: this.arrivalState.slice(0, messages),
        cost: this.arrivalCost.slice(0, messages),
        tokens: this.arrivalTokens.slice(0, messages),
      },
      messageHead: this.messageHead.slice(0, messages),
      inserts: [...this.inserts],
    };
  }

  finish(system: string, limit: number): Run {
    const call = this.calls.views();
    const transition = this.transitions.views();
    const decision = this.decisions.views();
    return {
      system,
      messageCount: this.messageCount,
      leading: this.leading.toArray(),
      limit,
      calls: {
        before: call[0] as Int32Array,
        tokens: call[1] as Int32Array,
        items: call[2] as Int32Array,
      },
      arrivals: {
        call: this.arrivalCall,
        state: this.arrivalState,
        cost: this.arrivalCost,
        tokens: this.arrivalTokens,
      },
      transitions: {
        subject: transition[0] as Int32Array,
        call: transition[1] as Int32Array,
        state: transition[2] as Int32Array,
        into: transition[3] as Int32Array,
        decision: transition[4] as Int32Array,
        previous: transition[5] as Int32Array,
      },
      messageHead: this.messageHead,
      insertHead: this.insertHead.toArray(),
      inserts: this.inserts,
      decisions: {
        kind: decision[0] as Int32Array,
        call: decision[1] as Int32Array,
        first: decision[2] as Int32Array,
        last: decision[3] as Int32Array,
        count: decision[4] as Int32Array,
        before: decision[5] as Int32Array,
        after: decision[6] as Int32Array,
        insert: decision[7] as Int32Array,
        entries: decision[8] as Int32Array,
        reason: decision[9] as Int32Array,
        amount: decision[10] as Int32Array,
      },
      summarizerCalls: this.summarizerCalls,
      pinRules: this.pinRules(),
    };
  }
}
