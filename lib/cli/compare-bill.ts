/** What `compare` bills with: the scenario's prices, overruled by the options, the models' own from the bundled registry. */

import { decimal, whole } from '../engine/figures';
import type { Bill } from '../metrics/bill';
import {
  type BillOptions,
  billOptions,
  CACHE_PROFILE_IDS,
  type CacheProfileId,
  type ScenarioPrices,
} from '../metrics/bill-prices';
import { loadModels, MODEL_SOURCE, type Model } from '../models/registry';
import { suggestion } from '../scenario/suggestion';
import { type Arguments, type OptionSpec, UsageError } from './command';
import { pricedModel } from './priced-model';

export const BILL_OPTIONS: { readonly [name: string]: OptionSpec } = {
  model: { value: 'NAME', help: "Model whose prices make the bill, as requests name it. Default: the scenario's." },
  provider: { value: 'NAME', help: 'Provider of the model: anthropic, openai, google, … It also decides the cache.' },
  cache: {
    value: 'PROFILE',
    help: `How the prompt cache behaves: ${CACHE_PROFILE_IDS.join(', ')}. Default: that of the provider.`,
  },
};

/** The options of a bill, and a sentence that says where its prices come from. */
export interface PricedBy {
  options: BillOptions;
  source: string;
  isFromRegistry: boolean;
}

function text({ options }: Arguments, name: string): string | undefined {
  const given = options.get(name);
  return typeof given === 'string' ? given : undefined;
}

function profileOf(command: string, given: Arguments): CacheProfileId | undefined {
  const name = text(given, 'cache');
  if (name === undefined) return undefined;
  const profile = CACHE_PROFILE_IDS.find((id) => id === name);
  if (profile) return profile;
  throw new UsageError(command, `--cache is "${name}".`, suggestion(name, CACHE_PROFILE_IDS));
}

/** Throws UsageError for a model, provider or profile that is none. */
export async function pricedBy(command: string, given: Arguments, prices: ScenarioPrices): Promise<PricedBy> {
  const profile = profileOf(command, given);
  const overruled = text(given, 'model') !== undefined || text(given, 'provider') !== undefined;
  const provider = overruled ? text(given, 'provider') : prices.provider;
  const name = text(given, 'model') ?? prices.model;
  if (name === undefined && text(given, 'provider') !== undefined) {
    throw new UsageError(command, '--provider is given without a model.', 'Name one with --model.');
  }
  const { summarizer } = prices;
  const needed = name !== undefined || summarizer?.model !== undefined;
  const models = needed ? await loadModels() : [];
  const agent =
    name === undefined
      ? null
      : pricedModel(command, models, { model: name, provider, place: overruled ? 'options' : 'prices' });
  const other =
    summarizer?.model === undefined
      ? null
      : pricedModel(command, models, {
          model: summarizer.model,
          provider: summarizer.provider,
          place: 'prices.summarizer',
        });
  const of = agent?.providerId ?? provider;
  const { profile: ofScenario, prices: ownPrices, ...rest } = prices;
  // A model that is asked for comes with its own prices.
  const own = overruled || ownPrices === undefined ? {} : { prices: ownPrices };
  const chosen = profile ?? (overruled ? undefined : ofScenario);
  const options = billOptions(
    {
      ...rest,
      ...own,
      ...(of === undefined ? {} : { provider: of }),
      ...(chosen === undefined ? {} : { profile: chosen }),
    },
    agent?.prices,
    other?.prices ?? null,
  );
  return { options, source: sourceOf(agent, 'prices' in own), isFromRegistry: agent !== null };
}

/** The words for where the agent's prices come from. */
function sourceOf(agent: Model | null, isOverruled: boolean): string {
  if (agent) return `${agent.name} (${agent.provider})${isOverruled ? ' with prices of the scenario' : ''}`;
  return isOverruled ? 'prices of the scenario' : 'example prices';
}

function dollars(price: number): string {
  return `$${Number.isInteger(price) ? whole(price) : decimal(price, price < 0.1 ? 3 : 2)}`;
}

/** Prices, cache and assumptions in sentences, for under the table. */
export function billSentences({ options, source, isFromRegistry }: PricedBy, bills: readonly Bill[]): string[] {
  const { prices, profile, assumedGapSeconds } = options;
  const tiers = prices.tiers.length > 0 ? ', more for long requests' : '';
  const from = !isFromRegistry ? '' : `, ${MODEL_SOURCE.name} ${MODEL_SOURCE.version} of ${MODEL_SOURCE.date}`;
  const sentences = [
    `Bill: ${source}, ${dollars(prices.input)} a million input tokens, ${dollars(prices.output)} output${tiers}${from}. Cache: ${profile.label}.`,
  ];
  const unknown = bills[0]?.unknownGaps ?? 0;
  const gaps = Math.max(0, (bills[0]?.cost.length ?? 0) - 1);
  if (unknown > 0 && profile.matching !== 'off') {
    sentences.push(
      `The time between calls is unknown at ${whole(unknown)} of ${whole(gaps)} gaps and taken as ${whole(assumedGapSeconds)} s.`,
    );
  }
  return sentences;
}
