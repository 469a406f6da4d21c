/** Probes on any run: as a plain look at every window finds them, with the loss where a window first lacks them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivedBy, fateAt, windowAt } from '@/lib/engine/ledger';
import { STATE_NAMES } from '@/lib/engine/run';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { compileProbes } from '@/lib/probes/compile';
import { evaluateProbes, type ProbeResult } from '@/lib/probes/evaluate';
import type { Probe } from '@/lib/probes/probe';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { CONFIGS } from '../systems/arbitrary-configs';
import { type Replayed, replayed } from '../systems/support';
import { presentOf, probe } from './support';

const SAYINGS = ['src/pay/client.ts', 'Port 8443', 'INC-2291', 'retry_limit', 'Café'];

/** Transcripts whose messages say the same few things again and again. */
const telling: fc.Arbitrary<Transcript> = fc
  .tuple(arbitraryTranscript, fc.array(fc.nat({ max: 3 * SAYINGS.length }), { minLength: 1, maxLength: 40 }))
  .map(([{ messages, tools }, said]) => ({
    messages: messages.map((message, at): Message => {
      const saying = SAYINGS[said[at % said.length] as number];
      return saying === undefined ? message : { ...message, content: `${message.content ?? ''} ${saying}`.trim() };
    }),
    ...(tools ? { tools } : {}),
  }));

const QUESTIONS: Pick<Probe, 'text' | 'case' | 'regex'>[] = [
  { text: 'SRC/PAY/client.ts' },
  { text: 'Port 8443', case: true },
  { regex: 'INC-[0-9]+' },
  { text: 'retry_limit', case: true },
  { text: 'café' },
];

function saysPlainly(message: Message, { text, regex, ...rest }: Pick<Probe, 'text' | 'case' | 'regex'>): boolean {
  const parts = [
    message.content ?? '',
    ...(message.tool_calls ?? []).map((call) => `${call.function.name}(${call.function.arguments})`),
  ];
  return parts.some((part) => {
    if (regex !== undefined) return new RegExp(regex).test(part);
    return rest.case ? part.includes(text ?? '') : part.toLowerCase().includes((text ?? '').toLowerCase());
  });
}

/** By reading the whole window as it is sent. Word for word inside a message that joins several counts as held. */
function plainState(outcome: Replayed, question: Pick<Probe, 'text' | 'case' | 'regex'>, call: number): string {
  const { run, index, sent } = outcome;
  const { messages } = index.transcript;
  const holders = messages.flatMap((message, at) => (saysPlainly(message, question) ? [at] : []));
  const come = holders.filter((message) => message < arrivedBy(run, call));
  if (come.length === 0) return 'unsaid';
  const window = windowAt(run, call);
  const texts = sent(call);
  let state = 'lost';
  for (const [place, item] of window.entries()) {
    if (!saysPlainly(texts[place] as Message, question)) continue;
    if (item >= 0 && come.includes(item)) return 'held';
    if (item < 0) {
      const joined = come.some((message) => {
        const fate = fateAt(run, message, call);
        return fate.insert === ~item && STATE_NAMES[fate.state] === 'verbatim';
      });
      if (joined) return 'held';
      state = 'summary';
    }
  }
  return state;
}

function plainMessageState(outcome: Replayed, message: number, call: number): string {
  const { state } = fateAt(outcome.run, message, call);
  const words = { absent: 'unsaid', verbatim: 'held', truncated: 'cut', summarised: 'summary' };
  return words[STATE_NAMES[state] as keyof typeof words] ?? 'lost';
}

const settings = { seed: 72, numRuns: Number(process.env.RUNS ?? 30) };
const managed = fc.record({
  ratio: fc.constant(1),
  reserveCompletion: fc.constant(0),
  window: fc.integer({ min: 60, max: 900 }),
  maxToolTokens: fc.integer({ min: 5, max: 60 }),
});
const summarizer = ({ ordinal }: { ordinal: number }) => `S${ordinal} ${ordinal % 3 === 0 ? 'nothing' : 'retry_limit'}`;

