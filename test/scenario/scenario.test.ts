/** Reading and writing scenarios: defaults, every fault named by its place, nothing polluted, and the way back. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeScenario, scenarioJson } from '@/lib/scenario/encode';
import { isScenario, parseScenario } from '@/lib/scenario/scenario';
import { ScenarioError } from '@/lib/scenario/scenario-error';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { COUNTERS } from '@/lib/tokenizers/descriptions';
import { transcripts } from '../metrics/generated';

const place = { file: 'a.palimpsest.json' };
const messages = [{ role: 'user', content: 'hello' }];
const minimal = { palimpsest: 1, transcript: { messages } };

function errorOf(value: unknown): string {
  try {
    parseScenario(value, place);
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  throw new Error('The scenario was taken.');
}

describe('defaults', () => {
  it('complete a scenario that says nothing but its transcript', () => {
    const { scenario, warnings } = parseScenario(minimal, place);
    const system = systemById('managed-window');
    expect(warnings).toEqual([]);
    expect(scenario).toMatchObject({
      title: '',
      counter: 'o200k_base',
      probes: [],
      prices: {},
      transcript: { messages },
    });
    expect(scenario.lanes.map((lane) => lane.system)).toEqual(['managed-window', 'none']);
    expect(scenario.lanes[0]).toEqual({
      name: 'managed-window',
      system: 'managed-window',
      config: completeConfig(system),
      guards: completeGuards(system),
      summarizer: { kind: 'extractive' },
    });
  });

  it('stand in for values that are null', () => {
    const lanes = [{ name: null, system: 'none', config: null, guards: null, summarizer: null }];
    const { scenario } = parseScenario({ ...minimal, title: null, counter: null, lanes, probes: null }, place);
    expect(scenario.lanes[0]).toMatchObject({ name: 'none', config: { window: 128_000 } });
  });

  it('allow every counter that the tokenizers have', () => {
    for (const { id } of COUNTERS) expect(parseScenario({ ...minimal, counter: id }, place).scenario.counter).toBe(id);
  });

  it('turn guards on unless one is switched off', () => {
    const lane = { system: 'managed-window', guards: { toolGroups: false } };
    const { guards } = parseScenario({ ...minimal, lanes: [lane] }, place).scenario.lanes[0] ?? {};
    expect(guards).toMatchObject({ toolGroups: false, stablePins: true, minGain: true });
  });
});

describe('faults', () => {
  const lane = (fields: object) => ({
    ...minimal,
    lanes: [{ system: 'none' }, { system: 'managed-window', ...fields }],
  });
  const message = (fields: object) => ({ ...minimal, transcript: { messages: [{ role: 'assistant', ...fields }] } });
  it.each<[string, unknown, string]>([
    ['no object', [1], 'a.palimpsest.json: It is a list, not a scenario.'],
    [
      'no version',
      { transcript: { messages } },
      'palimpsest: The scenario does not say its version. Add "palimpsest": 1.',
    ],
    [
      'a later version',
      { ...minimal, palimpsest: 7 },
      'palimpsest: The scenario is of version 7; this program reads up to version 1.',
    ],
    ['no transcript', { palimpsest: 1 }, 'transcript: It is missing, not an object.'],
    ['a counter that is none', { ...minimal, counter: 'gpt5' }, 'counter: It is "gpt5", not one of chars4, words'],
    ['no lane at all', { ...minimal, lanes: [] }, 'lanes: It is a list, not a list with a lane in it.'],
    ['a lane that is none', { ...minimal, lanes: ['none'] }, 'lanes[0]: It is "none", not an object.'],
    [
      'a system that is none',
      { ...minimal, lanes: [{ system: 'managed_windw' }] },
      'lanes[0].system: It is "managed_windw", which is no memory system. Did you mean "managed-window"?',
    ],
    [
      'a setting of another kind',
      lane({ config: { window: 'big' } }),
      'lanes[1].config.window: Window (window) is "big", not a whole number',
    ],
    [
      'a guard of another kind',
      lane({ guards: { minGain: 0.05 } }),
      'lanes[1].guards.minGain: It is 0.05, not true or false.',
    ],
    [
      'a summarizer that is none',
      lane({ summarizer: { kind: 'fixd' } }),
      'lanes[1].summarizer.kind: It is "fixd", which is no summarizer. Did you mean "fixed"?',
    ],
    [
      'a template that is none',
      lane({ summarizer: { kind: 'fixed' } }),
      'lanes[1].summarizer.text: It is missing, not a text or null.',
    ],
    [
      'a role that is none',
      { ...minimal, transcript: { messages: [{ role: 'robot' }] } },
      'transcript.messages[0].role: It is "robot", not a role.',
    ],
    ['content in parts', message({ content: [] }), 'transcript.messages[0].content: It is a list, not a text or null.'],
    [
      'a call without a function',
      message({ tool_calls: [{ id: 'a' }] }),
      'transcript.messages[0].tool_calls[0]: It is an object without "function".',
    ],
    [
      'arguments that are no text',
      message({ tool_calls: [{ id: 'a', function: { name: 'f', arguments: {} } }] }),
      'transcript.messages[0].tool_calls[0].function.arguments: It is an object, not a text.',
    ],
    ['a priority that is none', message({ priority: 'urgent' }), 'transcript.messages[0].priority: It is "urgent"'],
    ['a pin that is none', message({ pinned: 'yes' }), 'transcript.messages[0].pinned: It is "yes"'],
    [
      'a tool that is none',
      { ...minimal, transcript: { messages, tools: ['f'] } },
      'transcript.tools[0]: It is "f", not an object.',
    ],
  ])('%s', (_name, value, expected) => {
    expect(errorOf(value)).toContain(expected);
  });

  it('are all told at once, with the line where the file has one scenario a line', () => {
    const value = { ...minimal, title: 5, counter: 'x' };
    expect(() => parseScenario(value, { file: 'many.jsonl', line: 12 })).toThrow(
      /^many\.jsonl:12: title: It is 5, not a text\..*\nmany\.jsonl:12: counter: /,
    );
    const many = { ...minimal, transcript: { messages: new Array(25).fill(0) } };
    expect(errorOf(many).split('\n')).toHaveLength(11);
    expect(errorOf(many)).toContain('15 more problems');
  });

  it('include nesting that no walk survives', () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(errorOf({ ...minimal, prices: { deep } })).toContain('nests too deep');
    expect(errorOf({ ...minimal, transcript: { messages, tools: [{ deep }] } })).toContain('transcript.tools');
  });
});

describe('what is not known', () => {
  it('is left out with a warning and a suggestion', () => {
    const { scenario, warnings } = parseScenario(
      {
        ...minimal,
        titel: 'x',
        lanes: [{ system: 'managed-window', config: { windw: 5 }, guards: { toolgroups: true } }],
      },
      place,
    );
    expect(warnings.map((warning) => `${warning.path} ${warning.remedy}`)).toEqual([
      'titel Did you mean "title"?',
      'lanes[0].config.windw Did you mean "window"?',
      'lanes[0].guards.toolgroups Did you mean "toolGroups"?',
    ]);
    expect(scenario.lanes[0]?.config).not.toHaveProperty('windw');
  });

  it('is told once a field, not once a message', () => {
    const list = Array.from({ length: 3 }, () => ({ role: 'user', content: 'a', refusal: null, cost: 1 }));
    const { warnings } = parseScenario({ ...minimal, transcript: { messages: list } }, place);
    expect(warnings.map((warning) => `${warning.path}: ${warning.message}`)).toEqual([
      'transcript.messages[0].refusal: The field is not known and is not sent (and in 2 more).',
      'transcript.messages[0].cost: The field is not known and is not sent (and in 2 more).',
    ]);
  });

  it('never reaches a prototype', () => {
    const evil = '{"__proto__": {"polluted": 1}, "constructor": {"polluted": 1}}';
    const text = `{"palimpsest": 1, "__proto__": {"polluted": 1}, "prices": ${evil},
      "transcript": {"messages": [{"role": "user", "content": "a", "__proto__": {"pinned": true}}], "__proto__": {"tools": [1]}},
      "lanes": [{"system": "managed-window", "config": ${evil}, "guards": ${evil}, "__proto__": {"name": "x"}}]}`;
    const { scenario, warnings } = parseScenario(JSON.parse(text), place);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(scenario.transcript.messages[0]?.pinned).toBeUndefined();
    expect(scenario.lanes[0]?.name).toBe('managed-window');
    expect(warnings.length).toBeGreaterThanOrEqual(6);
  });
});

describe('canonical messages', () => {
  it('have null for absent content, the type of a call, and no empty lists', () => {
    const list = [
      { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'x', tool_calls: null },
      { role: 'user', content: 'y', tool_calls: [] },
    ];
    const { transcript } = parseScenario({ palimpsest: 1, transcript: { messages: list } }, place).scenario;
    expect(transcript.messages).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
      { role: 'user', content: 'y' },
    ]);
  });
});

describe('writing', () => {
  it('leaves out what a reader would put there anyway', () => {
    const { scenario } = parseScenario(
      { ...minimal, lanes: [{ system: 'managed-window', config: { window: 5000 } }] },
      place,
    );
    expect(encodeScenario(scenario)).toEqual({
      palimpsest: 1,
      lanes: [{ system: 'managed-window', config: { window: 5000 } }],
      transcript: { messages },
    });
  });

  it('reads back to the same scenario', () => {
    const guards = fc.oneof(
      fc.boolean(),
      fc.dictionary(fc.constantFrom('toolGroups', 'minGain', 'graphemes'), fc.boolean()),
    );
    const lanes = fc.array(
      fc.record({
        name: fc.string(),
        system: fc.constantFrom('managed-window', 'none'),
        config: fc.record({ window: fc.integer({ min: 1, max: 1e6 }) }),
        guards,
        summarizer: fc.constantFrom(
          { kind: 'extractive' },
          { kind: 'fixed', text: null },
          { kind: 'fixed', text: 'S{n}' },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(
        fc.record({
          palimpsest: fc.constant(1),
          title: fc.string(),
          counter: fc.constantFrom('words', 'o200k_base'),
          transcript: transcripts,
          lanes,
        }),
        (value) => {
          const { scenario } = parseScenario(value, place);
          expect(parseScenario(JSON.parse(scenarioJson(scenario)), place).scenario).toEqual(scenario);
        },
      ),
      { seed: 20_260_103, numRuns: 100 },
    );
  });
});

describe('telling scenarios from transcripts', () => {
  it('goes by the version, or by a transcript beside lanes', () => {
    expect([minimal, { palimpsest: 'x' }, { transcript: {}, lanes: [] }].every(isScenario)).toBe(true);
    expect([messages, { messages }, { transcript: {} }, null, 'palimpsest'].some(isScenario)).toBe(false);
  });
});
