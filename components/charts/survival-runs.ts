/** Every message's life as a few runs of one state each, read from the ledger once for a whole result. */

import { IntColumn } from '@/lib/engine/columns';
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

/** What becomes of something that stands in an insert, from the insert's first call on: states and where they begin. */
interface InsertLife {
  calls: number[];
  states: number[];
}

/** The state a message shows while it is part of an insert: joined in full, or only as what a summary says of it. */
function within(state: number, summarised: boolean): number {
  return summarised && (state === State.verbatim || state === State.truncated) ? State.summarised : state;
}

/** Ends a list of runs at a call and goes on from there with a state. */
function extend(life: InsertLife, call: number, state: number): void {
  const { calls, states } = life;
  while (calls.length > 0 && (calls[calls.length - 1] as number) >= call) {
    calls.pop();
    states.pop();
  }
  if (states[states.length - 1] === state) return;
  calls.push(call);
  states.push(state);
}

/** Entries of an item, oldest first, into `entries`. */
function readLife(run: Run, head: number, entries: number[]): void {
  entries.length = 0;
  for (let entry = head; entry >= 0; entry = run.transitions.previous[entry] as number) entries.push(entry);
  if (entries.length > 1) entries.reverse();
}

/** Lets a life follow an item's own entries, and those of the inserts that it went into. */
function follow(
  run: Run,
  entries: readonly number[],
  inserts: readonly (InsertLife | undefined)[],
  life: InsertLife,
): void {
  const { transitions } = run;
  for (const entry of entries) {
    const call = transitions.call[entry] as number;
    const state = transitions.state[entry] as number;
    const into = transitions.into[entry] as number;
    const summarised = state === State.summarised;
    // Asked for first: a look-up at -1 is a slow one.
    const host = into < 0 ? undefined : inserts[into];
    if (!host) {
      // Summarised into nothing: the summarizer found nothing worth keeping.
      extend(life, call, summarised ? State.evicted : state);
      continue;
    }
    let started = false;
    for (let place = 0; place < host.calls.length; place++) {
      const next = host.calls[place + 1];
      if (next !== undefined && next <= call) continue;
      const from = Math.max(call, host.calls[place] as number);
      extend(life, started ? from : call, within(host.states[place] as number, summarised));
      started = true;
    }
  }
}

/** An insert only ever goes into a later one, so one pass from the last to the first settles all of them. */
function insertLives(run: Run): InsertLife[] {
  const lives: InsertLife[] = new Array(run.inserts.length);
  const entries: number[] = [];
  for (let insert = run.inserts.length - 1; insert >= 0; insert--) {
    const life: InsertLife = { calls: [run.inserts[insert]?.call ?? 0], states: [State.verbatim] };
    readLife(run, run.insertHead[insert] as number, entries);
    follow(run, entries, lives, life);
    lives[insert] = life;
  }
  return lives;
}

/** Runs of every message. Linear in messages and transitions. */
export function survivalRuns(run: Run): SurvivalRuns {
  const { messageCount, arrivals } = run;
  const inserts = insertLives(run);
  const first = new Int32Array(messageCount + 1);
  const from = new IntColumn(2 * messageCount + 16);
  const state = new IntColumn(2 * messageCount + 16);
  const life: InsertLife = { calls: [], states: [] };
  const entries: number[] = [];
  for (let message = 0; message < messageCount; message++) {
    first[message] = from.length;
    const head = run.messageHead[message] as number;
    if (head < 0) {
      from.push(arrivals.call[message] as number);
      state.push(arrivals.state[message] as number);
      continue;
    }
    life.calls.length = 0;
    life.states.length = 0;
    extend(life, arrivals.call[message] as number, arrivals.state[message] as number);
    readLife(run, head, entries);
    follow(run, entries, inserts, life);
    for (let place = 0; place < life.calls.length; place++) {
      from.push(life.calls[place] as number);
      state.push(life.states[place] as number);
    }
  }
  first[messageCount] = from.length;
  const lastCall = Math.max(0, run.calls.tokens.length - 1);
  return { messageCount, lastCall, first, from: from.toArray(), state: new Uint8Array(state.toArray()) };
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
