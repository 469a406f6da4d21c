/** The same rules give the same result in a replay, in a live memory, in the worker and on the command line (R8, R39). */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowAt } from '@/lib/engine/ledger';
import type { PinRule } from '@/lib/engine/pin-rule';
import type { Message } from '@/lib/engine/transcript';
import { createLiveMemory } from '@/lib/live/live-memory';
import { compileRules } from '@/lib/pin-rules/compile';
import { pinTotals } from '@/lib/store/pin-rules';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';
import { Jobs } from '@/lib/worker/jobs';
import { captured, newFolder } from '../cli/captured';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { answeredOnce, driven, small } from '../live/support';
import { arbitraryRules, replayedWithRules, rule } from './support';

const MESSAGES = [
  { role: 'user' as const, content: 'Fix the login. Run make deploy when done.' },
  ...Array.from({ length: 12 }, (_, at) => ({ role: 'assistant' as const, content: `${at} ${'word '.repeat(40)}` })),
];

describe('a live memory with rules', () => {
  it.each(['managed-window', 'message-cap'])('sends what a replay sends: %s', async (id) => {
    const system = systemById(id);
    await fc.assert(
      fc.asyncProperty(arbitraryTranscript, arbitraryRules, async (made, pinRules) => {
        const transcript = answeredOnce(made);
        const given = id === 'managed-window' ? small : { maxMessages: 5 };
        const config = completeConfig(system, { ...given, pinRules });
        const guards = completeGuards(system);
        const { run, index } = await replayedWithRules({ system: id, transcript, config, guards }, () => 'S');
        const memory = createLiveMemory({
          system: id,
          config,
          counter: chars4,
          summarizer: () => 'S',
          room: 2,
          pins: await compileRules(pinRules),
          ...(transcript.tools ? { tools: transcript.tools } : {}),
        });
        const windows = await driven(memory, transcript.messages);
        for (const [call, window] of windows.entries()) {
          const items = Array.from(windowAt(run, call));
          expect(window).toEqual(items.map((item) => system.present(item, run, index, config, guards)));
        }
        expect((await memory.run()).pinRules).toEqual(run.pinRules);
      }),
      { seed: 8, numRuns: 60 },
    );
  });

  it('asks for its rules where they have not been compiled', () => {
    const options = { system: 'managed-window', counter: chars4, summarizer: () => 'S' };
    const config = { pinRules: [rule({ role: 'user' })] };
    expect(() => createLiveMemory({ ...options, config })).toThrow(/await compileRules/);
  });
});

