/** Replays of one session against JSON.parse of its file and against the loop people write by hand. */

import { countTranscript, indexTranscript, type TokenCounter } from '../../lib/engine/accounting';
import { replay, runSync, type SyncSummarizer } from '../../lib/engine/replay';
import type { Transcript } from '../../lib/engine/transcript';
import { extractiveSummarizer } from '../../lib/summarizers/extractive';
import { fixedSummarizer } from '../../lib/summarizers/fixed';
import { completeConfig, completeGuards, systemById } from '../../lib/systems/registry';
import { chars4 } from '../../lib/tokenizers/chars4';
import { handLoop } from './baselines';
import { medians, processorTime, type Work } from './measure';
import { session } from './sessions';

export interface Timings {
  messages: number;
  /** Bytes of the file. */
  bytes: number;
  limit: number;
  /** Decisions of the guarded replay: that it did have something to do. */
  decisions: number;
  milliseconds: Map<string, number>;
  /** Milliseconds of the first extractive summaries, before any message was read. */
  firstExtraction: number;
}

export const WORK = {
  parse: 'JSON.parse of the file',
  guarded: 'replay, guards on',
  published: 'replay, as published',
  none: 'replay, no memory system',
  hand: 'loop written by hand',
  extractive: 'replay, guards on, extractive summaries',
} as const;

export function timeReplays(count: number, rounds: number): Timings {
  const text = JSON.stringify(session(count));
  const transcript = JSON.parse(text) as Transcript;
  const index = indexTranscript(transcript);
  const counts = countTranscript(transcript, chars4);
  const lane = (id: string, guards: boolean, summarizer: SyncSummarizer, counter: TokenCounter = chars4) => {
    const system = systemById(id);
    const input = {
      index,
      counts,
      counter,
      system,
      config: completeConfig(system),
      guards: completeGuards(system, guards),
    };
    return () => runSync(replay(input), summarizer);
  };
  const fixed = fixedSummarizer('S{n} of {count}');
  const guarded = lane('managed-window', true, fixed);
  const extractive = lane('managed-window', true, extractiveSummarizer);
  const first = guarded();
  const start = processorTime();
  extractive();
  const firstExtraction = processorTime() - start;
  const works: Work[] = [
    { name: WORK.parse, run: () => JSON.parse(text) },
    { name: WORK.guarded, run: guarded },
    { name: WORK.published, run: lane('managed-window', false, fixed) },
    { name: WORK.none, run: lane('none', true, fixed) },
    { name: WORK.hand, run: () => handLoop(transcript.messages, first.limit) },
    { name: WORK.extractive, run: extractive },
  ];
  return {
    messages: count,
    bytes: Buffer.byteLength(text),
    limit: first.limit,
    decisions: first.decisions.kind.length,
    milliseconds: medians(works, rounds),
    firstExtraction,
  };
}
