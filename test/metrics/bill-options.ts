/** Cache profiles and prices of every shape, for property tests of the bill. */

import fc from 'fast-check';
import { type BillOptions, CACHE_PROFILES, type CacheProfile, type Prices } from '@/lib/metrics/bill-prices';

const profiles: fc.Arbitrary<CacheProfile> = fc
  .record({
    matching: fc.constantFrom('breakpoints', 'breakpoints', 'steps', 'off' as const),
    minimumTokens: fc.constantFrom(0, 20, 60, 200),
    stepTokens: fc.constantFrom(1, 7, 32),
    breakpoints: fc.integer({ min: 0, max: 4 }),
    lookbackBlocks: fc.constantFrom(0, 2, 5, 20),
    lifetimeSeconds: fc.constantFrom(300, 3600),
    writeMultiplier: fc.constantFrom(1, 1.25, 2),
    readMultiplier: fc.constantFrom(0.1, 0.5),
  })
  .map((given) => ({ ...CACHE_PROFILES.custom, ...given }));

const price = fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4);
export const tokenPrices = fc.record({
  input: price,
  output: price,
  cacheRead: fc.option(price),
  cacheWrite: fc.option(price),
  cacheWriteHour: fc.option(price),
});
const prices: fc.Arbitrary<Prices> = fc
  .record({
    base: tokenPrices,
    over: fc.option(fc.record({ at: fc.integer({ min: 20, max: 200 }), prices: tokenPrices })),
  })
  .map(({ base, over }) => ({ ...base, tiers: over ? [{ ...over.prices, overTokens: over.at }] : [] }));

export const billOptions: fc.Arbitrary<BillOptions> = fc.record({
  prices,
  profile: profiles,
  summarizerPrices: fc.option(prices),
  assumedGapSeconds: fc.constantFrom(10, 1000),
});
