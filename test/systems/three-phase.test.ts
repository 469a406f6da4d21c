/** What document 001 says its tests prove, and how the failure modes it names show, in our words. */

import { describe, expect, it } from 'vitest';
import { fateAt, windowAt } from '@/lib/engine/ledger';
import { DECISIONS, State } from '@/lib/engine/run';
import type { SummaryRequest } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { checkConfig, completeConfig, systemById } from '@/lib/systems/registry';
import { reportOf } from '@/lib/systems/three-phase/explain';
import { messagesFrom } from '../fixtures/transcript-text';
import { type Replayed, replayed } from './support';

const system = systemById('three-phase');
const limits = { counter: 'words', hardLimit: 30, targetLimit: 20, keepRecent: 1 };

function replay(messages: readonly Message[], config = {}, summarizer: Parameters<typeof replayed>[2] = {}): Replayed {
  return replayed('three-phase', messages, { config: { ...limits, ...config }, ...summarizer });
}

function kinds({ run }: Replayed): string[] {
  return Array.from(run.decisions.kind, (kind) => DECISIONS[kind] as string);
}

describe('what the tests of document 001 prove', () => {
  it('items keep kind, priority and timestamp, and have their tokens', () => {
    const message: Message = {
      role: 'tool',
      content: 'two words',
      kind: 'tool_observation',
      priority: 'high',
      timestamp: '2026-01-02T03:04:05Z',
    };
    const { run, index } = replay([message]);
    expect(index.transcript.messages[0]).toEqual(message);
    expect(run.arrivals.cost[0]).toBe(2 + 4);
  });

  it('accounting has 4 tokens an item and 12 for the summary', () => {
    const { run } = replay(messagesFrom('user: one two three\nuser: w ×28'), {}, { summarizer: 'a b' });
    expect(run.arrivals.tokens[0]).toBe(3 + 4);
    expect(run.inserts[0]?.tokens).toBe(2 + 12);
  });

  it('low-priority tool observations go first, oldest first, and only as many as it takes', () => {
    const messages = messagesFrom('tool a: 1 2 3\ntool b: 1 2 3\ntool c: 1 2 3\nuser: 1 2 3 4 5 6');
    for (const one of messages) if (one.role === 'tool') one.priority = 'low';
    const outcome = replay([...messages], { hardLimit: 31 });
    expect(kinds(outcome)).toEqual(['evicted', 'reported']);
    expect([...windowAt(outcome.run, 0)]).toEqual([2, 3]);
    expect(outcome.run.summarizerCalls).toBe(0);
  });

  it('an observation of high priority is summarised, not dropped', () => {
    const messages = messagesFrom('tool a: 1 2 3 4 5 6 7 8\nuser: 1 2 3\nuser: 1 2 3 4 5 6 7');
    Object.assign(messages[0] as Message, { priority: 'high' });
    const { run } = replay(messages, { targetLimit: 29 }, { summarizer: 's' });
    expect(fateAt(run, 0, 0)).toMatchObject({ state: State.summarised, insert: 0 });
  });

  it('recent items survive a compaction that a summary can settle', () => {
    const outcome = replay(
      messagesFrom('user: 1 2 3 4 5 6 7 8\nassistant: 1 2 3\nuser: 1 2 3 4 5 6 7'),
      { targetLimit: 29 },
      { summarizer: 's' },
    );
    const last = outcome.run.calls.before.length - 1;
    expect([...windowAt(outcome.run, last)]).toEqual([-1, 2]);
  });

  it('compaction starts at the hard limit and not a token before', () => {
    expect(
      kinds(replay(messagesFrom('user: w ×0\nuser: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21'))),
    ).toEqual([]);
    const atLimit = replay(messagesFrom('user: x\nuser: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21'));
    expect(kinds(atLimit).at(-1)).toBe('reported');
  });

  it('a later summary is given the one before, and takes its place', () => {
    const requests: SummaryRequest[] = [];
    const outcome = replay(
      messagesFrom('user: 1 2 3 4 5 6 7 8\nuser: 1 2 3\nuser: 1 2 3 4 5 6 7\nuser: 1 2 3 4 5 6 7'),
      { hardLimit: 26, targetLimit: 25 },
      {
        summarizer: (request) => {
          requests.push(request);
          return `S${request.ordinal}`;
        },
      },
    );
    expect(requests.map((request) => request.previous)).toEqual([null, 'S1']);
    expect(fateAt(outcome.run, 0, 0)).toMatchObject({ state: State.summarised, insert: 1 });
    expect(outcome.run.inserts[1]).toMatchObject({ generation: 2 });
  });

  it.each([
    [{ hardLimit: 900, targetLimit: 900 }, '900 − 900 = 0'],
    [{ hardLimit: 900, targetLimit: 1500 }, 'under the hard limit'],
    [{ hardLimit: 0, targetLimit: 0 }, 'no room'],
    [{ hardLimit: -5, targetLimit: 10 }, 'hardLimit'],
    [{ targetLimit: 0 }, 'empty the memory'],
  ])('invalid limits %o are refused with the arithmetic', (config, words) => {
    const problems = checkConfig(system, completeConfig(system, config));
    expect(
      problems
        .filter((problem) => problem.severity === 'error')
        .map((problem) => problem.message)
        .join(' '),
    ).toContain(words);
  });

  it('kinds become roles that a request knows', () => {
    const messages = messagesFrom(
      'system: be careful\nuser: go\nassistant: -> probe#a({})\ntool a: slow\nassistant: it is slow',
    );
    Object.assign(messages[4] as Message, { kind: 'decision' });
    const outcome = replay(messages, { hardLimit: 500, targetLimit: 400 });
    expect(outcome.sent(outcome.run.calls.before.length - 1)).toEqual([
      { role: 'system', content: 'be careful' },
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '[calls probe({})]' },
      { role: 'developer', content: '[Tool observation] slow' },
      { role: 'developer', content: '[Recorded decision] it is slow' },
    ]);
  });

  it('one oversized recent message is still bounded', () => {
    const { run } = replay(messagesFrom('user: small\nuser: w\\n×400'), { counter: 'chars4' });
    expect(run.arrivals.tokens[1]).toBe(0);
    expect([...windowAt(run, 0)]).toEqual([]);
  });

  it('an oversized summary leaves before a recent item does', () => {
    const outcome = replay(
      messagesFrom('user: 1 2 3 4 5 6 7 8\nuser: 1 2 3 4 5 6\nuser: 1 2 3 4'),
      { hardLimit: 28 },
      { summarizer: 'a b c d e f g h i j k' },
    );
    expect(kinds(outcome)).toEqual(['compacted', 'evicted', 'reported']);
    expect([...windowAt(outcome.run, 0)]).toEqual([2]);
  });

  it('the report of a compaction says all of it, and the events repeat it', () => {
    const outcome = replay(
      messagesFrom('tool a: 1 2 3\nuser: 1 2 3 4 5 6\nuser: 1 2 3 4 5 6 7 8 9'),
      {},
      { summarizer: 'FAIL' },
    );
    const decision = outcome.run.decisions.kind.length - 1;
    expect(reportOf(outcome.run, decision)).toEqual({
      call: 0,
      before: 30,
      after: 13,
      dropped: 2,
      summarised: 0,
      summaryError: true,
      count: 1,
    });
    expect(system.eventsAt?.(0, outcome.run, outcome.index, outcome.config)).toEqual([
      { type: 'compacted', before: 30, after: 13, dropped: 2, summarized: 0, summaryError: true },
    ]);
    expect(system.explain(decision, outcome.run, outcome.config, {})).toContain('30 tokens ≥ 30, down to 13 of 20');
  });
});

