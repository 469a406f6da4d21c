/** What document 000 requires of a managed window and warns of, with the guards on; where published code fails, its fault is shown. */

import { describe, expect, it } from 'vitest';
import { decisionsAt, fateAt, windowAt } from '@/lib/engine/ledger';
import { DECISIONS, type DecisionKind, State } from '@/lib/engine/run';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import type { Subject } from '@/lib/engine/violation';
import { completeConfig, completeGuards, systemById } from '@/lib/systems/registry';
import { replayed } from '../fixtures/arbitrary-lane';
import { messagesFrom } from '../fixtures/transcript-text';

const system = systemById('managed-window');

function managed(
  messages: Message[],
  config: Config = {},
  guards: boolean | { [name: string]: boolean } = true,
  summarizer = 'short',
  tools?: Message[],
) {
  const transcript = tools ? { messages, tools: tools as unknown as { [key: string]: unknown }[] } : { messages };
  return replayed({
    system: system.id,
    transcript,
    config: completeConfig(system, config),
    guards: completeGuards(system, guards),
    summarizer,
  });
}

const lastCall = ({ run }: Subject): number => run.calls.before.length - 1;

function finalWindow(subject: Subject, call = lastCall(subject)): Message[] {
  const { run, index, config, guards } = subject;
  return Array.from(windowAt(run, call), (item) => system.present(item, run, index, config, guards));
}

function decisionKinds({ run }: Subject): DecisionKind[] {
  return Array.from(run.decisions.kind, (kind) => DECISIONS[kind] as DecisionKind);
}

/** Turns of about `tokens` tokens each. */
function turns(count: number, tokens = 40): Message[] {
  return Array.from({ length: count }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: `turn ${turn} `.padEnd(tokens * 4 - 20, 'x'),
  }));
}

const TASK = 'TASK: migrate the billing module';
const opening: Message[] = [
  { role: 'system', content: 'You are an agent.' },
  { role: 'user', content: TASK },
];
const SMALL: Config = { window: 2000, ratio: 1, reserveCompletion: 0 };

