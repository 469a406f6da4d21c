/** Situations from public bug reports, a) to d): with guards on as it should be, and with guards off shown for what it is. */

import { describe, expect, it } from 'vitest';
import { fateAt, windowAt } from '@/lib/engine/ledger';
import { State } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { captured } from '../cli/captured';
import { messagesFrom } from '../fixtures/transcript-text';
import { decided, group, type Situation, situation, turns } from './support';

const opening = messagesFrom(`
  system: You are an engineer.
  user:   TASK: move the billing module to the new queue
`);
const exact = { ratio: 1, reserveCompletion: 0 };

describe('a) two compactions in a row, the second over what the first kept', () => {
  const systems: [string, Config][] = [
    ['managed-window', { ...exact, window: 1200, compactAt: 0.5, maxSpan: 6 }],
    ['three-phase', { counter: 'chars4', hardLimit: 700, targetLimit: 400 }],
    ['rolling-summary', { counter: 'chars4', tokenCap: 600, keepLatest: 3 }],
    ['context-manager', { contextWindow: 1200, reserve: 0, summaryThreshold: 500, keepTurns: 2, hysteresis: 0 }],
  ];

  /** Every message at every call is in the window, or in a summary that is in the window, or was taken by a decision. */
  function inNoState({ run }: Situation): string[] {
    const wrong: string[] = [];
    for (let at = 0; at < run.calls.before.length; at++) {
      const window = new Set(windowAt(run, at));
      for (let message = 0; message < run.messageCount; message++) {
        if ((run.arrivals.call[message] as number) > at) continue;
        const { state, insert, decision } = fateAt(run, message, at);
        const stands = state === State.verbatim && (window.has(message) || window.has(~insert));
        const isCarried = state === State.summarised && window.has(~insert);
        if (!stands && !isCarried && !(state === State.evicted && decision >= 0))
          wrong.push(`call ${at}: message ${message}`);
      }
    }
    return wrong;
  }

  it.each(systems)('%s: no message is in no state, with guards and without', (id, config) => {
    for (const guards of [true, false]) {
      const outcome = situation(id, [...opening, ...turns(40)], { config, guards });
      expect(decided(outcome, 'compacted').length).toBeGreaterThan(2);
      expect(inNoState(outcome)).toEqual([]);
    }
  });

  it('with guards off the second summary swallows the first; with them it leaves the first alone', () => {
    const [id, config] = systems[0] as [string, Config];
    const published = situation(id, [...opening, ...turns(60)], { config, guards: false });
    expect(published.run.inserts.some(({ generation }) => generation > 1)).toBe(true);
    const guarded = situation(id, [...opening, ...turns(60)], { config });
    expect(guarded.run.inserts.every(({ generation }) => generation === 1)).toBe(true);
  });
});

describe('b) a compaction between a call and its result', () => {
  const config = { ...exact, window: 1200, compactAt: 0.5, keepRecent: 2 };
  const late: Message[] = [
    ...opening,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'slow', type: 'function', function: { name: 'build', arguments: '{}' } }],
    },
    ...turns(20),
    { role: 'tool', tool_call_id: 'slow', content: 'built in 340 s' },
    ...turns(1),
  ];

  it('the call waits for its result, so that both stand when it comes', () => {
    const outcome = situation('managed-window', late, { config });
    expect(outcome.run.summarizerCalls).toBeGreaterThan(0);
    const arrival = outcome.run.arrivals.call[43] as number;
    expect(fateAt(outcome.run, 2, arrival).state).toBe(State.verbatim);
    expect(fateAt(outcome.run, 43, arrival).state).toBe(State.verbatim);
    expect(outcome.validity['openai-responses'].calls).not.toContain(arrival);
  });

  it('as published the call is compacted away, and its result comes to nothing', () => {
    const outcome = situation('managed-window', late, { config, guards: false });
    const arrival = outcome.run.arrivals.call[43] as number;
    expect(fateAt(outcome.run, 2, arrival).state).toBe(State.summarised);
    expect(outcome.validity['openai-responses'].calls).toContain(arrival);
    expect(outcome.finding('invalid-windows')).toMatchObject({ severity: 'error' });
  });
});

