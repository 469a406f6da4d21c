/** Everything the page knows, as one immutable object; texts and transcripts stay in the worker. */

import type { NamedPatch } from '../editing/patch';
import type { Run } from '../engine/run';
import type { ConfigProblem } from '../engine/system';
import type { ScenarioPrices } from '../metrics/bill-prices';
import type { Examination } from '../metrics/findings';
import type { ProvenRemedy } from '../metrics/findings/prove';
import type { RunMetrics } from '../metrics/run-metrics';
import type { Probe } from '../probes/probe';
import type { Discarded } from '../storage/library-types';
import type { DocumentInfo, LaneSpec, OpenedFile, Progress, RecallView, WindowView } from '../worker/protocol';

import type { LaneScore } from '../worker/protocol-lanes';
import type { ReadLink } from '../worker/protocol-links';
import type { KeptRuns } from './kept-runs';
import type { LaneList } from './lanes';
import type { ShelfEntry } from './shelf-entry';
import type { View } from './view';

export type { Finding } from '../metrics/findings/finding';
export type { ProvenRemedy } from '../metrics/findings/prove';
export type { FactRow, FullMessage, LaneSpec, Privacy, WindowView } from '../worker/protocol';

/** Something that went wrong, in words for people. */
export interface Problem {
  title: string;
  message: string;
  remedy?: string;
  /** Formats that would read the file instead. */
  alternatives?: { id: string; label: string }[];
  /** What can be done about it at once. */
  offers?: readonly Offer[];
}

export type Offer = 'export work' | 'export library' | 'save again';

/** `quiet`: the engine has not answered for long. `stopped`: it has ended. Nothing is replayed again by itself. */
export interface EngineTrouble {
  kind: 'quiet' | 'stopped';
  reason: string;
}

/** The transcript that is open. */
export interface OpenDocument {
  id: string;
  name: string;
  title: string;
  conversation: string;
  file: OpenedFile;
  info: DocumentInfo;
  /** Set where the user chose the format. */
  override?: string;
}

export interface Loading {
  name: string;
  progress: Progress | null;
}

/** The last good result, with the lane that made it. */
export interface Result {
  run: Run;
  lane: LaneSpec;
  metrics: RunMetrics | null;
  computeMs: number;
  /** Grows with every result of this page. */
  version: number;
}

/** What lanes are measured by. */
export interface Yardsticks {
  /** The counter of sent tokens. */
  yardstick: string;
  /** What must be known at which calls. */
  probes: readonly Probe[];
  /** Of the bill; what it does not say is the model's and the provider's own. */
  prices: ScenarioPrices;
}

/** What a score was made by, and over which messages. */
export interface Judged extends Yardsticks {
  info: DocumentInfo;
}

/** What became of a lane of the comparison; the latest there is, which may be of settings that have changed since. */
export interface LaneOutcome {
  run: Run | null;
  /** Sent tokens a call. */
  sent: Int32Array | null;
  /** The settings that made the run. */
  lane: LaneSpec | null;
  /** The counter of `sent`. */
  yardstick: string;
  /** Under this number the worker knows the run. */
  number: number;
  computeMs: number;
  /** What the run of the number `of` comes to by the yardsticks `judged`; an earlier one's until it is known. */
  score: (LaneScore & { of: number; judged: Judged }) | null;
  /** Why there is no run of the present settings. */
  failed: string | null;
  /** Its worker does not answer, or has stopped: it can be begun again. */
  trouble: 'quiet' | 'stopped' | null;
}

/** A result and its window at a call. */
export interface Shown {
  result: Result;
  view: WindowView;
}

/**
 * How the open transcript stands to settings of a link: it is the one they were made for as it was imported, or as it
 * stands with its changes; it is another one; none is open; or that is not known yet.
 */
export type LinkFit = 'unknown' | 'none' | 'imported' | 'standing' | 'other';

/** A link that came in: it is looked at before anything of it is opened. */
export type IncomingLink =
  | { status: 'reading' }
  | { status: 'refused'; problem: Problem }
  | { status: 'read'; link: ReadLink; fit: LinkFit };

/** Everything that a user changes on an open transcript, as one value: undo goes from one to another. */
export interface Work extends LaneList, Yardsticks {
  /** Changes to the transcript since it was imported, in order. */
  edits: readonly NamedPatch[];
}

export interface Step {
  /** For people: "Compact at: 0.7 → 0.65". */
  name: string;
  before: Work;
  after: Work;
}

export type Saving = 'saved' | 'saving' | 'failed' | 'memory';

export interface State extends LaneList, Yardsticks {
  phase: 'starting' | 'empty' | 'ready';
  loading: Loading | null;
  /** A file that takes so much memory that the user is asked first. Bytes. */
  asking: { name: string; bytes: number; memory: number } | null;
  problem: Problem | null;
  /** A permanent banner: storage that cannot be used. */
  banner: string | null;
  engineTrouble: EngineTrouble | null;
  document: OpenDocument | null;
  /** The scenario that is worked on, as the library has it. */
  scenario: { id: string; title: string; tags: readonly string[] } | null;
  link: IncomingLink | null;
  /** Settings of a link that wait for the transcript they were made for, or have just found it. */
  awaited: { link: ReadLink; found: boolean } | null;
  /** A file with several conversations waits for a choice. */
  choosing: OpenedFile | null;
  edits: readonly NamedPatch[];
  /** Steps that can be taken back, oldest first, and those that were, next first. */
  history: { past: readonly Step[]; future: readonly Step[] };
  /** What is wrong with the lane that is tuned; with an error in it, `result` is still the last good one. */
  problems: ConfigProblem[];
  result: Result | null;
  /** What lists and panels show: a result and its window, which follow `result` once the curve is painted. */
  shown: Shown | null;
  /** The window of the last call of the result of that version: the pins that last until the end. */
  last: (WindowView & { version: number }) | null;
  /** What the run of that version shows as a whole, once it has been examined; `isOvertaken` while that is done once more. */
  examination: (Examination & { version: number; isOvertaken?: true }) | null;
  /** What would do away with findings of that version's examination, tried out. */
  remedies: { list: readonly ProvenRemedy[]; version: number } | null;
  /** Uses of facts and misses of the run of that version. */
  recall: (RecallView & { version: number }) | null;
  /** The versions of the results that could not be examined, and whose facts could not be read. */
  unexamined: number | null;
  unrecalled: number | null;
  /** By lane. */
  comparison: ReadonlyMap<string, LaneOutcome>;
  cursor: number;
  /** Decision whose diff is shown, or null. */
  decision: number | null;
  /** Item whose text is shown whole, or null. */
  item: number | null;
  showSent: boolean;
  /** Sent tokens per call of `result.version`, where they are known. */
  sent: { tokens: Int32Array; version: number; counter: string } | null;
  counting: Progress | null;
  /** Counter that could not load and was replaced by utf8. */
  fellBackFrom: string | null;
  view: View;
  saving: Saving;
  /** What is kept in this browser, changed last first. */
  recent: readonly ShelfEntry[];
  /** Runs that were kept of the open scenario; null until they have been read. */
  kept: KeptRuns | null;
  /** What was put in the trash last, as long as it can be taken back here. */
  removed: { title: string; discarded: Discarded } | null;
}

export type Listener = () => void;

/** A value that tells its listeners when it is replaced. */
export interface Cell<T> {
  get(): T;
  set(change: Partial<T>): void;
  subscribe(listener: Listener): () => void;
}

export function createCell<T extends object>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<Listener>();
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
