/** The numbers of a bill as they stand: what is in force, what would be without what was said, and where it comes from. */

import {
  type BillOptions,
  billOptions,
  type CacheProfile,
  ofProvider,
  type Prices,
  type ScenarioPrices,
} from '../metrics/bill-prices';

import { dollarsText, numberText } from './price-entry';
import { type CacheNumber, isGiven, type PriceField, withField } from './price-fields';

/** The price that takes the place of a multiplier where there is one. */
function priceOf(name: CacheNumber, profile: CacheProfile): 'cacheRead' | 'cacheWrite' | 'cacheWriteHour' | null {
  if (name === 'readMultiplier') return 'cacheRead';
  if (name !== 'writeMultiplier') return null;
  return profile.id === 'anthropic-1h' ? 'cacheWriteHour' : 'cacheWrite';
}

const tidy = (value: number): number => Number(value.toFixed(9));

/**
 * The number that is in force. A cache price that is not given is the input price times the multiplier; a multiplier that a
 * cache price stands in the place of is that price ÷ the input price.
 */
export function fieldValue(
  { where }: PriceField,
  { prices, profile, summarizerPrices, assumedGapSeconds }: BillOptions,
): number {
  if (where.group === 'gap') return assumedGapSeconds;
  if (where.group === 'summarizer') return (summarizerPrices ?? prices)[where.name];
  if (where.group === 'cache') {
    const name = priceOf(where.name, profile);
    const own = name && prices[name];
    return own === null || prices.input === 0 ? profile[where.name] : tidy(own / prices.input);
  }
  const given = prices[where.name];
  if (given !== null) return given;
  const times = where.name === 'cacheRead' ? profile.readMultiplier : profile.writeMultiplier;
  return tidy(prices.input * times);
}

export interface FieldState {
  /** What is in force. */
  value: number;
  /** What would be, were nothing said of this number. */
  usual: number;
  given: boolean;
  /** Where it comes from, in a sentence. */
  source: string;
}

/** A number as it stands. `agent` and `writer` are the registry's prices for the models that are named. */
export function fieldState(
  field: PriceField,
  given: ScenarioPrices,
  agent: Prices | null,
  writer: Prices | null,
): FieldState {
  const options = optionsOf(given, agent, writer);
  const without = withField(field, given, null);
  const usual = fieldValue(field, optionsOf(without, agent, writer));
  const isSet = isGiven(field, given);
  const source = sourceOf(field, options, given, {
    isSet,
    usual,
    hasModel: agent !== null,
    hasWriter: writer !== null,
  });
  return { value: fieldValue(field, options), usual, given: isSet, source };
}

/** What a scenario says once a number was typed; one that would stand anyway is not said. */
export function withTyped(
  field: PriceField,
  { usual }: FieldState,
  given: ScenarioPrices,
  value: number,
): ScenarioPrices {
  return withField(field, given, value === usual ? null : value);
}

interface Known {
  isSet: boolean;
  usual: number;
  hasModel: boolean;
  hasWriter: boolean;
}

function sourceOf(
  { where }: PriceField,
  { prices, profile }: BillOptions,
  given: ScenarioPrices,
  { isSet, usual, hasModel, hasWriter }: Known,
): string {
  if (where.group === 'cache') {
    const name = priceOf(where.name, profile);
    const own = name && prices[name];
    if (name && own !== null) {
      const whose = given.prices?.[name] === undefined ? 'the model’s own' : 'the';
      const price = `${whose} cache ${where.name === 'readMultiplier' ? 'read' : 'write'} price of ${dollarsText(own)}`;
      return prices.input === 0 ? `Not in force: ${price} is.` : `From ${price}.`;
    }
  }
  if (isSet) return `Set here; ${numberText(usual)} otherwise.`;
  if (where.group === 'gap') return 'The default.';
  if (where.group === 'cache') return `That of the cache “${profile.label}”.`;
  if (where.group === 'summarizer') return hasWriter ? 'The price of its model.' : 'The agent’s price.';
  if (prices[where.name] === null) {
    return `Input × ${numberText(where.name === 'cacheRead' ? profile.readMultiplier : profile.writeMultiplier)}.`;
  }
  return hasModel ? 'The model’s own price.' : 'An example price.';
}

/** What is given, with the provider of its model: whose cache is in force where nothing else is said. */
export function inForce(given: ScenarioPrices, provider: string | undefined): ScenarioPrices {
  return ofProvider(given, provider);
}

/** What a bill is reckoned with. */
export function optionsOf(given: ScenarioPrices, agent: Prices | null, summarizer: Prices | null): BillOptions {
  return billOptions(given, agent ?? undefined, summarizer);
}