describe('required tests', () => {
  it.each([
    ['guards on', true],
    ['as published', false],
  ])('the pinned task survives heavy pressure, %s', (_, guards) => {
    const steps: Message[] = Array.from({ length: 80 }, (_item, step) => ({
      role: 'assistant',
      content: `step ${step} `.repeat(60),
    }));
    const subject = managed([...opening, ...steps], SMALL, guards);
    expect(finalWindow(subject).map((message) => message.content)).toContain(TASK);
    expect(decisionKinds(subject)).toContain('compacted');
  });

  it('pressure falls with every compaction', () => {
    const { run } = managed([...opening, ...turns(200)], SMALL);
    const compactions = [...run.decisions.kind.keys()].filter(
      (at) => DECISIONS[run.decisions.kind[at] as number] === 'compacted',
    );
    expect(compactions.length).toBeGreaterThan(2);
    for (const at of compactions) expect(run.decisions.after[at]).toBeLessThan(run.decisions.before[at] as number);
  });

  it('a compaction leaves a visible marker with the count, as a user message, never a system one', () => {
    const subject = managed([...opening, ...turns(60)], SMALL);
    const insert = subject.run.inserts[0];
    expect(insert?.message.role).toBe('user');
    expect(insert?.message.content).toContain(`[${insert?.count} earlier messages compacted.]`);
    expect(finalWindow(subject)).toContain(subject.run.inserts.at(-1)?.message);
  });

  it('the marker names where the original span is kept when it is archived', () => {
    const subject = managed([...opening, ...turns(60)], { ...SMALL, archive: true });
    expect(subject.run.inserts.map((insert) => insert.message.content?.split('\n')[0])).toEqual(
      subject.run.inserts.map(
        (insert, at) => `[${insert.count} earlier messages compacted. Full text: archive/span-${at + 1}.jsonl.]`,
      ),
    );
  });

  it('a flood from a tool is cut when it is written', () => {
    const messages = [
      ...opening,
      ...messagesFrom('assistant: -> dump#c0({})'),
      { role: 'tool' as const, tool_call_id: 'c0', content: 'x'.repeat(400_000) },
    ];
    const subject = managed(messages);
    const content = finalWindow(subject).at(-1)?.content ?? '';
    expect(content).toContain('392000 characters dropped');
    expect(content.length).toBeLessThan(8100);
    expect(decisionKinds(subject)).toEqual(['truncated']);
  });

  it('a call and its result leave together', () => {
    const subject = managed([...messagesFrom('assistant: -> f#c0({})\ntool c0: result'), ...turns(60)], SMALL);
    const { run } = subject;
    const states = [0, 1].map((message) => fateAt(run, message, lastCall(subject)).state);
    expect(states[0]).toBe(states[1]);
    const window = finalWindow(subject);
    const asked = window.flatMap((message) => message.tool_calls ?? []).map((call) => call.id);
    const answered = window.map((message) => message.tool_call_id);
    expect(asked.filter((id) => !answered.includes(id))).toEqual([]);
  });

  it('NOTHING removes the span and inserts nothing', () => {
    const subject = managed([...opening, ...turns(60)], SMALL, true, 'nothing');
    expect(decisionKinds(subject)).toContain('compacted');
    expect(subject.run.inserts).toEqual([]);
    expect(finalWindow(subject).length).toBeLessThan(62);
    expect(fateAt(subject.run, 3, lastCall(subject)).state).toBe(State.evicted);
  });

  it('a message over the budget is refused, not cut, and the replay goes on', () => {
    const subject = managed([...opening, { role: 'user', content: 'y'.repeat(9000) }, ...turns(4)], SMALL);
    const { run } = subject;
    expect(run.arrivals.state[2]).toBe(State.refused);
    expect(finalWindow(subject)).toHaveLength(6);
    expect(system.explain(0, run, subject.config, subject.guards)).toBe(
      'Message 2 alone is 2,255 tokens, over the budget of 2,000: refused, it cannot be sent at all.',
    );
  });

  it.each([
    ['guards on', true],
    ['as published', false],
  ])('everything pinned is a state to report, once, and nothing is lost, %s', (_, guards) => {
    const subject = managed(turns(50), { ...SMALL, window: 1000, keepRecent: 1000 }, guards);
    expect(finalWindow(subject)).toHaveLength(50);
    expect(decisionKinds(subject)).toEqual(['floor']);
    const floor = system.explain(0, subject.run, subject.config, subject.guards);
    expect(floor).toContain('nothing is left to take');
  });
});

