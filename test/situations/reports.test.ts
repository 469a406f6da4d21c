/** Situations from public bug reports, a) to j): with guards on as it should be, and with guards off shown for what it is. */

import { describe, expect, it } from 'vitest';
import { codePointLength } from '@/lib/engine/accounting';
import { fateAt, windowAt } from '@/lib/engine/ledger';
import { State } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { windowFaults } from '@/lib/metrics/validity/check-window';
import { checkConfig, completeConfig, systemById } from '@/lib/systems/registry';
import { messagesFrom } from '../fixtures/transcript-text';
import { assistant, call, result, text, user } from '../importers/claude-builder';
import { lines, read } from '../importers/support';
import { decided, fates, group, type Situation, situation, turns } from './support';

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
    const [, stay = '', parts = ''] = /: at call \d+ ([\d,]+) tokens stay \(([^)]*)\)/.exec(sentence) ?? [];
    const figures = [...parts.matchAll(/([\d,]+) (pinned|recent|in flight|tool schemas|held)/g)];
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

describe('e) a reserve larger than the window', () => {
  it('is a configuration error with the arithmetic, not a negative limit', () => {
    const system = systemById('managed-window');
    const problems = checkConfig(system, completeConfig(system, { window: 8000, reserveCompletion: 13_000 }));
    expect(problems).toMatchObject([{ parameter: 'reserveCompletion', severity: 'error' }]);
    expect(problems[0]?.message).toContain('8,000 × 0.70 − 13,000 = −7,400');
    expect(problems[0]?.remedy).not.toBe('');
  });
});

describe('f) five messages, one of them a tool result of 1,926,395 characters', () => {
  const flood = 'line of a log file that nobody asked for\n'.repeat(47_000).slice(0, 1_926_395);
  const five = [...opening, ...group('c1', flood), { role: 'assistant' as const, content: 'The log is long.' }];

  it.each([true, false])('is cut when it is written, and the replay goes on (guards %s)', (guards) => {
    expect(codePointLength(flood)).toBe(1_926_395);
    const outcome = situation('managed-window', five, { config: { window: 500_000 }, guards });
    expect(outcome.run.arrivals.state[3]).toBe(State.truncated);
    expect(outcome.run.calls.before).toHaveLength(3);
    const sent = outcome.sent(outcome.last);
    expect(sent).toHaveLength(5);
    expect(codePointLength(sent[3]?.content ?? '')).toBeLessThan(8100);
    expect(sent[3]?.content).toContain('[1918395 characters dropped]');
    expect(windowFaults(sent)).toEqual([]);
  });

  it('a limit for results that lets it through makes it a refusal, and its call goes with it', () => {
    const config = { window: 500_000, maxToolTokens: 490_000 };
    const outcome = situation('managed-window', five, { config });
    expect(outcome.run.arrivals.state[3]).toBe(State.refused);
    expect(outcome.sent(outcome.last)).toHaveLength(3);
    expect(windowFaults(outcome.sent(outcome.last)).filter(({ provider }) => provider !== 'gemini')).toEqual([]);
    const published = situation('managed-window', five, { config, guards: false });
    expect(windowFaults(published.sent(published.last)).map(({ rule }) => rule)).toContain('unanswered-call');
  });
});

describe('g) nothing between head and tail', () => {
  it.each<[string, Config]>([
    ['managed-window', { ...exact, window: 500, keepRecent: 4 }],
    ['rolling-summary', { counter: 'chars4', tokenCap: 100, keepLatest: 8 }],
    ['context-manager', { contextWindow: 500, reserve: 0, summaryThreshold: 50, keepTurns: 10 }],
  ])('%s: no event and no summarizer call, with guards and without', (id, config) => {
    for (const guards of [true, false]) {
      const outcome = situation(id, [...opening, ...turns(2)], { config, guards });
      const { run, system, index } = outcome;
      expect(run.summarizerCalls).toBe(0);
      for (let at = 0; at <= outcome.last; at++) expect(system.eventsAt?.(at, run, index, outcome.config)).toEqual([]);
      expect(decided(outcome, 'compacted')).toEqual([]);
    }
  });
});

