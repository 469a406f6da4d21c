/** A lane's settings, and what the page shows of its run: windows, beginnings of texts, misses. */

import type { Item } from '../engine/run';
import type { Config, Guards, PinReason } from '../engine/system';
import type { SummarizerSpec } from '../summarizers/descriptions';

/** One memory system with everything that decides its outcome. Configuration and guards are complete. */
export interface LaneSpec {
  system: string;
  config: Config;
  guards: Guards;
  summarizer: SummarizerSpec;
}

/** The window at a call and what is no longer in it, as one list in transcript order. Row = position. */
export interface WindowView {
  call: number;
  items: Int32Array;
  /** State codes as in engine/run. */
  state: Uint8Array;
  /** Policy tokens that the row takes (or took) as it stands. */
  cost: Int32Array;
  /** Position in `pins`, or -1. */
  pin: Int16Array;
  /** Sets of reasons for which rows stay, each once; `lib/store/held.ts` reads them. */
  pins: (readonly PinReason[])[];
  /** The summary that stands for the row, or -1. */
  into: Int32Array;
  /** The decision that put the row in its state, or -1. */
  decision: Int32Array;
  /** Rows that are in the window. */
  inWindow: number;
  /** Policy tokens of the tool schemas, sent beside the rows. */
  toolTokens: number;
}

/** What a row of a list shows of an item. */
export interface RowText {
  item: Item;
  role: string;
  name?: string;
  /** The beginning of the text, on one line. */
  text: string;
  /** Tool calls as NAME(arguments…). */
  calls: string[];
  /** Code points of the whole content. */
  length: number;
}

/** Uses of facts and misses of a run; `misses` are columns, ascending by call. */
export interface RecallView {
  uses: number;
  inSummary: number;
  recall: number;
  misses: { fact: Int32Array; message: Int32Array; call: Int32Array; lostAt: Int32Array; decision: Int32Array };
}
