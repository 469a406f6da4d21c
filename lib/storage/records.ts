/** What is kept in the browser: transcripts with their original bytes, their counts, scenarios, runs and results. */

import type { NamedPatch } from '../editing/patch';
import type { TokenCounts } from '../engine/accounting';
import type { Run } from '../engine/run';
import type { Config, Guards } from '../engine/system';

/** A loaded transcript. `original` is the file byte for byte. */
export interface TranscriptRecord {
  id: string;
  name: string;
  title: string;
  format: string;
  formatLabel: string;
  bytes: number;
  messages: number;
  calls: number;
  /** Conversation of the file that is looked at. */
  conversation: string;
  /** Format that the user chose instead of the detected one. */
  override?: string;
  /** Milliseconds since 1970, as all times here. */
  openedAt: number;
  original: Blob;
  /** The title was given by the user: opening the file again does not change it. */
  renamed?: boolean;
  tags?: readonly string[];
  /** Of the transcript, as runs keep it: the same file has the same one. */
  fingerprint?: string;
  /** Set while it lies in the trash. */
  deletedAt?: number;
}

export interface CountsRecord {
  /** `TRANSCRIPT/CONVERSATION/COUNTER` */
  key: string;
  transcript: string;
  counts: TokenCounts;
}

export interface LaneRecord {
  system: string;
  config: Config;
  guards: Guards;
  summarizer: { kind: string; [name: string]: unknown };
}

/** A lane with what a comparison shows of it. */
export interface LaneEntryRecord {
  id: string;
  name: string;
  colour: number;
  hidden: boolean;
  lane: LaneRecord;
}

/** A value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Everything that a user changes in a scenario, as undo keeps it. */
export interface ScenarioWork {
  lanes: readonly LaneEntryRecord[];
  active: string;
  yardstick: string;
  probes: readonly unknown[];
  prices: object;
  edits: readonly NamedPatch[];
}

export interface ScenarioStep {
  name: string;
  before: ScenarioWork;
  after: ScenarioWork;
}

/** Changes to a conversation of the file, with the steps that undo and redo them. */
export interface ScenarioEdits {
  edits: readonly NamedPatch[];
  past: readonly ScenarioStep[];
  future: readonly ScenarioStep[];
}

/** A scenario: a transcript under lanes of settings, as it was left. */
export interface ScenarioRecord {
  id: string;
  /** Id of its transcript. */
  transcript: string;
  /** Conversation of the file that is looked at. */
  conversation: string;
  title: string;
  tags: readonly string[];
  lanes: readonly LaneEntryRecord[];
  /** Id of the lane that is tuned. */
  active: string;
  yardstick: string;
  probes: readonly unknown[];
  prices: object;
  cursor: number;
  /** How it is looked at: small values under names of the page's own. */
  view: { readonly [name: string]: Json };
  /** By conversation. */
  edited: { readonly [conversation: string]: ScenarioEdits };
  /** The curve, small enough for a list. */
  thumbnail?: Uint8Array | Float32Array;
  createdAt: number;
  changedAt: number;
  /** What it takes, roughly. */
  bytes: number;
  /** Grows with every save; 0 before the first. */
  revision: number;
  /** The scenario that another tab had saved when this one was put beside it. */
  conflictOf?: string;
  deletedAt?: number;
}

/** The settings that made a run. */
export interface RunSettings {
  lanes: readonly LaneEntryRecord[];
  yardstick: string;
  probes: readonly unknown[];
  prices: object;
  /** Changes to the transcript that were in force. */
  edits?: readonly NamedPatch[];
}

/** A run that was kept: its scoreboard, what made it, and, where wanted, the ledger of each lane. */
export interface RunRecord {
  id: string;
  scenario: string;
  transcript: string;
  conversation: string;
  title: string;
  tags: readonly string[];
  /** Version of the engine that made it. */
  engine: string;
  settings: RunSettings;
  /** Of the transcript that was replayed. */
  fingerprint: string;
  /** The scoreboard, a row a lane. */
  rows: readonly { readonly [name: string]: Json }[];
  /** The run of each lane; null for a lane without one. */
  packed?: readonly (Run | null)[];
  createdAt: number;
  bytes: number;
  /** The baseline of its scenario; at most one is. */
  pinned: boolean;
  deletedAt?: number;
}

/** A record that cannot be used, as it was found. */
export interface QuarantinedRecord {
  id: string;
  /** The store it was in. */
  store: string;
  /** Its key there, for people. */
  key: string;
  raw: unknown;
  /** What is wrong with it: the field and what stands there. */
  reason: string;
  foundAt: number;
}

/** The settings at work on a transcript, as version 1 of the database kept them. */
export interface WorkspaceRecord {
  transcript: string;
  /** The lane that is tuned; all there was before lanes could be compared. */
  lane: LaneRecord;
  lanes?: readonly LaneEntryRecord[];
  active?: string;
  probes?: readonly unknown[];
  prices?: object;
  cursor: number;
  yardstick: string;
  showSent: boolean;
  revision: number;
  /** Changes to the conversations of the file, by conversation, with the steps that undo and redo them. */
  edited?: { [conversation: string]: EditedRecord };
}

/** Everything that a user changed, as version 1 kept it. */
export interface WorkRecord {
  /** Set where it was written before lanes could be compared. */
  lane?: LaneRecord;
  lanes?: readonly LaneEntryRecord[];
  active?: string;
  probes?: readonly unknown[];
  prices?: object;
  yardstick: string;
  edits: readonly NamedPatch[];
}

export interface EditedRecord {
  edits: readonly NamedPatch[];
  past: readonly StepRecord[];
  future: readonly StepRecord[];
}

interface StepRecord {
  name: string;
  before: WorkRecord;
  after: WorkRecord;
}

/** The last result, with what made it. */
export interface ResultRecord {
  transcript: string;
  conversation: string;
  engine: string;
  lane: LaneRecord;
  run: Run;
}
