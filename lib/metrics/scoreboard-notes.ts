/** What stands behind the numbers of a scoreboard, the yardstick and the prices of the bill, in a sentence and as fields. */

import { decimal, whole } from '../engine/figures';
import type { BillOptions } from './bill-prices';

/** A model of the registry, as requests and as people name it. */
export interface NamedModel {
  id: string;
  name: string;
  provider: string;
}

/** The registry that models' prices come from, and when that was. */
export interface PriceRegistry {
  name: string;
  version: string;
  date: string;
}

export interface BoardNotes {
  /** The counter of sent tokens, by its id. */
  yardstick: string;
  options: BillOptions;
  /** Whose prices are taken; null where they are the scenario's own, or examples. */
  model: NamedModel | null;
  /** The summarizer's, where it is named. */
  summarizer: NamedModel | null;
  /** Models that are named and have no known prices, so that others stand in. */
  unknown: readonly string[];
  /** Whether prices, or settings of the cache, are given beside the model's and the profile's own. */
  hasOwnPrices: boolean;
  hasOwnCache: boolean;
  registry: PriceRegistry;
}

/** $3, $1,000, $0.075. */
function dollars(price: number): string {
  if (Number.isInteger(price)) return `$${whole(price)}`;
  return `$${price < 0.1 ? String(Number(price.toPrecision(3))) : decimal(price)}`;
}

function named({ name, provider }: NamedModel): string {
  return `${name} (${provider})`;
}

function source({ model, hasOwnPrices }: BoardNotes): string {
  if (model) return `${named(model)}${hasOwnPrices ? ' with prices of the scenario' : ''}`;
  return hasOwnPrices ? 'prices of the scenario' : 'example prices';
}

/** "Claude Sonnet 4.5 (Anthropic), $3 a million input tokens, $15 output, registry of date. Cache: Anthropic, 5 minutes." */
export function pricesText(notes: BoardNotes): string {
  const { options, model, summarizer, unknown, hasOwnCache, registry } = notes;
  const { prices, profile } = options;
  const parts = [
    source(notes),
    `${dollars(prices.input)} a million input tokens`,
    `${dollars(prices.output)} output`,
    ...(prices.tiers.length > 0 ? ['more for long requests'] : []),
    ...(summarizer ? [`summarizer ${named(summarizer)}`] : []),
    ...(model || summarizer ? [`${registry.name} ${registry.version} of ${registry.date}`] : []),
  ];
  const missing = unknown.map((name) => ` No prices are known of "${name}": others stand in.`).join('');
  return `${parts.join(', ')}. Cache: ${profile.label}${hasOwnCache ? ', with settings of the scenario' : ''}.${missing}`;
}

/** Yardstick and prices, a sentence or two each. */
export function notesText(notes: BoardNotes): string {
  return `Tokens in ${notes.yardstick}. Bill: ${pricesText(notes)}`;
}

/** The same for programs: prices in dollars a million tokens, times in seconds. */
export function notesFields(notes: BoardNotes): { yardstick: string; prices: object } {
  const { yardstick, options, model, summarizer, unknown, registry } = notes;
  const { prices, profile, summarizerPrices, assumedGapSeconds } = options;
  return {
    yardstick,
    prices: {
      text: pricesText(notes),
      model,
      ...prices,
      summarizer: summarizerPrices === null ? null : { model: summarizer, ...summarizerPrices },
      cache: profile,
      assumedGapSeconds,
      registry: model || summarizer ? registry : null,
      unknown,
    },
  };
}
