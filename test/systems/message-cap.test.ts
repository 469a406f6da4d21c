/** Document 004: message format, ordering, the cap, results by id, and both failure modes, as published and with guards. */

import { describe, expect, it } from 'vitest';
import { fateAt, windowAt } from '@/lib/engine/ledger';
import { DECISIONS, State } from '@/lib/engine/run';
import { checkConfig, completeConfig, systemById } from '@/lib/systems/registry';
import { messagesFrom } from '../fixtures/transcript-text';
import { brokenGroups, type Replayed, replayed } from './support';

const system = systemById('message-cap');

function replay(drawing: string, options: NonNullable<Parameters<typeof replayed>[2]>): Replayed {
  return replayed('message-cap', messagesFrom(drawing), options);
}

const last = ({ run }: Replayed): number => run.calls.before.length - 1;
const kinds = ({ run }: Replayed): string[] => Array.from(run.decisions.kind, (kind) => DECISIONS[kind] as string);

const SESSION = `
  system: be careful
  user: look
  assistant: -> read#a({"path":"a"}) -> read#b({"path":"b"})
  tool a: contents of a
  tool b: contents of b
  assistant: both are fine
  user: and now`;

describe('as published', () => {
  it('messages are sent as they came: content, calls and ids', () => {
    const outcome = replay(SESSION, { guards: false });
    expect(outcome.sent(last(outcome))).toEqual(messagesFrom(SESSION));
  });

  it('one message over the cap, and the oldest goes, the system prompt first of all', () => {
    const outcome = replay(SESSION, { guards: false, config: { maxMessages: 6 } });
    expect([...windowAt(outcome.run, last(outcome))]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(Array.from(outcome.run.arrivals.tokens)).toEqual([1, 2, 3, 4, 5, 6, 6]);
  });

  it('the ordering fault: a result stays without its call', () => {
    const outcome = replay(SESSION, { guards: false, config: { maxMessages: 4 } });
    expect([...windowAt(outcome.run, last(outcome))]).toEqual([3, 4, 5, 6]);
    expect(brokenGroups(outcome, last(outcome))).not.toEqual([]);
  });

  it('the growth fault: a limit of tokens is ignored', () => {
    const outcome = replay(SESSION, { guards: false, config: { maxTokens: 1 } });
    expect(windowAt(outcome.run, last(outcome))).toHaveLength(7);
  });
});

describe('with guards', () => {
  it('a result follows its call or leaves with it, and the system prompt stays', () => {
    for (let maxMessages = 2; maxMessages < 8; maxMessages++) {
      const outcome = replay(SESSION, { config: { maxMessages } });
      for (let call = 0; call <= last(outcome); call++) expect(brokenGroups(outcome, call)).toEqual([]);
      expect(windowAt(outcome.run, last(outcome))[0]).toBe(0);
    }
  });

  it('a group in flight stays over the cap, which is said once with the cap that would do', () => {
    const outcome = replay('user: go\nassistant: -> run#a({}) -> run#b({})\ntool a: 1\ntool b: 2', {
      config: { maxMessages: 2 },
    });
    expect([...windowAt(outcome.run, last(outcome))]).toEqual([1, 2, 3]);
    expect(kinds(outcome)).toEqual(['evicted', 'floor']);
    expect(system.explain(1, outcome.run, outcome.config, outcome.guards)).toContain('A cap of 3 messages would do.');
  });

  it('only tool messages are left: they still go, as groups', () => {
    const outcome = replay(
      'system: s\nassistant: -> run#a({})\ntool a: 1\nassistant: -> run#b({})\ntool b: 2\nassistant: -> run#c({})\ntool c: 3',
      { config: { maxMessages: 5 } },
    );
    expect([...windowAt(outcome.run, last(outcome))]).toEqual([0, 3, 4, 5, 6]);
  });

  it('a call whose result has not come is passed over, and goes once it has', () => {
    const outcome = replay(
      'assistant: -> run#a({})\nuser: 1\nuser: 2\nuser: 3\ntool a: late\nuser: 4\nassistant: done',
      { config: { maxMessages: 3 } },
    );
    const before = Array.from(outcome.run.calls.before).indexOf(6);
    expect([...windowAt(outcome.run, before)]).toEqual([3, 5]);
    expect(fateAt(outcome.run, 0, before).state).toBe(State.evicted);
  });

  it('with a limit of tokens: system prompt, last turns, and a line for an important result where it stood', () => {
    const drawing = `
      system: be careful
      user: look
      assistant: -> read_log#a({})
      tool a: error: disk full ×20
      assistant: -> ls#b({})
      tool b: nothing
      user: summarise
      assistant: working on it, this takes a while, please wait for the answer
      user: thanks`;
    const outcome = replay(drawing, { config: { maxTokens: 110, maxMessages: 20, importantFrom: 400 } });
    const sent = outcome.sent(last(outcome));
    expect(sent.map((message) => message.content)).toEqual([
      'be careful',
      '[Earlier result, no longer here: read_log, call a, 340 characters]',
      null,
      'nothing',
      'summarise',
      'working on it, this takes a while, please wait for the answer',
      'thanks',
    ]);
    expect(fateAt(outcome.run, 3, last(outcome))).toMatchObject({ state: State.summarised, insert: 0 });
    expect(fateAt(outcome.run, 2, last(outcome)).state).toBe(State.evicted);
    const without = replay(drawing, { config: { maxTokens: 110 }, guards: { references: false } });
    expect(without.sent(last(without))).toHaveLength(9);
  });

  it('references never crowd out the turns, and the newest of them stay', () => {
    const steps = Array.from(
      { length: 30 },
      (_, step) => `assistant: -> run#c${step}({})\ntool c${step}: error ${step} ×5`,
    );
    const outcome = replay(`system: s\n${steps.join('\n')}`, { config: { maxMessages: 12, maxTokens: 10_000 } });
    const references = [...windowAt(outcome.run, last(outcome))].filter((item) => item < 0);
    expect(references.length).toBeGreaterThan(0);
    expect(references.length).toBeLessThanOrEqual(3);
    expect(outcome.run.calls.tokens[last(outcome)]).toBeLessThanOrEqual(12);
  });
});

describe('settings', () => {
  it('a cap of nothing is refused', () => {
    expect(checkConfig(system, completeConfig(system, { maxMessages: 0 }))[0]).toMatchObject({
      parameter: 'maxMessages',
      severity: 'error',
    });
  });

  it('references that could fill the cap are warned of', () => {
    expect(checkConfig(system, completeConfig(system, { maxMessages: 5, maxTokens: 100 }))[0]).toMatchObject({
      parameter: 'maxReferences',
      severity: 'warning',
    });
  });
});
