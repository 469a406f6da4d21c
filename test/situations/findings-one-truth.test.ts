// What is said in several places is the same: the room that would do, how often nothing is left, and how much is forgotten.

import { describe, expect, it } from 'vitest';
import { floorsOf } from '@/lib/engine/floors';
import { DECISIONS } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { missFinding } from '@/lib/metrics/findings/misses';
import { remediesFor } from '@/lib/metrics/findings/remedies';
import { runMetrics } from '@/lib/metrics/run-metrics';
import { decided, situation, turns } from './support';

const group = (id: string, length: number): Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'r'.repeat(length) },
];
/** Large results far apart, each larger than the one before: what must stay does not fit at either, and not equally. */
const answer: Message = { role: 'assistant', content: 'Read.' };
const messages = [...turns(3), ...group('a', 4000), answer, ...turns(6), ...group('b', 9000), answer, ...turns(6)];

describe('where nothing is left to take', () => {
  it.each<[string, Config, string]>([
    ['rolling-summary', { counter: 'chars4', tokenCap: 800, keepLatest: 4 }, 'tokenCap'],
    ['context-manager', { contextWindow: 800, reserve: 0 }, 'contextWindow'],
  ])('%s: every event and the finding name one value that would do for all of them', (id, config, parameter) => {
    const outcome = situation(id, messages, { config });
    const { run, system, guards } = outcome;
    const decisions = Array.from(run.decisions.kind.keys()).filter(
      (one) => DECISIONS[run.decisions.kind[one] as number] === 'floor',
    );
    expect(decisions.length).toBeGreaterThan(1);
    const [, value = ''] =
      new RegExp(`\\(${parameter}\\) of ([\\d,]+) would do`).exec(outcome.finding('floor')?.sentence ?? '') ?? [];
    expect(value).not.toBe('');
    for (const decision of decisions) {
      expect(system.explain(decision, run, outcome.config, guards)).toContain(` of ${value} tokens would do`);
    }
  });

  it('the finding tells calls from the places that the chart marks', () => {
    const outcome = situation('rolling-summary', messages, {
      config: { counter: 'chars4', tokenCap: 800, keepLatest: 4 },
    });
    const floors = floorsOf(outcome.run, outcome.system, outcome.config);
    const { sentence = '', calls } = outcome.finding('floor') ?? {};
    expect(calls).toEqual(floors?.calls);
    expect(floors?.begins).toBeLessThan(floors?.calls.length ?? 0);
    expect(sentence).toContain(
      `nothing is left to take; the chart marks the ${floors?.begins} places where that begins.`,
    );
  });

  it('and those over the limit from those over the line that sets it off', () => {
    const long = [
      { role: 'user' as const, content: `TASK: ${'all of it '.repeat(82)}` },
      ...turns(8, 6),
      ...turns(1, 30),
      ...turns(8, 6),
    ];
    const outcome = situation('managed-window', long, {
      config: { window: 400, ratio: 1, reserveCompletion: 0, keepRecent: 10 },
    });
    const calls = outcome.finding('floor')?.calls ?? new Int32Array();
    const over = Array.from(calls).filter(
      (call) => (outcome.run.calls.tokens[call] as number) > outcome.run.limit,
    ).length;
    expect(over).toBeLessThan(calls.length);
    expect(outcome.finding('floor')?.sentence).toContain(
      `${over} of them are over the limit, the others over “evict” at 0.90 of it.`,
    );
  });
});

describe('uses of something forgotten', () => {
  const missing = (count: number, uses: number) => ({
    facts: [{ kind: 'path' as const, value: 'src/a.ts', mentions: Int32Array.of(0, 9), uses: Int32Array.of(9) }],
    recall: {
      uses,
      inSummary: 0,
      misses: Array.from({ length: count }, (_, at) => ({ fact: 0, message: 9, call: at, decision: -1, lostAt: 0 })),
      recall: 1 - count / uses,
    },
  });

  it('are not called a recall of 1.00', () => {
    expect(missFinding(missing(2, 501))).toMatchObject({ title: '2 uses of something forgotten', severity: 'note' });
    expect(missFinding(missing(1, 10_000))?.title).toBe('1 use of something forgotten');
    expect(missFinding(missing(41, 501))?.title).toBe('Recall is 0.92');
    for (let uses = 1; uses < 2000; uses++) expect(missFinding(missing(1, uses))?.title).not.toContain('1.00');
  });

  it('are no reason for another model while they are few', () => {
    const outcome = situation('managed-window', turns(4), {});
    const counts = { counter: 'chars4', content: new Int32Array(8), message: new Int32Array(8), tools: 0 };
    const labels = (count: number, uses: number) => {
      const recalled = missing(count, uses);
      const finding = missFinding(recalled);
      if (!finding) throw new Error('there are misses');
      const { run, index, system, config, guards } = outcome;
      return remediesFor({ run, index, system, config, guards, counts, recalled }, finding).map(({ label }) => label);
    };
    expect(labels(2, 501).filter((label) => label.includes('“Window”'))).toEqual([]);
    expect(labels(2, 501)).not.toEqual([]);
    expect(labels(300, 501).at(-1)).toBe('Set “Window” to 512,000');
    expect(labels(300, 501)[0]).not.toContain('“Window”');
  });
});

describe('what is trimmed', () => {
  const config = { strategy: 'summarize', contextWindow: 1200, reserve: 0 };
  const worked: Message[] = [
    { role: 'user', content: 'TASK: find out why checkout is slow' },
    ...Array.from({ length: 12 }, (_, at) => [...group(`g${at}`, 700), answer]).flat(),
    { role: 'user', content: 'And the fix?' },
    answer,
  ];

  it('counts as evicted, since it is lost as well, and settings that can never summarise are told', () => {
    const outcome = situation('context-manager', worked, { config: { ...config, keepTurns: 6 } });
    const metrics = runMetrics(outcome.run, outcome.index, outcome.config);
    expect(metrics.compactions).toBe(0);
    expect(metrics.lostTokens).toBeGreaterThan(0);
    expect(metrics.evictions).toBe(decided(outcome, 'trimmed').length);
    expect(outcome.finding('never-summarised')?.sentence).toBe(
      `“Keep turns” is 6 and the transcript has 2 user turns: none is ever old enough for a summary. ${metrics.evictions} times the oldest messages were trimmed instead, with nothing in their place.`,
    );
  });

  it('where a turn is old enough, or nothing was trimmed, nothing is said', () => {
    for (const given of [
      { keepTurns: 1 },
      { keepTurns: 6, contextWindow: 100_000 },
      { keepTurns: 6, summarizer: 'drop' },
    ]) {
      const outcome = situation('context-manager', worked, { config: { ...config, ...given } });
      expect(outcome.finding('never-summarised')).toBeUndefined();
    }
  });
});

describe('windows that providers reject', () => {
  it('that the transcript has no better are said to be so once, however many providers there are', () => {
    const open = [...turns(2), ...group('a', 40).slice(0, 1)];
    const sentence = situation('none', open).finding('invalid-windows')?.sentence ?? '';
    expect(sentence.split('would reject').length).toBeGreaterThan(3);
    expect(sentence.split('the transcript by itself is no better').length).toBe(2);
    expect(sentence).toMatch(/For all of them the transcript by itself is no better\.$/);
  });
});
