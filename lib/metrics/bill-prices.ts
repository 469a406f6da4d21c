/** What a bill is reckoned with: prices a million tokens, and how a provider's prompt cache behaves. Plain, editable values. */

/** Dollars for a million tokens. A cache price that is null is the input price × the profile's multiplier. */
export interface TokenPrices {
  input: number;
  output: number;
  cacheRead: number | null;
  cacheWrite: number | null;
  /** Where a write that lasts an hour has a price of its own. */
  cacheWriteHour: number | null;
}

/** Prices of a request with more than `overTokens` of input, for all of its tokens. */
export interface PriceTier extends TokenPrices {
  overTokens: number;
}

export interface Prices extends TokenPrices {
  /** Ascending. */
  tiers: PriceTier[];
}

export const CACHE_PROFILE_IDS = ['anthropic-5m', 'anthropic-1h', 'openai', 'gemini', 'none', 'custom'] as const;
export type CacheProfileId = (typeof CACHE_PROFILE_IDS)[number];

/**
 * How prefixes are found again. `breakpoints`: only where a request had marked one. `steps`: anywhere, in whole steps of
 * tokens. `off`: never.
 */
export type CacheMatching = 'breakpoints' | 'steps' | 'off';

export interface CacheProfile {
  id: CacheProfileId;
  label: string;
  matching: CacheMatching;
  /** A shorter prefix is neither written nor read, in tokens. */
  minimumTokens: number;
  /** `steps`: cached prefixes are the minimum and whole steps beyond it, in tokens. */
  stepTokens: number;
  /**
   * `breakpoints`: how many are marked, 0 to 4, in this order of choice: the end of the window, the end of the instructions,
   * the end of the window before (where it still stands), the end of the tool schemas.
   */
  breakpoints: number;
  /** `breakpoints`: how many blocks before a breakpoint an earlier one is still looked for. */
  lookbackBlocks: number;
  /** After so many seconds without a request the cache is empty. */
  lifetimeSeconds: number;
  writeMultiplier: number;
  readMultiplier: number;
}

/** Everything a bill depends on beside the run. */
export interface BillOptions {
  prices: Prices;
  profile: CacheProfile;
  /** The summarizer's model; the agent's own where null. */
  summarizerPrices: Prices | null;
  /** Seconds assumed between two calls whose times are unknown. */
  assumedGapSeconds: number;
}

/** The `prices` of a scenario: what differs from the model's own. All of it may be left out. */
export interface ScenarioPrices {
  /** Provider and model of the registry whose prices are taken. */
  provider?: string;
  model?: string;
  profile?: CacheProfileId;
  /** Overrules the model's prices, tiers included: a price given here holds for every request. */
  prices?: Partial<TokenPrices>;
  /** Overrules the profile. */
  cache?: Partial<Omit<CacheProfile, 'id' | 'label'>>;
  summarizer?: { provider?: string; model?: string; prices?: Partial<TokenPrices> };
  assumedGapSeconds?: number;
}

const FOREVER = 365 * 24 * 3600;
const OFF = {
  matching: 'off',
  minimumTokens: 0,
  stepTokens: 1,
  breakpoints: 0,
  lookbackBlocks: 0,
  lifetimeSeconds: FOREVER,
  writeMultiplier: 1,
  readMultiplier: 1,
} as const;

/**
 * Defaults as the providers document them: Anthropic 1,024 tokens at least for most models, four breakpoints, 20 blocks
 * looked back, 5 minutes or an hour from the last use; OpenAI 1,024 tokens and steps of 128, 5 to 10 minutes idle; Gemini's
 * implicit cache from 2,048 tokens, its lifetime not said (a few minutes).
 */
export const CACHE_PROFILES: Readonly<Record<CacheProfileId, CacheProfile>> = {
  'anthropic-5m': {
    ...OFF,
    id: 'anthropic-5m',
    label: 'Anthropic, 5 minutes',
    matching: 'breakpoints',
    minimumTokens: 1024,
    breakpoints: 4,
    lookbackBlocks: 20,
    lifetimeSeconds: 300,
    writeMultiplier: 1.25,
    readMultiplier: 0.1,
  },
  'anthropic-1h': {
    ...OFF,
    id: 'anthropic-1h',
    label: 'Anthropic, 1 hour',
    matching: 'breakpoints',
    minimumTokens: 1024,
    breakpoints: 4,
    lookbackBlocks: 20,
    lifetimeSeconds: 3600,
    writeMultiplier: 2,
    readMultiplier: 0.1,
  },
  openai: {
    ...OFF,
    id: 'openai',
    label: 'OpenAI, automatic',
    matching: 'steps',
    minimumTokens: 1024,
    stepTokens: 128,
    lifetimeSeconds: 300,
    readMultiplier: 0.5,
  },
  gemini: {
    ...OFF,
    id: 'gemini',
    label: 'Gemini, implicit',
    matching: 'steps',
    minimumTokens: 2048,
    lifetimeSeconds: 300,
    readMultiplier: 0.25,
  },
  none: { ...OFF, id: 'none', label: 'No cache' },
  custom: {
    ...OFF,
    id: 'custom',
    label: 'Custom',
    matching: 'steps',
    lifetimeSeconds: 300,
    readMultiplier: 0.1,
  },
};

