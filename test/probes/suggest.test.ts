/** Suggestions: the task, what the user demands, and looks far back; what is asked already is left out. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import { collectFacts } from '@/lib/metrics/facts/collect';
import { compileProbes } from '@/lib/probes/compile';
import { evaluateProbes } from '@/lib/probes/evaluate';
import { suggestProbes } from '@/lib/probes/suggest';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { transcriptFrom } from '../fixtures/transcript-text';
import { replayed } from '../systems/support';
import { presentOf } from './support';

const filler = (count: number) => Array.from({ length: count }, () => 'assistant: Going on.').join('\n');
const transcript = transcriptFrom(`
  system:    You fix bugs.
  user:      Fix the login, ticket INC-2291.
  assistant: I read. -> read_file#c1({"path":"src/auth/token.ts"})
  tool c1:   export const token_lifetime = 60;
  user:      You must never restart db-3.
  ${filler(6)}
  assistant: I change token_lifetime in src/auth/token.ts now.
  ${filler(2)}
  assistant: INC-2291 is done.
`);
const index = indexTranscript(transcript);
const facts = collectFacts(index);

describe('suggestions', () => {
  it('name the task, the demand and the uses that look far back, the farthest first', () => {
    expect(suggestProbes(index, facts)).toEqual([
      {
        probe: { at: 'end', message: 1 },
        reason: 'The task: message 1, the first with words of a person.',
        message: 1,
      },
      {
        probe: { at: 'end', text: 'You must never restart db-3.', case: true },
        reason: 'The user demands it in message 4.',
        message: 4,
      },
      {
        probe: { at: 11, text: 'INC-2291', case: true },
        reason: 'Used at call 11, 10 calls after it was last said.',
        message: 1,
      },
      {
        probe: { at: 8, text: 'src/auth/token.ts', case: true },
        reason: 'Used at call 8, 6 calls after it was last said.',
        message: 2,
      },
      {
        probe: { at: 8, text: 'token_lifetime', case: true },
        reason: 'Used at call 8, 6 calls after it was last said.',
        message: 3,
      },
    ]);
  });

  it('leave out what is asked already', () => {
    const existing = [
      { id: 'a', at: 'end' as const, message: 1 },
      { id: 'b', at: 3, text: 'inc-2291' },
    ];
    const texts = suggestProbes(index, facts, existing).map(({ probe }) => probe.text ?? probe.message);
    expect(texts).toEqual(['You must never restart db-3.', 'src/auth/token.ts', 'token_lifetime']);
  });

  it('hold where nothing is forgotten', async () => {
    const outcome = replayed('none', transcript);
    const probes = suggestProbes(index, facts).map(({ probe }, number) => ({ ...probe, id: `p${number}` }));
    const results = evaluateProbes(await compileProbes(probes), outcome.run, outcome.index, presentOf(outcome));
    expect(results.map(({ state }) => state)).toEqual(probes.map(() => 'held'));
  });

  it('take an id before a command that may just be run again, and demands only from what people wrote themselves', () => {
    const mixed = transcriptFrom(`
      user:      Begin.
      assistant: -> run#c1({"command":"git status --short"})
      ${filler(1)}
      user:      See INC-77. You must never push.
      ${filler(6)}
      assistant: -> run#c2({"command":"git status --short"})
      assistant: INC-77 it is.
      user:      You must always wait. ${'pasted '.repeat(1000)}
    `);
    const mixedIndex = indexTranscript(mixed);
    const asked = suggestProbes(mixedIndex, collectFacts(mixedIndex)).map(({ probe }) => probe.text ?? probe.message);
    expect(asked).toEqual([0, 'You must never push.', 'INC-77', 'git status --short']);
  });

  it('are twelve at the most, and none where there is nothing', () => {
    const many = transcriptFrom(
      [
        `user: ${Array.from({ length: 40 }, (_, at) => `dir/file_${at}.ts`).join(' ')}`,
        filler(6),
        ...Array.from({ length: 40 }, (_, at) => `assistant: dir/file_${at}.ts`),
      ].join('\n'),
    );
    const manyIndex = indexTranscript(many);
    expect(suggestProbes(manyIndex, collectFacts(manyIndex))).toHaveLength(12);
    expect(suggestProbes(indexTranscript({ messages: [] }), [])).toEqual([]);
  });

  it('of any transcript are twelve at the most, ask different things, and hold where nothing is forgotten', async () => {
    const command = {
      id: 'q',
      type: 'function' as const,
      function: { name: 'run', arguments: '{"command":"echo \\"a b\\" > out/log.txt"}' },
    };
    const busy = fc.tuple(arbitraryTranscript, fc.nat({ max: 12 })).map(([{ messages }, gap]) => ({
      messages: [
        ...messages,
        { role: 'assistant' as const, content: 'I run `make all` on INC-2291.', tool_calls: [command] },
        ...Array.from({ length: gap }, () => ({ role: 'assistant' as const, content: 'Going on.' })),
        { role: 'assistant' as const, content: 'Again INC-2291 with `make all`, out/log.txt.', tool_calls: [command] },
      ],
    }));
    await fc.assert(
      fc.asyncProperty(busy, async (any) => {
        const outcome = replayed('none', any);
        const suggested = suggestProbes(outcome.index, collectFacts(outcome.index));
        expect(suggested.length).toBeLessThanOrEqual(12);
        const probes = suggested.map(({ probe }, number) => ({ ...probe, id: `p${number}` }));
        expect(new Set(probes.map(({ text, message }) => text?.toLowerCase() ?? message)).size).toBe(probes.length);
        const results = evaluateProbes(await compileProbes(probes), outcome.run, outcome.index, presentOf(outcome));
        expect(results.map(({ state }) => state)).toEqual(probes.map(() => 'held'));
        // What has been taken over is not suggested again.
        expect(
          suggestProbes(outcome.index, collectFacts(outcome.index), probes).filter(({ probe }) =>
            probes.some((one) => one.text !== undefined && one.text === probe.text),
          ),
        ).toEqual([]);
      }),
      { seed: 68, numRuns: 100 },
    );
  });
});
