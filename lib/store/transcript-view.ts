/** What the transcript panel asks of the worker: searches, problems and whole messages, each for the newest question only. */

import type { TranscriptProblem } from '../editing/problems';
import type { Message } from '../engine/transcript';
import type { EngineClient } from '../worker/client';
import type { FactRow, Requests, Search } from '../worker/protocol';

export interface TranscriptView {
  /** Messages that match, in order. */
  search(wanted: Search): Promise<Int32Array>;
  /** What is wrong with the transcript, or would be with a draft in the place of a message, or new before it. */
  problems(draft?: { at: number; message: Message; isNew: boolean }): Promise<TranscriptProblem[]>;
  /** Tools that the transcript calls, most used first. */
  toolNames(): Promise<string[]>;
  /** A part of the transcript as JSON text, and what a changed text comes to. */
  json(from: number): Promise<Requests['rawJson']['output']>;
  readJson(text: string, from: number, to: number): Promise<Requests['readRawJson']['output']>;
  /** Where any text stops being JSON. */
  jsonMistake(text: string): Promise<Requests['jsonMistake']['output']>;
  /** Everything that can be looked for word for word, and where each stands at a call of the latest run. */
  facts(): Promise<FactRow[]>;
  standings(call: number): Promise<Uint8Array>;
  /** A message as the transcript has it. */
  original(at: number): Promise<Message>;
  /** The original messages of items, a line of JSON each. */
  lines(items: Int32Array): Promise<Blob>;
}

export function createTranscriptView(client: () => EngineClient): TranscriptView {
  return {
    search: (wanted) => client().request('search', wanted),
    problems: (draft) => client().request('problems', draft ? { draft } : {}),
    json: (from) => client().request('rawJson', { from }),
    readJson: (text, from, to) => client().request('readRawJson', { text, from, to }),
    jsonMistake: (text) => client().request('jsonMistake', { text }),
    toolNames: () => client().request('toolNames', {}),
    facts: () => client().request('facts', {}),
    standings: (call) => client().request('standings', { call }),
    async original(at) {
      const { sent, original } = await client().request('message', { item: at });
      return original ?? sent;
    },
    async lines(items) {
      const lines: string[] = [];
      for (const item of items) {
        const { sent, original } = await client().request('message', { item });
        lines.push(`${JSON.stringify(original ?? sent)}\n`);
      }
      return new Blob(lines, { type: 'application/jsonl' });
    },
  };
}
