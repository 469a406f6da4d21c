/** What every importer exports: detection beside parsing, fed record by record, and the report that comes back. */

import type { Message, ToolSchema } from '../engine/transcript';

/** A JSON value read from the file, with the 1-based line on which it starts. */
export interface FileRecord {
  value: unknown;
  line: number;
}

/** What detection may look at: the first records (at most 200), and whether the file is one value or many. */
export interface Sample {
  container: 'json' | 'jsonl' | 'text';
  records: readonly FileRecord[];
  /** The first 16,384 code units of the decoded text, for formats that are not JSON. Text has no records. */
  head: string;
  fileName: string;
}

/** How sure an importer is that a file is its own, and why. A near miss has a low confidence and says what is missing. */
export interface Verdict {
  /** 0 (not mine) to 1 (certain). From 0.5 on the importer may be chosen without asking. */
  confidence: number;
  /** One sentence for people: what in the file decided it. */
  reason: string;
}

/** Something in the file that did not become a message. */
export interface Skipped {
  /** 1-based line, or 0 where the container has no lines to speak of. */
  line: number;
  reason: string;
}

/** Something that was mended on the way in; the message is there. */
export interface Repaired {
  line: number;
  reason: string;
}

/** Where the recording tool itself compacted: the first message that the model saw after it. */
export interface RecordedBoundary {
  before: number;
  trigger?: string;
  preTokens?: number;
}

/** Usage that the provider reported for the call that produced a message, in tokens. */
export interface RecordedUsage {
  message: number;
  input: number;
  output?: number;
}

/** One conversation of a file. A file with side chains, branches or many sessions has several. */
export interface Conversation {
  /** Unique within the file, stable between imports of the same bytes. */
  id: string;
  title: string;
  messages: Message[];
  tools?: ToolSchema[];
  boundaries: RecordedBoundary[];
  usage: RecordedUsage[];
  /** What kind of conversation this is, where a file has more than one kind: "main", "side chain", "branch", "after compaction". */
  part?: string;
  /** Where the file is a scenario: all of it but the transcript, as it was written. */
  settings?: { readonly [name: string]: unknown };
}

/** What an importer's session gives back at the end. */
export interface ParsedFile {
  conversations: Conversation[];
  skipped: Skipped[];
  repaired: Repaired[];
  /** Notes for people about the file as a whole ("the system prompt is not in the file"). */
  notes: string[];
}

/** One import under way. Records come in file order; `finish` is called once. Neither may throw on any input. */
export interface ImportSession {
  push(record: FileRecord): void;
  finish(): ParsedFile;
}

/** One import of a file that is not JSON. Text comes in pieces that end anywhere; neither method may throw on any input. */
export interface TextImportSession {
  write(chunk: string): void;
  finish(): ParsedFile;
}

export interface Importer {
  /** Stable name, as in the command line and stored records: "openai-chat". */
  id: string;
  /** For people: "OpenAI Chat Completions". */
  label: string;
  detect(sample: Sample): Verdict;
  start(): ImportSession;
  /** Where the format is written as text as well: used when `sample.container` is 'text' and `detect` claims the file. */
  startText?(): TextImportSession;
}

/** The outcome of reading a file. */
export interface ImportReport extends ParsedFile {
  format: string;
  formatLabel: string;
  verdict: Verdict;
  /** Other formats that would read the file, best first. */
  alternatives: { id: string; label: string; verdict: Verdict }[];
  /** Bytes read from the file, before any decompression. */
  bytes: number;
  encoding: string;
}
