/** What the page asks of the engine worker: requests with their inputs and outputs, and progress. */

import type { Operation } from '../editing/operations';
import type { NamedPatch } from '../editing/patch';
import type { TranscriptProblem } from '../editing/problems';
import type { TokenCounts } from '../engine/accounting';
import type { PinRule } from '../engine/pin-rule';
import type { Item, Run } from '../engine/run';
import type { Message, Role, ToolSchema } from '../engine/transcript';
import type { OutgoingForm } from '../exporters/forms';
import type { ImportReport, RecordedBoundary, RecordedUsage } from '../importers/importer';
import type { FactKind } from '../metrics/facts/words';
import type { Examination } from '../metrics/findings';
import type { ProvenRemedy } from '../metrics/findings/prove';
import type { RunMetrics } from '../metrics/run-metrics';
import type { Probe } from '../probes/probe';
import type { ProbeSuggestion } from '../probes/suggest';
import type { Replacement, SecretKind } from '../redaction/secrets';
import type { Scenario } from '../scenario/scenario';
import type { CounterRunView, CounterView } from './protocol-counters';
import type { LaneRequests } from './protocol-lanes';
import type { LinkRequests, SharedSettings } from './protocol-links';
import type { LaneSpec, RecallView, RowText, WindowView } from './protocol-views';

export type { LaneSpec, RecallView, RowText, WindowView } from './protocol-views';

/** A conversation of an opened file, without its messages. */
export interface ConversationInfo {
  id: string;
  title: string;
  part?: string;
  messages: number;
  toolCalls: number;
  calls: number;
}

/** An import's report as the page keeps it: everything but the messages. */
export interface OpenedFile extends Omit<ImportReport, 'conversations'> {
  conversations: ConversationInfo[];
  /** Every format that can be chosen instead. */
  formats: { id: string; label: string }[];
}

/** The chosen conversation: what the page needs to draw it without its texts. */
export interface DocumentInfo {
  messageCount: number;
  callCount: number;
  roles: Uint8Array;
  /** Per message the first member of its tool group: the call that it answers, or itself. */
  groups: Int32Array;
  /** The first user message with words of a person, or -1. */
  task: number;
  /** Per message: 1 where it carries tool calls. */
  hasCalls: Uint8Array;
  tools: readonly ToolSchema[];
  boundaries: RecordedBoundary[];
  usage: RecordedUsage[];
}

/** What a scenario file says beside its transcript, or why that cannot be used. */
export interface ScenarioSettings {
  scenario: Omit<Scenario, 'palimpsest' | 'transcript'> | null;
  /** For people, each with its place in the file. */
  problems: string[];
}

export interface FullMessage {
  /** As the model gets it. */
  sent: Message;
  /** As the transcript has it, where that differs. */
  original: Message | null;
  /** Where it was cut: what stayed at both ends, what fell out, and what stands there now. */
  cut: { head: string; dropped: string; marker: string; tail: string; droppedLength: number } | null;
}

export interface Progress {
  stage: 'reading' | 'counting';
  done: number;
  total: number;
}

/** What a search asks of a message; everything that is set must hold. */
export interface Search {
  /** In its text, its name, or its calls; case does not matter. */
  text: string;
  /** One of these; empty for all. */
  roles: readonly Role[];
  /** It calls or answers this tool; empty for all. */
  tool: string;
  /** It takes more than so many tokens under `counter`, where its counts are known. */
  minTokens: number;
  counter: string;
}

/** Something wrong in a text that was written by hand. Lines and columns from 1. */
export interface RawMistake {
  line: number;
  column: number;
  text: string;
}

/** What a pin rule would do: messages of the transcript that fit it, and what it would hold at a call. */
export interface PinPreview {
  id: string;
  fits: number;
  /** Messages that it would hold itself, and their policy tokens. */
  pinned: number;
  tokens: number;
  /** The same with the other members of their tool groups, which stay with them. */
  held: { messages: number; tokens: number };
  /** Milliseconds that matching took, where that is worth a warning. */
  slow: number | null;
  /** Why it cannot be read; `at` is the code point of its expression. */
  problem: { message: string; remedy: string; at: number | null } | null;
}

/** What is done to a transcript before it goes out. */
export type Privacy =
  | { mode: 'as it is' }
  | {
      mode: 'redacted';
      kinds: readonly SecretKind[];
      /** Texts and expressions of the user's own. */
      texts: readonly string[];
      expressions: readonly string[];
    }
  | {
      mode: 'structure';
      /** Under which the tokens stay the same. */
      counter: string;
      /** Texts that the lane looks for in user messages and in all messages, in lower case. */
      markers: readonly string[];
      contained: readonly string[];
    };

