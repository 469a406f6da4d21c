/** Every message's life as a few runs of one state each, read from the ledger once for a whole result. */

import { type Run, STATE_NAMES, State, type StateCode } from '@/lib/engine/run';

/** Runs of all messages as columns. Those of message m stand at `first[m]` up to `first[m + 1]`, in the order of calls. */
export interface SurvivalRuns {
  messageCount: number;
  /** Last call: the last run of every message lasts to it. */
  lastCall: number;
  first: Int32Array;
  /** Call from which on the state holds. */
  from: Int32Array;
  state: Uint8Array;
}

/** A run as people ask for it. `to` is the last call at which the state holds. */
export interface Segment {
  from: number;
  to: number;
  state: StateCode;
}

/** Writes lives one after the other into columns that grow: a map of 100,000 messages makes no other objects. */
class LifeWriter {
  from: Int32Array;
  state: Uint8Array;
  length = 0;
  private start = 0;

  constructor(capacity: number) {
    this.from = new Int32Array(capacity);
    this.state = new Uint8Array(capacity);
  }

  /** Begins the next life. Returns where it stands. */
  begin(): number {
    this.start = this.length;
    return this.start;
  }

  /** Ends what was written of this life at a call, and goes on from there with a state. */
  extend(call: number, state: number): void {
    let { length } = this;
    while (length > this.start && (this.from[length - 1] as number) >= call) length--;
    if (length === this.start || this.state[length - 1] !== state) {
      if (length === this.from.length) this.grow();
      this.from[length] = call;
      this.state[length] = state;
      length++;
    }
    this.length = length;
  }

  private grow(): void {
    const from = new Int32Array(this.from.length * 2);
    const state = new Uint8Array(this.state.length * 2);
    from.set(this.from);
    state.set(this.state);
    this.from = from;
    this.state = state;
  }
}

/** Lives of inserts: that of insert i stands at `first[i]` up to `end[i]` of the writer's columns. */
interface InsertLives {
  written: LifeWriter;
  first: Int32Array;
  end: Int32Array;
}

/** The state a message shows while it is part of an insert: joined in full, or only as what a summary says of it. */
function within(state: number, summarised: boolean): number {
  return summarised && (state === State.verbatim || state === State.truncated) ? State.summarised : state;
}

/** Lets the life that is being written follow an item's entries, and the lives of the inserts that it went into. */
function follow(run: Run, head: number, stack: number[], inserts: InsertLives, life: LifeWriter): void {
  const { transitions } = run;
  let depth = 0;
  for (let entry = head; entry >= 0; entry = transitions.previous[entry] as number) stack[depth++] = entry;
  while (depth > 0) {
    const entry = stack[--depth] as number;
    const call = transitions.call[entry] as number;
    const state = transitions.state[entry] as number;
    const into = transitions.into[entry] as number;
    const summarised = state === State.summarised;
    if (into < 0) {
      // Summarised into nothing: the summarizer found nothing worth keeping.
      life.extend(call, summarised ? State.evicted : state);
      continue;
    }
    const { written } = inserts;
    const end = inserts.end[into] as number;
    let place = inserts.first[into] as number;
    // The run of the insert that holds at this call, and those after it.
    while (place + 1 < end && (written.from[place + 1] as number) <= call) place++;
    for (; place < end; place++) {
      life.extend(Math.max(call, written.from[place] as number), within(written.state[place] as number, summarised));
    }
  }
}

/** An insert only ever goes into a later one, so one pass from the last to the first settles all of them. */
function insertLives(run: Run, stack: number[]): InsertLives {
  const count = run.inserts.length;
  const written = new LifeWriter(2 * count + 16);
  const lives: InsertLives = { written, first: new Int32Array(count), end: new Int32Array(count) };
  for (let insert = count - 1; insert >= 0; insert--) {
    lives.first[insert] = written.begin();
    written.extend(run.inserts[insert]?.call ?? 0, State.verbatim);
    follow(run, run.insertHead[insert] as number, stack, lives, written);
    lives.end[insert] = written.length;
  }
  return lives;
}

/** Runs of every message. Linear in messages and transitions. */
export function survivalRuns(run: Run): SurvivalRuns {
  const { messageCount, arrivals } = run;
  const stack: number[] = [];
  const inserts = insertLives(run, stack);
  const first = new Int32Array(messageCount + 1);
  const life = new LifeWriter(3 * messageCount + 16);
  for (let message = 0; message < messageCount; message++) {
    first[message] = life.begin();
    life.extend(arrivals.call[message] as number, arrivals.state[message] as number);
    follow(run, run.messageHead[message] as number, stack, inserts, life);
  }
  first[messageCount] = life.length;
  const lastCall = Math.max(0, run.calls.tokens.length - 1);
  const { from, state, length } = life;
  return { messageCount, lastCall, first, from: from.slice(0, length), state: state.slice(0, length) };
}

/** The runs of some messages only, as if there were no others: place i is message `messages[i]`. */
export function runsOfMessages(runs: SurvivalRuns, messages: Int32Array): SurvivalRuns {
  const first = new Int32Array(messages.length + 1);
  for (let place = 0; place < messages.length; place++) {
    const message = messages[place] as number;
    first[place + 1] = (first[place] as number) + (runs.first[message + 1] as number) - (runs.first[message] as number);
  }
  const length = first[messages.length] as number;
  const from = new Int32Array(length);
  const state = new Uint8Array(length);
  for (let place = 0; place < messages.length; place++) {
    const message = messages[place] as number;
    const start = runs.first[message] as number;
    const end = runs.first[message + 1] as number;
    from.set(runs.from.subarray(start, end), first[place]);
    state.set(runs.state.subarray(start, end), first[place]);
  }
  return { messageCount: messages.length, lastCall: runs.lastCall, first, from, state };
}

/** The runs of one message. */
export function segmentsOf(runs: SurvivalRuns, message: number): Segment[] {
  const start = runs.first[message] ?? 0;
  const end = runs.first[message + 1] ?? start;
  const segments: Segment[] = [];
  for (let place = start; place < end; place++) {
    const to = place + 1 < end ? (runs.from[place + 1] as number) - 1 : runs.lastCall;
    segments.push({ from: runs.from[place] as number, to, state: runs.state[place] as StateCode });
  }
  return segments;
}

/** Which states occur at all, by state code. */
export function statesSeen(runs: SurvivalRuns): boolean[] {
  const seen = new Array<boolean>(STATE_NAMES.length).fill(false);
  for (const state of runs.state) seen[state] = true;
  return seen;
}

/** How many messages end in each state, by state code. */
export function finalStates(runs: SurvivalRuns): Int32Array {
  const counts = new Int32Array(STATE_NAMES.length);
  for (let message = 0; message < runs.messageCount; message++) {
    const end = runs.first[message + 1] as number;
    (counts[runs.state[end - 1] as number] as number)++;
  }
  return counts;
}
