/** The numbers of a bill that a person may change: each with its meaning, and the way there and back. */

import {
  type BillOptions,
  CACHE_PROFILES,
  type CacheProfile,
  type ScenarioPrices,
  type TokenPrices,
} from '../metrics/bill-prices';

export type { ScenarioPrices } from '../metrics/bill-prices';

/** Cache profiles in the order in which people choose among them. */
export const PROFILES = Object.values(CACHE_PROFILES).map(({ id, label }) => ({ id, label }));

export type CacheNumber = Exclude<keyof CacheProfile, 'id' | 'label' | 'matching'>;
type Where =
  | { group: 'prices'; name: keyof TokenPrices }
  | { group: 'cache'; name: CacheNumber }
  | { group: 'summarizer'; name: 'input' | 'output' }
  | { group: 'gap' };

export interface PriceField {
  id: string;
  label: string;
  unit: string;
  /** One line on what it means. */
  meaning: string;
  where: Where;
  least: number;
  most: number;
  step: number;
  whole: boolean;
}

const price = (name: keyof TokenPrices, label: string, meaning: string): PriceField => ({
  id: name,
  label,
  unit: '$ a million',
  meaning,
  where: { group: 'prices', name },
  least: 0,
  most: 1_000_000,
  step: 0.1,
  whole: false,
});

const cache = (
  name: CacheNumber,
  label: string,
  unit: string,
  meaning: string,
  most: number,
  step = 1,
): PriceField => ({
  id: name,
  label,
  unit,
  meaning,
  where: { group: 'cache', name },
  least: name === 'stepTokens' ? 1 : 0,
  most,
  step,
  whole: unit !== '×' && unit !== 'seconds',
});

const summarizer = (name: 'input' | 'output', label: string): PriceField => ({
  ...price(name, label, `${label}, where it is another model than the agent.`),
  id: `summarizer-${name}`,
  where: { group: 'summarizer', name },
});

const INPUT = price('input', 'Input', 'Tokens that are sent and neither read from the cache nor written to it.');
const OUTPUT = price('output', 'Output', 'Tokens that the agent writes.');
const READ = price('cacheRead', 'Cache read', 'Tokens of the prefix that the cache still has.');
const WRITE = price('cacheWrite', 'Cache write', 'Tokens that go into the cache with this call.');
const WRITE_HOUR = price('cacheWriteHour', 'Cache write, 1 hour', 'Tokens that go into the cache for an hour.');
const MINIMUM = cache(
  'minimumTokens',
  'Least length',
  'tokens',
  'A shorter prefix is neither written nor read.',
  100_000_000,
  128,
);
const STEP = cache(
  'stepTokens',
  'Step',
  'tokens',
  'Cached prefixes end at whole steps beyond the least length.',
  100_000_000,
  64,
);
const BREAKPOINTS = cache(
  'breakpoints',
  'Breakpoints',
  'marks',
  'Ends of prefixes that are marked: the window, the instructions, the window before, the tool schemas, in this order.',
  4,
);
const LOOKBACK = cache(
  'lookbackBlocks',
  'Looked back',
  'blocks',
  'How far before a breakpoint an earlier cached prefix is still found.',
  1_000_000,
);
const LIFETIME = cache(
  'lifetimeSeconds',
  'Time to live',
  'seconds',
  'Without a call for so long, the cache is empty.',
  31_622_400,
  60,
);
const WRITE_TIMES = cache(
  'writeMultiplier',
  'Write',
  '×',
  'A cache write costs the input price times this.',
  1000,
  0.05,
);
const READ_TIMES = cache('readMultiplier', 'Read', '×', 'A cache read costs the input price times this.', 1000, 0.05);
const GAP: PriceField = {
  id: 'assumedGapSeconds',
  label: 'Assumed gap',
  unit: 'seconds',
  meaning: 'The time between two calls where the transcript does not say when they were made.',
  where: { group: 'gap' },
  least: 0,
  most: 31_622_400,
  step: 10,
  whole: false,
};

