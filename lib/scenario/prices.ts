/** Reads the prices of a scenario: what its bill is reckoned with beside the model's own prices, each number checked. */

import type { CacheMatching, CacheProfileId, ScenarioPrices, TokenPrices } from '../metrics/bill-prices';
import { field, isRecord, type JsonObject, looks } from './json';
import type { Findings } from './scenario-error';
import { suggestion } from './suggestion';

/** Every profile and way of matching there is; a missing one does not compile. */
const PROFILES: Readonly<Record<CacheProfileId, true>> = {
  'anthropic-5m': true,
  'anthropic-1h': true,
  openai: true,
  gemini: true,
  none: true,
  custom: true,
};
const MATCHINGS: Readonly<Record<CacheMatching, true>> = { breakpoints: true, steps: true, off: true };

interface Limits {
  least: number;
  most: number;
  /** Whole numbers only. */
  whole?: true;
  /** null says that the price follows from the input price. */
  nullable?: true;
}

type Numbers<T> = { readonly [name in keyof T]-?: Limits };

/** A million a million tokens: a dollar a token is far over anything that is sold. */
const PRICE = { least: 0, most: 1_000_000 } as const;
const TOKENS = { least: 0, most: 100_000_000, whole: true } as const;
const SECONDS = { least: 0, most: 366 * 24 * 3600 } as const;
const MULTIPLIER = { least: 0, most: 1_000 } as const;

const PRICES: Numbers<TokenPrices> = {
  input: PRICE,
  output: PRICE,
  cacheRead: { ...PRICE, nullable: true },
  cacheWrite: { ...PRICE, nullable: true },
  cacheWriteHour: { ...PRICE, nullable: true },
};
const CACHE: Numbers<Omit<NonNullable<ScenarioPrices['cache']>, 'matching'>> = {
  minimumTokens: TOKENS,
  stepTokens: { ...TOKENS, least: 1 },
  breakpoints: { least: 0, most: 4, whole: true },
  lookbackBlocks: { ...TOKENS, most: 1_000_000 },
  lifetimeSeconds: SECONDS,
  writeMultiplier: MULTIPLIER,
  readMultiplier: MULTIPLIER,
};
const LONGEST_NAME = 200;
const FIELDS = ['provider', 'model', 'profile', 'prices', 'cache', 'summarizer', 'assumedGapSeconds'];
const SUMMARIZER_FIELDS = ['provider', 'model', 'prices'];

class PricesReader {
  constructor(private readonly findings: Findings) {}

  /** Warns of fields that are not known. */
  others(value: JsonObject, known: readonly string[], path: string): void {
    for (const name of Object.keys(value)) {
      if (known.includes(name)) continue;
      this.findings.warn(`${path}.${name}`, 'The field is not known and is left out.', suggestion(name, known));
    }
  }

  record(value: JsonObject, name: string, path: string): JsonObject | undefined {
    const given = field(value, name);
    if (given === undefined || isRecord(given)) return given;
    this.findings.error(`${path}.${name}`, `It is ${looks(given)}, not an object.`, 'Correct it or leave it out.');
    return undefined;
  }

  text(value: JsonObject, name: string, path: string): string | undefined {
    const given = field(value, name);
    if (given === undefined) return undefined;
    if (typeof given === 'string' && given.trim() !== '' && given.length <= LONGEST_NAME) return given;
    const remedy = `Give a name of at most ${LONGEST_NAME} characters, or leave it out.`;
    this.findings.error(`${path}.${name}`, `It is ${looks(given)}, which is no name.`, remedy);
    return undefined;
  }

  choice<T extends string>(
    value: JsonObject,
    name: string,
    choices: Readonly<Record<T, true>>,
    path: string,
  ): T | undefined {
    const given = field(value, name);
    if (given === undefined) return undefined;
    const known = Object.keys(choices) as T[];
    const choice = known.find((one) => one === given);
    if (choice !== undefined) return choice;
    const remedy = typeof given === 'string' ? suggestion(given, known) : `Use one of ${known.join(', ')}.`;
    this.findings.error(`${path}.${name}`, `It is ${looks(given)}, which is none of those known.`, remedy);
    return undefined;
  }

