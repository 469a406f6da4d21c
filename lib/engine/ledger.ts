/** Reading the ledger of a run: state of a message at a call, the window at a call, and a message's whole life. */

import { DECISIONS, type Item, type Run, State, type StateCode } from './run';

const REFUSED = DECISIONS.indexOf('refused');

/** Latest transition of an item at or before a call, or -1 where it has had none yet. */
function transitionAt(run: Run, item: Item, call: number): number {
  let entry = (item >= 0 ? run.messageHead[item] : run.insertHead[~item]) as number;
  while (entry >= 0 && (run.transitions.call[entry] as number) > call)
    entry = run.transitions.previous[entry] as number;
  return entry;
}

/** State of an item by its own entries: a message that went into a summary is `summarised` whatever became of that. */
export function ownStateAt(run: Run, item: Item, call: number): StateCode {
  const entry = transitionAt(run, item, call);
  if (entry >= 0) return run.transitions.state[entry] as StateCode;
  if (item >= 0) {
    return (run.arrivals.call[item] as number) <= call ? (run.arrivals.state[item] as StateCode) : State.absent;
  }
  const insert = run.inserts[~item];
  return insert && insert.call <= call ? State.verbatim : State.absent;
}

/** What became of a message at a call. */
export interface Fate {
  state: StateCode;
  /** The insert that stands for it in the window, where it is summarised or joined with others; -1 otherwise. */
  insert: number;
  /** The decision that put it in this state; -1 where it has not changed since it arrived. */
  decision: number;
}

/** The ledger's answer for one message and call, summaries followed to their own end. */
export function fateAt(run: Run, message: number, call: number): Fate {
  let item: Item = message;
  let entry = transitionAt(run, item, call);
  if (entry < 0) return { state: ownStateAt(run, message, call), insert: -1, decision: -1 };
  let joined = true;
  for (;;) {
    const state = run.transitions.state[entry] as StateCode;
    const decision = run.transitions.decision[entry] as number;
    const into = run.transitions.into[entry] as number;
    // Summarised away: the summarizer answered that the span held nothing worth keeping.
    if (into < 0) return { state: state === State.summarised ? State.evicted : state, insert: -1, decision };
    if (state === State.summarised) joined = false;
    item = ~into;
    const next = transitionAt(run, item, call);
    if (next < 0) return { state: joined ? State.verbatim : State.summarised, insert: into, decision };
    entry = next;
  }
}

/** Whether an item stands in the window at a call as a message of its own. */
function standsAt(run: Run, item: Item, call: number): boolean {
  const entry = transitionAt(run, item, call);
  if (entry >= 0 && (run.transitions.into[entry] as number) >= 0) return false;
  const state = ownStateAt(run, item, call);
  return state === State.verbatim || state === State.truncated;
}

/** Inserts that stand at a call, ordered by their place. */
function standingInserts(run: Run, call: number): number[] {
  const standing: number[] = [];
  for (let number = 0; number < run.inserts.length; number++) {
    if (standsAt(run, ~number, call)) standing.push(number);
  }
  const anchor = (number: number) => run.inserts[number]?.anchor ?? 0;
  return standing.sort((a, b) => anchor(a) - anchor(b) || a - b);
}

/** The window at a call: items in the order in which the model sees them. Linear in messages and inserts. */
export function windowAt(run: Run, call: number): Int32Array {
  const inserts = standingInserts(run, call);
  const items = new Int32Array(run.calls.items[call] ?? run.messageCount + inserts.length);
  let length = 0;
  let next = 0;
  for (const message of run.leading) {
    if ((run.arrivals.call[message] as number) > call) break;
    if (standsAt(run, message, call)) items[length++] = message;
  }
  let leading = 0;
  for (let message = 0; message < run.messageCount && (run.arrivals.call[message] as number) <= call; message++) {
    if (run.leading[leading] === message) {
      leading++;
      continue;
    }
    while (next < inserts.length && (run.inserts[inserts[next] as number]?.anchor ?? 0) <= message) {
      items[length++] = ~(inserts[next++] as number);
    }
    if (standsAt(run, message, call)) items[length++] = message;
  }
  while (next < inserts.length) items[length++] = ~(inserts[next++] as number);
  return items.length === length ? items : items.slice(0, length);
}

/** Messages that have arrived by a call. */
export function arrivedBy(run: Run, call: number): number {
  const before = run.calls.before[call];
  return before === undefined || before < 0 ? run.messageCount : before;
}

/** Policy tokens that stood when a call came up, before anything was done about them. */
export function tokensBeforePreparing(run: Run, call: number): number {
  const arrived = arrivedBy(run, call);
  const sent = run.calls.tokens[call] ?? 0;
  return arrived > 0 ? Math.max(sent, run.arrivals.tokens[arrived - 1] ?? 0) : sent;
}

/** All transitions of an item, oldest first. */
export function lifeOf(run: Run, item: Item): number[] {
  const entries: number[] = [];
  let entry = (item >= 0 ? run.messageHead[item] : run.insertHead[~item]) as number;
  while (entry >= 0) {
    entries.push(entry);
    entry = run.transitions.previous[entry] as number;
  }
  return entries.reverse();
}

/** Items that a decision moved, in window order. */
export function itemsOf(run: Run, decision: number): Int32Array {
  const from = run.decisions.entries[decision] as number;
  const to = run.decisions.entries[decision + 1] ?? run.transitions.subject.length;
  return run.transitions.subject.slice(from, to);
}

/** Policy tokens (or messages) that a decision freed; 0 where it freed nothing, and for what never came in. */
export function freedBy({ decisions }: Run, decision: number): number {
  if (decisions.kind[decision] === REFUSED) return 0;
  return Math.max(0, (decisions.before[decision] as number) - (decisions.after[decision] as number));
}

/** Decisions made while a call was prepared or the messages before it came in: the half-open range of their numbers. */
export function decisionsAt(run: Run, call: number): { from: number; to: number } {
  const calls = run.decisions.call;
  return { from: lowerBound(calls, call), to: lowerBound(calls, call + 1) };
}

const TAKES: ReadonlySet<number> = new Set([DECISIONS.indexOf('compacted'), DECISIONS.indexOf('evicted')]);

/** Policy tokens that stood at most before the memory acted for a call: when it came up, or while its messages came in. */
export function tokensBeforeActing(run: Run, call: number): number {
  const { from, to } = decisionsAt(run, call);
  let most = tokensBeforePreparing(run, call);
  for (let decision = from; decision < to; decision++) {
    if (TAKES.has(run.decisions.kind[decision] as number))
      most = Math.max(most, run.decisions.before[decision] as number);
  }
  return most;
}

/** First position in a sorted column whose value is at least `value`. */
export function lowerBound(column: Int32Array, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