/** The fields that the profile in force makes use of. */
export function fieldsOf({
  profile,
  summarizerPrices,
}: BillOptions): readonly { title: string; fields: readonly PriceField[] }[] {
  const isOn = profile.matching !== 'off';
  const write = profile.id === 'anthropic-1h' ? WRITE_HOUR : WRITE;
  const matching = profile.matching === 'breakpoints' ? [BREAKPOINTS, LOOKBACK] : [STEP];
  return [
    { title: 'Prices', fields: isOn ? [INPUT, OUTPUT, READ, write] : [INPUT, OUTPUT] },
    ...(isOn ? [{ title: 'Cache', fields: [MINIMUM, ...matching, LIFETIME, GAP, READ_TIMES, WRITE_TIMES] }] : []),
    ...(summarizerPrices
      ? [{ title: 'Summarizer', fields: [summarizer('input', 'Its input'), summarizer('output', 'Its output')] }]
      : []),
  ];
}

/** Whether the number differs from its default because somebody said so. */
export function isGiven({ where }: PriceField, given: ScenarioPrices): boolean {
  if (where.group === 'gap') return given.assumedGapSeconds !== undefined;
  if (where.group === 'cache') return given.cache?.[where.name] !== undefined;
  if (where.group === 'summarizer') return given.summarizer?.prices?.[where.name] !== undefined;
  return given.prices?.[where.name] !== undefined;
}

/** What a scenario says with a number changed; `null` goes back to the default. */
export function withField({ where }: PriceField, given: ScenarioPrices, value: number | null): ScenarioPrices {
  if (where.group === 'gap') return without({ ...given, assumedGapSeconds: value ?? undefined });
  const change = { [where.name]: value ?? undefined };
  if (where.group === 'summarizer') {
    const own = { ...given.summarizer, prices: without({ ...given.summarizer?.prices, ...change }) };
    return without({ ...given, summarizer: without(own) });
  }
  // Of a multiplier and the price in its place only the one that was said last is in force.
  if (where.group === 'cache') {
    const taken = value === null ? {} : REPLACED_PRICES[where.name];
    const prices = without<Partial<TokenPrices>>({ ...given.prices, ...taken });
    return without({ ...given, prices, cache: without({ ...given.cache, ...change }) });
  }
  const taken = value === null ? {} : REPLACED_MULTIPLIER[where.name];
  const cache = without<NonNullable<ScenarioPrices['cache']>>({ ...given.cache, ...taken });
  return without({ ...given, cache, prices: without({ ...given.prices, ...change }) });
}

/** What a multiplier takes the place of, and what a price does. */
const REPLACED_PRICES: { readonly [name in CacheNumber]?: { [name in keyof TokenPrices]?: undefined } } = {
  readMultiplier: { cacheRead: undefined },
  writeMultiplier: { cacheWrite: undefined, cacheWriteHour: undefined },
};
const REPLACED_MULTIPLIER: { readonly [name in keyof TokenPrices]?: { [name in CacheNumber]?: undefined } } = {
  cacheRead: { readMultiplier: undefined },
  cacheWrite: { writeMultiplier: undefined },
  cacheWriteHour: { writeMultiplier: undefined },
};

/** Without what is not set, and without parts that say nothing any more. */
function without<T extends object>(value: { [name in keyof T]: T[name] | undefined }): T {
  const kept = Object.entries(value).filter(
    ([, one]) => one !== undefined && !(typeof one === 'object' && one !== null && Object.keys(one).length === 0),
  );
  return Object.fromEntries(kept) as T;
}

/** The agent's model, with its prices and its maker's cache in the place of what was set before. */
export function withModel(given: ScenarioPrices, model: { provider: string; model: string } | null): ScenarioPrices {
  const { summarizer: own, assumedGapSeconds } = given;
  return without<ScenarioPrices>({ ...(model ?? {}), summarizer: own, assumedGapSeconds });
}

export function withSummarizer(
  given: ScenarioPrices,
  model: { provider: string; model: string } | null,
): ScenarioPrices {
  return without<ScenarioPrices>({ ...given, summarizer: model ?? undefined });
}

/** Another cache, with nothing of the one before. */
export function withProfile(
  { cache: _before, ...given }: ScenarioPrices,
  profile: ScenarioPrices['profile'],
): ScenarioPrices {
  return without<ScenarioPrices>({ ...given, profile });
}
