/** Findings on runs: failure that shows only over time, told with its numbers and calls; a sound run has none. */

import { describe, expect, it } from 'vitest';
import { fateAt } from '@/lib/engine/ledger';
import { State } from '@/lib/engine/run';
import type { Message } from '@/lib/engine/transcript';
import { extractiveSummarizer } from '@/lib/summarizers/extractive';
import { messagesFrom } from '../fixtures/transcript-text';
import { group, situation, turns } from './support';

const opening = messagesFrom(`
  system: You are an engineer.
  user:   TASK: find out why checkout is slow
`);
const phases = { counter: 'chars4', hardLimit: 600, targetLimit: 300, keepRecent: 2 };
const exact = { ratio: 1, reserveCompletion: 0 };

describe('a run where all is well', () => {
  it.each(['managed-window', 'three-phase', 'rolling-summary', 'context-manager', 'message-cap', 'none'])(
    '%s: has no finding',
    (id) => {
      const messages = [
        ...opening,
        ...group('c1', '{"p95": 1720}'),
        { role: 'assistant' as const, content: 'The p95 is high.' },
      ];
      expect(situation(id, messages).findings).toEqual([]);
    },
  );
});

describe('failure modes of document 001', () => {
  it('summary omission: rules of the user that a summary does not tell, and not those that it does', () => {
    const said = [
      ...opening,
      { role: 'user' as const, content: 'Never restart the payment service during business hours.' },
      { role: 'assistant' as const, content: 'Understood.' },
      { role: 'user' as const, content: 'You must keep the currency in euros, always.' },
      ...turns(30),
    ];
    const keeping = situation('three-phase', said, {
      config: phases,
      summarizer: 'Never restart the payment service during business hours.',
    });
    expect(keeping.finding('omission')?.sentence).toMatch(
      /^S1, made at call 8, keeps less than half of the words of message 4, in which the user lays something down\.$/,
    );
    const both = 'Never restart the payment service during business hours. Must keep the currency in euros, always.';
    expect(situation('three-phase', said, { config: phases, summarizer: both }).finding('omission')).toBeUndefined();
  });

  it('summary drift: a number and a path that are in nothing the summary covers', () => {
    const messages = [
      ...opening,
      { role: 'assistant' as const, content: 'p95 is 1,720 ms in src/pay/client.ts' },
      ...turns(40),
    ];
    const faithful = situation('three-phase', messages, {
      config: phases,
      summarizer: 'p95 of 1720 ms, see src/pay/client.ts',
    });
    expect(faithful.finding('drift')).toBeUndefined();
    const drifting = situation('three-phase', messages, {
      config: phases,
      summarizer: ({ ordinal }) => (ordinal === 1 ? 'p95 of 1720 ms' : 'p95 of 1750 ms, see src/pay/gateway.ts'),
    });
    const { sentence = '', calls = [] } = drifting.finding('drift') ?? {};
    expect(sentence).toContain('2 numbers or paths in 1 summary are in none of the messages');
    expect(sentence).toContain('src/pay/gateway.ts in S2, 1750 in S2');
    expect(Array.from(calls)).toEqual([drifting.run.inserts[1]?.call]);
  });

  it("summary drift: the wording around a summary is the system's own", () => {
    const config = { ...exact, window: 3000, archive: true };
    const told = Array.from({ length: 60 }, (_, number): Message[] => [
      ...group(`c${number}`, `Error: exit ${4000 + number} in src/pay/step-${number}.ts`),
      { role: 'assistant', content: `I decided to use port ${8000 + number} in /etc/pay/${number}.conf.` },
    ]).flat();
    const outcome = situation('managed-window', [...opening, ...told], { config, summarizer: extractiveSummarizer });
    expect(outcome.run.inserts.length).toBeGreaterThan(0);
    expect(outcome.finding('drift')).toBeUndefined();
  });

  it('bad labels: what is marked as noise is dropped, and needed later', () => {
    const messages: Message[] = [
      ...opening,
      ...group('c1', 'replica lag 48213 ms on db-3', 'health_check'),
      ...turns(14),
      { role: 'assistant', content: 'The lag of 48213 ms explains it.' },
    ];
    const config = { ...phases, priorityRules: [{ tool: 'health_check', priority: 'low' }] };
    const { sentence = '', calls = [] } = situation('three-phase', messages, { config }).finding('bad-labels') ?? {};
    expect(sentence).toMatch(
      /1 observation labelled low was dropped and needed later: message 32 speaks of 48213, which message 3 had brought/,
    );
    expect(calls.length).toBe(1);
    const silent = messages.slice(0, -1);
    expect(situation('three-phase', silent, { config }).finding('bad-labels')).toBeUndefined();
  });

  it('bad labels: a tool that labels all it says as important', () => {
    const noisy = Array.from({ length: 10 }, (_, number) => group(`c${number}`, 'all is fine '.repeat(30))).flat();
    const config = (priority: string) => ({ ...phases, priorityRules: [{ role: 'tool', priority }] });
    expect(
      situation('three-phase', [...opening, ...noisy], { config: config('high') }).finding('bad-labels')?.sentence,
    ).toMatch(/^10 of 10 tool observations \(100 %\) are labelled high/);
    expect(
      situation('three-phase', [...opening, ...noisy], { config: config('normal') }).finding('bad-labels'),
    ).toBeUndefined();
  });

  it('recency bias: an older rule of the user is lost while recent tool noise stays', () => {
    const messages: Message[] = [
      ...opening,
      { role: 'user', content: 'Never write to the production database.' },
      ...turns(3),
      ...Array.from({ length: 8 }, (_, number) => group(`c${number}`, 'log line '.repeat(60))).flat(),
    ];
    const config = { counter: 'chars4', hardLimit: 700, targetLimit: 500, keepRecent: 4 };
    const { sentence = '', calls = [] } =
      situation('three-phase', messages, { config, summarizer: null }).finding('recency-bias') ?? {};
    expect(sentence).toMatch(
      /^1 rule of the user was lost while newer tool results stayed: message 2 \(\d+ tokens\) at call \d+, where \d tool results? among the newest 4 items keeps? \d+ tokens\.$/,
    );
    expect(calls.length).toBe(1);
    const pinned = situation('managed-window', messages, {
      config: { ...exact, window: 1200, correctionMarkers: ['never'] },
    });
    expect(pinned.finding('recency-bias')).toBeUndefined();
  });

  it('token-estimate error: what is sent exceeds the window while pressure says that it fits', () => {
    const tools = [{ type: 'function', function: { name: 'run', description: 'x'.repeat(4000) } }];
    const messages = [...opening, ...turns(6)];
    const calls = messages.filter(({ role }) => role === 'assistant').length + 1;
    const config = { ...exact, window: 2200, ratio: 1 };
    const sent = Int32Array.from({ length: calls }, (_, at) => 1900 + at * 100);
    const outcome = situation('managed-window', { messages, tools }, { config, sent });
    const { sentence = '', calls: at = [] } = outcome.finding('estimate-error') ?? {};
    expect(Array.from(at)).toEqual([4, 5, 6]);
    expect(sentence).toContain(
      'over the window of 2,200 tokens although pressure is under 1: at call 7 2,500 tokens are sent at pressure 0.',
    );
    const low = Int32Array.from({ length: calls }, () => 2200);
    expect(
      situation('managed-window', { messages, tools }, { config, sent: low }).finding('estimate-error'),
    ).toBeUndefined();
  });

  it('token-estimate error: tool schemas that the policy leaves out', () => {
    const tools = [{ type: 'function', function: { name: 'run', description: 'x'.repeat(4000) } }];
    const { finding } = situation('three-phase', { messages: [...opening, ...turns(2)], tools });
    expect(finding('tool-schemas')?.sentence).toMatch(
      /this policy does not count them: 1,0\d\d tokens, \d\d\.\d % of the limit of 1,500, come on top\.$/,
    );
  });

  it('summary failure: every failure is counted, with what was dropped instead and whether the window was bounded', () => {
    const outcome = situation('three-phase', [...opening, ...turns(40)], { config: phases, summarizer: 'FAIL' });
    const { sentence = '', severity, calls = [] } = outcome.finding('summary-failures') ?? {};
    const failed = outcome.run.summarizerCalls;
    expect(failed).toBeGreaterThan(2);
    expect(sentence).toMatch(
      new RegExp(
        `^${failed} of ${failed} requests failed, at .*; \\d+ items were dropped there without a summary, and every one of these windows is within the limit\\.$`,
      ),
    );
    expect(severity).toBe('warning');
    expect(calls.length).toBeGreaterThan(2);
  });

  it('summary failure: a system that a failing summarizer leaves over its cap is an error', () => {
    const config = { counter: 'chars4', tokenCap: 300, keepLatest: 2 };
    const outcome = situation('rolling-summary', [...opening, ...turns(20)], { config, summarizer: 'FAIL' });
    expect(outcome.finding('summary-failures')).toMatchObject({ severity: 'error' });
    expect(outcome.finding('over-limit')?.calls.length).toBeGreaterThan(1);
  });

  it('oldest content that went through a model three times', () => {
    const outcome = situation('three-phase', [...opening, ...turns(60)], { config: phases });
    const deepest = Math.max(...outcome.run.inserts.map(({ generation }) => generation));
    expect(outcome.finding('summaries-of-summaries')?.sentence).toContain(
      `went through the summarizer ${deepest} times`,
    );
  });
});

