/** What tests of memory systems share: replaying, golden vectors and their way of naming messages, checks on every window. */

import { readFileSync } from 'node:fs';
import { countTranscript, indexTranscript, type TokenCounter, type TranscriptIndex } from '@/lib/engine/accounting';
import { windowAt } from '@/lib/engine/ledger';
import { replay, runSync, type SyncSummarizer } from '@/lib/engine/replay';
import { type Run, State } from '@/lib/engine/run';
import type { Config, Guards, MemorySystem } from '@/lib/engine/system';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { utf8 } from '@/lib/tokenizers/utf8';
import { words } from '@/lib/tokenizers/words';

const counters: { [id: string]: TokenCounter } = { chars4, words, utf8 };

export interface Replayed {
  run: Run;
  system: MemorySystem;
  index: TranscriptIndex;
  config: Config;
  guards: Guards;
  /** The window at a call as the model gets it. */
  sent(call: number): Message[];
}

/** Replays messages through a system. A text makes the fixed summarizer; guards are on unless said otherwise. */
export function replayed(
  id: string,
  given: Transcript | readonly Message[],
  options: {
    config?: Config;
    guards?: boolean | { [name: string]: boolean };
    summarizer?: string | null | SyncSummarizer;
  } = {},
): Replayed {
  const transcript: Transcript = 'messages' in given ? given : { messages: [...given] };
  const system = systemById(id);
  const config = completeConfig(system, options.config);
  const guards = completeGuards(system, options.guards);
  const index = indexTranscript(transcript);
  const counter = counters[system.counterOf(config)] ?? chars4;
  const counts = countTranscript(transcript, counter);
  const { summarizer = 'S{n} of {count}' } = options;
  const answers = typeof summarizer === 'function' ? summarizer : fixedSummarizer(summarizer);
  const run = runSync(replay({ index, system, config, guards, counts, counter }), answers);
  const sent = (call: number) =>
    Array.from(windowAt(run, call), (item) => system.present(item, run, index, config, guards));
  return { run, system, index, config, guards, sent };
}

/** Members of tool groups that stand at a call without another that has come: as words, none where all is well. */
export function brokenGroups({ run, index }: Pick<Replayed, 'run' | 'index'>, call: number): string[] {
  const window = windowAt(run, call);
  const standing = new Set(window);
  const { group, nextMember } = index.links;
  const broken: string[] = [];
  for (const item of window) {
    if (item < 0) continue;
    for (let member = group[item] as number; member >= 0; member = nextMember[member] as number) {
      const arrived = (run.arrivals.call[member] as number) <= call;
      if (arrived && !standing.has(member)) broken.push(`call ${call}: ${item} without ${member}`);
    }
  }
  return broken;
}

export interface Vector {
  system: string;
  config: Config;
  summarizer: string | null;
  transcript: Transcript;
  expect: {
    limit?: number;
    calls: {
      before: number | null;
      tokens?: number;
      messages?: number;
      pressure?: number;
      window: (number | Message)[];
      events: { type: string }[];
    }[];
    appends: { index: number; tokens?: number; messages?: number; refused: boolean }[];
    summaries: number;
  };
}

export function vectorsOf(system: string): Vector[] {
  return JSON.parse(readFileSync(`test/vectors/${system}.json`, 'utf8'));
}

/** Wording that a vector leaves open is set to what it holds the place with. */
export function replayedVector(vector: Vector): Replayed {
  const config = { summaryMarker: 'SUMMARY:{summary}', stateMarker: 'STATE', ...vector.config };
  return replayed(vector.system, vector.transcript, { config, guards: false, summarizer: vector.summarizer });
}

/** The outcome in the terms of a vector; figures that the vector does not give are left out. */
export function outcomeOf(vector: Vector, outcome: Replayed): Vector['expect'] {
  const { run, system, index, config, guards } = outcome;
  const { messages } = vector.transcript;
  const size = system.unit === 'messages' ? 'messages' : 'tokens';
  const [firstCall] = vector.expect.calls;
  const withPressure = firstCall?.pressure !== undefined;
  const withTokens = vector.expect.appends[0]?.[size] !== undefined;
  return {
    ...(vector.expect.limit === undefined ? {} : { limit: run.limit }),
    calls: Array.from(run.calls.tokens, (tokens, call) => ({
      before: run.calls.before[call] === -1 ? null : (run.calls.before[call] as number),
      [size]: tokens,
      ...(withPressure ? { pressure: tokens / Math.max(1, run.limit) } : {}),
      window: named(
        Array.from(windowAt(run, call), (item) => {
          const message = system.present(item, run, index, config, guards);
          return item >= 0 && message === messages[item] ? item : message;
        }),
        messages,
      ),
      events: [...(system.eventsAt?.(call, run, index, config) ?? [])],
    })),
    appends: Array.from(run.arrivals.tokens, (tokens, position) => ({
      index: position,
      ...(withTokens ? { [size]: tokens } : {}),
      refused: run.arrivals.state[position] === State.refused,
    })),
    summaries: run.summarizerCalls,
  };
}

/** The vectors name a message by the first index with the same content after the one named before it. */
function named(window: (number | Message)[], messages: readonly Message[]): (number | Message)[] {
  let last = -1;
  const key = (message: Message | undefined) => JSON.stringify({ ...message, content: message?.content ?? null });
  return window.map((item) => {
    if (typeof item !== 'number') return item;
    const same = messages.findIndex((one, index) => index > last && key(one) === key(messages[item]));
    last = same;
    return same;
  });
}