function askedNow(outcome: Replayed, compiled: Awaited<ReturnType<typeof compileProbes>>): ProbeResult[] {
  return evaluateProbes(compiled, outcome.run, outcome.index, presentOf(outcome));
}

describe.each(Object.entries({ ...CONFIGS, 'managed-window': managed }))('%s', (id, config) => {
  const outcomes = fc
    .tuple(telling, config, fc.boolean())
    .map(([transcript, given, guards]) => replayed(id, transcript, { config: given, guards, summarizer }));

  it('texts stand where a plain look at the window finds them', async () => {
    await fc.assert(
      fc.asyncProperty(outcomes, async (outcome) => {
        const calls = outcome.run.calls.before.length;
        for (const question of QUESTIONS) {
          const probes = Array.from({ length: calls }, (_, call) => probe({ ...question, at: call + 1 }));
          const strict = probes.map((one): Probe => ({ ...one, where: 'verbatim' }));
          const plain = probes.map((_, call) => plainState(outcome, question, call));
          const results = askedNow(outcome, await compileProbes(probes));
          const stricter = askedNow(outcome, await compileProbes(strict));
          expect(results.map(({ state }) => state)).toEqual(plain);
          expect(stricter.map(({ state }) => state)).toEqual(plain);
          expect(results.map(({ passes }) => passes)).toEqual(plain.map((one) => one === 'held' || one === 'summary'));
          expect(stricter.map(({ passes }) => passes)).toEqual(plain.map((one) => one === 'held'));
          for (const [call, { state, loss }] of results.entries()) {
            if (state !== 'lost') continue;
            expect(loss).not.toBeNull();
            const lostAt = loss?.call ?? -1;
            // Gone from there on, and there just before, unless the last that said it never stood in a window.
            for (let at = lostAt; at <= call; at++) expect(plain[at]).toBe('lost');
            const neverStood = outcome.run.arrivals.call[loss?.item ?? -1] === lostAt;
            if (lostAt > 0 && !neverStood) expect(plain[lostAt - 1]).not.toBe('lost');
            const decision = loss?.decision ?? -1;
            expect(outcome.run.decisions.call[decision]).toBe(lostAt);
          }
        }
      }),
      settings,
    );
  });

  it('ranges fail at their first failing call, from when it is said', async () => {
    await fc.assert(
      fc.asyncProperty(outcomes, fc.nat({ max: 8 }), fc.nat({ max: 12 }), async (outcome, from, more) => {
        const calls = outcome.run.calls.before.length;
        if (from >= calls) return;
        const to = Math.min(calls - 1, from + more);
        const at = { from: from + 1, to: from + more + 1 };
        const probes = QUESTIONS.map((question) => probe({ ...question, at }));
        for (const [number, result] of askedNow(outcome, await compileProbes(probes)).entries()) {
          const question = QUESTIONS[number] as (typeof QUESTIONS)[number];
          const plain: string[] = [];
          for (let call = from; call <= to; call++) plain.push(plainState(outcome, question, call));
          const said = plain.filter((state) => state !== 'unsaid');
          const failing = plain.indexOf('lost');
          if (said.length === 0) expect(result).toMatchObject({ state: 'unsaid', call: to });
          else if (failing >= 0) expect(result).toMatchObject({ state: 'lost', call: from + failing });
          else
            expect(result).toMatchObject({
              state: said.includes('summary') ? 'summary' : 'held',
              passes: true,
              call: to,
            });
        }
      }),
      settings,
    );
  });

  it('messages fare as the ledger says', async () => {
    await fc.assert(
      fc.asyncProperty(outcomes, async (outcome) => {
        const calls = outcome.run.calls.before.length;
        const probes: Probe[] = [];
        const expected: string[] = [];
        for (let message = 0; message < Math.min(12, outcome.run.messageCount); message++) {
          for (let call = 0; call < calls; call++) {
            probes.push(probe({ message, at: call + 1, where: 'anywhere' }));
            expected.push(plainMessageState(outcome, message, call));
          }
        }
        expect(askedNow(outcome, await compileProbes(probes)).map(({ state }) => state)).toEqual(expected);
      }),
      settings,
    );
  });
});
