/** The probes of a scenario: forms that stay, every fault by its place, and the way back. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Probe } from '@/lib/probes/probe';
import { scenarioJson } from '@/lib/scenario/encode';
import { parseScenario } from '@/lib/scenario/scenario';
import { ScenarioError } from '@/lib/scenario/scenario-error';

const place = { file: 'a.palimpsest.json' };
const minimal = { palimpsest: 1, transcript: { messages: [{ role: 'user', content: 'hello' }] } };
const read = (probes: unknown) => parseScenario({ ...minimal, probes }, place);

function errorOf(probes: unknown): string {
  try {
    read(probes);
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  throw new Error('The scenario was taken.');
}

describe('the golden of version 1', () => {
  const text = readFileSync('test/scenario/goldens/probes-and-prices.palimpsest.json', 'utf8');

  it('is read as it always was', () => {
    const { scenario, warnings } = parseScenario(JSON.parse(text), place);
    expect(warnings).toEqual([]);
    expect(scenario.probes).toEqual([
      { id: 'staging', at: 2, text: 'staging' },
      {
        id: 'port',
        name: 'The port, word for word',
        at: { from: 1, to: 2 },
        regex: 'port[ =:]+8443',
        where: 'verbatim',
      },
      { id: 'always', at: { from: 1, to: 'end' }, text: 'INC-2291', case: true },
      { id: 'task', at: 'end', message: 1 },
      { id: 'gist', at: 'end', message: 0, where: 'anywhere' },
    ]);
    expect(scenario.prices).toEqual({
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      profile: 'anthropic-1h',
      prices: { input: 3.5, output: 15, cacheRead: null },
      cache: { matching: 'breakpoints', minimumTokens: 2048, lifetimeSeconds: 600 },
      summarizer: { model: 'claude-haiku-4-5', prices: { input: 1 } },
      assumedGapSeconds: 12.5,
    });
  });

  it('is written back byte for byte', () => {
    expect(scenarioJson(parseScenario(JSON.parse(text), place).scenario)).toBe(text);
  });
});

describe('defaults', () => {
  it('are the end, an id of its own, and what a kind of probe asks for', () => {
    const { scenario, warnings } = read([
      { text: 'a' },
      { id: 'p2', text: 'b', where: 'anywhere', case: false, name: '' },
      { message: 0, where: 'verbatim', at: null, name: null },
    ]);
    expect(warnings).toEqual([]);
    expect(scenario.probes).toEqual([
      { id: 'p3', at: 'end', text: 'a' },
      { id: 'p2', at: 'end', text: 'b' },
      { id: 'p4', at: 'end', message: 0 },
    ]);
    // Numbers are those that are free: the second probe had taken the one that the first would get.
    const others = read([{ text: 'a' }, { text: 'b' }]).scenario.probes.map(({ id }) => id);
    expect(new Set(others).size).toBe(2);
  });
});

describe('faults', () => {
  it.each<[string, unknown, string]>([
    ['no probe', ['staging'], 'probes[0]: It is "staging", not an object.'],
    ['no list', { text: 'a' }, 'probes: It is an object, not a list of probes.'],
    [
      'nothing to look for',
      [{ id: 'a' }],
      'probes[0]: It says nothing to look for. Give one of text, regex and message.',
    ],
    ['two things at once', [{ text: 'a', message: 1 }], 'probes[0].message: It says text and message at once.'],
    ['a text that is none', [{ text: 5 }], 'probes[0].text: It is 5, not a text.'],
    ['a text that is empty', [{ text: ' ' }], 'probes[0].text: It is empty.'],
    [
      'a text without end',
      [{ text: 'x'.repeat(10_001) }],
      'probes[0].text: It has 10,001 characters. Use at most 10,000.',
    ],
    ['a call that is none', [{ text: 'a', at: 0 }], 'probes[0].at: It is 0, which is no call.'],
    ['half a call', [{ text: 'a', at: 1.5 }], 'probes[0].at: It is 1.5, which is no call.'],
    ['a word for a call', [{ text: 'a', at: 'last' }], 'probes[0].at: It is "last", which is no call.'],
    ['a range without a start', [{ text: 'a', at: { to: 3 } }], 'probes[0].at.from: It is missing, which is no call.'],
    [
      'a range that turns round',
      [{ text: 'a', at: { from: 4, to: 3 } }],
      'probes[0].at.to: It is 3, before the start at 4.',
    ],
    ['a message that is none', [{ message: -1 }], 'probes[0].message: It is -1, which is no message.'],
    ['a place that is none', [{ text: 'a', where: 'here' }], 'probes[0].where: It is "here".'],
    ['case beside an expression', [{ regex: 'a', case: true }], 'probes[0].case: It belongs to text.'],
    ['case that is no yes or no', [{ text: 'a', case: 1 }], 'probes[0].case: It is 1, not true or false.'],
    [
      'an id twice',
      [
        { id: 'a', text: 'a' },
        { id: 'a', text: 'b' },
      ],
      'probes[1].id: "a" is the id of another probe.',
    ],
    ['an id that is none', [{ id: 7, text: 'a' }], 'probes[0].id: It is 7, not a text.'],
    ['too many', new Array(501).fill({ text: 'a' }), 'probes: There are 501 of them. Use at most 500.'],
  ])('%s', (_name, probes, expected) => {
    expect(errorOf(probes)).toContain(expected);
  });

  it('are told of every probe, one beside the other', () => {
    expect(errorOf([{ text: 1 }, { at: 0, text: 'a' }]).split('\n')).toHaveLength(2);
  });
});

describe('what is hostile', () => {
  it('is left out where it is not known, with a suggestion', () => {
    const { warnings, scenario } = read([{ txt: 'b', text: 'a', at: { from: 1, till: 3 } }]);
    expect(warnings.map(({ path, remedy }) => `${path} ${remedy}`)).toEqual([
      'probes[0].txt Did you mean "text"?',
      'probes[0].at.till Known: from, to.',
    ]);
    expect(scenario.probes).toEqual([{ id: 'p1', at: { from: 1, to: 'end' }, text: 'a' }]);
  });

  it('never comes from a prototype, and never reaches one', () => {
    const probes = JSON.parse(
      '[{"text": "a", "__proto__": {"at": 3, "polluted": 1}, "at": {"from": 1, "__proto__": {"to": 9}}}, {"__proto__": {"text": "b"}, "message": 0, "constructor": {"polluted": 1}}]',
    );
    const { scenario, warnings } = read(probes);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(scenario.probes).toEqual([
      { id: 'p1', at: { from: 1, to: 'end' }, text: 'a' },
      { id: 'p2', at: 'end', message: 0 },
    ]);
    expect(warnings).toHaveLength(4);
  });

  it('is refused where it nests too deep', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = { from: deep };
    expect(errorOf([{ text: 'a', at: deep }])).toContain('nests too deep');
  });

  it('of any kind is read or refused with words, never anything else', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom('id', 'name', 'at', 'text', 'case', 'regex', 'message', 'where'),
        (any, value, name) => {
          for (const probes of [any, [any], [{ text: 'a', [name]: value }]]) {
            try {
              const { scenario } = read(probes);
              expect(
                read(JSON.parse(JSON.stringify(JSON.parse(scenarioJson(scenario)).probes ?? []))).scenario.probes,
              ).toEqual(scenario.probes);
            } catch (error) {
              if (!(error instanceof ScenarioError)) throw error;
              for (const problem of error.problems) expect(problem.path).toMatch(/^probes/);
            }
          }
        },
      ),
      { seed: 64, numRuns: 500 },
    );
  });
});

it('probes read back to the same', () => {
  const call = fc.integer({ min: 1, max: 1000 });
  const at: fc.Arbitrary<Probe['at']> = fc.oneof(
    call,
    fc.constant('end' as const),
    fc
      .tuple(call, fc.option(fc.nat({ max: 50 })))
      .map(([from, more]) => ({ from, to: more === null ? ('end' as const) : from + more })),
  );
  const words = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '');
  const target = fc.oneof(
    fc.record({ text: words, case: fc.constant(true as const) }, { requiredKeys: ['text'] }),
    fc.record({ text: words, where: fc.constant('verbatim' as const) }),
    fc.record({ regex: words }),
    fc.record({ message: fc.nat().map((number) => number % 10_000_000) }),
    fc.record({ message: fc.nat({ max: 9 }), where: fc.constant('anywhere' as const) }),
  );
  const probes = fc.uniqueArray(
    fc
      .tuple(words, fc.option(words), at, target)
      .map(([id, name, when, what]): Probe => ({ id, ...(name === null ? {} : { name }), at: when, ...what })),
    { selector: ({ id }) => id, maxLength: 8 },
  );
  fc.assert(
    fc.property(probes, (list) => {
      const { scenario } = parseScenario(minimal, place);
      const text = scenarioJson({ ...scenario, probes: list });
      const again = parseScenario(JSON.parse(text), place);
      expect(again.warnings).toEqual([]);
      expect(again.scenario.probes).toEqual(list);
      expect(scenarioJson(again.scenario)).toBe(text);
    }),
    { seed: 65, numRuns: 200 },
  );
});
