/** What a pin rule holds stays: on any transcript, under every system that has pins, guarded and as published; rules by number. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '@/lib/engine/invariants';
import { arrivedBy, fateAt, windowAt } from '@/lib/engine/ledger';
import { replay } from '@/lib/engine/replay';
import { heldByRule } from '@/lib/engine/rule-holds';
import { DECISIONS, State } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import type { Subject } from '@/lib/engine/violation';
import { completeConfig, completeGuards, SYSTEMS, systemById } from '@/lib/systems/registry';
import { arbitraryConfig, SUMMARIZERS } from '../fixtures/arbitrary-lane';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { CONFIGS } from '../systems/arbitrary-configs';
import { arbitraryRules, replayedWithRules, rule } from './support';

const RUNS = Number(process.env.RUNS ?? 60);
const WITH_PINS = ['managed-window', 'three-phase', 'rolling-summary', 'message-cap'];

function configOf(id: string): fc.Arbitrary<Config> {
  const config = CONFIGS[id];
  return config ? config.map((given) => completeConfig(systemById(id), given)) : arbitraryConfig;
}

/** Messages that a rule holds at a call and that do not stand there: their fate's decision by kind and reason. */
function missing({ run, index, guards }: Subject): string[] {
  const found: string[] = [];
  for (let call = 0; call < run.calls.before.length; call++) {
    const window = new Set(windowAt(run, call));
    for (const held of run.pinRules) {
      for (const message of heldByRule(held, arrivedBy(run, call))) {
        const { decision } = fateAt(run, message, call);
        // R15: a group that cannot be sent goes with its pins. Instructions may be joined into one message, word for word.
        const kind = decision < 0 ? 'nothing' : DECISIONS[run.decisions.kind[decision] as number];
        const broken = kind === 'evicted' && run.system === 'managed-window' && run.decisions.reason[decision] === 1;
        if (window.has(message) || broken || kind === 'joined') continue;
        const phase = run.decisions.reason[decision];
        found.push(
          `call ${call}: ${index.transcript.messages[message]?.role} ${message} (${held.id}) ${kind} ${phase} ${guards.toolGroups}`,
        );
      }
    }
  }
  return found;
}

describe.each(WITH_PINS)('%s', (id) => {
  const system = systemById(id);
  const cases = fc.record({
    transcript: arbitraryTranscript,
    config: configOf(id),
    rules: arbitraryRules,
    guards: fc.boolean().map((on) => completeGuards(system, on)),
    summarizer: fc.constantFrom(...Object.keys(SUMMARIZERS)),
  });

  it.skipIf(id === 'three-phase')(
    'R40: what a rule holds stands in every window until the rule lets go of it',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, async ({ transcript, config, rules, guards, summarizer }) => {
          const given = { system: id, transcript, config: { ...config, pinRules: rules }, guards };
          const subject = await replayedWithRules(given, SUMMARIZERS[summarizer] ?? (() => null));
          expect(missing(subject)).toEqual([]);
          expect(violationsOf(subject)).toEqual([]);
        }),
        { seed: 40, numRuns: RUNS * 4 },
      );
    },
    120_000,
  );

  it.runIf(id === 'three-phase')(
    'R41: what a rule holds leaves in the last resort only, and its decision says so',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, async ({ transcript, config, rules, guards, summarizer }) => {
          const given = { system: id, transcript, config: { ...config, pinRules: rules }, guards };
          const subject = await replayedWithRules(given, SUMMARIZERS[summarizer] ?? (() => null));
          // 3: the newest item of all, where even that does not fit; 4: held by a rule.
          expect(missing(subject).filter((one) => !/ evicted [34] /.test(one))).toEqual([]);
          expect(violationsOf(subject)).toEqual([]);
        }),
        { seed: 41, numRuns: RUNS * 4 },
      );
    },
    120_000,
  );

  it('R43: rules that are off, and rules that fit nothing, change no outcome', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ transcript, config, rules, guards, summarizer }) => {
        const summarise = SUMMARIZERS[summarizer] ?? (() => null);
        const lane = { system: id, transcript, guards };
        const bare = await replayedWithRules({ ...lane, config }, summarise);
        const off = rules.map((one) => ({ ...one, on: false }));
        const idle = [rule({ text: 'nobody ever wrote this, not once' })];
        for (const pinRules of [off, idle]) {
          const other = await replayedWithRules({ ...lane, config: { ...config, pinRules } }, summarise);
          expect({ ...other.run, pinRules: [] }).toEqual(bare.run);
        }
      }),
      { seed: 43, numRuns: RUNS },
    );
  }, 120_000);

  it('names the rule that pins', async () => {
    const transcript = { messages: [{ role: 'user' as const, content: 'Deploy with make ship' }] };
    const config = completeConfig(system, {
      counter: 'chars4',
      pinRules: [rule({ text: 'ship' }, undefined, 'deploy commands')],
    });
    const guards = completeGuards(system);
    const { run, index } = await replayedWithRules({ system: id, transcript, config, guards }, () => null);
    const [reasons] = system.pins(windowAt(run, 0), 0, run, index, config, guards);
    expect(reasons?.map(({ label }) => label)).toContain('rule: deploy commands');
  });
});

describe('rules that keep the latest', () => {
  const filler = (number: number) => ({ role: 'assistant' as const, content: `${number} ${'word '.repeat(20)}` });
  const messages = Array.from({ length: 40 }, (_, at) =>
    at % 8 === 2 ? { role: 'user' as const, content: `plan ${at}` } : filler(at),
  );

  it.each(WITH_PINS)('R42: %s takes the earlier one once a newer one has come', async (id) => {
    const system = systemById(id);
    const tight: { [id: string]: Config } = {
      'managed-window': {
        window: 300,
        ratio: 1,
        reserveCompletion: 0,
        keepRecent: 2,
        pinFirstUser: false,
        compactAt: 0.5,
      },
      'three-phase': { counter: 'chars4', hardLimit: 250, targetLimit: 120, keepRecent: 2 },
      'rolling-summary': { counter: 'chars4', tokenCap: 150, keepLatest: 2 },
      'message-cap': { maxMessages: 6 },
    };
    const config = completeConfig(system, { ...tight[id], pinRules: [rule({ text: 'plan' }, 1)] });
    const guards = completeGuards(system);
    const { run } = await replayedWithRules({ system: id, transcript: { messages }, config, guards }, () => 'S');
    const last = run.calls.before.length - 1;
    const window = Array.from(windowAt(run, last));
    expect(window).toContain(34);
    for (const earlier of [2, 10, 18]) {
      expect(window).not.toContain(earlier);
      expect([State.summarised, State.evicted]).toContain(fateAt(run, earlier, last).state);
    }
    const [held] = run.pinRules;
    expect(Array.from(held?.messages ?? [])).toEqual([2, 10, 18, 26, 34]);
  });

  it('R40: a replay refuses rules that nobody has matched', () => {
    const system = systemById('managed-window');
    const config = completeConfig(system, { pinRules: [rule({ role: 'user' })] });
    const input = { config, system, guards: completeGuards(system) } as unknown as Parameters<typeof replay>[0];
    expect(() => replay(input).next()).toThrow(/have not been held against the transcript/);
  });
});

it('systems without pins say so: they have no parameter for rules', () => {
  const without = SYSTEMS.filter(({ parameters }) => !parameters.some(({ name }) => name === 'pinRules'));
  expect(without.map(({ id }) => id)).toEqual(['context-manager', 'none']);
});
