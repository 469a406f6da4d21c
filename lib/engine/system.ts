/** What a memory system is to the engine, the app and the command line: parameters, guards, a memory, and its explanations. */

import type { TokenCounter, TokenCounts, TranscriptIndex } from './accounting';
import type { PinMatches } from './pin-matches';
import type { Recorder } from './recorder';
import type { Item, Run } from './run';
import type { Message } from './transcript';

/** What a memory asks of a summarizer: compress these items into a note. */
export interface SummaryRequest {
  /** 1 for the first request of the replay, 2 for the second, … */
  ordinal: number;
  /** Items that the answer will stand for, in window order. */
  items: Int32Array;
  /** The same as messages, as they stand in the window. */
  messages(): Message[];
  /** The existing summary that the answer should take up, where the system merges summaries. */
  previous: string | null;
  wordLimit: number;
}

/** A summary, `null` for NOTHING worth preserving, or what went wrong. */
export type SummaryAnswer = { text: string | null } | { error: string };

/** Work that may stop to ask for a summary and is resumed with the answer. */
export type Steps<T> = Generator<SummaryRequest, T, SummaryAnswer>;

/** One replay's memory. It reports everything it does to the recorder. */
export interface Memory {
  /** Policy tokens of what it holds now, tool schemas included where the system counts them. */
  readonly tokens: number;
  /** Items it holds now. */
  readonly items: number;
  append(message: number): void;
  /**
   * What the append set off, for systems that compact when a message comes in: one atomic step with it. Null where
   * nothing is to be done.
   */
  settle?(): Steps<void> | null;
  /** Whether `prepare` would do anything before the next call. */
  needsPreparing(): boolean;
  /** Null where it is done at once, without asking for a summary. */
  prepare(): Steps<void> | null;
}

/** Everything a memory may look at. `counts` and `counter` are the policy's own. */
export interface MemoryContext {
  index: TranscriptIndex;
  counts: TokenCounts;
  counter: TokenCounter;
  recorder: Recorder;
  /** The configuration's pin rules that are on, with the messages that each one fits. */
  pins?: PinMatches;
}

export type Config = { [name: string]: unknown };
export type Guards = { [name: string]: boolean };

/** One parameter of a system, for controls, validation and help. */
/** `section` is the heading under which controls show it: a word like "Budget" or "Pins". */
export type Parameter = { name: string; label: string; help: string; section?: string } & (
  | {
      type: 'integer' | 'number';
      default: number;
      min: number;
      max: number;
      step: number;
      unit?: string;
      scale?: 'log';
    }
  | { type: 'boolean'; default: boolean }
  | {
      type: 'choice';
      default: string;
      choices: { value: string; label: string }[];
      /** Other values that a configuration may carry, and the choice each one stands for. */
      aliases?: { readonly [value: string]: string };
    }
  | { type: 'text'; default: string; multiline?: boolean }
  | { type: 'list'; default: readonly string[] }
  | { type: 'indices'; default: readonly number[] }
  | { type: 'json'; default: unknown }
);

export interface GuardSpec {
  name: string;
  label: string;
  help: string;
}

/** A setting that cannot work, or that will not do what the user expects. */
export interface ConfigProblem {
  /** Parameter at which to show it. */
  parameter: string;
  severity: 'error' | 'warning';
  /** What is wrong, with the arithmetic. */
  message: string;
  /** What to do about it. */
  remedy: string;
}

/**
 * How a reason to keep something ends: a `pin` holds whatever comes; what is `passing` ends by itself as messages come (the
 * newest ones, a call that waits for its result); a `summary` stays until another one takes its place.
 */
export type PinKind = 'pin' | 'passing' | 'summary';

/** Why something is kept: the name of the rule, the words to show, and how it ends. */
export interface PinReason {
  rule: string;
  label: string;
  kind: PinKind;
}

/** Something that happened before a call, in the words of the system's own document: a type and its figures. */
export interface PublishedEvent {
  readonly type: string;
  readonly [figure: string]: string | number | boolean;
}

/** A system's settings in the form its own world writes them, as text. */
export interface ManifestForm {
  /** Settings that a text makes, and what became of each of its fields. Throws an error that names the field. */
  read(text: string): {
    config: Config;
    fields: readonly { path: string; value: string; fate: 'used' | 'overruled' | 'ignored'; reason?: string }[];
  };
  write(config: Config): string;
}

/** What is known of a memory system without running it: enough to set it, to draw it and to explain what it did. */
export interface SystemDescription {
  id: string;
  label: string;
  /** One sentence for people. */
  summary: string;
  parameters: readonly Parameter[];
  guards: readonly GuardSpec[];
  /** What `pressure` is a share of. */
  unit: 'tokens' | 'messages';
  /** Parameter that names the policy's counter, or the fixed counter. */
  counterOf(config: Config): string;
  /** The limit at which pressure is 1, and its arithmetic in words ("128,000 × 0.70 − 4,000 = 85,600"). */
  limitOf(config: Config): { limit: number; arithmetic: string };
  /** Lines to draw across the pressure chart, as shares of the limit, and the parameter each one is. */
  thresholds(config: Config): { parameter: string; label: string; pressure: number }[];
  /** Complete configurations only. An empty list means that the replay can run. */
  validate(config: Config): ConfigProblem[];
  /** A message as the model gets it: an item of the window written out. */
  present(item: Item, run: Pick<Run, 'inserts'>, index: TranscriptIndex, config: Config, guards: Guards): Message;
  /** Per position of a window: why the item there cannot be taken, or null. */
  pins(
    window: Int32Array,
    call: number,
    run: Run,
    index: TranscriptIndex,
    config: Config,
    guards: Guards,
  ): (PinReason[] | null)[];
  /** What the document's own code would report for a call, in order. Without it the call's decisions are told as they are. */
  eventsAt?(call: number, run: Run, index: TranscriptIndex, config: Config): PublishedEvent[];
  /** Whether policy tokens take in the tool schemas that are sent with every call. */
  countsTools?: boolean;
  /** The least value of a parameter under which a window of so many tokens (or messages) would not be a floor. */
  roomFor?(amount: number, config: Config, reason: number): { parameter: string; value: number };
  /** Per message: -1 for low priority, 0 for normal, 1 for high, where the policy goes by priorities. */
  priorities?(index: TranscriptIndex, config: Config): Int8Array;
  /** The manifest form, where the system has one; fetched when it is asked for. */
  manifest?(): Promise<ManifestForm>;
  /** One decision in a sentence, with its numbers. */
  explain(decision: number, run: Run, config: Config, guards: Guards): string;
}

export interface MemorySystem extends SystemDescription {
  create(context: MemoryContext, config: Config, guards: Guards): Memory;
}
