/**
 * Document 000: its required tests and its failure modes, in our words.
 *
 * Where each requirement of all five documents is tested:
 *
 * | document | requirement | test |
 * | --- | --- | --- |
 * | 000 | required tests, failure modes | this file; tokens, windows and events to the letter in systems/vectors.test.ts |
 * | 000 | the same by rule, on any transcript | engine/properties.test.ts (R13 to R29), engine/cuts.test.ts |
 * | 001 | "What the tests prove" | systems/three-phase.test.ts, with a test a line |
 * | 001 | "Failure modes I would measure next" | findings.test.ts as findings on the run; what the policy does in systems/three-phase.test.ts |
 * | 002 | both warnings | systems/rolling-summary.test.ts; findings.test.ts for what a summary leaves out |
 * | 003 | fixed faults: unfinished turn, no summarizer, two surfaces | systems/context-manager.test.ts, systems/manifest.test.ts |
 * | 004 | both failure modes | systems/message-cap.test.ts; reports-e-to-j.test.ts for what a provider says of them |
 * | bug reports | a) to j) | reports-a-to-d.test.ts, reports-e-to-j.test.ts |
 */

import { describe, expect, it } from 'vitest';
import { State } from '@/lib/engine/run';
import type { Message } from '@/lib/engine/transcript';
import { decided, group, situation, told, turns } from './support';

const small = { window: 4000, ratio: 1, reserveCompletion: 0 };
const opening: Message[] = [
  { role: 'system', content: 'You are an engineer.' },
  { role: 'user', content: 'TASK: move the billing module to the new queue' },
];

describe('required', () => {
  it.each([true, false])('the pinned task outlives eighty long steps (guards %s)', (guards) => {
    const steps = Array.from({ length: 80 }, (_, step) => ({
      role: 'assistant' as const,
      content: `step ${step} `.repeat(200),
    }));
    const outcome = situation('managed-window', [...opening, ...steps], { config: small, guards });
    for (let call = 1; call <= outcome.last; call++) {
      expect(outcome.sent(call).map(({ content }) => content)).toContain(opening[1]?.content);
    }
    expect(outcome.finding('task-lost')).toBeUndefined();
    expect(outcome.finding('task-in-summary')).toBeUndefined();
  });

  it.each([true, false])('every completed compaction leaves less pressure than before (guards %s)', (guards) => {
    const { run } = situation('managed-window', [...opening, ...turns(60)], { config: small, guards });
    const compacted = decided({ run }, 'compacted');
    expect(compacted.length).toBeGreaterThan(1);
    for (const [decision, kind] of run.decisions.kind.entries()) {
      if (kind !== 2) continue;
      expect(run.decisions.after[decision]).toBeLessThan(run.decisions.before[decision] as number);
    }
  });

  it('a compaction leaves a marker that can be seen, as a user message where the span was, with the count', () => {
    const outcome = situation('managed-window', [...opening, ...turns(60)], { config: small });
    const marker = outcome.sent(outcome.last)[2];
    expect(marker?.role).toBe('user');
    expect(marker?.content).toMatch(/^\[30 earlier messages compacted\.\]/);
  });

  it('the marker names where the original span is kept, where spans are kept', () => {
    const outcome = situation('managed-window', [...opening, ...turns(60)], { config: { ...small, archive: true } });
    expect(outcome.sent(outcome.last)[2]?.content).toMatch(/Full text: archive\/span-1\.jsonl\./);
  });

  it('a flooding tool result is cut when it is written, and says how much fell out', () => {
    const messages = [...opening, ...group('c0', 'x'.repeat(400_000))];
    const outcome = situation('managed-window', messages);
    expect(outcome.run.arrivals.state[3]).toBe(State.truncated);
    const content = outcome.sent(outcome.last)[3]?.content ?? '';
    expect(content.length).toBeLessThan(9000);
    expect(content).toContain(`[${400_000 - 8000} characters dropped]`);
  });

  it('no call is left without its result and no result without its call, at any call', () => {
    const messages = [...opening, ...group('c0', 'result'), ...turns(60), ...group('c1', 'more'), ...turns(10)];
    const { validity } = situation('managed-window', messages, { config: small });
    for (const provider of ['openai-chat', 'openai-responses', 'anthropic'] as const) {
      expect([provider, ...validity[provider].calls]).toEqual([provider]);
    }
  });

  it('a summarizer that finds nothing removes the span and puts nothing in its place', () => {
    const outcome = situation('managed-window', [...opening, ...turns(60)], { config: small, summarizer: null });
    expect(decided(outcome, 'compacted').length).toBeGreaterThan(0);
    expect(outcome.run.inserts).toEqual([]);
    expect(outcome.sent(outcome.last).every(({ content }) => !content?.includes('compacted'))).toBe(true);
    expect(outcome.run.calls.items[outcome.last]).toBeLessThan(opening.length + 120);
  });

  it.each([true, false])('an oversized message is refused with its size, never cut (guards %s)', (guards) => {
    const messages = [...opening, { role: 'user' as const, content: 'y'.repeat(1_000_000) }];
    const outcome = situation('managed-window', messages, { guards });
    expect(outcome.run.arrivals.state[2]).toBe(State.refused);
    const sentence = outcome.system.explain(0, outcome.run, outcome.config, outcome.guards);
    expect(sentence).toBe(
      'Message 2 alone is 250,005 tokens, over the budget of 85,600: refused, it cannot be sent at all.',
    );
    expect(outcome.sent(outcome.last)).toHaveLength(2);
  });

  it.each([true, false])(
    'everything pinned stops cleanly: nothing is taken, the state is reported once (guards %s)',
    (guards) => {
      const outcome = situation('managed-window', [...opening, ...turns(50)], {
        config: { ...small, keepRecent: 1000 },
        guards,
      });
      expect(outcome.run.calls.items[outcome.last]).toBe(102);
      expect(outcome.run.summarizerCalls).toBe(0);
      expect(decided(outcome, 'floor')).toHaveLength(1);
      expect(outcome.finding('floor')?.calls.length).toBeGreaterThan(1);
    },
  );
});

