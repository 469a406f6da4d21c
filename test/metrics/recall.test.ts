/** Misses and recall on any run: as a plain look at every window finds them, and 1 where nothing is taken. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivedBy, windowAt } from '@/lib/engine/ledger';
import type { Item } from '@/lib/engine/run';
import { Standing } from '@/lib/engine/standing';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { collectFacts, type Fact } from '@/lib/metrics/facts/collect';
import { FactReader } from '@/lib/metrics/facts/recall';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { messagesFrom } from '../fixtures/transcript-text';
import { CONFIGS } from '../systems/arbitrary-configs';
import { type Replayed, replayed } from '../systems/support';

const SAYINGS = [
  'src/pay/client.ts',
  'port 8443',
  'INC-2291',
  'https://pay.example/a?b=1',
  'retry_limit',
  'TimeoutError: too slow',
  'You must never restart db-3.',
];

/** Transcripts whose messages say the same few things again and again. */
const telling: fc.Arbitrary<Transcript> = fc
  .tuple(arbitraryTranscript, fc.array(fc.nat({ max: 2 * SAYINGS.length }), { minLength: 1, maxLength: 40 }))
  .map(([{ messages, tools }, said]) => ({
    messages: messages.map((message, at): Message => {
      const saying = SAYINGS[said[at % said.length] as number];
      return saying === undefined ? message : { ...message, content: `${message.content ?? ''} ${saying}`.trim() };
    }),
    ...(tools ? { tools } : {}),
  }));

function readerOf({ run, index, system, config, guards }: Replayed): { facts: Fact[]; reader: FactReader } {
  const present = (item: Item) => system.present(item, run, index, config, guards);
  return { facts: collectFacts(index), reader: new FactReader(run, present) };
}

function textOf(message: Message): string {
  const calls = (message.tool_calls ?? []).map((call) => `${call.function.name} ${call.function.arguments}`);
  return [message.content ?? '', ...calls].join('\n');
}

/** Where a fact stands, by reading the whole window as it is sent. */
function plainStanding(outcome: Replayed, fact: Fact, call: number): number {
  const { run, system, index, config, guards } = outcome;
  const arrived = arrivedBy(run, call);
  if (!fact.mentions.some((message) => message < arrived)) return Standing.unsaid;
  let best: number = Standing.gone;
  for (const item of windowAt(run, call)) {
    if (!textOf(system.present(item, run, index, config, guards)).includes(fact.value)) continue;
    if (item < 0) best = Math.min(best, Standing.summary);
    else if (fact.mentions.includes(item)) return Standing.verbatim;
  }
  return best;
}

const settings = { seed: 71, numRuns: Number(process.env.RUNS ?? 40) };

describe('on any run', () => {
  const managed = fc.record({
    ratio: fc.constant(1),
    reserveCompletion: fc.constant(0),
    window: fc.integer({ min: 60, max: 900 }),
    maxToolTokens: fc.integer({ min: 5, max: 60 }),
  });

  it.each(Object.entries({ ...CONFIGS, 'managed-window': managed }))(
    '%s: each fact stands where a plain look at the window finds it, and misses are the uses that find nothing',
    (id, config) => {
      fc.assert(
        fc.property(telling, config, fc.boolean(), (transcript, given, guards) => {
          const summarizer = ({ ordinal }: { ordinal: number }) => `S${ordinal} retry_limit`;
          const outcome = replayed(id, transcript, { config: given, guards, summarizer });
          const { run } = outcome;
          const { facts, reader } = readerOf(outcome);
          const expected: string[] = [];
          let uses = 0;
          for (let call = 0; call < run.calls.before.length; call++) {
            const standings = reader.standings(facts, call);
            for (const [number, fact] of facts.entries()) {
              const plain = plainStanding(outcome, fact, call);
              // Word for word inside a message that joins several is as good as in a message of its own.
              const isJoined = plain === Standing.summary && standings[number] === Standing.verbatim;
              if (!isJoined) expect(standings[number]).toBe(plain);
              if (!fact.uses.includes(run.calls.before[call] as number)) continue;
              uses++;
              if (plain === Standing.gone) expected.push(`${call} ${number}`);
            }
          }
          const { misses, recall, ...counted } = reader.recall(facts);
          expect(misses.map(({ call, fact }) => `${call} ${fact}`)).toEqual(expected);
          expect(counted.uses).toBe(uses);
          expect(recall).toBeCloseTo(uses === 0 ? 1 : 1 - expected.length / uses, 12);
          for (const { lostAt, call, message, fact } of misses) {
            expect(lostAt).toBeGreaterThanOrEqual(0);
            expect(lostAt).toBeLessThanOrEqual(call);
            expect(run.calls.before[call]).toBe(message);
            if (lostAt > 0) expect(plainStanding(outcome, facts[fact] as Fact, lostAt)).not.toBe(Standing.verbatim);
          }
        }),
        settings,
      );
    },
  );

  it('where nothing is taken recall is 1', () => {
    fc.assert(
      fc.property(telling, (transcript) => {
        const { facts, reader } = readerOf(replayed('none', transcript));
        expect(reader.recall(facts)).toMatchObject({ recall: 1, misses: [], inSummary: 0 });
      }),
      settings,
    );
  });

  it('a smaller cap by count never has the better recall', () => {
    fc.assert(
      fc.property(
        telling,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (transcript, one, other) => {
          const [least, most] = [Math.min(one, other), Math.max(one, other)].map((maxMessages) => {
            const { facts, reader } = readerOf(
              replayed('message-cap', transcript, { config: { maxMessages }, guards: false }),
            );
            return reader.recall(facts).recall;
          });
          expect(least).toBeLessThanOrEqual(most as number);
        },
      ),
      settings,
    );
  });
});

describe('the worked example', () => {
  it('a path that is used after its message was dropped is a miss, told with where it went', () => {
    const messages = messagesFrom(`
      user:      Fix the bug in src/pay/client.ts, ticket INC-2291.
      assistant: I read src/pay/client.ts first.
      user:      Go on.
      assistant: Working.
      user:      Go on.
      assistant: Done in src/pay/client.ts for INC-2291.
    `);
    const outcome = replayed('message-cap', messages, { config: { maxMessages: 2 }, guards: false });
    const { facts, reader } = readerOf(outcome);
    const { uses, misses, recall } = reader.recall(facts);
    expect(uses).toBe(3);
    const told = misses.map(({ fact, call, lostAt }) => `${facts[fact]?.value} used at ${call}, gone at ${lostAt}`);
    expect(told.sort()).toEqual(['INC-2291 used at 2, gone at 1', 'src/pay/client.ts used at 2, gone at 2']);
    expect(recall).toBeCloseTo(1 / 3, 12);
  });

  it('what the user says again is in the window, and no miss', () => {
    const messages = messagesFrom(`
      user:      The port is 8443.
      assistant: Fine.
      user:      And now? The port is 8443.
      assistant: It listens on 8443.
    `);
    const outcome = replayed('message-cap', messages, { config: { maxMessages: 1 }, guards: false });
    const { facts, reader } = readerOf(outcome);
    expect(reader.recall(facts)).toMatchObject({ uses: 1, recall: 1 });
  });
});
