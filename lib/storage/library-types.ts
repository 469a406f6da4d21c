/** What the library offers: its entries, its commands and what they come to. Every write has happened when it resolves. */

import type { RunRecord, ScenarioRecord, TranscriptRecord } from './records';

/** A transcript as a list shows it. */
export type TranscriptEntry = Omit<TranscriptRecord, 'original'>;

/** A scenario as a list shows it. */
export type ScenarioEntry = Pick<
  ScenarioRecord,
  | 'id'
  | 'transcript'
  | 'conversation'
  | 'title'
  | 'tags'
  | 'thumbnail'
  | 'createdAt'
  | 'changedAt'
  | 'bytes'
  | 'revision'
  | 'conflictOf'
> & { systems: readonly string[] };

/** A run as a list shows it. */
export type RunEntry = Omit<RunRecord, 'packed' | 'deletedAt'>;

/** A scenario that is not stored yet. */
export type ScenarioDraft = Omit<
  ScenarioRecord,
  'id' | 'tags' | 'createdAt' | 'changedAt' | 'bytes' | 'revision' | 'conflictOf' | 'deletedAt'
> & { id?: string; tags?: readonly string[] };

export type RunDraft = Omit<RunRecord, 'id' | 'tags' | 'createdAt' | 'bytes' | 'pinned' | 'deletedAt'> & {
  tags?: readonly string[];
  pinned?: boolean;
};

/**
 * What came of a save. `copied`: another tab saved the scenario meanwhile, and this work stands beside it under the id
 * and title given; go on saving under that id and revision.
 */
export type SaveOutcome =
  | { kind: 'saved'; id: string; title: string; revision: number }
  | { kind: 'copied'; id: string; title: string; revision: number; of: string };

export type RecordKind = 'transcript' | 'scenario' | 'run';

export interface RecordName {
  kind: RecordKind;
  id: string;
}

export interface Transcripts {
  /** Opened last first, without the trash. */
  list(): Promise<TranscriptEntry[]>;
  open(id: string): Promise<TranscriptRecord | undefined>;
  /** Tags, and a title that the user gave, stay as stored. Saving what lies in the trash takes it out. */
  save(record: TranscriptRecord): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  tag(id: string, tags: readonly string[]): Promise<void>;
}

export interface Scenarios {
  /** Changed last first, without the trash. */
  list(): Promise<ScenarioEntry[]>;
  open(id: string): Promise<ScenarioRecord | undefined>;
  create(draft: ScenarioDraft): Promise<ScenarioRecord>;
  /**
   * Saves what was opened under its `revision`. Title and tags stay as stored: `rename` and `tag` change them, and do
   * not make the work of another tab a conflict. Saving what lies in the trash takes it out.
   */
  save(record: ScenarioRecord): Promise<SaveOutcome>;
  rename(id: string, title: string): Promise<void>;
  tag(id: string, tags: readonly string[]): Promise<void>;
  /** The curve of its last result: no work, so the revision stays. */
  draw(id: string, thumbnail: Uint8Array): Promise<void>;
  /** A copy with a title of its own, on the same transcript; runs stay with the first. */
  duplicate(id: string): Promise<ScenarioRecord | undefined>;
}

export interface Runs {
  /** Newest first, without the trash; of one scenario or of all. */
  list(scenario?: string): Promise<RunEntry[]>;
  open(id: string): Promise<RunRecord | undefined>;
  create(draft: RunDraft): Promise<RunRecord>;
  rename(id: string, title: string): Promise<void>;
  tag(id: string, tags: readonly string[]): Promise<void>;
  /** Makes it the baseline of its scenario, in the place of any other, or no baseline. */
  pin(id: string, pinned: boolean): Promise<void>;
  /** Deletes one for good, past the trash: for those that nobody kept by hand. */
  forget(id: string): Promise<void>;
}

/** What one command put in the trash, for taking it back. */
export interface Discarded {
  at: number;
  records: readonly RecordName[];
}

export interface TrashEntry extends RecordName {
  title: string;
  bytes: number;
  deletedAt: number;
}

export interface Trash {
  list(): Promise<TrashEntry[]>;
  /** With a transcript go its scenarios, with a scenario its runs. */
  discard(kind: RecordKind, id: string): Promise<Discarded>;
  restore(discarded: Discarded): Promise<void>;
  /** Deletes for good what was put there before a time; without one, everything. Returns how many records went. */
  purge(before?: number): Promise<number>;
}

/** A record that cannot be used, as a list shows it. */
export interface Quarantined {
  id: string;
  store: string;
  key: string;
  reason: string;
  foundAt: number;
}

export interface Quarantine {
  list(): Promise<Quarantined[]>;
  /** The record as it was found, of a transcript its file byte for byte; undefined where it is gone. */
  download(id: string): Promise<{ name: string; blob: Blob } | undefined>;
  remove(id: string): Promise<void>;
}

export interface Sizes {
  transcripts: number;
  scenarios: number;
  runs: number;
  /** Counts and last results, which can be made again. */
  derived: number;
  trash: number;
  total: number;
}

/** Something changed in another tab. */
export interface Notice extends RecordName {
  change: 'saved' | 'labelled' | 'discarded' | 'restored' | 'deleted';
  /** Of a scenario that was saved. */
  revision?: number;
}

export interface ExportReport {
  file: Blob;
  /** Records in it. */
  records: number;
  /** What could not be read and is not in it. */
  left: readonly (RecordName & { title: string; reason: string })[];
}

export interface ImportedCopy extends RecordName {
  title: string;
  /** The record of the file, whose id another content has here. */
  of: string;
}

/** A piece of the file that was not taken in. */
export interface ImportProblem {
  /** 1-based. */
  line: number;
  what: string;
  reason: string;
}

export interface ImportReport {
  added: readonly RecordName[];
  /** Already here with the same content. */
  same: readonly RecordName[];
  copied: readonly ImportedCopy[];
  problems: readonly ImportProblem[];
  /** The end of the file is missing. */
  cut: boolean;
  /** Set where the import stopped before the end: the reason, and what to do. */
  stopped?: { reason: string; remedy: string };
}
