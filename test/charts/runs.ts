/** Runs for the charts' tests: small transcripts that are drawn at random, replayed by the engine itself. */

import fc from 'fast-check';
import { codePointLength, countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { replay, runSync } from '@/lib/engine/replay';
import type { Run } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { completeConfig, completeGuards, SYSTEMS, systemById } from '@/lib/systems/registry';

const chars4 = {
  id: 'chars4',
  count: (text: string) => Math.max(1, Math.floor(codePointLength(text) / 4) + 1),
  countCodePoints: (codePoints: number) => Math.max(1, Math.floor(codePoints / 4) + 1),
};

/** One step of an agent: what the user says, or calls side by side with results of so many characters. */
export type Step = { user: number } | { result: number } | { results: readonly number[] };

function transcriptOf(steps: readonly Step[]): Transcript {
  const messages: Message[] = [{ role: 'system', content: 'You keep the books.' }];
  for (const [number, step] of steps.entries()) {
    if ('user' in step) {
      messages.push({ role: 'user', content: `No, use ledger ${number}. ${'x'.repeat(step.user)}` });
      continue;
    }
    const results = 'result' in step ? [step.result] : step.results;
    const idOf = (place: number) => `call-${number}-${place}`;
    messages.push({
      role: 'assistant',
      content: `Reading page ${number}.`,
      tool_calls: results.map((_, place) => ({
        id: idOf(place),
        type: 'function',
        function: { name: 'read', arguments: `{"page":${number}}` },
      })),
    });
    for (const [place, length] of results.entries()) {
      messages.push({ role: 'tool', tool_call_id: idOf(place), content: 'y'.repeat(length) });
    }
  }
  return { messages };
}

/** `summary`: what the summarizer answers; null for nothing worth keeping, 'FAIL' to fail. */
export function runOf(
  steps: readonly Step[],
  {
    system = 'managed-window',
    config = {},
    guards = true,
    summary = 'S' as string | null,
  }: {
    system?: string;
    config?: Config;
    guards?: boolean;
    summary?: string | null;
  } = {},
): Run {
  const chosen = systemById(system);
  const transcript = transcriptOf(steps);
  return runSync(
    replay({
      index: indexTranscript(transcript),
      system: chosen,
      config: completeConfig(chosen, config),
      guards: completeGuards(chosen, guards),
      counts: countTranscript(transcript, chars4),
      counter: chars4,
    }),
    () => {
      if (summary === 'FAIL') throw new Error('no answer');
      return summary;
    },
  );
}

/** A managed window small enough that a few steps fill it. */
export const TIGHT: Config = { window: 600, ratio: 1, reserveCompletion: 0, keepRecent: 2, maxToolTokens: 60 };

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ user: fc.integer({ min: 0, max: 200 }) }), weight: 1 },
  { arbitrary: fc.record({ result: fc.integer({ min: 0, max: 900 }) }), weight: 4 },
  {
    arbitrary: fc.record({ results: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 2, maxLength: 4 }) }),
    weight: 1,
  },
);

/** A run of any system, under settings that make it work hard. */
export const anyRun: fc.Arbitrary<Run> = fc
  .record({
    steps: fc.array(step, { maxLength: 60 }),
    system: fc.constantFrom(...SYSTEMS.map(({ id }) => id)),
    guards: fc.boolean(),
    summary: fc.constantFrom('A short note.', null, 'FAIL', 'A longer note. '.repeat(12)),
    compactAt: fc.constantFrom(0.4, 0.7),
    keepRecent: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ steps, system, guards, summary, compactAt, keepRecent }) =>
    runOf(steps, {
      system,
      guards,
      summary,
      config: system === 'managed-window' ? { ...TIGHT, compactAt, keepRecent } : {},
    }),
  );
