/** Scenarios of every shape that a link may have to carry, with the texts drawn from one place so that tests can look for them. */

import fc from 'fast-check';
import { parseScenario, type Scenario } from '@/lib/scenario/scenario';
import { systemById } from '@/lib/systems/registry';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.lorem({ maxCount: 8 }),
  fc.constant('</script>'),
);

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const pinRules = fc.uniqueArray(
  fc.record(
    {
      id: word,
      name: word,
      on: fc.boolean(),
      match: fc.constantFrom({ tool: 'read*' }, { text: 'Heron' }, { role: 'user', minTokens: 5 }, { regex: 'a+b' }),
      keep: fc.constantFrom('all', { latest: 2 }),
    },
    { requiredKeys: ['id', 'on', 'match', 'keep'] },
  ),
  { maxLength: 3, selector: ({ id }) => id },
);
const guards = fc.oneof(fc.boolean(), fc.constant(undefined));
const summarizer = fc.oneof(
  fc.constantFrom(undefined, { kind: 'extractive' }, { kind: 'drop' }, { kind: 'fixed', text: null }),
  anyText.map((text) => ({ kind: 'fixed', text })),
);
const managed = fc.record(
  { window: fc.integer({ min: 1000, max: 200_000 }), correctionMarkers: fc.array(word, { maxLength: 3 }), pinRules },
  { requiredKeys: [] },
);
const lane = fc.oneof(
  fc.record({ name: anyText, system: fc.constant('managed-window'), config: managed, guards, summarizer }),
  fc.record({
    name: anyText,
    system: fc.constantFrom('none', 'three-phase', 'rolling-summary', 'context-manager', 'message-cap'),
    guards,
    summarizer,
  }),
  fc.record({
    system: fc.constant('rolling-summary'),
    config: fc.dictionary(word, anyText).map((state) => ({ state })),
  }),
);

const probes = fc.uniqueArray(
  fc.record(
    {
      id: word,
      name: word,
      text: word,
      at: fc.constantFrom(3, 'end', { from: 1, to: 9 }),
      where: fc.constant('verbatim'),
    },
    { requiredKeys: ['id', 'text'] },
  ),
  { maxLength: 3, selector: ({ id }) => id },
);
const prices = fc.record(
  {
    provider: word,
    model: word,
    profile: fc.constantFrom('openai', 'custom'),
    prices: fc.record({ input: fc.nat(100), cacheRead: fc.constant(null) }, { requiredKeys: [] }),
    assumedGapSeconds: fc.nat(1000),
  },
  { requiredKeys: [] },
);

/** Messages over a source of texts. */
function messageOf(text: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const call = fc.record({
    id: text,
    type: fc.constant('function'),
    function: fc.record({
      name: text,
      arguments: fc.oneof(
        text,
        text.map((value) => JSON.stringify({ value })),
      ),
    }),
  });
  return fc.oneof(
    fc.record(
      { role: fc.constantFrom('system', 'developer', 'user'), content: text, name: text, pinned: fc.boolean() },
      { requiredKeys: ['role', 'content'] },
    ),
    fc.record(
      {
        role: fc.constant('assistant'),
        content: fc.option(text),
        reasoning: text,
        tool_calls: fc.array(call, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['role', 'content'] },
    ),
    fc.record({ role: fc.constant('tool'), content: text, tool_call_id: text }),
  );
}

/** Complete scenarios as `parseScenario` gives them. */
export function anyScenario(text: fc.Arbitrary<string> = anyText): fc.Arbitrary<Scenario> {
  const tool = fc.record({ type: fc.constant('function'), function: fc.record({ name: text, description: text }) });
  return fc
    .record(
      {
        palimpsest: fc.constant(1),
        title: fc.oneof(fc.constant(''), word),
        counter: fc.constantFrom('chars4', 'o200k_base', 'words'),
        lanes: fc.array(lane, { minLength: 1, maxLength: 4 }),
        probes,
        prices,
        transcript: fc.record(
          {
            messages: fc.array(messageOf(text), { maxLength: 8 }),
            tools: fc.array(tool, { minLength: 1, maxLength: 2 }),
          },
          { requiredKeys: ['messages'] },
        ),
      },
      { requiredKeys: ['palimpsest', 'transcript'] },
    )
    .map((json) => parseScenario(JSON.parse(JSON.stringify(json)), { file: 'a.json' }).scenario);
}

/** A scenario in which everything that can hold a word of the user's holds one. */
export function wordyScenario(): Scenario {
  const json = {
    palimpsest: 1,
    title: 'Night heron',
    counter: 'chars4',
    lanes: [
      {
        name: 'tight window',
        system: 'managed-window',
        config: {
          window: 9000,
          correctionMarkers: ['on second thought'],
          explicit: [0],
          pinRules: [{ id: 'plan', name: 'The plan', on: true, match: { text: 'the plan is' }, keep: { latest: 1 } }],
        },
        guards: { [systemById('managed-window').guards[0]?.name ?? '']: false },
        summarizer: { kind: 'fixed', text: 'What happened: {n}' },
      },
      { system: 'rolling-summary', config: { state: { goal: 'mend the nest' } } },
    ],
    transcript: {
      messages: [
        { role: 'user', content: 'Mend the nest. On second thought, the plan is to look first.', pinned: true },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a1', type: 'function', function: { name: 'look', arguments: '{"where": "the reeds"}' } }],
        },
        { role: 'tool', tool_call_id: 'a1', content: 'Two eggs and a feather.' },
        { role: 'assistant', content: 'Two eggs are in it.' },
      ],
    },
  };
  return parseScenario(json, { file: 'a.json' }).scenario;
}
