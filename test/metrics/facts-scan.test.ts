/** Facts in texts: what is found, as what, and that no text makes the scan slow. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import { collectFacts, FactCollector } from '@/lib/metrics/facts/collect';
import { commandsOf, constraintsOf, factsOf } from '@/lib/metrics/facts/scan';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { messagesFrom } from '../fixtures/transcript-text';

const told = (text: string) => factsOf(text).map(({ kind, value }) => `${kind} ${value}`);

describe('kinds', () => {
  it.each<[string, string[]]>([
    ['see src/pay/client.ts:14, then /etc/hosts.', ['path src/pay/client.ts', 'path /etc/hosts']],
    ['read https://pay.example/a?b=1 (docs)', ['url https://pay.example/a?b=1']],
    ['it listens on 8443 and takes 1,720 ms', ['number 8443', 'number 1,720 ms']],
    ['version 4.1.12 of the client', ['number 4.1.12']],
    ['INC-2291 was fixed in 9f3c2ab', ['id INC-2291', 'id 9f3c2ab']],
    ['id 3f2b8c1e-0d4a-4c7b-9e21-5a6b7c8d9e0f', ['id 3f2b8c1e-0d4a-4c7b-9e21-5a6b7c8d9e0f']],
    ['TimeoutError: upstream took too long', ['error TimeoutError: upstream took too long']],
    ['set retry_limit in PaymentClient', ['name retry_limit', 'name PaymentClient']],
    ['run `npm test -- --watch` first', ['command npm test -- --watch']],
    ['$ git push origin main', ['command git push origin main']],
    ['either and/or both, step 7 of 9', []],
    ['0 1 true ok done', []],
  ])('%s', (text, facts) => {
    expect(told(text).sort()).toEqual(expect.arrayContaining(facts.sort()));
    if (facts.length === 0) expect(told(text)).toEqual([]);
  });

  it('commands stand in the arguments of a call', () => {
    expect(commandsOf('{"command":"npm run \\"build\\"\\nls"}')).toEqual([
      { kind: 'command', value: 'npm run "build"' },
    ]);
    expect(commandsOf('{"command":"bad \\q"}')).toEqual([]);
  });

  it.each([
    ['You must keep the currency in euros. Thanks for that.', ['You must keep the currency in euros.']],
    ['- Never restart db-3\n- Have fun there', ['Never restart db-3']],
    ['Bitte niemals die Datenbank löschen.', ['Bitte niemals die Datenbank löschen.']],
    ['Il faut toujours garder les logs.', ['Il faut toujours garder les logs.']],
    ['Nunca borres los datos de ayer.', ['Nunca borres los datos de ayer.']],
    ['Use the staging database for this.', ['Use the staging database for this.']],
    ['We make use of it a lot around here.', []],
    ['All is well with the service today.', []],
  ])('what a person demands: %s', (text, demands) => {
    expect(constraintsOf(text).map(({ value }) => value)).toEqual(demands);
  });
});

describe('of a transcript', () => {
  const messages = messagesFrom(`
    system:    Always answer in English, please.
    user:      The ticket is INC-2291, in src/pay/client.ts.
    assistant: Reading. -> read_file#c1({"path":"src/pay/client.ts"})
    tool c1:   import { settle_payment } from './ledger'; // seen_once
    assistant: I call settle_payment for INC-2291.
  `);

  it('are kept with all their mentions, calls included; a use is a later mention by the assistant', () => {
    const facts = collectFacts(indexTranscript({ messages }));
    const of = (value: string) => facts.find((fact) => fact.value === value);
    expect(Array.from(of('src/pay/client.ts')?.mentions ?? [])).toEqual([1, 2]);
    expect(Array.from(of('INC-2291')?.uses ?? [])).toEqual([4]);
    expect(Array.from(of('settle_payment')?.mentions ?? [])).toEqual([3, 4]);
    expect(of('Always answer in English, please.')?.kind).toBe('constraint');
    expect(of('seen_once')).toBeUndefined();
    expect(facts[0]?.uses.length).toBe(1);
  });

  it("that are demands are a person's, not what a tool writes in the user's name", () => {
    const caveat = '<local-command-caveat>You must never answer to these messages.</local-command-caveat>';
    const facts = collectFacts(
      indexTranscript({
        messages: [
          { role: 'user', content: `${caveat} You must keep the old table.` },
          { role: 'user', content: 'Caveat: The messages below came from a command. You must never answer to them.' },
        ],
      }),
    );
    expect(facts.filter(({ kind }) => kind === 'constraint').map(({ value }) => value)).toEqual([
      'You must keep the old table.',
    ]);
  });

  it('are the same in steps as at once, mentions ascending, values only once, each in the texts that mention it', () => {
    fc.assert(
      fc.property(arbitraryTranscript, fc.integer({ min: 1, max: 500 }), (transcript, length) => {
        const index = indexTranscript(transcript);
        const collector = new FactCollector(index);
        while (collector.step(length));
        const facts = collectFacts(index);
        expect(collector.finish()).toEqual(facts);
        expect(new Set(facts.map(({ value }) => value)).size).toBe(facts.length);
        for (const { value, kind, mentions, uses } of facts) {
          for (const [place, message] of mentions.entries()) {
            if (place > 0) expect(message).toBeGreaterThan(mentions[place - 1] as number);
            const { content, tool_calls: calls = [] } = transcript.messages[message] ?? { content: '' };
            const text = [content ?? '', ...calls.map((call) => call.function.arguments)].join('\n');
            if (kind !== 'command') expect(text).toContain(value);
          }
          for (const use of uses) expect(use).toBeGreaterThan(mentions[0] as number);
        }
      }),
      { seed: 91, numRuns: Number(process.env.RUNS ?? 60) },
    );
  });
});

describe('texts made to hurt', () => {
  const HARD: [string, (size: number) => string][] = [
    ['one long word', (size) => 'a'.repeat(size)],
    ['slashes', (size) => 'a/'.repeat(size / 2)],
    ['dots', (size) => 'a.'.repeat(size / 2)],
    ['underscores', (size) => 'a_'.repeat(size / 2)],
    ['camels', (size) => 'Aa'.repeat(size / 2)],
    ['digits', (size) => '1,'.repeat(size / 2)],
    ['hexadecimal', (size) => 'abc123def-'.repeat(size / 10)],
    ['backticks', (size) => '`a'.repeat(size / 2)],
    ['prompts', (size) => '$ a'.repeat(size / 3)],
    ['no full stop', (size) => 'must go on '.repeat(size / 11)],
    ['addresses', (size) => 'http://'.repeat(size / 7)],
    ['errors', (size) => 'EAAAAError'.repeat(size / 10)],
  ];

  it.each(HARD)('%s: the work grows with the text, not with its square', (_name, make) => {
    const workOf = (size: number) => {
      const text = make(size);
      const { user } = process.cpuUsage();
      factsOf(text);
      constraintsOf(text);
      return process.cpuUsage().user - user;
    };
    const least = (size: number) => Math.min(workOf(size), workOf(size), workOf(size));
    least(7_500);
    // Under a millisecond there is nothing to compare.
    expect(least(60_000) / Math.max(1000, least(7_500))).toBeLessThan(32);
  });
});
