/** Counters side by side, recorded usage, and the decisions that a choice of counter moves: by hand, and on any transcript. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import type { DecisionKind } from '@/lib/engine/run';
import { compareCounters, compareUsage, counterDivergences, deviation, sentWhole } from '@/lib/metrics/estimators';
import { sentTokens } from '@/lib/metrics/sent-tokens';
import { chars4 } from '@/lib/tokenizers/chars4';
import { utf8 } from '@/lib/tokenizers/utf8';
import { words } from '@/lib/tokenizers/words';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { transcriptFrom } from '../fixtures/transcript-text';
import { replayed } from '../systems/support';

const transcript = transcriptFrom(`
  system:    You fix bugs.
  user:      Fix it now please.
  assistant: Looking. -> run#c1({}) -> read#c2({})
  tool c1:   aaaaaaaaaaaa
  tool c2:   one two
  tool c9:   stray
  assistant: Done.
`);
const index = indexTranscript(transcript);
const byWords = countTranscript(transcript, words);
const byBytes = countTranscript(transcript, utf8);

describe('a deviation', () => {
  it('is signed, and a share of what is exact', () => {
    expect(deviation(100, 80)).toEqual({ exact: 100, counted: 80, error: -20, percent: -20 });
    expect(deviation(0, 3)).toEqual({ exact: 0, counted: 3, error: 3, percent: null });
  });
});

describe('counters', () => {
  // Words: 4 + 3, 4 + 4, 4 + 1 + 2 × (1 + 1 + 8), 4 + 1, 4 + 2, 4 + 1, 4 + 1.
  // Bytes: 4 + 13, 4 + 18, 4 + 8 + (3 + 2 + 8) + (4 + 2 + 8), 4 + 12, 4 + 7, 4 + 5, 4 + 5.
  it('are held against the exact one in all, by role and by tool, with the worst message', () => {
    const [report] = compareCounters(index, byWords, [byBytes]);
    expect([...byWords.message]).toEqual([7, 8, 25, 5, 6, 5, 5]);
    expect([...byBytes.message]).toEqual([17, 22, 39, 16, 11, 9, 9]);
    expect(report).toEqual({
      counter: 'utf8',
      total: deviation(61, 123),
      schemas: deviation(0, 0),
      byRole: [
        { role: 'system', messages: 1, ...deviation(7, 17) },
        { role: 'user', messages: 1, ...deviation(8, 22) },
        { role: 'assistant', messages: 2, ...deviation(30, 48) },
        { role: 'tool', messages: 3, ...deviation(16, 36) },
      ],
      byTool: [
        { tool: 'read', results: 1, ...deviation(6, 11) },
        { tool: 'run', results: 1, ...deviation(5, 16) },
        { tool: null, results: 1, ...deviation(5, 9) },
      ],
      worst: { message: 1, ...deviation(8, 22) },
    });
  });

  it('count schemas once', () => {
    const withTools = { ...transcript, tools: [{ name: 'run' }] };
    const [report] = compareCounters(indexTranscript(withTools), countTranscript(withTools, words), [
      countTranscript(withTools, utf8),
    ]);
    expect(report?.schemas).toEqual(deviation(1, 16));
    expect(report?.total).toEqual(deviation(62, 139));
  });

  it('add up: errors by role and of the schemas are the error in all, and the exact one has none', () => {
    fc.assert(
      fc.property(arbitraryTranscript, (any) => {
        const anyIndex = indexTranscript(any);
        const counts = [chars4, words, utf8].map((counter) => countTranscript(any, counter));
        const [exact] = counts;
        if (!exact) return;
        const [itself, ...others] = compareCounters(anyIndex, exact, counts);
        expect(itself?.total.error).toBe(0);
        expect(itself?.worst).toBeNull();
        for (const report of others) {
          const sum = (rows: readonly { error: number }[]) => rows.reduce((total, { error }) => total + error, 0);
          expect(sum(report.byRole) + report.schemas.error).toBe(report.total.error);
          const tool = report.byRole.find(({ role }) => role === 'tool');
          expect(sum(report.byTool)).toBe(tool?.error ?? 0);
          const { worst } = report;
          const errors = any.messages.map((_, at) =>
            Math.abs(
              (counts.find(({ counter }) => counter === report.counter)?.message[at] as number) -
                (exact.message[at] as number),
            ),
          );
          expect(Math.abs(worst?.error ?? 0)).toBe(errors.reduce((most, one) => Math.max(most, one), 0));
        }
      }),
      { seed: 62, numRuns: 60 },
    );
  });
});

describe('recorded usage', () => {
  it('is compared call by call with the whole transcript, and names what the file does not have', () => {
    const sent = sentWhole(index, byWords);
    expect([...sent]).toEqual([15, 56, 61]);
    const usage = [
      { message: 2, input: 110 },
      { message: 2, input: 115 },
      { message: 6, input: 166 },
    ];
    expect(compareUsage(index, sent, usage)).toEqual({
      calls: [
        { call: 0, message: 2, ...deviation(115, 15) },
        { call: 1, message: 6, ...deviation(166, 56) },
      ],
      total: deviation(281, 71),
      worst: { call: 1, message: 6, ...deviation(166, 56) },
      offset: 100,
      growth: { ...deviation(51, 41), steps: 1 },
      drops: [],
    });
  });

  it('by its growth is right under any constant offset, and what the tool compacted is told and left out', () => {
    fc.assert(
      fc.property(arbitraryTranscript, fc.nat({ max: 50_000 }), fc.nat(), (any, offset, at) => {
        const anyIndex = indexTranscript(any);
        const sent = sentWhole(anyIndex, countTranscript(any, words));
        const answers = any.messages.flatMap(({ role }, message) => (role === 'assistant' ? [message] : []));
        const usage = answers.map((message, call) => ({ message, input: (sent[call] as number) + offset }));
        const report = compareUsage(anyIndex, sent, usage);
        expect(report.growth).toMatchObject({ error: 0, steps: Math.max(0, answers.length - 1) });
        expect(report.drops).toEqual([]);
        expect(report.offset).toBe(answers.length === 0 ? null : offset);
        if (answers.length < 2) return;
        // From one call on the tool sends a good deal less.
        const from = 1 + (at % (answers.length - 1));
        const compacted = usage.map((one, call) => (call < from ? one : { ...one, input: one.input - 1_000_000 }));
        const after = compareUsage(anyIndex, sent, compacted);
        expect(after.drops).toEqual([from]);
        expect(after.growth).toMatchObject({ error: 0, steps: answers.length - 2 });
      }),
      { seed: 69, numRuns: 60 },
    );
  });

  it('says nothing where there is none', () => {
    const nothing = {
      calls: [],
      total: deviation(0, 0),
      worst: null,
      offset: null,
      growth: { ...deviation(0, 0), steps: 0 },
      drops: [],
    };
    expect(compareUsage(index, sentWhole(index, byWords), [])).toEqual(nothing);
    // Of a message that no call produced there is none either.
    expect(compareUsage(index, sentWhole(index, byWords), [{ message: 1, input: 9 }])).toEqual(nothing);
  });

  it('is held against what a run that forgets nothing sends', () => {
    fc.assert(
      fc.property(arbitraryTranscript, (any) => {
        const outcome = replayed('none', any);
        const counts = countTranscript(any, words);
        const sent = sentTokens(
          outcome.run,
          outcome.index,
          counts,
          words,
          (item) => any.messages[item] ?? { role: 'user', content: '' },
        );
        expect([...sentWhole(outcome.index, counts)]).toEqual([...sent]);
      }),
      { seed: 63, numRuns: 60 },
    );
  });
});

describe('the choice of counter', () => {
  const long = transcriptFrom(
    Array.from(
      { length: 12 },
      (_, at) => `user: ${'word '.repeat(10)}\nassistant: step ${at} ${'word '.repeat(10)}`,
    ).join('\n'),
  );
  const run = (counter: string) =>
    replayed('managed-window', long, {
      config: { window: 200, ratio: 1, reserveCompletion: 0, counter },
    }).run;

  it('moves compactions, from the first call at which decisions differ', () => {
    const runs = [run('words'), run('utf8')];
    const divergences = counterDivergences(runs);
    const kinds = new Set<DecisionKind>(divergences.map(({ kind }) => kind));
    expect(kinds.has('compacted')).toBe(true);
    // Bytes fill the window first: the first difference is a decision that words do not take.
    const [first] = divergences;
    expect(first?.decisions[0]).toEqual({ count: 0, first: -1 });
    expect(first?.decisions[1]?.count).toBeGreaterThan(0);
    expect(runs[1]?.decisions.call[first?.decisions[1]?.first ?? -1]).toBe(first?.call);
    expect(divergences.map(({ call }) => call)).toEqual(divergences.map(({ call }) => call).sort((a, b) => a - b));
  });

  it('moves nothing between a run and itself', () => {
    expect(counterDivergences([run('words'), run('words')])).toEqual([]);
    expect(counterDivergences([])).toEqual([]);
  });
});