describe('failure modes', () => {
  it('compaction that drops the task: a pin on the system prompt alone loses it, and the run says from which call on', () => {
    const config = { ...small, pinFirstUser: false };
    const outcome = situation('managed-window', [...opening, ...turns(120)], { config });
    const lost = outcome.finding('task-lost') ?? outcome.finding('task-in-summary');
    expect(lost?.sentence).toContain('The first user message (message 1,');
    expect(lost?.calls.at(-1)).toBe(outcome.last);
  });

  it('orphaned calls: a pin by hand on a result keeps its call; as published the call is compacted away', () => {
    const messages = [...opening, ...turns(2), ...group('c0', 'the port is 8443'), ...turns(60)];
    const config = { ...small, explicit: [7] };
    const guarded = situation('managed-window', messages, { config });
    expect(guarded.validity['openai-chat'].calls.length).toBe(0);
    const published = situation('managed-window', messages, {
      config,
      guards: { toolGroups: false, stablePins: true },
    });
    expect(published.validity['openai-chat'].calls.length).toBeGreaterThan(10);
    expect(published.finding('invalid-windows')).toMatchObject({ severity: 'error' });
    expect(published.finding('invalid-windows')?.sentence).toContain(
      'at message 7: a tool message must stand right after',
    );
  });

  it('thrash: as published a pass at every call that frees next to nothing; with the guard a futile pass is the last for a while', () => {
    const config = { ...small, compactAt: 0.5, maxSpan: 2, keepRecent: 2 };
    const messages = [...opening, ...turns(140, 5)];
    const summarizer = 'half as long as it was: {n}'.padEnd(40, '.');
    const published = situation('managed-window', messages, { config, guards: false, summarizer });
    expect(published.finding('thrash')?.calls.length).toBeGreaterThan(20);
    expect(published.finding('futile-passes')).toMatchObject({ severity: 'warning' });
    const guarded = situation('managed-window', messages, { config, summarizer });
    expect(guarded.run.summarizerCalls).toBeLessThan(published.run.summarizerCalls / 2);
    expect(guarded.finding('thrash')).toBeUndefined();
  });

  it('compaction that gains fires at a steady cadence, and is no thrash', () => {
    const outcome = situation('managed-window', [...opening, ...turns(200)], { config: small });
    const calls = decided(outcome, 'compacted');
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.length).toBeLessThan(outcome.last / 5);
    expect(outcome.finding('thrash')).toBeUndefined();
  });

  it('summaries of summaries: as published generations pile up; with the guard a summary is evicted, never summarised', () => {
    const messages = [...opening, ...turns(300)];
    const summarizer = 'S{n} fact fact '.padEnd(900, 'fact ');
    const published = situation('managed-window', messages, { config: small, guards: false, summarizer });
    expect(published.finding('summaries-of-summaries')?.sentence).toMatch(/3 or more generations deep/);
    const guarded = situation('managed-window', messages, { config: small, summarizer });
    expect(Math.max(...guarded.run.inserts.map(({ generation }) => generation))).toBe(1);
    expect(guarded.finding('summaries-of-summaries')).toBeUndefined();
    expect(told(guarded).some((one) => one.startsWith('evicted S'))).toBe(true);
  });

  it('tool schemas: they are in the policy tokens of every call, and named where they take much of the limit', () => {
    const tools = Array.from({ length: 12 }, (_, number) => ({
      type: 'function',
      function: { name: `tool_${number}`, description: 'what it does and when to use it '.repeat(20) },
    }));
    const messages = [...opening, ...turns(3)];
    const bare = situation('managed-window', { messages }, { config: { ...small, window: 6000 } });
    const schemas = situation('managed-window', { messages, tools }, { config: { ...small, window: 6000 } });
    const size = Math.floor(JSON.stringify(tools).length / 4) + 1;
    for (const [call, tokens] of bare.run.calls.tokens.entries())
      expect(schemas.run.calls.tokens[call]).toBe(tokens + size);
    expect(schemas.finding('tool-schemas')?.sentence).toContain(`${size.toLocaleString('en')} tokens`);
    expect(bare.finding('tool-schemas')).toBeUndefined();
  });

  it('JSON cut in the middle: the marker shows it to the model, and the finding to the user', () => {
    const rows = JSON.stringify(Array.from({ length: 900 }, (_, row) => ({ row, status: 'pending' })));
    const messages = [
      ...opening,
      ...group('c0', rows),
      ...group('c1', 'plain log line\n'.repeat(2000)),
      ...group('c2', '{"ok":true}'),
    ];
    const outcome = situation('managed-window', messages);
    expect(outcome.finding('cut-json')?.sentence).toMatch(
      /^1 tool result was valid JSON and is not any more since it was cut: message 3\./,
    );
    expect(Array.from(outcome.finding('cut-json')?.calls ?? [])).toEqual([1]);
  });

  it('pressure is on record at every call, and a call over the limit is a finding', () => {
    const outcome = situation('none', [...opening, ...turns(60)], { config: { window: 2000 } });
    expect(outcome.run.calls.tokens).toHaveLength(outcome.last + 1);
    const over = outcome.finding('over-limit');
    expect(over?.calls.length).toBe(outcome.run.calls.tokens.filter((tokens) => tokens > 2000).length);
    expect(over?.sentence).toMatch(/over the limit of 2,000 tokens: calls \d+-61, at most/);
  });
});