describe('failure modes', () => {
  it('compaction drops the task where the first user message is not pinned', () => {
    const steps = [...opening, ...turns(60)];
    const kept = (config: Config) =>
      finalWindow(managed(steps, { ...SMALL, ...config })).some((one) => one.content === TASK);
    expect(kept({ pinFirstUser: false })).toBe(false);
    expect(kept({})).toBe(true);
  });

  it('as published an eviction leaves a result without its call; guarded the group goes as one', () => {
    const messages = [
      ...opening,
      ...messagesFrom('assistant: -> f#c0({})'),
      { role: 'tool' as const, tool_call_id: 'c0', content: 'r'.repeat(2000) },
      ...turns(12, 100),
    ];
    const config = { ...SMALL, window: 1600, compaction: false };
    const strays = (guards: boolean): number => {
      const subject = managed(messages, config, guards);
      let found = 0;
      for (let call = 0; call <= lastCall(subject); call++) {
        const window = windowAt(subject.run, call);
        if (window.includes(3) && !window.includes(2)) found++;
      }
      return found;
    };
    expect(strays(false)).toBeGreaterThan(0);
    expect(strays(true)).toBe(0);
  });

  it('as published a call in flight can be compacted away from its late result; guarded it waits', () => {
    const messages = [
      ...opening,
      ...messagesFrom('assistant: -> slow#c0({})'),
      ...turns(9, 100),
      ...messagesFrom('tool c0: at last'),
      ...turns(3, 20),
    ];
    const config = { ...SMALL, window: 1100, keepRecent: 2 };
    const orphaned = (guards: boolean): boolean => {
      const window = windowAt(managed(messages, config, guards).run, lastCall(managed(messages, config, guards)));
      return window.includes(12) && !window.includes(2);
    };
    expect(orphaned(false)).toBe(true);
    expect(orphaned(true)).toBe(false);
  });

  it('thrash: as published pass after pass frees next to nothing; guarded a summary that does not is refused', () => {
    const wasted = (guards: boolean): number => {
      const { run } = managed([...opening, ...turns(300, 20)], { ...SMALL, maxSpan: 4 }, guards, 'long');
      const freed = run.decisions.before.map((before, at) => before - (run.decisions.after[at] as number));
      return freed.filter((tokens, at) => DECISIONS[run.decisions.kind[at] as number] === 'compacted' && tokens < 100)
        .length;
    };
    expect(wasted(false)).toBeGreaterThan(10);
    expect(wasted(true)).toBe(0);
  });

  it('summaries of summaries: as published generations pile up; guarded there is one', () => {
    const generations = (guards: boolean) =>
      managed([...opening, ...turns(200)], SMALL, guards, 'short').run.inserts.map((insert) => insert.generation);
    expect(Math.max(...generations(false))).toBeGreaterThan(2);
    expect(new Set(generations(true))).toEqual(new Set([1]));
  });

  it('as published the wording of a summary pins it as a correction, or as the task; guarded it is neither', () => {
    const messages = turns(60).map((message): Message => ({ ...message, role: 'assistant' }));
    const config = { ...SMALL, pinSystem: false };
    const pinned = (guards: boolean) => {
      const subject = managed(messages, config, guards, 'correcting');
      const { run, index } = subject;
      const window = windowAt(run, lastCall(subject));
      const pins = system.pins(window, lastCall(subject), run, index, subject.config, subject.guards);
      return [...window].flatMap((item, at) => (item < 0 ? (pins[at] ?? []).map((one) => one.rule) : []));
    };
    expect(pinned(false)).toEqual(expect.arrayContaining(['pinFirstUser', 'pinCorrections']));
    expect(pinned(true)).toEqual([]);
  });

  it('as published a pin by hand slips to another message when a span before it is replaced; guarded it stays', () => {
    const messages = [...opening, ...turns(40)];
    const config = { ...SMALL, window: 1200, explicit: [20] };
    const keeps = (guards: boolean) =>
      windowAt(managed(messages, config, guards).run, lastCall(managed(messages, config, guards))).includes(20);
    expect(keeps(false)).toBe(false);
    expect(keeps(true)).toBe(true);
  });

  it('tool schemas count: they are in the pressure of the first call', () => {
    const schema = { type: 'function', function: { name: 'f', parameters: { note: 'z'.repeat(400) } } };
    const bare = managed(opening, SMALL).run.calls.tokens[0] as number;
    const armed = managed(opening, SMALL, true, 'short', [schema as unknown as Message]).run.calls.tokens[0] as number;
    expect(armed - bare).toBe(Math.floor(JSON.stringify([schema]).length / 4) + 1);
  });

  it('a cut inside JSON says that it is a fragment, and how much is gone', () => {
    const json = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, name: 'name' })));
    const messages = [
      ...messagesFrom('assistant: -> list#c0({})'),
      { role: 'tool' as const, tool_call_id: 'c0', content: json },
    ];
    const content = finalWindow(managed(messages, { maxToolTokens: 100 })).at(-1)?.content ?? '';
    expect(() => JSON.parse(content)).toThrow();
    expect(content).toContain(`[${json.length - 400} characters dropped]`);
  });

  it('a summarizer that throws: as published preparing ends there; guarded eviction goes on', () => {
    const over = (guards: boolean) => {
      const { run } = managed([...opening, ...turns(60)], SMALL, guards, 'failing');
      return run.calls.tokens.some((tokens) => tokens / run.limit > 0.9);
    };
    expect(over(false)).toBe(true);
    expect(over(true)).toBe(false);
  });

  it('pressure is there for every call, and every decision says why', () => {
    const subject = managed([...opening, ...turns(60)], SMALL);
    const { run } = subject;
    expect(run.calls.tokens).toHaveLength(31);
    for (let call = 0; call < run.calls.tokens.length; call++) {
      const { from, to } = decisionsAt(run, call);
      for (let at = from; at < to; at++) {
        expect(system.explain(at, run, subject.config, subject.guards)).toMatch(
          /^pressure 0\.\d\d > 0\.70; oldest unpinned span: /,
        );
      }
    }
  });
});
