/** The prices of a scenario with the registry's own filled in for the models that it names. */

import { type BillOptions, billOptions, type Prices, type ScenarioPrices } from '../metrics/bill-prices';
import { findModel, loadModels } from '../models/registry';

/** A model that the registry does not know leaves the example prices, or those that the scenario gives. */
export async function resolvedPrices(given: ScenarioPrices): Promise<BillOptions> {
  const { model, provider, summarizer } = given;
  if (model === undefined && summarizer?.model === undefined) return billOptions(given);
  const models = await loadModels();
  const pricesOf = (name: string | undefined, of: string | undefined): Prices | null =>
    name === undefined ? null : (findModel(models, name, of)?.prices ?? null);
  return billOptions(given, pricesOf(model, provider) ?? undefined, pricesOf(summarizer?.model, summarizer?.provider));
}