/** Where nothing else is said: round figures of the order that large models cost. */
export const EXAMPLE_PRICES: Prices = {
  input: 3,
  output: 15,
  cacheRead: null,
  cacheWrite: null,
  cacheWriteHour: null,
  tiers: [],
};

const DEFAULT_GAP_SECONDS = 30;

/**
 * Whose cache a model has, by what its makers call their models: a Claude has Anthropic's wherever it is bought. Weights that
 * are open are run by anyone, each with a cache of their own.
 */
const MAKERS: readonly (readonly [RegExp, CacheProfileId])[] = [
  [/claude/, 'anthropic-5m'],
  [/gemini/, 'gemini'],
  [/gpt-oss/, 'custom'],
  [/(^|[^a-z0-9])(gpt[- ](\d|chat|latest|mini)|chatgpt|codex|o[1-9](?![a-z0-9]))/, 'openai'],
];
/** Providers of the registry that sell their own models, by id, and those with one cache for all where no model is named. */
const OWN_MODELS: { readonly [id: string]: CacheProfileId } = { anthropic: 'anthropic-5m', openai: 'openai' };
const SELLERS: { readonly [id: string]: CacheProfileId } = { ...OWN_MODELS, azure: 'openai', google: 'gemini' };

/** The profile that fits a model as a provider sells it: that of its maker. */
export function profileFor(provider: string, model?: string): CacheProfileId {
  const id = provider.toLowerCase();
  if (model === undefined) return SELLERS[id] ?? 'custom';
  return makersProfile(model) ?? OWN_MODELS[id] ?? 'custom';
}

function makersProfile(model: string): CacheProfileId | undefined {
  const name = model.toLowerCase();
  return MAKERS.find(([names]) => names.test(name))?.[1];
}

/** The cache of a scenario: the one that it names, else that of its model. */
export function profileOf({ profile, provider, model }: ScenarioPrices): CacheProfileId {
  if (profile !== undefined) return profile;
  if (provider !== undefined) return profileFor(provider, model);
  return (model === undefined ? undefined : makersProfile(model)) ?? 'anthropic-5m';
}

/** Prices with some of them overruled. */
function overruled(prices: Prices, given: Partial<TokenPrices> | undefined): Prices {
  if (!given || Object.keys(given).length === 0) return prices;
  return { ...prices, ...given, tiers: prices.tiers.map((tier) => ({ ...tier, ...given })) };
}

/** A multiplier that somebody gives takes the place of the model's own cache price. */
function byMultipliers(prices: Prices, cache: ScenarioPrices['cache']): Prices {
  const taken = {
    ...(cache?.readMultiplier === undefined ? {} : { cacheRead: null }),
    ...(cache?.writeMultiplier === undefined ? {} : { cacheWrite: null, cacheWriteHour: null }),
  };
  return overruled(prices, taken);
}

/** Prices with the provider of the model that they name, where they leave it open: its cache is the model's. */
export function ofProvider(given: ScenarioPrices, provider: string | undefined): ScenarioPrices {
  return given.provider === undefined && provider !== undefined ? { ...given, provider } : given;
}

/** The options that a scenario's prices make. `agent` and `summarizer` are the registry's prices for the models named there. */
export function billOptions(
  given: ScenarioPrices,
  agent: Prices = EXAMPLE_PRICES,
  summarizer: Prices | null = null,
): BillOptions {
  const own = given.summarizer?.prices;
  const prices = overruled(byMultipliers(agent, given.cache), given.prices);
  return {
    prices,
    profile: { ...CACHE_PROFILES[profileOf(given)], ...given.cache },
    summarizerPrices: summarizer || own ? overruled(summarizer ?? prices, own) : null,
    assumedGapSeconds: given.assumedGapSeconds ?? DEFAULT_GAP_SECONDS,
  };
}

/** The prices that hold for a request of so many input tokens. */
export function pricesAt(prices: Prices, inputTokens: number): TokenPrices {
  let found: TokenPrices = prices;
  for (const tier of prices.tiers) if (inputTokens > tier.overTokens) found = tier;
  return found;
}

/** Dollars for a token that is read, written, or neither. */
export function inputRates(prices: TokenPrices, profile: CacheProfile): { read: number; write: number; plain: number } {
  const write = profile.id === 'anthropic-1h' ? prices.cacheWriteHour : prices.cacheWrite;
  return {
    read: (prices.cacheRead ?? prices.input * profile.readMultiplier) / 1e6,
    write: (write ?? prices.input * profile.writeMultiplier) / 1e6,
    plain: prices.input / 1e6,
  };
}
