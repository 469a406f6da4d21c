/** Findings on any run: the same twice, in range, in whole sentences; and what they are made of against the ledger. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import { fateAt } from '@/lib/engine/ledger';
import { State } from '@/lib/engine/run';
import { examine } from '@/lib/metrics/findings';
import { departuresOf } from '@/lib/metrics/findings/departures';
import { factsIn, hasFact } from '@/lib/metrics/findings/facts';
import { chars4 } from '@/lib/tokenizers/chars4';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { messagesFrom } from '../fixtures/transcript-text';
import { CONFIGS } from '../systems/arbitrary-configs';
import { replayed } from '../systems/support';
import { group, situation, turns } from './support';

const opening = messagesFrom(`
  system: You are an engineer.
  user:   TASK: find out why checkout is slow
`);
const _phases = { counter: 'chars4', hardLimit: 600, targetLimit: 300, keepRecent: 2 };
const exact = { ratio: 1, reserveCompletion: 0 };

describe('on any run', () => {
  it.each(Object.entries(CONFIGS))(
    '%s: the same findings twice, calls in order and in range, sentences whole',
    (id, config) => {
      fc.assert(
        fc.property(arbitraryTranscript, config, fc.boolean(), (transcript, given, guards) => {
          const options = { config: given, guards };
          const { findings, run } = situation(id, transcript, options);
          expect(situation(id, transcript, options).findings).toEqual(findings);
          for (const { calls, sentence, title } of findings) {
            expect(calls.length).toBeGreaterThan(0);
            for (const [place, at] of calls.entries()) {
              expect(at).toBeLessThan(run.calls.before.length);
              if (place > 0) expect(at).toBeGreaterThan(calls[place - 1] as number);
            }
            expect(`${title} ${sentence}`).not.toMatch(/undefined|NaN|Infinity|null|\(\)|-\d+ tokens/);
            expect(sentence).toMatch(/\.$/);
          }
          expect(new Set(findings.map((one) => one.id)).size).toBe(findings.length);
        }),
        { seed: 51, numRuns: Number(process.env.RUNS ?? 60) },
      );
    },
  );

  it.each(Object.entries(CONFIGS))(
    '%s: departures are where the ledger says that messages leave for good',
    (id, config) => {
      fc.assert(
        fc.property(arbitraryTranscript, config, fc.boolean(), (transcript, given, guards) => {
          const { run } = replayed(id, transcript, { config: given, guards });
          const { left, lost } = departuresOf(run);
          const last = run.calls.before.length - 1;
          for (let message = 0; message < run.messageCount; message++) {
            const arrival = run.arrivals.call[message] as number;
            const at = (call: number) => (call < arrival ? State.absent : fateAt(run, message, call).state);
            const stands = (call: number) => at(call) === State.verbatim || at(call) === State.truncated;
            expect((left[message] as number) < 0).toBe(stands(last));
            const isGone = at(last) === State.evicted || at(last) === State.refused;
            expect((lost[message] as number) >= 0).toBe(isGone);
            for (const call of [lost[message] as number]) {
              if (call < 0) continue;
              for (let later = call; later <= last; later++)
                expect([State.evicted, State.refused]).toContain(at(later));
            }
          }
        }),
        { seed: 52, numRuns: Number(process.env.RUNS ?? 60) },
      );
    },
  );

  it('an examination crosses to another thread, and leaves the run as it was', () => {
    const { run, index, system, config, guards } = replayed('managed-window', [...opening, ...turns(60)], {
      config: { ...exact, window: 1500 },
    });
    const before = structuredClone(run);
    const outcome = examine({ run, index, system, config, guards, counts: countTranscript(index.transcript, chars4) });
    expect(structuredClone(outcome)).toEqual(outcome);
    expect(run).toEqual(before);
  });

  it('the gravest come first', () => {
    const { findings } = situation('message-cap', [...opening, ...turns(30), ...group('c', 'x')], {
      config: { maxMessages: 4 },
      guards: false,
    });
    const ranks = findings.map(({ severity }) => ['error', 'warning', 'note'].indexOf(severity));
    expect(ranks.length).toBeGreaterThan(1);
    expect(ranks).toEqual([...ranks].sort());
  });
});

describe('facts', () => {
  it.each<[string, string[]]>([
    ['latency 1,720 ms at 99.9 %', ['1720', '99.9']],
    ['see src/pay/client.ts:14 and /etc/hosts.', ['src/pay/client.ts', '/etc/hosts', '14']],
    ['either and/or both, step 7', []],
    ['~/notes ../up.txt', ['~/notes', '../up.txt']],
  ])('%s', (said, facts) => {
    expect(factsIn(said, 2)).toEqual(facts);
  });

  it('are found whole, with or without separators', () => {
    expect(hasFact('it took 1,720 ms', '1720')).toBe(true);
    expect(hasFact('id 51720', '1720')).toBe(false);
    expect(hasFact('17203', '1720')).toBe(false);
    expect(hasFact('a/b/c.ts', 'b/c.ts')).toBe(true);
  });
});
