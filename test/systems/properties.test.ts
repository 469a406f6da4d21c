/** What holds for the systems of documents 001 to 004 on any transcript, with any settings, guards and answers; rules by number. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import { violationsOf } from '@/lib/engine/invariants';
import { isInstruction, itemText } from '@/lib/engine/items';
import { decisionsAt, windowAt } from '@/lib/engine/ledger';
import { replay, runAsync } from '@/lib/engine/replay';
import { DECISIONS } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import { completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { SUMMARIZERS } from '../fixtures/arbitrary-lane';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { CONFIGS } from './arbitrary-configs';
import { brokenGroups, type Replayed, replayed } from './support';

const RUNS = Number(process.env.RUNS ?? 60);

/** Policy tokens of a window, counted again from what is sent. */
const RECOUNTS: { [id: string]: (outcome: Replayed, call: number) => number } = {
  'three-phase': ({ run, index }, call) => {
    let tokens = 0;
    for (const item of windowAt(run, call)) {
      if (item < 0) tokens += run.inserts[~item]?.tokens ?? Number.NaN;
      else if (!isInstruction(index, item)) {
        tokens += chars4.count(itemText(index.transcript.messages[item] ?? { role: 'user', content: '' })) + 4;
      }
    }
    return tokens;
  },
  'rolling-summary': ({ run, index }, call) => {
    let tokens = 0;
    let summary = chars4.count('');
    for (const item of windowAt(run, call)) {
      if (item < 0) {
        if (run.inserts[~item]?.kind === 'summary') summary = run.inserts[~item]?.tokens ?? Number.NaN;
      } else if (!isInstruction(index, item)) {
        tokens += chars4.count(itemText(index.transcript.messages[item] ?? { role: 'user', content: '' }));
      }
    }
    return tokens + summary;
  },
  'context-manager': ({ sent }, call) => {
    let characters = 0;
    const window = sent(call);
    for (const message of window) {
      characters += [...(message.content ?? '')].length;
      for (const one of message.tool_calls ?? []) {
        characters += [...one.function.name].length + [...one.function.arguments].length;
      }
    }
    return Math.floor(characters / 4) + 4 * window.length;
  },
  'message-cap': ({ sent }, call) => sent(call).length,
};

describe.each(Object.entries(CONFIGS))('%s', (id, config) => {
  const system = systemById(id);
  const guards = fc
    .array(fc.boolean(), { minLength: system.guards.length, maxLength: system.guards.length })
    .map((active) => Object.fromEntries(system.guards.map((guard, place) => [guard.name, active[place] === true])));
  const everything = fc.record({
    transcript: arbitraryTranscript,
    config,
    guards: fc.oneof(fc.constant(completeGuards(system, true)), guards),
    summarizer: fc.constantFrom(...Object.keys(SUMMARIZERS)),
  });

  it('R1 to R5, R7 and R10: ledger, windows, tokens and explanations hang together', () => {
    fc.assert(
      fc.property(everything, ({ transcript, config: given, guards: active, summarizer }) => {
        const answers = SUMMARIZERS[summarizer];
        const outcome = replayed(id, transcript, {
          config: given,
          guards: active,
          ...(answers ? { summarizer: answers } : {}),
        });
        expect(violationsOf({ ...outcome, counter: chars4 })).toEqual([]);
        for (let call = 0; call < outcome.run.calls.tokens.length; call++) {
          expect(outcome.run.calls.tokens[call]).toBe(RECOUNTS[id]?.(outcome, call));
          const window = windowAt(outcome.run, call);
          const pins = system.pins(window, call, outcome.run, outcome.index, outcome.config, outcome.guards);
          expect(pins).toHaveLength(window.length);
        }
      }),
      { seed: 7, numRuns: RUNS },
    );
  });

  it('R8: the same answers give the same run, at once or awaited', async () => {
    await fc.assert(
      fc.asyncProperty(everything, async ({ transcript, config: given, guards: active, summarizer }) => {
        const answers = SUMMARIZERS[summarizer] ?? (() => null);
        const outcome = replayed(id, transcript, { config: given, guards: active, summarizer: answers });
        const { index, config: complete, guards: all } = outcome;
        const input = {
          index,
          system,
          config: complete,
          guards: all,
          counts: countTranscript(transcript, chars4),
          counter: chars4,
        };
        const later = await runAsync(replay(input), async (request) => {
          await Promise.resolve();
          return answers(request);
        });
        expect(later).toEqual(outcome.run);
      }),
      { seed: 8, numRuns: Math.ceil(RUNS / 4) },
    );
  });

  it.runIf(system.guards.some((guard) => guard.name === 'toolGroups'))(
    'R22: with whole tool groups no window holds a call without its results or a result without its call',
    () => {
      fc.assert(
        fc.property(everything, ({ transcript, config: given, guards: active, summarizer }) => {
          const answers = SUMMARIZERS[summarizer];
          const outcome = replayed(id, transcript, {
            config: given,
            guards: { ...active, toolGroups: true },
            ...(answers ? { summarizer: answers } : {}),
          });
          for (let call = 0; call < outcome.run.calls.tokens.length; call++)
            expect(brokenGroups(outcome, call)).toEqual([]);
        }),
        { seed: 9, numRuns: RUNS },
      );
    },
  );

  it('stays within its limit, or says that nothing is left to take', () => {
    fc.assert(
      fc.property(everything, ({ transcript, config: given, guards: active, summarizer }) => {
        const answers = SUMMARIZERS[summarizer];
        const { run, config: complete } = replayed(id, transcript, {
          config: given,
          guards: active,
          ...(answers ? { summarizer: answers } : {}),
        });
        if (id === 'three-phase') {
          for (const tokens of run.arrivals.tokens) expect(tokens).toBeLessThan(run.limit);
          return;
        }
        // A summarizer that gives nothing usable leaves a rolling summary over its cap, as published and with guards.
        if (id === 'rolling-summary' && !isBounded(complete)) return;
        let atFloor = false;
        for (let call = 0; call < run.calls.tokens.length; call++) {
          const { from, to } = decisionsAt(run, call);
          for (let decision = from; decision < to; decision++) {
            atFloor ||= DECISIONS[run.decisions.kind[decision] as number] === 'floor';
          }
          if ((run.calls.tokens[call] as number) <= run.limit) atFloor = false;
          else expect(atFloor).toBe(true);
        }
      }),
      { seed: 10, numRuns: RUNS },
    );
  });
});

/** Whether the sliding window alone decides: nothing then depends on an answer, and nothing comes on top of the cap. */
function isBounded(config: Config): boolean {
  return config.slidingWindow === true && config.summarisation === false && config['retrieval.topK'] === 0;
}
