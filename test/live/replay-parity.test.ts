/** A live memory is a replay that does not know how the transcript goes on: same windows, same ledger, whatever its room. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { windowAt } from '@/lib/engine/ledger';
import { replay, runSync } from '@/lib/engine/replay';
import type { Config, Guards } from '@/lib/engine/system';
import type { Transcript } from '@/lib/engine/transcript';
import { createLiveMemory } from '@/lib/live/live-memory';
import { completeConfig, completeGuards, SYSTEMS } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { session } from '../bench/sessions';
import { arbitraryConfig, SUMMARIZERS } from '../fixtures/arbitrary-lane';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { CONFIGS } from '../systems/arbitrary-configs';
import { answeredOnce, driven } from './support';

const RUNS = Number(process.env.RUNS ?? 60);

/** Settings under which a session of 900 messages keeps a system busy. */
const LONG: { [id: string]: Config } = {
  'managed-window': { window: 24_000 },
  'context-manager': { contextWindow: 24_000, keepTurns: 3 },
};

interface Case {
  transcript: Transcript;
  config: Config;
  guards: Guards;
  summarizer: string;
  room: number;
}

describe.each(SYSTEMS.map((system) => [system.id, system] as const))('%s', (id, system) => {
  const config: fc.Arbitrary<Config> = id === 'managed-window' ? arbitraryConfig : (CONFIGS[id] ?? fc.constant({}));
  const common = {
    config,
    summarizer: fc.constantFrom(...Object.keys(SUMMARIZERS)),
    room: fc.constantFrom(1, 2, 7, 256),
  };
  const guards = fc.oneof(
    fc.constant(completeGuards(system, true)),
    fc
      .array(fc.boolean(), { minLength: system.guards.length, maxLength: system.guards.length })
      .map((active) => Object.fromEntries(system.guards.map((guard, place) => [guard.name, active[place] === true]))),
  );

  async function sameAsReplay({ transcript, config: given, guards: active, summarizer, room }: Case): Promise<void> {
    const answers = SUMMARIZERS[summarizer] ?? (() => null);
    const full = completeConfig(system, { ...given, counter: 'chars4' });
    const index = indexTranscript(transcript);
    const counts = countTranscript(transcript, chars4);
    const run = runSync(replay({ index, system, config: full, guards: active, counts, counter: chars4 }), answers);
    const { messages, tools = [] } = transcript;
    const memory = createLiveMemory({
      system: id,
      config: full,
      guards: active,
      counter: chars4,
      tools,
      summarizer: async (request) => {
        await Promise.resolve();
        return answers(request);
      },
      room,
    });
    const windows = await driven(memory, messages);
    const expected = windows.map((_window, call) =>
      Array.from(windowAt(run, call), (item) => system.present(item, run, index, full, active)),
    );
    expect(windows).toEqual(expected);
    expect(await memory.run()).toEqual(run);
    expect(memory.tokens).toBe(run.calls.tokens.at(-1));
    expect(memory.limit).toBe(run.limit);
  }

  it('R8: sends what a replay sends, on any transcript of which every call is answered once, early or late', async () => {
    const transcript = arbitraryTranscript.map(answeredOnce);
    const cases = fc.record({ transcript, guards, ...common });
    await fc.assert(fc.asyncProperty(cases, sameAsReplay), { numRuns: RUNS, seed: 20260 });
  });

  it.each([true, false])('R8: and on a long session, with guards %s', async (on) => {
    const transcript = session(900);
    const given = { transcript, config: LONG[id] ?? {}, guards: completeGuards(system, on) };
    await sameAsReplay({ ...given, summarizer: 'short', room: 100 });
  });

  it('R8: as published, on any transcript at all', async () => {
    const published = fc.constant(completeGuards(system, false));
    const cases = fc.record({ transcript: arbitraryTranscript, guards: published, ...common });
    await fc.assert(fc.asyncProperty(cases, sameAsReplay), { numRuns: RUNS, seed: 20261 });
  });
});
