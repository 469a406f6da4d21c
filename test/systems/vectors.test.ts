/** The managed window against the golden outcomes of its document's own code, to the letter. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codePointLength, countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { decisionsAt, windowAt } from '@/lib/engine/ledger';
import { replay, runSync } from '@/lib/engine/replay';
import { DECISIONS, itemLabel, type Run, State } from '@/lib/engine/run';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';

const chars4 = {
  id: 'chars4',
  count: (text: string) => Math.max(1, Math.floor(codePointLength(text) / 4) + 1),
  countCodePoints: (codePoints: number) => Math.max(1, Math.floor(codePoints / 4) + 1),
};

interface Vector {
  config: { [name: string]: unknown };
  summarizer: string | null;
  transcript: Transcript;
  expect: {
    limit: number;
    calls: {
      before: number | null;
      tokens: number;
      pressure: number;
      window: (number | Message)[];
      events: { type: string }[];
    }[];
    appends: { index: number; tokens: number; refused: boolean }[];
    summaries: number;
  };
}

const vectors: Vector[] = JSON.parse(readFileSync('test/vectors/managed-window.json', 'utf8'));
const system = systemById('managed-window');

function eventsOf(run: Run, call: number, transcript: Transcript) {
  const { from, to } = decisionsAt(run, call);
  const events: { type: string; [key: string]: unknown }[] = [];
  for (let decision = from; decision < to; decision++) {
    const kind = DECISIONS[run.decisions.kind[decision] as number];
    const first = run.decisions.first[decision] as number;
    if (kind === 'compacted') events.push({ type: kind, count: run.decisions.count[decision] });
    if (kind === 'evicted') {
      events.push({ type: kind, role: first < 0 ? 'user' : transcript.messages[first]?.role });
    }
  }
  return events;
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

describe('managed-window vectors', () => {
  it.each(vectors.map((vector, number) => [number, vector] as const))('case %i', (_, vector) => {
    const index = indexTranscript(vector.transcript);
    const config = completeConfig(system, vector.config);
    const guards = completeGuards(system, false);
    const counts = countTranscript(vector.transcript, chars4);
    const run = runSync(
      replay({ index, system, config, guards, counts, counter: chars4 }),
      fixedSummarizer(vector.summarizer),
    );
    expect(run.limit).toBe(vector.expect.limit);
    const calls = Array.from(run.calls.tokens, (tokens, call) => ({
      before: run.calls.before[call] === -1 ? null : run.calls.before[call],
      tokens,
      pressure: tokens / Math.max(1, run.limit),
      window: named(
        Array.from(windowAt(run, call), (item) => {
          const message = system.present(item, run, index, config, guards);
          return item >= 0 && message === vector.transcript.messages[item] ? item : message;
        }),
        vector.transcript.messages,
      ),
      events: eventsOf(run, call, vector.transcript),
    }));
    expect(calls).toEqual(vector.expect.calls);
    expect(
      Array.from(run.arrivals.tokens, (tokens, position) => ({
        index: position,
        tokens,
        refused: run.arrivals.state[position] === State.refused,
      })),
    ).toEqual(vector.expect.appends);
    expect(run.summarizerCalls).toBe(vector.expect.summaries);
    expect(run.inserts.every((_insert, number) => itemLabel(~number) === `S${number + 1}`)).toBe(true);
  });
});
