/** The outcome of a replay: calls, ledger and decisions as plain columns that cross a worker boundary without a copy. */

import type { Message } from './transcript';

/** What became of a message at a call. */
export const State = { absent: 0, verbatim: 1, truncated: 2, summarised: 3, evicted: 4, refused: 5 } as const;
export type StateCode = (typeof State)[keyof typeof State];
export const STATE_NAMES = ['absent', 'verbatim', 'truncated', 'summarised', 'evicted', 'refused'] as const;

/** What a memory system decided. Codes are positions in this list; new kinds go at the end. */
export const DECISIONS = [
  'truncated',
  'refused',
  'compacted',
  'evicted',
  'summary-refused',
  'summary-failed',
  'floor',
  // Left out of the window when it was put together; the memory still holds it.
  'trimmed',
  // Back in the window after it was trimmed.
  'restored',
  // Brought back from what was left out, because it matches what the user asks now.
  'retrieved',
  // Left out again after it was brought back.
  'released',
  // The structured state changed: a new state message stands for it.
  'state-changed',
  // Several instructions became one message.
  'joined',
  // One-line references stand for results that left.
  'referenced',
  // What a whole compaction came to: before, after and its number as count.
  'reported',
] as const;
export type DecisionKind = (typeof DECISIONS)[number];
/** Decisions that let messages go from the window with no summary in their place, by whatever name their system has for it. */
export const DROPS: readonly DecisionKind[] = ['evicted', 'trimmed', 'referenced'];

/** What a message that a memory system wrote is for. */
export type InsertKind = 'summary' | 'state' | 'instructions' | 'reference';

/** Anchors of inserts that stand before the conversation and after the leading messages, in this order. */
export const FrontAnchor = { instructions: -3, state: -2, summary: -1 } as const;

/** A message that a memory system wrote itself: a summary, a state message, a reference. */
export interface Insert {
  message: Message;
  kind: InsertKind;
  /** The place in the transcript where it stands: before the message with this index, or a front anchor. */
  anchor: number;
  /** Call at which it first stands in the window. */
  call: number;
  /** Messages of the transcript that it stands for, summaries inside it resolved. */
  covers: number;
  /** Items of the window that it replaced, as `{count}` says. */
  count: number;
  /** Generations of summaries inside it: 1 where only messages were summarised. */
  generation: number;
  /** Policy tokens. */
  tokens: number;
}

/**
 * An item of a window: a message by its index (0 and up) or an insert by `~number` (-1 is insert 0).
 * Columns named `subject` and windows hold items.
 */
export type Item = number;

export interface Run {
  system: string;
  messageCount: number;
  /** Messages that stand before all others, ascending: the instructions of systems that send them first. */
  leading: Int32Array;
  /** Policy tokens (or messages, where the system counts messages) at which pressure is 1. */
  limit: number;
  /** Per call: the assistant message that answers it (-1 for the next call), policy tokens after preparing, items in the window. */
  calls: { before: Int32Array; tokens: Int32Array; items: Int32Array };
  /** Per message: the call at which it is first seen, its state then, its own policy cost then, policy tokens after the append. */
  arrivals: { call: Int32Array; state: Uint8Array; cost: Int32Array; tokens: Int32Array };
  /** Later changes of state, in the order in which they happened. `previous` links the entries of one subject. */
  transitions: {
    subject: Int32Array;
    call: Int32Array;
    state: Int32Array;
    /** The insert that the item went into, or -1. A verbatim item with an insert stands word for word inside it. */
    into: Int32Array;
    decision: Int32Array;
    previous: Int32Array;
  };
  /** Latest transition of each message and of each insert, or -1. */
  messageHead: Int32Array;
  insertHead: Int32Array;
  inserts: Insert[];
  /** Decisions, in order. `first` and `last` are items; `before` and `after` policy tokens; `entries` the first transition. */
  decisions: {
    kind: Int32Array;
    call: Int32Array;
    first: Int32Array;
    last: Int32Array;
    count: Int32Array;
    before: Int32Array;
    after: Int32Array;
    insert: Int32Array;
    entries: Int32Array;
    reason: Int32Array;
    /** A figure of the system's own, for its explanations and events. */
    amount: Int32Array;
  };
  /** Requests made of the summarizer, failed ones included. */
  summarizerCalls: number;
  /** The pin rules that were on, in order. */
  pinRules: readonly RulePins[];
}

/** A pin rule with the messages that fitted it and came in, ascending. */
export interface RulePins {
  id: string;
  name: string;
  /** How many of the newest it keeps; null for all. */
  latest: number | null;
  messages: Int32Array;
}

/** How an item is named to people: a message by its number, an insert as S1, S2, … */
export function itemLabel(item: Item): string {
  return item >= 0 ? String(item) : `S${~item + 1}`;
}
