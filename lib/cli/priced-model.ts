/** The model that somebody names for a bill, or an error that says which models there are and how to ask for one. */

import { findModel, type Model, type ModelPrices, PROVIDER_IDS, searchModels } from '../models/registry';
import { suggestion } from '../scenario/suggestion';
import { UsageError } from './command';

interface NamedModel {
  model: string;
  provider: string | undefined;
  /** Where it is named: with options, or in that part of the scenario. */
  place: 'options' | 'prices' | 'prices.summarizer';
}

/** Models that an error names. */
const HINTS = 3;

/** Throws UsageError where there is no such provider, no such model, or no price for it. */
export function pricedModel(
  command: string,
  models: readonly Model[],
  named: NamedModel,
): Model & { prices: ModelPrices } {
  const { model, provider, place } = named;
  const found = findModel(models, model, provider);
  if (found?.prices) return { ...found, prices: found.prices };
  const at = place === 'options' ? '' : `${place}: `;
  const given = '{"prices": {"input": …, "output": …}}';
  const own = `Give its prices in the scenario: "prices": ${place === 'prices.summarizer' ? `{"summarizer": ${given}}` : given}.`;
  if (found) {
    throw new UsageError(command, `${at}the registry has no prices for ${found.id} of ${found.providerId}.`, own);
  }
  if (provider !== undefined && !models.some((one) => isOf(one, provider))) {
    throw new UsageError(command, `${at}there is no provider "${provider}".`, suggestion(provider, PROVIDER_IDS));
  }
  const problem = `${at}${provider === undefined ? 'there is' : `${provider} has`} no model "${model}".`;
  const near = nearModels(models, model, provider);
  throw new UsageError(
    command,
    problem,
    near.length === 0 ? own : `Known: ${near.map((one) => asked(one, place)).join('; ')}.`,
  );
}

function isOf({ provider, providerId }: Model, name: string): boolean {
  return [provider, providerId].some((one) => one.toLowerCase() === name.toLowerCase());
}

/** How to ask for a model, with its provider, so that no other one of the name is meant. */
function asked({ id, providerId }: Model, place: NamedModel['place']): string {
  if (place === 'options') return `--model ${id} --provider ${providerId}`;
  return `"model": "${id}", "provider": "${providerId}"`;
}

/** Models with prices that have the name in them, or as much of its beginning as any has; those of the provider first. */
function nearModels(models: readonly Model[], name: string, provider: string | undefined): Model[] {
  const sold = models.filter(({ prices }) => prices !== null);
  const isOwn = (one: Model) => provider !== undefined && isOf(one, provider);
  const ordered = [...sold.filter(isOwn), ...sold.filter((one) => !isOwn(one))];
  const least = Math.max(3, Math.ceil(name.length / 2));
  for (let length = name.length; length >= least; length--) {
    const found = searchModels(ordered, name.slice(0, length), ordered.length);
    if (found.length > 0) return [...found.filter(isOwn), ...found.filter((one) => !isOwn(one))].slice(0, HINTS);
  }
  return [];
}