describe('what must not be lost', () => {
  const corrected: Message[] = [
    ...opening,
    { role: 'assistant', content: 'I will use the production database.' },
    { role: 'user', content: 'No, use the staging database.' },
    ...turns(60),
  ];

  it('a correction that no pin holds is lost, and told with its number', () => {
    const config = { ...exact, window: 2000, compaction: false };
    const loose = situation('managed-window', corrected, { config: { ...config, pinCorrections: false } });
    expect(loose.finding('correction-lost')).toMatchObject({ severity: 'error' });
    expect(loose.finding('correction-lost')?.sentence).toMatch(
      /^1 of 1 correction of the user is in nothing that is sent at the end \(message 3, \d+ tokens\)\.$/,
    );
    expect(situation('managed-window', corrected, { config }).finding('correction-lost')).toBeUndefined();
  });

  it('a correction that only a summary tells is a warning', () => {
    const outcome = situation('three-phase', corrected.slice(0, 30), { config: phases });
    expect(outcome.finding('correction-lost')).toMatchObject({ severity: 'warning' });
  });

  it('the task: at every call at which it is gone, and none before', () => {
    const outcome = situation('message-cap', [...opening, ...turns(30)], {
      config: { maxMessages: 10 },
      guards: false,
    });
    const gone = Array.from(outcome.run.calls.before.keys()).filter((at) => {
      const { state } = fateAt(outcome.run, 1, at);
      return state === State.evicted;
    });
    expect(gone.length).toBeGreaterThan(10);
    expect(Array.from(outcome.finding('task-lost')?.calls ?? [])).toEqual(gone);
  });

  it('the task in a summary, at the calls where that is so', () => {
    const outcome = situation('three-phase', [...opening, ...turns(30)], { config: phases });
    const short = Array.from(outcome.run.calls.before.keys()).filter(
      (at) => fateAt(outcome.run, 1, at).state === State.summarised,
    );
    expect(Array.from(outcome.finding('task-in-summary')?.calls ?? [])).toEqual(short);
  });

  it('a task that was refused is lost from the start', () => {
    const messages = [opening[0] as Message, { role: 'user' as const, content: 'x'.repeat(9000) }, ...turns(2)];
    const outcome = situation('managed-window', messages, { config: { ...exact, window: 1000 } });
    expect(outcome.finding('task-lost')?.sentence).toContain(
      'was refused: it is neither in the window nor in a summary',
    );
    expect(outcome.finding('task-lost')?.calls.length).toBe(outcome.last + 1);
  });
});
