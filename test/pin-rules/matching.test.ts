/** Compiling and matching pin rules: what fits, what is refused and where, and that time and memory stay in bounds. */

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { countMessage, GrowingIndex } from '@/lib/engine/growing-index';
import type { PinMatch } from '@/lib/engine/pin-rule';
import { pinRuleProblems } from '@/lib/engine/pin-rule';
import type { Message } from '@/lib/engine/transcript';
import { compileRules } from '@/lib/pin-rules/compile';
import { matchInSlices, matchingTime, matchRules } from '@/lib/pin-rules/match';
import { PinRuleError } from '@/lib/pin-rules/pin-rule-error';
import { chars4 } from '@/lib/tokenizers/chars4';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { transcriptFrom } from '../fixtures/transcript-text';
import { arbitraryRules, rule } from './support';

async function fitsOf(match: PinMatch, messages: Message[]): Promise<number[]> {
  const index = indexTranscript({ messages });
  const { compiled } = await compileRules([rule(match)]);
  const [found] = matchRules(index, countTranscript({ messages }, chars4), compiled);
  return Array.from(found?.fits ?? []).flatMap((fits, message) => (fits ? [message] : []));
}

describe('R39: what fits', () => {
  const { messages } = transcriptFrom(`
    system:    You ship software.
    user:      Deploy to staging, please.
    assistant: -> deploy_staging#c1({"to": "eu-west-1"})
    tool c1:   deployed 3 services
    assistant: -> todo_write#c2({"todos": ["check logs"]})
    tool c2:   ok
    user:      Use retries = 5 everywhere.
  `);
  it.each<[string, PinMatch, number[]]>([
    ['a role', { role: 'user' }, [1, 6]],
    ['a tool: its calls and its results', { tool: 'deploy_staging' }, [2, 3]],
    ['one of several tools, by their beginning', { tool: 'deploy*, todo_write' }, [2, 3, 4, 5]],
    ['a tool under a role', { tool: 'todo_write', role: 'assistant' }, [4]],
    ['a text in any case, in arguments too', { text: 'DEPLOY' }, [1, 2, 3]],
    ['an expression', { regex: 'retries = \\d+' }, [6]],
    ['an expression on a call', { regex: '^deploy_staging\\(.*eu-west' }, [2]],
    ['a size', { minTokens: 8, role: 'tool' }, [3]],
    ['a kind', { kind: 'tool_observation' }, [3, 5]],
    ['one message', { message: 5 }, [5]],
  ])('%s', async (_name, match, expected) => {
    expect(await fitsOf(match, messages)).toEqual(expected);
  });

  it('is the same at once, in slices, and on a transcript that grows', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTranscript, arbitraryRules, async (transcript, rules) => {
        const { compiled } = await compileRules(rules);
        const counts = countTranscript(transcript, chars4);
        const atOnce = matchRules(indexTranscript(transcript), counts, compiled);
        let clock = 0;
        const slicing = { pause: async () => undefined, now: () => (clock += 30) };
        const sliced = await matchInSlices(indexTranscript(transcript), counts, compiled, slicing);
        const growing = new GrowingIndex(undefined, Math.max(1, transcript.messages.length), chars4);
        const followed = matchRules(growing, growing.counts, compiled);
        for (const message of transcript.messages) growing.append(message, countMessage(message, chars4));
        expect(sliced).toEqual(atOnce);
        expect(followed.map(({ fits }) => fits.slice(0, transcript.messages.length))).toEqual(
          atOnce.map(({ fits }) => fits),
        );
      }),
      { seed: 39, numRuns: 100 },
    );
  });
});

describe('expressions that have no place in linear time are refused, with the place (FAULTS 17)', () => {
  it.each([
    ['(?=a)b', 0, /Pin rule “deploys”: a lookahead or lookbehind/],
    ['ab(?!c)', 2, /lookahead/],
    ['x(?<=a)b', 1, /lookbehind/],
    ['(a)\\1', 3, /reference to an earlier group/],
    ['é(a', 1, /never closed/],
    ['\\(a)b', 3, /closes no group/],
    ['[)](a', 3, /never closed/],
    ['[a', 0, /set of characters/],
    ['*a', 0, /nothing here to repeat/],
    ['a{2000}', 1, /more than 1,000 times/],
  ])('%s', async (regex, at, message) => {
    const refused = await compileRules([rule({ regex }, undefined, 'deploys')]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PinRuleError);
    expect(refused).toMatchObject({ at, rule: 'deploys', message: expect.stringMatching(message) });
    expect((refused as PinRuleError).remedy).not.toBe('');
  });

  it('and any other text is read or refused with a remedy, never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 24, unit: fc.constantFrom(...'a(?=!<)[]{}\\1k*+|^$.:P0,-é') }),
        async (regex) => {
          if (regex.trim() === '') return;
          try {
            const { compiled } = await compileRules([rule({ regex })]);
            expect(typeof compiled[0]?.expression?.test('aé1k')).toBe('boolean');
          } catch (error) {
            expect(error).toBeInstanceOf(PinRuleError);
            const { at } = error as PinRuleError;
            if (at !== null) expect(at).toBeLessThan(regex.length);
          }
        },
      ),
      { seed: 17, numRuns: 1000 },
    );
  });
});

