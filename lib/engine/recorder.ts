/** Builds a Run while a replay goes on: memory systems report arrivals, decisions and transitions here and nowhere else. */

import { IntColumn } from './columns';
import { DECISIONS, type DecisionKind, type Insert, type InsertKind, type Item, type Run, type StateCode } from './run';

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
}

export class Recorder {
  /** Call that the messages appended now will first be seen at. */
  call = 0;
  summarizerCalls = 0;
  readonly inserts: Insert[] = [];
  private readonly arrivalCall: Int32Array;
  private readonly arrivalState: Uint8Array;
  private readonly arrivalCost: Int32Array;
  private readonly arrivalTokens: Int32Array;
  private readonly messageHead: Int32Array;
  private readonly insertHead = new IntColumn(16);
  private readonly leading = new IntColumn(16);
  private readonly callColumns = { before: new IntColumn(), tokens: new IntColumn(), items: new IntColumn() };
  private readonly transitions = {
    subject: new IntColumn(),
    call: new IntColumn(),
    state: new IntColumn(),
    into: new IntColumn(),
    decision: new IntColumn(),
    previous: new IntColumn(),
  };
  private readonly decisions = {
    kind: new IntColumn(),
    call: new IntColumn(),
    first: new IntColumn(),
    last: new IntColumn(),
    count: new IntColumn(),
    before: new IntColumn(),
    after: new IntColumn(),
    insert: new IntColumn(),
    entries: new IntColumn(),
    reason: new IntColumn(),
  };

  constructor(readonly messageCount: number) {
    this.arrivalCall = new Int32Array(messageCount);
    this.arrivalState = new Uint8Array(messageCount);
    this.arrivalCost = new Int32Array(messageCount);
    this.arrivalTokens = new Int32Array(messageCount);
    this.messageHead = new Int32Array(messageCount).fill(-1);
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

  stateOnArrival(message: number): number {
    return this.arrivalState[message] as number;
  }

  /** Logs a decision. The transitions that it causes follow at once. Returns its number. */
  decide(facts: DecisionFacts): number {
    const { decisions } = this;
    decisions.kind.push(DECISIONS.indexOf(facts.kind));
    decisions.call.push(this.call);
    decisions.first.push(facts.first);
    decisions.last.push(facts.last);
    decisions.count.push(facts.count);
    decisions.before.push(facts.before);
    decisions.after.push(facts.after);
    decisions.insert.push(facts.insert ?? -1);
    decisions.entries.push(this.transitions.subject.length);
    return decisions.reason.push(facts.reason ?? 0);
  }

  /** An item changes state from this call on. `into` is the insert that it went into, or -1. */
  transition(item: Item, state: StateCode, into: number, decision: number): void {
    const { transitions } = this;
    const entry = transitions.subject.push(item);
    transitions.call.push(this.call);
    transitions.state.push(state);
    transitions.into.push(into);
    transitions.decision.push(decision);
    if (item >= 0) {
      transitions.previous.push(this.messageHead[item] as number);
      this.messageHead[item] = entry;
    } else {
      transitions.previous.push(this.insertHead.get(~item));
      this.insertHead.set(~item, entry);
    }
  }

  /** Adds a message that the system wrote; it stands from this call on. Returns its number. */
  insert(insert: Omit<Insert, 'call' | 'kind'> & { kind?: InsertKind }): number {
    this.inserts.push({ kind: 'summary', ...insert, call: this.call });
    this.insertHead.push(-1);
    return this.inserts.length - 1;
  }

  /** Closes a model call. `before` is the assistant message that answers it, -1 for the next call. */
  endCall(before: number, tokens: number, items: number): void {
    this.callColumns.before.push(before);
    this.callColumns.tokens.push(tokens);
    this.callColumns.items.push(items);
    this.call++;
  }

  finish(system: string, limit: number): Run {
    const { callColumns, transitions, decisions } = this;
    return {
      system,
      messageCount: this.messageCount,
      leading: this.leading.toArray(),
      limit,
      calls: {
        before: callColumns.before.toArray(),
        tokens: callColumns.tokens.toArray(),
        items: callColumns.items.toArray(),
      },
      arrivals: {
        call: this.arrivalCall,
        state: this.arrivalState,
        cost: this.arrivalCost,
        tokens: this.arrivalTokens,
      },
      transitions: {
        subject: transitions.subject.toArray(),
        call: transitions.call.toArray(),
        state: transitions.state.toArray(),
        into: transitions.into.toArray(),
        decision: transitions.decision.toArray(),
        previous: transitions.previous.toArray(),
      },
      messageHead: this.messageHead,
      insertHead: this.insertHead.toArray(),
      inserts: this.inserts,
      decisions: {
        kind: decisions.kind.toArray(),
        call: decisions.call.toArray(),
        first: decisions.first.toArray(),
        last: decisions.last.toArray(),
        count: decisions.count.toArray(),
        before: decisions.before.toArray(),
        after: decisions.after.toArray(),
        insert: decisions.insert.toArray(),
        entries: decisions.entries.toArray(),
        reason: decisions.reason.toArray(),
      },
      summarizerCalls: this.summarizerCalls,
    };
  }
}
