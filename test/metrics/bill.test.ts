/** The bill against one made the slow way, for every system, profile and set of prices; and its parts by hand. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bill } from '@/lib/metrics/bill';
import { CACHE_PROFILES, type Prices } from '@/lib/metrics/bill-prices';
import { billOptions, tokenPrices } from './bill-options';
import { billedCases, billedRun, sumOf } from './billed-runs';
import { PlainCache, plainCost } from './plain-bill';

const seeded = { seed: 20_261_130, numRuns: Number(process.env.RUNS ?? 120) };

describe('on any run', () => {
  it('every call reads, writes and pays what a set of prefixes says', () => {
    const seen = { read: 0, expired: 0, breaks: 0 };
    fc.assert(
      fc.property(billedCases, billOptions, (one, given) => {
        const { of, windows } = billedRun(one);
        const made = bill(of, given);
        const cache = new PlainCache(given.profile);
        let cumulative = 0;
        for (const [call, window] of windows.entries()) {
          const gap = ((of.times[call] as number) - (of.times[call - 1] ?? Number.NaN)) / 1000;
          const expires = call > 0 && (gap >= 0 ? gap : given.assumedGapSeconds) > given.profile.lifetimeSeconds;
          if (expires) cache.expire();
          expect(made.expired.includes(call)).toBe(expires);
          const split = cache.request(window);
          const own = { read: made.read[call], written: made.written[call], uncached: made.uncached[call] };
          expect(own, `call ${call}`).toEqual(split);
          expect(made.inputCost[call]).toBeCloseTo(plainCost(split, given), 12);
          cumulative += made.cost[call] as number;
          expect(made.cumulative[call]).toBeCloseTo(cumulative, 12);
          seen.read += split.read;
          seen.expired += Number(expires);
        }
        seen.breaks += made.breaks.length;
        expect(made.totals.read + made.totals.written + made.totals.uncached).toBe(
          windows.reduce((sum, window) => sum + sumOf(window, 'tokens'), 0),
        );
        expect(made.totals.cost).toBeCloseTo(cumulative, 12);
      }),
      seeded,
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(200);
  });

  it("bills every word of the summarizer's, at its own prices", () => {
    let billedExchanges = 0;
    fc.assert(
      fc.property(billedCases, tokenPrices, (one, own) => {
        const { of, exchanges, run } = billedRun(one);
        const free: Prices = {
          input: 0,
          output: 0,
          cacheRead: null,
          cacheWrite: null,
          cacheWriteHour: null,
          tiers: [],
        };
        const made = bill(of, {
          prices: free,
          profile: CACHE_PROFILES['anthropic-5m'],
          summarizerPrices: { ...own, tiers: [] },
          assumedGapSeconds: 30,
        });
        let cost = 0;
        for (const { inputTokens, outputTokens } of exchanges)
          cost += inputTokens * own.input + outputTokens * own.output;
        expect(made.totals.cost * 1e6).toBeCloseTo(cost, 6);
        expect(exchanges).toHaveLength(run.summarizerCalls);
        billedExchanges += exchanges.length;
      }),
      { ...seeded, numRuns: 80 },
    );
    expect(billedExchanges).toBeGreaterThan(100);
  });

  it('without a cache and without output it is the sent tokens at the input price', () => {
    fc.assert(
      fc.property(billedCases, (one) => {
        const { of } = billedRun(one);
        const flat: Prices = { input: 1e6, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, tiers: [] };
        const made = bill(of, {
          prices: flat,
          profile: CACHE_PROFILES.none,
          summarizerPrices: { ...flat, input: 0 },
          assumedGapSeconds: 30,
        });
        expect(Array.from(made.cost)).toEqual(Array.from(of.trace.sent));
        expect([made.totals.read, made.totals.written, made.totals.readShare]).toEqual([0, 0, 0]);
      }),
      { ...seeded, numRuns: 60 },
    );
  });
});
