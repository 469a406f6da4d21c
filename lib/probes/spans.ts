/** From which call until which an item stands in the window, read off the ledger as spans; and walks over such spans. */

import { type Item, type Run, State, type StateCode } from '../engine/run';

/** An item stands from one call until before another. */
export interface Span {
  item: Item;
  from: number;
  until: number;
  /** The transition that ended it; -1 where it stands to the end of the run. */
  end: number;
  /** Word for word, of a message only its beginning and end, or for it in the words of the memory system. */
  as: 'verbatim' | 'cut' | 'summary';
}

/** One state of an item, as long as it lasts. `into` is the insert that the item went into, or -1. */
export type VisitStay = (state: StateCode, into: number, from: number, until: number, end: number) => void;

/** All states of an item that can be seen at a call, the latest first. What changes again before the call is not seen. */
export function eachStay(run: Run, item: Item, visit: VisitStay): void {
  const { transitions, arrivals, inserts, messageHead, insertHead } = run;
  let until = run.calls.before.length;
  let end = -1;
  let entry = (item >= 0 ? messageHead[item] : insertHead[~item]) as number;
  for (; entry >= 0; entry = transitions.previous[entry] as number) {
    const from = transitions.call[entry] as number;
    if (from >= until) continue;
    visit(transitions.state[entry] as StateCode, transitions.into[entry] as number, from, until, end);
    until = from;
    end = entry;
  }
  const from = (item >= 0 ? arrivals.call[item] : inserts[~item]?.call) ?? until;
  if (from >= until) return;
  visit(item >= 0 ? (arrivals.state[item] as StateCode) : State.verbatim, -1, from, until, end);
}

/**
 * Spans in which an item that went into an insert stands inside it, followed through everything that the insert itself
 * went into. What was joined is there word for word; what was summarised is not, nor what becomes of it.
 */
export function spansInside(run: Run, insert: number, stay: Span, add: (span: Span) => void): void {
  const waiting: { insert: number; within: Span }[] = [{ insert, within: stay }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { within } = next;
    const item = ~next.insert;
    eachStay(run, item, (state, into, stayFrom, stayUntil, stayEnd) => {
      const from = Math.max(stayFrom, within.from);
      const until = Math.min(stayUntil, within.until);
      if (from >= until) return;
      const end = stayUntil <= within.until ? stayEnd : within.end;
      const stands = state === State.verbatim || state === State.truncated;
      const as = state === State.verbatim ? within.as : 'summary';
      if (into >= 0) waiting.push({ insert: into, within: { item, from, until, end, as } });
      else if (stands) add({ item, from, until, end, as: within.as });
    });
  }
}

/** Everything that memory systems wrote, as spans in which it stands; by their beginnings. */
export function insertSpans(run: Run): Span[] {
  const spans: Span[] = [];
  for (let number = 0; number < run.inserts.length; number++) {
    const item = ~number;
    eachStay(run, item, (state, into, from, until, end) => {
      if (into >= 0 || (state !== State.verbatim && state !== State.truncated)) return;
      spans.push({ item, from, until, end, as: 'summary' });
    });
  }
  return byBeginning(spans);
}

export function byBeginning(spans: Span[]): Span[] {
  return spans.sort((one, other) => one.from - other.from);
}

/** Walks spans that are in order of their beginnings, from call to call upwards. */
export class SpanWalk {
  private next = 0;
  private open: Span[] = [];

  constructor(private readonly spans: readonly Span[]) {}

  /** Spans that stand at a call; never asked for one before the last. */
  at(call: number): readonly Span[] {
    for (let span = this.spans[this.next]; span && span.from <= call; span = this.spans[++this.next]) {
      if (span.until > call) this.open.push(span);
    }
    this.open = this.open.filter((span) => span.until > call);
    return this.open;
  }
}
