/** Remedies: what is offered has been replayed, does away with most of its finding, and breaks nothing that was whole. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { activePinRules } from '@/lib/engine/pin-rule';
import { replay, runSync, type SyncSummarizer } from '@/lib/engine/replay';
import type { Config, Guards } from '@/lib/engine/system';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { examine } from '@/lib/metrics/findings';
import type { Examined } from '@/lib/metrics/findings/finding';
import { type ProvenRemedy, provenRemedies } from '@/lib/metrics/findings/prove';
import { guarding, pinning, type Remedy, remedied, setting } from '@/lib/metrics/findings/remedy';
import { compileRules } from '@/lib/pin-rules/compile';
import { fixedSummarizer } from '@/lib/summarizers/fixed';
import { checkConfig, completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { messagesFrom } from '../fixtures/transcript-text';
import { CONFIGS } from '../systems/arbitrary-configs';
import { group, turns } from './support';

/** A lane that can be replayed again with other settings, its pin rules held against the transcript. */
async function laneOf(id: string, given: Transcript | readonly Message[], changes: Config, guarded: boolean) {
  const transcript: Transcript = 'messages' in given ? given : { messages: [...given] };
  const system = systemById(id);
  const index = indexTranscript(transcript);
  const counts = countTranscript(transcript, chars4);
  const summarizer: SyncSummarizer = fixedSummarizer('S{n} of {count}');
  const examinedWith = async (config: Config, guards: Guards): Promise<Examined> => {
    const pins = (await compileRules(activePinRules(config))).match(index, counts);
    const run = runSync(replay({ index, system, config, guards, counts, counter: chars4, pins }), summarizer);
    return { run, index, system, config, guards, counts };
  };
  const lane = { config: completeConfig(system, changes), guards: completeGuards(system, guarded) };
  const examined = await examinedWith(lane.config, lane.guards);
  const { findings } = examine(examined);
  const trial = async (remedy: Remedy) => {
    const { config, guards } = remedied(lane, remedy);
    return examine(await examinedWith(config, guards)).findings;
  };
  const offered: ProvenRemedy[] = [];
  for await (const remedy of provenRemedies(examined, findings, trial)) offered.push(remedy);
  return { system, lane, examined, findings, trial, offered };
}

const opening = messagesFrom(`
  system: You are an engineer.
  user:   TASK: find out why checkout is slow
`);
const long = [...opening, ...turns(60)];

