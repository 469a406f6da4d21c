/** What is kept in the browser: transcripts with their original bytes, their counts, workspaces and results. */

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
  /** Milliseconds since 1970. */
  openedAt: number;
  original: Blob;
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

/** The settings at work on a transcript. */
export interface WorkspaceRecord {
  transcript: string;
  /** The lane that is tuned; all there was before lanes could be compared. */
  lane: LaneRecord;
  lanes?: readonly LaneEntryRecord[];
  active?: string;
  cursor: number;
  yardstick: string;
  showSent: boolean;
  revision: number;
  /** Changes to the conversations of the file, by conversation, with the steps that undo and redo them. */
  edited?: { [conversation: string]: EditedRecord };
}

/** Everything that a user changes, as undo keeps it. */
export interface WorkRecord {
  /** Set where it was written before lanes could be compared. */
  lane?: LaneRecord;
  lanes?: readonly LaneEntryRecord[];
  active?: string;
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
