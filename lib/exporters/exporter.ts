/** What every exporter exports: a transcript written in one format, and what that format cannot carry, said beforehand. */

import type { Transcript } from '../engine/transcript';

/** What a scenario says beside its transcript and its title, as JSON by field: lanes, counter, probes, prices. */
export type ScenarioFields = Readonly<Record<string, unknown>>;

export interface Exporter {
  /** Stable name, as on the command line: "openai-chat". */
  id: string;
  /** For people: "OpenAI Chat Completions". */
  label: string;
  /** Of a file in this format, without the dot. */
  extension: 'json' | 'palimpsest.json' | 'md';
  /** Whether it has a place for what a scenario says beside its transcript. */
  holdsSettings?: true;
  /** One sentence for each thing that does not come through as it is; an empty list where everything does. */
  losses(transcript: Transcript): string[];
  /**
   * The file in pieces, in order: a long transcript never has to stand in memory as one text. Formats that hold no settings
   * do not look at `settings`.
   */
  write(transcript: Transcript, title: string, settings?: ScenarioFields): Generator<string>;
}