describe('what is offered', () => {
  it.each<[string, string, Config, boolean, readonly Message[], string]>([
    [
      'task-lost',
      'managed-window',
      { window: 2000, pinFirstUser: false, compaction: false },
      true,
      long,
      'Switch on “First user message”',
    ],
    ['task-lost', 'message-cap', { maxMessages: 12 }, true, long, 'Pin message 1'],
    ['cache-broken', 'message-cap', { maxMessages: 70 }, true, long, 'Set “Most messages” to 140'],
    ['floor', 'managed-window', { window: 3000, keepRecent: 60 }, true, long, 'Set “Keep recent” to 30'],
    [
      'early-compaction',
      'managed-window',
      { window: 6000, ratio: 1, reserveCompletion: 0, compactAt: 0.2 },
      true,
      long,
      'Set “Compact at” to 0.31',
    ],
    [
      'cut-json',
      'managed-window',
      { maxToolTokens: 20 },
      true,
      [...opening, ...group('c', JSON.stringify({ values: Array.from({ length: 80 }, (_, at) => at) }))],
      'Set “Tool result limit” to 100',
    ],
    [
      'invalid-windows',
      'message-cap',
      { maxMessages: 6 },
      false,
      [...opening, ...turns(4), ...group('a', 'x'), ...turns(1), ...group('b', 'y')],
      'Switch on the guard “Whole tool groups” and pin message 1',
    ],
  ])('%s under %s', async (id, system, config, guards, messages, label) => {
    const { findings, offered, lane, trial } = await laneOf(
      system,
      messages,
      { reserveCompletion: 0, ...config },
      guards,
    );
    const finding = findings.find((one) => one.id === id);
    expect(finding).toBeDefined();
    const remedy = offered.find((one) => one.finding === id);
    expect(remedy?.label).toBe(label);
    expect(remedy?.before).toBe(finding?.calls.length);
    const left = (await trial(remedy as Remedy)).find((one) => one.id === id);
    expect(left?.calls.length ?? 0).toBe(remedy?.after);
    expect(lane.config).toMatchObject(config);
  });

  it.each(Object.entries(CONFIGS))('%s: helps as it says, brings no error, and can run', async (id, config) => {
    await fc.assert(
      fc.asyncProperty(arbitraryTranscript, config, fc.boolean(), async (transcript, given, guards) => {
        const { system, lane, findings, offered, trial } = await laneOf(id, transcript, given, guards);
        const errors = new Set(findings.filter(({ severity }) => severity === 'error').map((one) => one.id));
        for (const remedy of offered) {
          expect(`${remedy.label}`).not.toMatch(/undefined|NaN|Infinity/);
          const changed = remedied(lane, remedy);
          expect(changed).not.toEqual(lane);
          expect(checkConfig(system, changed.config).filter(({ severity }) => severity === 'error')).toEqual([]);
          const outcome = await trial(remedy);
          expect(outcome.filter(({ severity }) => severity === 'error').every((one) => errors.has(one.id))).toBe(true);
          const finding = findings.find((one) => one.id === remedy.finding);
          const left = outcome.find((one) => one.id === remedy.finding);
          expect(left?.calls.length ?? 0).toBe(remedy.after);
          const isLess = (left?.calls.length ?? 0) <= (finding?.calls.length ?? 0) / 2;
          expect(isLess || left?.severity !== finding?.severity).toBe(true);
        }
      }),
      { seed: 81, numRuns: Number(process.env.RUNS ?? 25) },
    );
  });

  it('stops when it may not go on', async () => {
    const { examined, findings } = await laneOf('message-cap', long, { maxMessages: 12 }, true);
    let trials = 0;
    const trial = async () => {
      trials++;
      return findings;
    };
    for await (const _remedy of provenRemedies(examined, findings, trial, () => trials < 1)) expect.unreachable();
    expect(trials).toBe(1);
  });
});

describe('settings as remedies', () => {
  const system = systemById('managed-window');
  const at = (config: Config = {}): Examined => {
    const index = indexTranscript({ messages: [] });
    const counts = countTranscript(index.transcript, chars4);
    const complete = completeConfig(system, config);
    const guards = completeGuards(system, { toolGroups: false });
    const run = runSync(
      replay({ index, system, config: complete, guards, counts, counter: chars4 }),
      fixedSummarizer(null),
    );
    return { run, index, system, config: complete, guards, counts };
  };

  it('are brought to their step and range, and named as the controls name them', () => {
    expect(setting(at(), { compactAt: 0.7512, keepRecent: 2.2 })).toEqual({
      label: 'Set “Compact at” to 0.76 and “Keep recent” to 3',
      config: { compactAt: 0.76, keepRecent: 3 },
      guards: {},
    });
    expect(setting(at(), { keepRecent: 1e9 })?.config).toEqual({ keepRecent: 200 });
    expect(setting(at({ pinFirstUser: false }), { pinFirstUser: true })?.label).toBe('Switch on “First user message”');
  });

  it('are none where nothing changes, where the system has no such parameter, or where they could not run', () => {
    expect(setting(at(), { compactAt: 0.7 })).toBeNull();
    expect(setting(at(), { tokenCap: 100 })).toBeNull();
    expect(setting(at(), { window: 1 })).toBeNull();
    expect(guarding(at(), 'summariesOnce')).toBeNull();
    expect(guarding(at(), 'unheard')).toBeNull();
    expect(guarding(at(), 'toolGroups')?.guards).toEqual({ toolGroups: true });
  });

  it('pins by hand are added to those there are', () => {
    expect(pinning(at({ explicit: [4] }), [2, 4, 9], 'rule')).toEqual({
      label: 'Pin 3 rules',
      config: { explicit: [2, 4, 9] },
      guards: {},
    });
    expect(pinning(at({ explicit: [4] }), [4], 'rule')).toBeNull();
  });
});
