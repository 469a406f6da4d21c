/** The prices of a scenario with the registry's own filled in for the models that it names. */

import { type BillOptions, billOptions, ofProvider, type ScenarioPrices } from '../metrics/bill-prices';
import { findModel, loadModels } from '../models/registry';

/** A model that the registry does not know leaves the example prices, or those that the scenario gives. */
export async function resolvedPrices(given: ScenarioPrices): Promise<BillOptions> {
  const { model, provider, summarizer } = given;
  if (model === undefined && summarizer?.model === undefined) return billOptions(given);
  const models = await loadModels();
  const found = (name: string | undefined, of: string | undefined) =>
    name === undefined ? undefined : findModel(models, name, of);
  const agent = found(model, provider);
  const writer = found(summarizer?.model, summarizer?.provider);
  return billOptions(ofProvider(given, agent?.providerId), agent?.prices ?? undefined, writer?.prices ?? null);
}