describe('labels', () => {
  it('are given by hand, else by the first rule that fits: tool name, text, size', () => {
    const drawing = `
      assistant: -> health_check#a({}) -> read_log#b({})
      tool a: 200 OK
      tool b: all quiet
      user: 1 2 3 4 5 6 7 8 9 10 11 12`;
    const byRule = (rules: unknown[]) => [
      ...windowAt(
        replay(messagesFrom(drawing), { priorityRules: rules, targetLimit: 22 }, { summarizer: null }).run,
        1,
      ),
    ];
    expect(byRule([{ tool: 'health_*', priority: 'low' }])).toEqual([3]);
    const all = { hardLimit: 26, targetLimit: 25 };
    const dropped = (rules: unknown[], change: Partial<Message> = {}) => {
      const messages = messagesFrom(drawing);
      Object.assign(messages[1] as Message, change);
      const { run } = replay(messages, { ...all, keepRecent: 1, priorityRules: rules }, { summarizer: 'FAIL' });
      return DECISIONS[run.decisions.kind[0] as number];
    };
    expect(dropped([{ contains: '200 ok', priority: 'low' }])).toBe('evicted');
    expect(dropped([{ shorterThan: 7, priority: 'low' }])).toBe('evicted');
    expect(dropped([{ longerThan: 100, priority: 'low' }])).toBe('summary-failed');
    expect(dropped([{ tool: 'health_check', priority: 'low' }], { priority: 'high' })).toBe('summary-failed');
    expect(dropped([], { priority: 'low' })).toBe('evicted');
  });

  it.each([
    [[{ tool: 'x' }], 'rule 1'],
    [[{ tool: 'x', priority: 'low' }, { priority: 'low' }], 'rule 2'],
    [[{ tool: 'x', priority: 'urgent' }], 'priority must be one of low, normal, high'],
    [[{ toolName: 'x', priority: 'low' }], '"toolName" is no condition'],
    [{}, 'not a list'],
  ])('a rule that cannot work is named: %j', (priorityRules, words) => {
    const [problem] = checkConfig(system, completeConfig(system, { priorityRules }));
    expect(problem).toMatchObject({ parameter: 'priorityRules', severity: 'error' });
    expect(problem?.message).toContain(words);
  });
});