describe('the worker', () => {
  const options = { signal: new AbortController().signal, onProgress: () => undefined };

  async function opened(messages: readonly Message[] = MESSAGES): Promise<Jobs> {
    return (await openedWith(messages)).jobs;
  }

  async function openedWith(messages: readonly Message[]) {
    const jobs = new Jobs();
    const file = new Blob([JSON.stringify(messages)]);
    const { conversations } = await jobs.run('open', { file, name: 'a.json' }, options);
    const { info } = await jobs.run('choose', { conversation: conversations[0]?.id ?? '', counts: [] }, options);
    return { jobs, info };
  }

  it('replays with rules, and says what each rule would pin, on or off', async () => {
    const jobs = await opened();
    const system = systemById('managed-window');
    const pinRules = [
      rule({ text: 'make deploy' }, undefined, 'deploy'),
      { ...rule({ role: 'assistant' }, 2), on: false },
    ];
    const config = completeConfig(system, { ...small, pinFirstUser: false, pinRules });
    const lane = { system: system.id, config, guards: completeGuards(system), summarizer: { kind: 'drop' } as const };
    const { run } = await jobs.run('replay', { lane }, options);
    const view = await jobs.run('view', { call: 12 }, options);
    expect(run.pinRules.map(({ name, messages }) => [name, Array.from(messages)])).toEqual([['deploy', [0]]]);
    expect(view.pins.flat().map(({ label }) => label)).toContain('rule: deploy');
    const previews = await jobs.run(
      'previewPins',
      { rules: pinRules, counter: 'chars4', appended: 5, groups: true },
      options,
    );
    expect(previews.map(({ fits, pinned, problem }) => ({ fits, pinned, problem }))).toEqual([
      { fits: 1, pinned: 1, problem: null },
      { fits: 12, pinned: 2, problem: null },
    ]);
    expect(previews[0]?.tokens).toBe(view.cost[0]);
  });

  it('counts in a preview what the rule then holds, with messages as long as they are cut', async () => {
    const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'read', arguments: '{}' } });
    const { jobs, info } = await openedWith([
      { role: 'user', content: 'Read them.' },
      ...[1, 2, 3].flatMap((at): Message[] => [
        { role: 'assistant', content: null, tool_calls: [call(`c${at}`)] },
        { role: 'tool', tool_call_id: `c${at}`, content: 'line '.repeat(100 * at) },
      ]),
      { role: 'assistant', content: 'Done.' },
    ]);
    const system = systemById('managed-window');
    const all = rule({ role: 'assistant' });
    const lane = (pinRules: readonly PinRule[]) => ({
      system: system.id,
      config: completeConfig(system, { ...small, window: 100_000, maxToolTokens: 50, pinRules }),
      guards: completeGuards(system),
      summarizer: { kind: 'drop' } as const,
    });
    const tools = { ...rule({ role: 'tool' }), id: 'tools' };
    await jobs.run('replay', { lane: lane([]) }, options);
    const rules = [all, tools];
    const previews = await jobs.run('previewPins', { rules, counter: 'chars4', appended: 7, groups: true }, options);
    const { run } = await jobs.run('replay', { lane: lane(rules) }, options);
    const last = run.calls.before.indexOf(7);
    const view = await jobs.run('view', { call: last }, options);
    const totals = pinTotals(run, view, info.groups);
    expect(previews.map(({ fits, pinned, tokens, held }) => ({ fits, pinned, tokens, held }))).toEqual(
      rules.map(({ id }) => totals.get(id)),
    );
    expect(previews[1]?.pinned).toBe(3);
    expect(previews[1]?.tokens).toBeLessThan(3 * 100);
    // The three calls stay with their results.
    expect(previews[1]?.held).toEqual(previews[0]?.held);
    expect(previews[1]?.held).toEqual({ messages: 6, tokens: (previews[0]?.tokens ?? 0) + (previews[1]?.tokens ?? 0) });
  });

  it('tells of a rule that cannot be read instead of failing, beside those that can', async () => {
    const jobs = await opened();
    const rules = [rule({ regex: 'a(?=b)' }), rule({ role: 'user' })];
    const [wrong, right] = await jobs.run(
      'previewPins',
      { rules, counter: 'chars4', appended: 99, groups: true },
      options,
    );
    expect(wrong?.problem).toMatchObject({ at: 1, message: expect.stringMatching(/lookahead/) });
    expect(right).toMatchObject({ fits: 1, problem: null });
  });
});

describe('the command line', () => {
  const scenario = (pinRules: unknown) => ({
    palimpsest: 1,
    transcript: { messages: MESSAGES },
    lanes: [{ name: 'pinned', system: 'message-cap', config: { maxMessages: 3, pinRules } }],
  });

  it('run: pins what a scenario’s rules say', async () => {
    const folder = newFolder();
    const file = folder.file('a.palimpsest.json', scenario([rule({ text: 'make deploy' })]));
    const { code, out } = await captured(['run', file, '--json']);
    folder.remove();
    expect(code).toBe(0);
    expect(JSON.parse(out).calls.at(-1).window).toEqual([0, 11, 12]);
  });

  it('run: a rule that cannot be read is named, with file, lane and place; nothing runs', async () => {
    const folder = newFolder();
    const file = folder.file('a.palimpsest.json', scenario([rule({ regex: 'x(?=y)' }, undefined, 'ports')]));
    const { code, out, error } = await captured(['run', file]);
    folder.remove();
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(/a\.palimpsest\.json.*lanes\[0\]\.config\.pinRules.*“ports”.*lookahead.*character 2/s);
  });

  it('simulate: takes rules as JSON, and says what is wrong with them', async () => {
    const given = ['simulate', '--turns', '30', '--window', '6000', '--reserve-completion', '500'];
    const rules = JSON.stringify([{ id: 'tests', on: true, match: { role: 'user' }, keep: 'all' }]);
    const [bare, pinned] = [await captured(given), await captured([...given, '--pin-rules', rules])];
    expect(pinned.code).toBe(0);
    expect(pinned.out).not.toBe(bare.out);
    for (const [text, message] of [
      ['nonsense', /--pin-rules is no JSON/],
      ['[{"id":"a","on":true,"match":{},"keep":"all"}]', /no condition/],
      ['[{"id":"a","on":true,"match":{"regex":"(a"},"keep":"all"}]', /never closed/],
    ] as const) {
      const { code, error } = await captured([...given, '--pin-rules', text]);
      expect(code).toBe(2);
      expect(error).toMatch(message);
    }
  });
});