/** A transcript or a window written in a format. */
export interface Exported {
  file: Blob;
  /** What was replaced before it was written. */
  replacements: Replacement[];
  extension: string;
  /** One sentence for each thing that does not come through. */
  losses: string[];
  /** Sentences on what goes out though it might not be expected to. */
  notes: string[];
  /** What goes out beside the transcript, in words: "2 lanes", "the counter chars4". */
  settings: string[];
  messages: number;
}

/** A fact as a list shows it; facts are known by their position in the list. */
export interface FactRow {
  kind: FactKind;
  value: string;
  /** The message that said it first. */
  first: number;
  mentions: number;
  /** Later mentions by the assistant. */
  uses: number;
}

/** Every request by name. */
export interface Requests extends LaneRequests, LinkRequests {
  /** `sure`: also where it takes more memory than a tab may have; otherwise an OpeningCostError says how much. */
  open: { input: { file: Blob; name: string; format?: string; sure?: boolean }; output: OpenedFile };
  choose: {
    input: { conversation: string; counts: TokenCounts[] };
    output: { info: DocumentInfo; settings: ScenarioSettings | null };
  };
  /** `to`: per message before its index now, or -1 where it is gone. */
  edit: {
    input: { id: string; operation: Operation };
    output: { patch: NamedPatch; to: Int32Array; info: DocumentInfo };
  };
  /** Makes these the changes made to the transcript, in order. */
  setEdits: { input: { patches: readonly NamedPatch[] }; output: { info: DocumentInfo } };
  /** Of the transcript as it is, or as it would be with one message in the place of another, or new before it. */
  problems: { input: { draft?: { at: number; message: Message; isNew: boolean } }; output: TranscriptProblem[] };
  /** Messages as JSON text from one on, as many as a text field takes; `to` is the first that is not in it. */
  rawJson: { input: { from: number }; output: { text: string; from: number; to: number; total: number } };
  /** What a text in the place of those messages comes to: mistakes, or the operation that brings it in. */
  readRawJson: {
    input: { text: string; from: number; to: number };
    output: { mistakes: RawMistake[]; operation?: Operation };
  };
  /** The first place where a text stops being JSON, or null. */
  jsonMistake: { input: { text: string }; output: RawMistake | null };
  search: { input: Search; output: Int32Array };
  toolNames: { input: Record<string, never>; output: string[] };
  count: { input: { counter: string }; output: { counts: TokenCounts; fellBackFrom?: string } };
  replay: {
    input: { lane: LaneSpec };
    output: { run: Run; metrics: RunMetrics; computeMs: number };
  };
  /** Probes that the transcript's facts suggest, beside those there are. */
  probeSuggestions: { input: { probes: readonly Probe[] }; output: ProbeSuggestion[] };
  counterReport: { input: { exact: string; counter: string }; output: CounterView };
  /** Only for systems with a parameter `counter`. */
  counterRun: { input: { lane: LaneSpec; counter: string }; output: CounterRunView };
  baseline: { input: { lane: LaneSpec }; output: { run: Run } };
  /** `counter` is the policy's; `appended` messages have come by the call in question; `groups`: what is pinned holds its tool group. */
  previewPins: {
    input: { rules: readonly PinRule[]; counter: string; appended: number; groups: boolean };
    output: PinPreview[];
  };
  view: { input: { call: number }; output: WindowView };
  sent: { input: { counter: string }; output: { tokens: Int32Array } };
  /** `counter` is the yardstick: with its counts known, what is really sent is looked at too. */
  examine: { input: { counter: string }; output: Examination };
  /** What would do away with findings of the latest run, each tried out by a replay. */
  remedies: { input: { counter: string }; output: ProvenRemedy[] };
  facts: { input: Record<string, never>; output: FactRow[] };
  recall: { input: Record<string, never>; output: RecallView };
  /** Per fact a code of `Standing` at a call. */
  standings: { input: { call: number }; output: Uint8Array };
  mentions: { input: { fact: number }; output: Int32Array };
  rows: { input: { items: Int32Array }; output: RowText[] };
  message: { input: { item: Item }; output: FullMessage };
  /** The window at a call of the latest run, or the whole transcript where `call` is null: as a scenario with `settings`. */
  exported: {
    input: {
      format: string;
      form: OutgoingForm;
      call: number | null;
      title: string;
      settings: SharedSettings;
      privacy: Privacy;
    };
    output: Exported;
  };
  transcript: { input: Record<string, never>; output: { messages: Message[]; tools: readonly ToolSchema[] } };
}

export type RequestName = keyof Requests;
