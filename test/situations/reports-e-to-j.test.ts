/** Situations from public bug reports, e) to j): with guards on as it should be, and with guards off shown for what it is. */

import { describe, expect, it } from 'vitest';
import { codePointLength } from '@/lib/engine/accounting';
import { State } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { windowFaults } from '@/lib/metrics/validity/check-window';
import { checkConfig, completeConfig, systemById } from '@/lib/systems/registry';
import { messagesFrom } from '../fixtures/transcript-text';
import { assistant, call, result, text, user } from '../importers/claude-builder';
import { lines, read } from '../importers/support';
import { decided, fates, group, situation, turns } from './support';

const opening = messagesFrom(`
  system: You are an engineer.
  user:   TASK: move the billing module to the new queue
`);
const exact = { ratio: 1, reserveCompletion: 0 };

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

  it.each([
    [true, 0],
    [false, 14],
  ])(
    'a cap by count keeps groups whole with guards (%s), and leaves results without calls as published',
    (guards, rejected) => {
      const outcome = situation('message-cap', messages, { config: { maxMessages: 15 }, guards });
      expect(outcome.validity['openai-chat'].calls.length).toBeGreaterThanOrEqual(rejected);
      expect(outcome.validity['openai-chat'].calls.length > 0).toBe(!guards);
    },
  );

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
