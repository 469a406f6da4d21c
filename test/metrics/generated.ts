/** Generated transcripts and lanes for property tests: tool groups with and without results, floods, corrections. */

import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { replay, runSync } from '@/lib/engine/replay';
import type { Item, StateCode } from '@/lib/engine/run';
import type { Config, MemorySystem } from '@/lib/engine/system';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { completeConfig, completeGuards, SYSTEMS, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { utf8 } from '@/lib/tokenizers/utf8';
import { words } from '@/lib/tokenizers/words';

const text = fc.oneof(
  fc.constantFrom('', 'ok', 'actually, use the other one', 'no, not that', 'a'),
  fc.nat({ max: 400 }).map((length) => 'lorem ipsum 🙂 '.repeat(length).slice(0, length * 3)),
);

const turn = fc.oneof(
  text.map((content): Message[] => [{ role: 'user', content }]),
  text.map((content): Message[] => [{ role: 'assistant', content }]),
  fc
    .record({ results: fc.array(text, { maxLength: 3 }), missing: fc.nat({ max: 1 }), id: fc.nat({ max: 3 }) })
    .map(({ results, missing, id }): Message[] => [
      {
        role: 'assistant',
        content: null,
        tool_calls: Array.from({ length: results.length + missing }, (_, call) => ({
          id: `call_${id}_${call}`,
          type: 'function' as const,
          function: { name: 'search', arguments: `{"query": ${call}}` },
        })),
      },
      ...results.map((content, call): Message => ({ role: 'tool', content, tool_call_id: `call_${id}_${call}` })),
    ]),
);

export const transcripts: fc.Arbitrary<Transcript> = fc
  .record({ system: fc.boolean(), turns: fc.array(turn, { maxLength: 40, size: 'max' }), tools: fc.boolean() })
  .map(({ system, turns, tools }) => ({
    messages: [...(system ? [{ role: 'system' as const, content: 'You are an agent.' }] : []), ...turns.flat()],
    ...(tools ? { tools: [{ type: 'function', function: { name: 'search' } }] } : {}),
  }));

export const lanes = fc.record({
  window: fc.integer({ min: 40, max: 1500 }),
  keepRecent: fc.nat({ max: 4 }),
  maxToolTokens: fc.integer({ min: 5, max: 100 }),
  explicit: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
  guards: fc.boolean(),
  summary: fc.constantFrom('S{n} of {count}', 'actually S{n}', null, 'FAIL'),
});

export type ManagedLane = typeof lanes extends fc.Arbitrary<infer Lane> ? Lane : never;

/** A managed window's replay. */
export function managedRun(transcript: Transcript, lane: ManagedLane) {
  const { guards, summary, ...given } = lane;
  return replayed(
    systemById('managed-window'),
    transcript,
    { ratio: 1, reserveCompletion: 0, ...given },
    guards,
    summary,
  );
}

/** A replay with everything that reads it. The yardstick is `words`; what no policy counter here counts, `chars4` does. */
function replayed(
  system: MemorySystem,
  transcript: Transcript,
  given: Config,
  guarded: boolean,
  summary: string | null,
) {
  const config = completeConfig(system, given);
  const guards = completeGuards(system, guarded);
  const index = indexTranscript(transcript);
  const counter = [words, utf8].find((one) => one.id === system.counterOf(config)) ?? chars4;
  const counts = countTranscript(transcript, counter);
  const run = runSync(replay({ index, system, config, guards, counts, counter }), fixedSummarizer(summary));
  return {
    run,
    index,
    config,
    yardstick: words,
    yardstickCounts: countTranscript(transcript, words),
    present: (item: Item, _state?: StateCode) => system.present(item, run, index, config, guards),
  };
}

interface Vector {
  config: Config;
  summarizer: string | null;
  transcript: Transcript;
}

/** Every golden vector of every registered system, replayed with guards on and off. */
export function* vectorRuns() {
  for (const system of SYSTEMS) {
    const file = `test/vectors/${system.id}.json`;
    if (!existsSync(file)) continue;
    const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'));
    for (const [number, { config, summarizer, transcript }] of vectors.entries()) {
      for (const guards of [true, false]) {
        const name = `${system.id} ${number}, guards ${guards ? 'on' : 'off'}`;
        yield { name, ...replayed(system, transcript, config, guards, summarizer) };
      }
    }
  }
}
