/** Models with their context windows and prices, from a maintained registry that is bundled: asked for when it is wanted, never fetched. */

/** Where windows and prices come from, and when that was. */
export const MODEL_SOURCE = { name: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' } as const;

export interface Model {
  /** As requests name it. */
  id: string;
  name: string;
  provider: string;
  /** Context window, in tokens. */
  window: number;
  /** Dollars for a million tokens at the lowest tier, null where they are not known. */
  inputPrice: number | null;
  outputPrice: number | null;
}

/** Providers in the order in which they are looked through: those that make models first. */
export const PROVIDER_IDS = [
  'anthropic',
  'openai',
  'google',
  'mistral',
  'x-ai',
  'deepseek',
  'moonshotai',
  'minimax',
  'cohere',
  'perplexity',
  'groq',
  'cerebras',
  'fireworks',
  'aws',
  'azure',
  'novita',
  'openrouter',
] as const;

/** Models that hold no conversation in text. */
const OTHER_KINDS =
  /embed|whisper|transcribe|\btts\b|moderation|image|audio|realtime|\bocr\b|voxtral|rerank|computer-use/i;
/** Windows under this are of models from before there was anything to manage. */
const LEAST_WINDOW = 4000;

type Price = number | { base: number } | undefined;

function dollars(price: Price): number | null {
  if (typeof price === 'number') return price;
  return price && typeof price.base === 'number' ? price.base : null;
}

interface Priced {
  constraint?: { type: string; start_date?: string } | undefined;
  prices: { [unit: string]: Price };
}

/** Of prices that have changed, those in force at the registry's date. */
function pricesOf(prices: readonly Priced[] | { [unit: string]: Price }): { [unit: string]: Price } {
  if (!Array.isArray(prices)) return prices as { [unit: string]: Price };
  let found: { [unit: string]: Price } = {};
  let since = '';
  for (const { constraint, prices: own } of prices as readonly Priced[]) {
    const start =
      constraint === undefined ? '0' : constraint.type === 'start_date' ? (constraint.start_date ?? '') : '';
    if (start === '' || start > MODEL_SOURCE.date || start < since) continue;
    since = start;
    found = own;
  }
  return found;
}

/** Every model with a known window, by provider and name. The registry is loaded at the first request. */
export async function loadModels(): Promise<Model[]> {
  const { findProvider } = await import('@pydantic/genai-prices');
  const models: Model[] = [];
  for (const providerId of PROVIDER_IDS) {
    const provider = findProvider({ providerId });
    // Ids are in order of the alphabet, which mostly is that of age: the newest come first.
    for (const { id, name, context_window: window, prices } of [...(provider?.models ?? [])].reverse()) {
      if (window === undefined || window < LEAST_WINDOW || OTHER_KINDS.test(id)) continue;
      const known = pricesOf(prices as readonly Priced[] | { [unit: string]: Price });
      models.push({
        id,
        name: name ?? id,
        provider: provider?.name ?? providerId,
        window,
        inputPrice: dollars(known.input_mtok),
        outputPrice: dollars(known.output_mtok),
      });
    }
  }
  return models;
}

/** Models that fit every word of a search, in the registry's order; those whose provider, name or id begins with it first. */
export function searchModels(models: readonly Model[], search: string, most: number): Model[] {
  const words = search
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  const found: Model[] = [];
  const starting: Model[] = [];
  const first = words[0] ?? '';
  for (const model of models) {
    const text = `${model.provider} ${model.name} ${model.id}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const named = [model.provider, model.name, model.id].some((one) => one.toLowerCase().startsWith(first));
    const starts = first !== '' && named;
    (starts ? starting : found).push(model);
  }
  return [...starting, ...found].slice(0, most);
}
