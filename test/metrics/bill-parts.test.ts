/** Compactions with their break-even, bills held against each other, sliding windows and times: plainly, and by hand. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { type Bill, bill } from '@/lib/metrics/bill';
import { callTimes, exchangeCalls, timeOf } from '@/lib/metrics/bill-calls';
import { compareBills } from '@/lib/metrics/bill-compare';
import { CACHE_PROFILES, EXAMPLE_PRICES, billOptions as optionsOf, profileFor } from '@/lib/metrics/bill-prices';
import { replayed } from '../systems/support';
import { billOptions } from './bill-options';
import { billedCases, billedRun, type Piece, sumOf } from './billed-runs';
import { PlainCache, plainCost } from './plain-bill';

const seeded = { seed: 20_261_130, numRuns: Number(process.env.RUNS ?? 120) };

describe('compactions', () => {
  it('cost what they cost over a window that only grew, and pay back when later calls have made up for it', () => {
    const seen = { never: 0, atOnce: 0, within: 0, beyond: 0 };
    fc.assert(
      fc.property(billedCases, billOptions, (one, given) => {
        const { of, windows } = billedRun(one);
        const made = bill(of, given);
        const last = windows.length - 1;
        for (const compaction of made.compactions) {
          const { call, freedTokens, cost } = compaction;
          const cache = new PlainCache(given.profile);
          for (let earlier = 0; earlier < call; earlier++) {
            if (made.expired.includes(earlier)) cache.expire();
            cache.request(windows[earlier] as Piece[]);
          }
          if (made.expired.includes(call)) cache.expire();
          const come: Piece = {
            key: 'come',
            tokens: of.trace.added[call] as number,
            blocks: of.trace.addedBlocks[call] as number,
            isInstruction: false,
          };
          const before = windows[call - 1] ?? (windows[0] as Piece[]).slice(0, 1);
          const grown = [...before, come];
          expect(freedTokens).toBe(sumOf(grown, 'tokens') - sumOf(windows[call] as Piece[], 'tokens'));
          if (call > 0) {
            const rewritten = (made.inputCost[call] as number) - plainCost(cache.split(grown), given);
            expect(compaction.rewriteCost).toBeCloseTo(rewritten, 12);
          }
          expect(cost).toBeCloseTo(compaction.rewriteCost + (made.summarizerCost[call] as number), 12);
          // Call by call, the freed tokens at the price at which they would have been read or written.
          const rate = (at: number) => {
            const prices =
              given.prices.tiers.filter((t) => (of.trace.sent[at] as number) > t.overTokens).at(-1) ?? given.prices;
            if (given.profile.matching === 'off') return prices.input / 1e6;
            return made.expired.includes(at)
              ? (prices.cacheWrite ?? prices.input * given.profile.writeMultiplier) / 1e6
              : (prices.cacheRead ?? prices.input * given.profile.readMultiplier) / 1e6;
          };
          let after = 0;
          let saved = 0;
          while (call + after < last && saved < cost * (1 - 1e-9)) saved += freedTokens * rate(call + ++after);
          if (cost <= 1e-12) {
            expect(compaction.paysBackAfter).toBe(0);
            seen.atOnce++;
          } else if (saved >= cost * (1 - 1e-9)) {
            expect(compaction.paysBackAfter).toBe(after);
            seen.within++;
          } else if (freedTokens <= 0) {
            expect(compaction.paysBackAfter).toBeNull();
            seen.never++;
          } else if (compaction.paysBackAfter !== null) {
            expect(compaction.paysBackAfter).toBeGreaterThan(compaction.callsLeft);
            seen.beyond++;
          } else expect(compaction.savingPerCall).toBe(0);
        }
      }),
      seeded,
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });

  it('belong to the calls at which their summarizer was asked', () => {
    let requests = 0;
    fc.assert(
      fc.property(billedCases, (one) => {
        const { run, exchanges, of } = billedRun(one);
        // Asked for more than there are, it gives one for each and none besides.
        const calls = Array.from(exchangeCalls(run, [...exchanges, null, null]));
        requests += calls.length;
        expect(calls).toHaveLength(exchanges.length);
        expect(calls).toEqual([...calls].sort((a, b) => a - b));
        // An answer stands in the window from the call on at which it was given.
        const answered = run.inserts.filter(({ kind }) => kind === 'summary').map(({ call }) => call);
        for (const call of answered) expect(calls).toContain(call);
        expect(of.summarizerInput.reduce((sum, tokens) => sum + tokens, 0)).toBe(
          exchanges.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
        );
      }),
      seeded,
    );
    expect(requests).toBeGreaterThan(100);
  });
});

it('bills are held against each other call by call, and one is ahead from where it costs less and never falls back', () => {
  fc.assert(
    fc.property(billedCases, billOptions, (one, given) => {
      const own = bill(billedRun(one).of, given);
      const base = bill(billedRun({ ...one, system: 'none', config: {} }).of, given);
      const { saved, ahead, aheadFrom, ratio } = compareBills(own, base);
      expect(saved).toBeCloseTo(base.totals.cost - own.totals.cost, 12);
      const later = Array.from(ahead, (_value, call) => ahead.slice(call).every((value) => value > 1e-12));
      expect(aheadFrom).toBe(later.includes(true) ? later.indexOf(true) : null);
      if (ratio !== null) expect(ratio * base.totals.cost).toBeCloseTo(own.totals.cost, 12);
    }),
    { ...seeded, numRuns: 60 },
  );
});

it('equal bills are not ahead of each other, at no call', () => {
  const costs = (...cumulative: number[]) =>
    ({ cumulative: Float64Array.from(cumulative), totals: { cost: cumulative.at(-1) } }) as unknown as Bill;
  const same = costs(0.1, 0.3, 0.6);
  expect(compareBills(same, same)).toMatchObject({ saved: 0, ratio: 1, aheadFrom: null });
  // The same sum in another order of adding is no lead.
  expect(compareBills(costs(0.1, 0.6), costs(0.1, 0.1 + 0.2 + 0.3)).aheadFrom).toBeNull();
  // The same at first, cheaper only from the third call on.
  expect(compareBills(costs(0.1, 0.3, 0.5), same).aheadFrom).toBe(2);
  expect(compareBills(costs(0.1, 0.2, 0.6), same).aheadFrom).toBeNull();
});

function talk(turns: number): Message[] {
  return Array.from({ length: turns }, (_, turn): Message[] => [
    { role: 'user', content: `question ${turn} ${'word '.repeat(40)}` },
    { role: 'assistant', content: `answer ${turn} ${'word '.repeat(40)}` },
  ]).flat();
}

function slid(system: string, config = {}) {
  const { of } = billedRun({ system, config, guards: true, summarizer: 'short', transcript: { messages: talk(40) } });
  return bill(of, optionsOf({ profile: 'anthropic-5m', cache: { minimumTokens: 0 } }));
}

describe('a sliding window', () => {
  it('is told where a window slides at every call and the cache gives next to nothing', () => {
    const { sliding, breaks } = slid('message-cap', { maxMessages: 8 });
    expect(breaks.length).toBeGreaterThan(30);
    expect(sliding?.readShare).toBe(0);
    expect(sliding?.calls).toEqual(breaks);
    expect(sliding?.sentence).toContain('only 0 %');
  });

  it('is not told of a window that only grows, or that changes now and then', () => {
    expect(slid('none').sliding).toBeNull();
    const now = slid('managed-window', { window: 2000, ratio: 1, reserveCompletion: 0 });
    expect(now.breaks.length).toBeGreaterThan(0);
    expect(now.sliding).toBeNull();
  });
});

describe('times', () => {
  it.each([
    ['2026-03-01T09:30:00Z', Date.UTC(2026, 2, 1, 9, 30)],
    ['2026-03-01T09:30:00.250+02:00', Date.UTC(2026, 2, 1, 7, 30, 0, 250)],
    ['2026-03-01 09:30', Date.UTC(2026, 2, 1, 9, 30)],
    ['1772357400', 1_772_357_400_000],
    ['1772357400000', 1_772_357_400_000],
  ])('%s', (text, milliseconds) => {
    expect(timeOf(text)).toBe(milliseconds);
  });

  it.each([undefined, '', 'yesterday', '2026-13-45T99:99:00Z', '12', '2026-03-01'])('of %s are unknown', (text) => {
    expect(timeOf(text)).toBeNaN();
  });

  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const messages: Message[] = [
    { role: 'user', content: 'one', timestamp: at(0) },
    { role: 'assistant', content: 'two', timestamp: at(1) },
    { role: 'user', content: 'three' },
    { role: 'assistant', content: 'four', timestamp: at(30) },
    { role: 'user', content: 'five', timestamp: at(20) },
    { role: 'assistant', content: 'six' },
  ];

  it('of calls are those of the last message before, else of the answer', () => {
    const { run, index } = replayed('none', messages);
    expect(Array.from(callTimes(run, index))).toEqual([
      Date.parse(at(0)),
      Date.parse(at(30)),
      Date.parse(at(20)),
      Number.NaN,
    ]);
  });

  it('empty the cache after its lifetime; a gap that is unknown or goes backwards takes the assumed one', () => {
    const { of } = billedRun({
      system: 'none',
      config: {},
      guards: true,
      summarizer: 'short',
      transcript: { messages },
    });
    const under = (assumedGapSeconds: number) =>
      bill(of, { ...optionsOf({ profile: 'anthropic-5m', cache: { minimumTokens: 0 } }), assumedGapSeconds });
    expect(Array.from(under(30).expired)).toEqual([1]);
    expect(under(30).unknownGaps).toBe(2);
    expect(Array.from(under(301).expired)).toEqual([1, 2, 3]);
    expect(under(301).totals.read).toBe(0);
  });
});

describe('options', () => {
  it('take the profile of the provider, and overrule prices and cache', () => {
    expect(profileFor('google')).toBe('gemini');
    expect(optionsOf({ provider: 'openai' }).profile).toEqual(CACHE_PROFILES.openai);
    const model = { ...EXAMPLE_PRICES, cacheRead: 0.3, tiers: [{ ...EXAMPLE_PRICES, overTokens: 9, input: 6 }] };
    const made = optionsOf({ provider: 'anthropic', prices: { input: 1 }, cache: { readMultiplier: 0.2 } }, model);
    expect(made.prices).toEqual({
      ...EXAMPLE_PRICES,
      input: 1,
      tiers: [{ ...EXAMPLE_PRICES, overTokens: 9, input: 1 }],
    });
    expect(made.profile.readMultiplier).toBe(0.2);
    expect(optionsOf({}).summarizerPrices).toBeNull();
    expect(optionsOf({ summarizer: { prices: { output: 1 } } }).summarizerPrices).toMatchObject({
      input: 3,
      output: 1,
    });
  });
});
