/** Validity of windows: plain models of the providers on any window, and every call of arbitrary runs against a fresh check. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import { windowAt } from '@/lib/engine/ledger';
import { PROVIDERS, RULES } from '@/lib/engine/provider-rules';
import type { Message } from '@/lib/engine/transcript';
import { NO_ITEM, transcriptValidity, validityOf } from '@/lib/metrics/validity/check-run';
import { windowFaults } from '@/lib/metrics/validity/check-window';
import { RankSet } from '@/lib/metrics/validity/rank-set';
import { arbitraryCase, replayed as managed, mixed, SUMMARIZERS } from '../fixtures/arbitrary-lane';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { messagesFrom } from '../fixtures/transcript-text';
import { CONFIGS } from '../systems/arbitrary-configs';
import { replayed } from '../systems/support';
import { TAKES } from './provider-models';

const RUNS = Number(process.env.RUNS ?? 100);

/** Faults as "provider rule@position". */
function faults(messages: readonly Message[]): string[] {
  return windowFaults(messages).map(({ provider, rule, position }) => `${provider} ${rule}@${position}`);
}

describe('one window', () => {
  it.each<[string, string, string[]]>([
    ['a plain exchange', 'user: hi\nassistant: hello\nuser: bye', []],
    [
      'parallel calls answered in another order',
      `
      system: Be brief.
      user: go
      assistant: -> run#a({}) -> run#b({})
      tool b: 2
      tool a: 1
      assistant: done
    `,
      [],
    ],
    [
      'the transcript ends on a call that has no result yet',
      'user: go\nassistant: -> run#a({})',
      [
        'openai-chat unanswered-call@1',
        'openai-responses unanswered-call@1',
        'anthropic unanswered-call@1',
        'gemini response-count@1',
      ],
    ],
    [
      'one of two results is missing',
      'user: go\nassistant: -> run#a({}) -> run#b({})\ntool a: 1\nuser: and?',
      [
        'openai-chat unanswered-call@1',
        'openai-responses unanswered-call@1',
        'anthropic unanswered-call@1',
        'gemini response-count@1',
      ],
    ],
    [
      'a result without its call',
      'user: go\ntool a: 1\nassistant: done',
      [
        'openai-chat stray-result@1',
        'openai-responses stray-result@1',
        'anthropic stray-result@1',
        'gemini response-turn@1',
      ],
    ],
    [
      'a user message between call and result: only the pairing by id holds',
      'user: go\nassistant: -> run#a({})\nuser: wait\ntool a: 1',
      ['openai-chat unanswered-call@1', 'openai-chat stray-result@3', 'anthropic unanswered-call@1'].concat([
        'gemini response-count@1',
        'gemini response-turn@3',
      ]),
    ],
    [
      'a system message between call and result: some take it out of the list',
      'user: go\nassistant: -> run#a({})\nsystem: be careful\ntool a: 1',
      ['openai-chat unanswered-call@1', 'openai-chat stray-result@3'],
    ],
    [
      'two assistant messages with calls in a row: one turn to Anthropic',
      'user: go\nassistant: -> run#a({})\nassistant: -> run#b({})\ntool a: 1\ntool b: 2',
      ['openai-chat unanswered-call@1', 'openai-chat stray-result@3', 'gemini response-count@1', 'gemini call-turn@2'],
    ],
    [
      'an assistant message first, as after an eviction of the task',
      'system: s\nassistant: -> run#a({})\ntool a: 1\nuser: go',
      ['anthropic first-user@1', 'gemini first-user@1'],
    ],
    [
      'a call right after words of the model',
      'user: go\nassistant: I will look.\nassistant: -> run#a({})\ntool a: 1',
      ['gemini call-turn@2'],
    ],
    [
      'a second result for one call',
      'user: go\nassistant: -> run#a({})\ntool a: 1\ntool a: again',
      ['anthropic second-result@3', 'gemini response-count@1'],
    ],
    [
      'an id used again',
      'user: go\nassistant: -> run#a({})\ntool a: 1\nassistant: -> run#a({})\ntool a: 2',
      ['anthropic repeated-id@3'],
    ],
    ['no message at all', '', PROVIDERS.map((provider) => `${provider} no-messages@-1`)],
    ['instructions alone', 'system: s', ['anthropic no-messages@-1', 'gemini no-messages@-1']],
    ['an empty user message', 'user:\nassistant: hello', ['anthropic empty-content@0', 'gemini empty-content@0']],
  ])('%s', (_, drawing, expected) => {
    expect(faults(messagesFrom(drawing))).toEqual(expected);
  });

  it('without content: an assistant message needs calls, a tool message a text', () => {
    const messages: Message[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null },
      { role: 'user', content: '  ' },
    ];
    expect(faults(messages)).toEqual([
      'openai-chat null-content@1',
      'anthropic empty-content@1',
      'anthropic empty-content@2',
      'gemini empty-content@1',
    ]);
  });

  it('says the rule in words', () => {
    const [fault] = windowFaults(messagesFrom('user: go\nassistant: -> run#a({})'));
    expect(fault?.sentence).toMatch(/must be followed at once by a tool message for each of its calls/);
  });

  it('is judged like a plain model of each provider judges it', () => {
    fc.assert(
      fc.property(
        arbitraryTranscript,
        fc.nat(),
        fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
        ({ messages }, length, dropped) => {
          const gone = new Set(dropped);
          const window = messages.slice(0, length % (messages.length + 1)).filter((_, place) => !gone.has(place));
          const rejected = new Set(windowFaults(window).map(({ provider }) => provider));
          for (const provider of PROVIDERS)
            expect([provider, !rejected.has(provider)]).toEqual([provider, TAKES[provider](window)]);
        },
      ),
      { seed: 31, numRuns: RUNS * 10 },
    );
  });
});