describe('failure modes that document 001 would measure next', () => {
  it('summary drift: the generations inside a summary are known', () => {
    const turns = messagesFrom(Array.from({ length: 20 }, () => 'user: 1 2 3 4 5 6 7 8').join('\n'));
    const { run } = replay(turns, { hardLimit: 60, targetLimit: 40 }, { summarizer: 'S{n}' });
    expect(run.inserts.map((insert) => insert.generation)).toEqual(run.inserts.map((_, place) => place + 1));
    expect(run.inserts.at(-1)?.generation).toBeGreaterThan(3);
  });

  it('a bad label: what is critical but marked as noise is gone, and the decision says by which rule', () => {
    const messages = messagesFrom('tool a: the database is on fire\nuser: 1 2 3 4 5 6 7\nuser: 1 2 3 4 5 6 7 8 9');
    Object.assign(messages[0] as Message, { priority: 'low' });
    const outcome = replay(messages, { hardLimit: 33, targetLimit: 27 });
    expect(fateAt(outcome.run, 0, 0).state).toBe(State.evicted);
    expect(system.explain(0, outcome.run, outcome.config, {})).toContain('phase 1, low-priority tool observations');
  });

  it('recency bias: an old constraint leaves while recent chatter stays', () => {
    const outcome = replay(
      messagesFrom('user: never delete anything in production\nuser: ok\nuser: 1 2 3 4 5 6 7 8 9 10 11 12'),
      {},
      { summarizer: null },
    );
    expect(fateAt(outcome.run, 0, 0).state).toBe(State.evicted);
    expect(fateAt(outcome.run, 2, 0).state).toBe(State.verbatim);
  });

  it('summary failure: eviction keeps the memory bounded, and every failure is on record', () => {
    const turns = messagesFrom(Array.from({ length: 9 }, () => 'user: 1 2 3 4 5 6 7 8').join('\n'));
    const outcome = replay(turns, {}, { summarizer: 'FAIL' });
    for (const tokens of outcome.run.arrivals.tokens) expect(tokens).toBeLessThanOrEqual(29);
    const failures = kinds(outcome).filter((kind) => kind === 'summary-failed').length;
    expect(failures).toBe(outcome.run.summarizerCalls);
    expect(failures).toBeGreaterThan(1);
  });
});