describe('h) only tool messages are left unpinned', () => {
  const messages = [
    ...opening,
    ...Array.from({ length: 30 }, (_, number) => group(`c${number}`, 'result '.repeat(20 + (number % 7) * 5))).flat(),
  ];
  const config = { ...exact, window: 1000, compaction: false };

  it('they are still evicted, as groups', () => {
    const outcome = situation('managed-window', messages, { config });
    const evicted = decided(outcome, 'evicted');
    expect(evicted.length).toBeGreaterThan(10);
    expect(evicted.every((one) => one.includes(' x2 '))).toBe(true);
    expect(outcome.run.calls.tokens.every((tokens) => tokens <= 900)).toBe(true);
    for (const provider of ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const) {
      expect([provider, ...outcome.validity[provider].calls]).toEqual([provider]);
    }
  });

  it('as published one by one, which leaves results without their calls', () => {
    const outcome = situation('managed-window', messages, { config, guards: false });
    expect(decided(outcome, 'evicted').every((one) => one.includes(' x1 '))).toBe(true);
    expect(outcome.validity['openai-chat'].calls.length).toBeGreaterThan(0);
  });
});

describe('i) an Anthropic user message that mixes text and a tool result', () => {
  it('both survive import, in order, paired, and every window is one that providers take', async () => {
    const report = await read(
      lines(
        user(null, 'find out why it fails'),
        assistant('n', 'm1', text('Looking.'), call('a'), call('b')),
        user('n', [result('a', 'exit code 1'), result('b', 'no such file'), text('It worked yesterday.')]),
        assistant('n', 'm2', text('Then the path changed.'), call('c')),
        user('n', [text('Hurry, please.'), result('c', 'found it')]),
        assistant('n', 'm3', text('Done.')),
      ),
    );
    const messages = report.conversations[0]?.messages ?? [];
    expect(messages.map(({ role, content, tool_call_id: id }) => [role, id ?? content])).toEqual([
      ['user', 'find out why it fails'],
      ['assistant', 'Looking.'],
      ['tool', 'a'],
      ['tool', 'b'],
      ['user', 'It worked yesterday.'],
      ['assistant', 'Then the path changed.'],
      ['tool', 'c'],
      ['user', 'Hurry, please.'],
      ['assistant', 'Done.'],
    ]);
    expect(messages[6]?.content).toBe('found it');
    for (const guards of [true, false]) {
      const outcome = situation('managed-window', messages, { guards });
      expect(outcome.finding('invalid-windows')).toBeUndefined();
      expect(fates(outcome, outcome.last)).toEqual(messages.map(() => 'verbatim'));
    }
  });
});

describe('j) a summary longer than what it replaces', () => {
  const messages = [...opening, ...turns(30)];
  const config = { ...exact, window: 2000 };
  const summarizer = 'S{n} '.padEnd(9000, 'and so on ');

  it('is refused, counted as a failed pass, and the span stays', () => {
    const outcome = situation('managed-window', messages, { config, summarizer });
    const refused = decided(outcome, 'summary-refused');
    expect(refused.length).toBeGreaterThan(0);
    expect(outcome.run.inserts).toEqual([]);
    const metrics = runMetrics(outcome.run, outcome.index, outcome.config);
    expect(metrics).toMatchObject({
      compactions: 0,
      summarizerFailures: refused.length,
      summarizerCalls: refused.length,
    });
    expect(outcome.finding('futile-passes')?.sentence).toMatch(/no shorter than what/);
    expect(outcome.run.calls.tokens.every((tokens) => tokens <= 1800)).toBe(true);
  });

  it('as published it stands, and the pass raises the pressure', () => {
    const outcome = situation('managed-window', messages, { config, summarizer, guards: false });
    const { kind, before, after } = outcome.run.decisions;
    expect(outcome.run.inserts.length).toBeGreaterThan(0);
    expect(kind.some((code, at) => code === 2 && (after[at] as number) > (before[at] as number))).toBe(true);
    expect(outcome.finding('futile-passes')).toMatchObject({ severity: expect.stringMatching(/warning|note/) });
  });
});