describe('every call of a run', () => {
  /** The first fault of each window, checked anew, in the form of a run's columns. */
  function fresh(outcome: Parameters<typeof validityOf>, provider: string): [number, number, number][] {
    const [run, index, system, config, guards] = outcome;
    const found: [number, number, number][] = [];
    for (let call = 0; call < run.calls.before.length; call++) {
      const items = windowAt(run, call);
      const window = Array.from(items, (item) => system.present(item, run, index, config, guards));
      const fault = windowFaults(window).find((one) => one.provider === provider);
      if (!fault) continue;
      const rule = RULES.findIndex((one) => one.provider === provider && one.id === fault.rule);
      found.push([call, rule, fault.position < 0 ? NO_ITEM : (items[fault.position] as number)]);
    }
    return found;
  }

  function compare(...outcome: Parameters<typeof validityOf>): void {
    const validity = validityOf(...outcome);
    for (const provider of PROVIDERS) {
      const { calls, rules, items } = validity[provider];
      const found = Array.from(calls, (call, place) => [call, rules[place], items[place]]);
      expect([provider, ...found]).toEqual([provider, ...fresh(outcome, provider)]);
    }
  }

  it.each(Object.entries(CONFIGS))('%s: as each window checked anew', (id, config) => {
    fc.assert(
      fc.property(arbitraryTranscript, config, fc.boolean(), (transcript, given, guarded) => {
        const {
          run,
          index,
          system,
          config: complete,
          guards,
        } = replayed(id, transcript, { config: given, guards: guarded });
        compare(run, index, system, complete, guards);
      }),
      { seed: 32, numRuns: RUNS },
    );
  });

  it('managed-window: as each window checked anew, with any mix of guards', () => {
    expect(Object.keys(SUMMARIZERS).length).toBeGreaterThan(0);
    fc.assert(
      fc.property(arbitraryCase(mixed), (one) => {
        const { run, index, system, config, guards } = managed(one);
        compare(run, index, system, config, guards);
      }),
      { seed: 33, numRuns: RUNS },
    );
  });

  it('keeping everything is as valid as the transcript is by itself', () => {
    fc.assert(
      fc.property(arbitraryTranscript, (transcript) => {
        const { run, index, system, config, guards } = replayed('none', transcript);
        expect(transcriptValidity(indexTranscript(transcript))).toEqual(validityOf(run, index, system, config, guards));
      }),
      { seed: 34, numRuns: RUNS },
    );
  });
});

describe('the ordered set behind it', () => {
  it('knows its members and their neighbours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.array(fc.tuple(fc.boolean(), fc.nat())), (size, moves) => {
        const set = new RankSet(size);
        const plain = new Set<number>();
        for (const [adds, number] of moves) {
          const member = number % size;
          if (adds) plain.add(member);
          else plain.delete(member);
          if (adds) set.add(member);
          else set.delete(member);
          const sorted = [...plain].sort((a, b) => a - b);
          expect(set.count).toBe(plain.size);
          expect(set.next(member)).toBe(sorted.find((one) => one > member) ?? size);
          expect(set.previous(member)).toBe(sorted.findLast((one) => one < member) ?? -1);
          expect(set.next(-1)).toBe(sorted[0] ?? size);
        }
      }),
      { seed: 35, numRuns: RUNS },
    );
  });
});