  number(value: JsonObject, name: string, limits: Limits, path: string): number | null | undefined {
    if (!Object.hasOwn(value, name)) return undefined;
    const given = value[name];
    if (given === undefined || (given === null && !limits.nullable)) return undefined;
    if (given === null) return null;
    const { least, most, whole } = limits;
    const fits = typeof given === 'number' && Number.isFinite(given) && given >= least && given <= most;
    // A negative zero is written as 0.
    if (fits && (!whole || Number.isInteger(given))) return given + 0;
    const kind = whole ? 'a whole number' : 'a number';
    const remedy = `Use ${kind} from ${least} to ${most.toLocaleString('en')}, or leave it out.`;
    this.findings.error(`${path}.${name}`, `It is ${looks(given)}.`, remedy);
    return undefined;
  }

  /** The numbers of an object by their table, those that are given. */
  numbers<T>(value: JsonObject, table: Numbers<T>, path: string): { [name in keyof T]?: number | null } {
    const read: { [name in keyof T]?: number | null } = {};
    for (const name of Object.keys(table) as (keyof T & string)[]) {
      const given = this.number(value, name, table[name], path);
      if (given !== undefined) read[name] = given;
    }
    return read;
  }

  tokenPrices(value: JsonObject, path: string): Partial<TokenPrices> | undefined {
    const given = this.record(value, 'prices', path);
    if (!given) return undefined;
    this.others(given, Object.keys(PRICES), `${path}.prices`);
    return present(this.numbers(given, PRICES, `${path}.prices`)) as Partial<TokenPrices> | undefined;
  }

  cache(value: JsonObject, path: string): ScenarioPrices['cache'] | undefined {
    const given = this.record(value, 'cache', path);
    if (!given) return undefined;
    this.others(given, ['matching', ...Object.keys(CACHE)], `${path}.cache`);
    const matching = this.choice(given, 'matching', MATCHINGS, `${path}.cache`);
    const numbers = this.numbers(given, CACHE, `${path}.cache`);
    return present({ ...(matching === undefined ? {} : { matching }), ...numbers }) as ScenarioPrices['cache'];
  }

  names(value: JsonObject, path: string): { provider?: string; model?: string } {
    const provider = this.text(value, 'provider', path);
    const model = this.text(value, 'model', path);
    return { ...(provider === undefined ? {} : { provider }), ...(model === undefined ? {} : { model }) };
  }

  summarizer(value: JsonObject, path: string): ScenarioPrices['summarizer'] | undefined {
    const given = this.record(value, 'summarizer', path);
    if (!given) return undefined;
    this.others(given, SUMMARIZER_FIELDS, `${path}.summarizer`);
    const prices = this.tokenPrices(given, `${path}.summarizer`);
    return present({ ...this.names(given, `${path}.summarizer`), ...(prices ? { prices } : {}) });
  }
}

/** An object that says something, else nothing. */
function present<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

/** The prices of a scenario in one canonical order of fields; what is not given stays out. */
export function readPrices(value: JsonObject, findings: Findings): ScenarioPrices {
  const path = 'prices';
  const reader = new PricesReader(findings);
  reader.others(value, FIELDS, path);
  const profile = reader.choice(value, 'profile', PROFILES, path);
  const prices = reader.tokenPrices(value, path);
  const cache = reader.cache(value, path);
  const summarizer = reader.summarizer(value, path);
  const gap = reader.number(value, 'assumedGapSeconds', SECONDS, path);
  return {
    ...reader.names(value, path),
    ...(profile === undefined ? {} : { profile }),
    ...(prices ? { prices } : {}),
    ...(cache ? { cache } : {}),
    ...(summarizer ? { summarizer } : {}),
    ...(typeof gap === 'number' ? { assumedGapSeconds: gap } : {}),
  };
}