describe('expressions that hang others (FAULTS 16)', () => {
  const long = `${'a'.repeat(100_000)}b`;
  it.each([
    ['(a+)+$', `${'a'.repeat(30)}b`, false],
    ['(a+)+$', long, false],
    ['a.*b|a', long, true],
    ['(x+x+)+y', 'x'.repeat(100_000), false],
  ])('%s ends', async (regex, content, fits) => {
    expect(await fitsOf({ regex }, [{ role: 'user', content }])).toEqual(fits ? [0] : []);
  });

  it('long matching is cut in slices, and the time it took is known', async () => {
    const messages = Array.from({ length: 50 }, (_, at): Message => ({ role: 'user', content: `note ${at}` }));
    const index = indexTranscript({ messages });
    const counts = countTranscript({ messages }, chars4);
    const slow = rule({ regex: 'note [0-9]+$' });
    const { compiled } = await compileRules([slow]);
    let clock = 0;
    const pause = vi.fn(async () => undefined);
    await matchInSlices(index, counts, compiled, { pause, now: () => (clock += 10) });
    expect(pause.mock.calls.length).toBeGreaterThan(20);
    expect(matchingTime(index, counts, slow)).toBeGreaterThan(250);
    pause.mockClear();
    await matchInSlices(index, counts, compiled, { pause, now: () => (clock += 10) });
    expect(pause).not.toHaveBeenCalled();
  });

  it('an answer is kept with its message: after an edit only what is new is read', async () => {
    const messages = ['one 1', 'two', 'three 3'].map((content): Message => ({ role: 'user', content }));
    const { compiled } = await compileRules([rule({ regex: '[0-9]$' })]);
    const [{ expression }] = compiled as [(typeof compiled)[0]];
    const test = vi.spyOn(expression as NonNullable<typeof expression>, 'test');
    const counts = (all: Message[]) => countTranscript({ messages: all }, chars4);
    matchRules(indexTranscript({ messages }), counts(messages), compiled);
    const edited = [...messages, { role: 'user' as const, content: 'four 4' }];
    const [found] = matchRules(indexTranscript({ messages: edited }), counts(edited), compiled);
    expect(Array.from(found?.fits ?? [])).toEqual([1, 0, 1, 1]);
    expect(test).toHaveBeenCalledTimes(4);
    test.mockRestore();
  });
});

describe('the shape of rules', () => {
  it.each<[string, unknown, RegExp]>([
    ['no list', {}, /not a list/],
    ['no object', [3], /Pin rule 1 cannot work: it is not an object/],
    ['no condition', [{ id: 'a', on: true, match: {}, keep: 'all' }], /no condition/],
    ['an unknown condition', [{ id: 'a', on: true, match: { toll: 'x' }, keep: 'all' }], /"toll" is no condition/],
    ['an unknown field', [{ id: 'a', on: true, match: { tool: 'x' }, keep: 'all', keeps: 1 }], /"keeps"/],
    [
      'the same id twice',
      [rule({ role: 'user' }), { ...rule({ role: 'user' }), id: 'r1' }, { ...rule({ role: 'user' }), id: 'r1' }],
      /another rule/,
    ],
    ['latest 0', [{ id: 'a', on: true, match: { tool: 'x' }, keep: { latest: 0 } }], /keep must be/],
    [
      'a range without numbers in it',
      [{ id: 'a', on: true, match: { minTokens: 9, maxTokens: 3 }, keep: 'all' }],
      /no message has/,
    ],
    [
      'another role',
      [{ id: 'a', name: 'mine', on: true, match: { role: 'bot' }, keep: 'all' }],
      /rule 1 \(mine\).*role must be/,
    ],
  ])('%s', (_name, rules, message) => {
    expect(pinRuleProblems(rules)[0]?.message).toMatch(message);
  });
});
