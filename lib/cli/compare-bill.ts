/** What `compare` bills with: the scenario's prices, overruled by the options, the models' own from the bundled registry. */

import { billOptions, CACHE_PROFILE_IDS, type CacheProfileId } from '../metrics/bill-prices';
import { changedSettings } from '../metrics/changed-prices';
import { type BoardNotes, gapsText, type NamedModel, pricesText } from '../metrics/scoreboard-notes';
import { loadModels, MODEL_SOURCE, type Model } from '../models/registry';
import type { Scenario } from '../scenario/scenario';
import { suggestion } from '../scenario/suggestion';
import { type Arguments, type OptionSpec, UsageError } from './command';
import { pricedModel } from './priced-model';

export const BILL_OPTIONS: { readonly [name: string]: OptionSpec } = {
  model: { value: 'NAME', help: "Model whose prices make the bill, as requests name it. Default: the scenario's." },
  provider: { value: 'NAME', help: 'Provider of the model: anthropic, openai, google, …' },
  cache: {
    value: 'PROFILE',
    help: `How the prompt cache behaves: ${CACHE_PROFILE_IDS.join(', ')}. Default: that of the model's maker.`,
  },
};

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
export async function pricedBy(
  command: string,
  given: Arguments,
  { prices, counter }: Pick<Scenario, 'prices' | 'counter'>,
): Promise<BoardNotes> {
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
      ...(agent === null ? {} : { model: agent.id }),
      ...(chosen === undefined ? {} : { profile: chosen }),
    },
    agent?.prices,
    other?.prices ?? null,
  );
  return {
    yardstick: counter,
    options,
    model: namedModel(agent),
    summarizer: namedModel(other),
    unknown: [],
    hasOwnPrices: 'prices' in own,
    changed: changedSettings({ ...rest, ...own }),
    gaps: null,
    registry: MODEL_SOURCE,
  };
}

function namedModel(model: Model | null): NamedModel | null {
  return model && { id: model.id, name: model.name, provider: model.provider };
}

/** Prices, cache and assumptions in sentences, for under the table. */
export function billSentences(notes: BoardNotes): string[] {
  const gaps = gapsText(notes);
  return [`Bill: ${pricesText(notes)}`, ...(gaps === '' ? [] : [gaps])];
}
