/** What every exporter exports: a transcript written in one format, and what that format cannot carry, said beforehand. */

import type { Transcript } from '../engine/transcript';

export interface Exporter {
  /** Stable name, as on the command line: "openai-chat". */
  id: string;
  /** For people: "OpenAI Chat Completions". */
  label: string;
  /** Of a file in this format, without the dot. */
  extension: 'json' | 'md';
  /** One sentence for each thing that does not come through as it is; an empty list where everything does. */
  losses(transcript: Transcript): string[];
  /** The file in pieces, in order: a long transcript never has to stand in memory as one text. */
  write(transcript: Transcript, title: string): Generator<string>;
}