describe('c) the transcript ends on a call without a result', () => {
  const ends = [...opening, ...turns(2), ...group('last', 'never').slice(0, 1)];

  it.each([true, false])('the next window is reported as invalid for every provider (guards %s)', (guards) => {
    const outcome = situation('managed-window', ends, { guards });
    for (const provider of ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const) {
      const faults = outcome.validity[provider];
      expect([provider, faults.calls.at(-1), faults.items.at(-1)]).toEqual([provider, outcome.last, 6]);
    }
    expect(outcome.finding('invalid-windows')?.sentence).toContain('the transcript by itself is no better');
    expect(Array.from(outcome.finding('invalid-windows')?.calls ?? [])).toContain(outcome.last);
  });

  it('the command line counts it for each provider, and lists the finding with its calls', async () => {
    const lanes = [{ system: 'managed-window' }];
    const scenario = JSON.stringify({ palimpsest: 1, transcript: { messages: ends }, lanes });
    const { code, out } = await captured(['run', '--json', '-'], scenario);
    expect(code).toBe(0);
    const { metrics } = JSON.parse(out);
    expect(metrics.invalidWindows).toEqual({ 'openai-chat': 1, 'openai-responses': 1, anthropic: 1, gemini: 1 });
    expect(metrics.findings).toMatchObject([{ id: 'invalid-windows', severity: 'warning', calls: [3] }]);
  });

  it('every system keeps the call in its window until then', () => {
    for (const id of ['managed-window', 'rolling-summary', 'context-manager', 'message-cap', 'none']) {
      const outcome = situation(id, ends);
      expect([id, outcome.sent(outcome.last).at(-1)?.tool_calls?.[0]?.id]).toEqual([id, 'last']);
    }
  });
});

describe('d) what is pinned and the recent turns exceed the budget', () => {
  const task: Message = { role: 'user', content: `TASK: ${'the whole specification '.repeat(220)}` };
  const messages = [opening[0] as Message, task, ...turns(6, 60), ...group('c1', 'r'.repeat(1600)), ...turns(1, 60)];
  const tools = [
    { type: 'function', function: { name: 'run', description: 'runs a command in the shell '.repeat(10) } },
  ];
  const config = { ...exact, window: 1400, keepRecent: 4 };
  const outcome = situation('managed-window', { messages, tools }, { config });

  it('is reported once, and no summarizer call is spent', () => {
    expect(decided(outcome, 'floor')).toHaveLength(1);
    expect(outcome.run.summarizerCalls).toBe(0);
    expect(outcome.findings.filter(({ id }) => id === 'floor')).toHaveLength(1);
  });

  it('with its parts, which add up', () => {
    const { sentence = '', calls = new Int32Array() } = outcome.finding('floor') ?? {};
    const [, stay = '', parts = ''] = /At call \d+ ([\d,]+) tokens stay \(([^)]*)\)/.exec(sentence) ?? [];
    const figures = [...parts.matchAll(/([\d,]+) (pinned|recent|waiting|tool schemas|held)/g)];
    expect(figures.map((one) => one[2])).toEqual(expect.arrayContaining(['pinned', 'recent', 'tool schemas']));
    const number = (figure: string | undefined) => Number(figure?.replaceAll(',', ''));
    expect(figures.reduce((sum, one) => sum + number(one[1]), 0)).toBe(number(stay));
    expect(Math.max(...Array.from(calls, (at) => outcome.run.calls.tokens[at] as number))).toBe(number(stay));
  });

  it('and with the smallest window that would do', () => {
    const [, value = ''] = /\(window\) of ([\d,]+) would do/.exec(outcome.finding('floor')?.sentence ?? '') ?? [];
    const window = Number(value.replaceAll(',', ''));
    const again = (size: number) =>
      situation('managed-window', { messages, tools }, { config: { ...config, window: size } });
    expect(again(window).finding('floor')).toBeUndefined();
    expect(again(window - 1).finding('floor')).toBeDefined();
  });

  it('as published a pass is spent at every call, and the floor is reported all the same', () => {
    const long = [opening[0] as Message, task, ...turns(14, 60)];
    const published = situation('managed-window', long, { config, guards: false });
    const guarded = situation('managed-window', long, { config });
    expect(published.run.summarizerCalls).toBeGreaterThan(guarded.run.summarizerCalls);
    expect(published.finding('floor')?.sentence).toMatch(/pinned/);
  });

  it.each<[string, Config, string]>([
    ['rolling-summary', { counter: 'chars4', tokenCap: 300, keepLatest: 4 }, 'tokenCap'],
    ['context-manager', { contextWindow: 700, reserve: 100 }, 'contextWindow'],
    ['message-cap', { maxMessages: 2 }, 'maxMessages'],
  ])('%s: a floor names the setting that would do, and it does', (id, given, parameter) => {
    const crowded = [
      opening[0] as Message,
      ...turns(3, 90),
      ...group('a', 'x'.repeat(900)),
      ...group('b', 'y'.repeat(3000)),
    ];
    const sentence = situation(id, crowded, { config: given }).finding('floor')?.sentence ?? '';
    const [, value = ''] = new RegExp(`\\(${parameter}\\) of ([\\d,]+) would do`).exec(sentence) ?? [];
    const needed = Number(value.replaceAll(',', ''));
    expect(situation(id, crowded, { config: { ...given, [parameter]: needed } }).finding('floor')).toBeUndefined();
    expect(situation(id, crowded, { config: { ...given, [parameter]: needed - 1 } }).finding('floor')).toBeDefined();
  });
});
