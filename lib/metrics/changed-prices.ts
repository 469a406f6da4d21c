/** Which settings of a bill are not the model's and the cache's own, in words: "input $2", "write multiplier 0". */

import { decimal, whole } from '../engine/figures';
import type { ScenarioPrices, TokenPrices } from './bill-prices';

type Cache = NonNullable<ScenarioPrices['cache']>;

/** $3, $1,000, $0.075. */
export function dollars(price: number): string {
  if (Number.isInteger(price)) return `$${whole(price)}`;
  return `$${price < 0.1 ? String(Number(price.toPrecision(3))) : decimal(price)}`;
}

const PRICES: Readonly<Record<keyof TokenPrices, string>> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache read',
  cacheWrite: 'cache write',
  cacheWriteHour: 'cache write for an hour',
};

const CACHE: { readonly [name in keyof Required<Cache>]: (value: Required<Cache>[name]) => string } = {
  matching: (value) => `prefixes found by ${value}`,
  minimumTokens: (value) => `least length ${whole(value)} tokens`,
  stepTokens: (value) => `steps of ${whole(value)} tokens`,
  breakpoints: (value) => `breakpoints ${value}`,
  lookbackBlocks: (value) => `looked back ${whole(value)} blocks`,
  lifetimeSeconds: (value) => `time to live ${seconds(value)}`,
  writeMultiplier: (value) => `write multiplier ${value}`,
  readMultiplier: (value) => `read multiplier ${value}`,
};

/** 30 s, 0.5 s, 1,800 s. */
export function seconds(value: number): string {
  return `${Number.isInteger(value) ? whole(value) : value} s`;
}

function priceWords(prices: Partial<TokenPrices> = {}, whose = ''): string[] {
  const names = Object.keys(PRICES) as (keyof TokenPrices)[];
  return names.flatMap((name) => {
    const price = prices[name];
    return price === undefined || price === null ? [] : [`${whose}${PRICES[name]} ${dollars(price)}`];
  });
}

function cacheWords<Name extends keyof Cache>(cache: Cache, name: Name): string[] {
  const value = cache[name] as Required<Cache>[Name] | undefined;
  return value === undefined ? [] : [CACHE[name](value)];
}

/** In the order in which the page shows them. */
export function changedSettings({ prices, cache = {}, summarizer, assumedGapSeconds }: ScenarioPrices): string[] {
  return [
    ...priceWords(prices),
    ...(Object.keys(CACHE) as (keyof Cache)[]).flatMap((name) => cacheWords(cache, name)),
    ...(assumedGapSeconds === undefined ? [] : [`assumed gap ${seconds(assumedGapSeconds)}`]),
    ...priceWords(summarizer?.prices, 'summarizer’s '),
  ];
}
