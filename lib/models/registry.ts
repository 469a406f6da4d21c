/** Models with their context windows and prices, either of which may be missing, from a maintained registry that is bundled: asked for when it is wanted, never fetched. */

/** Where windows and prices come from, and when that was. */
export const MODEL_SOURCE = { name: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' } as const;

/** Dollars for a million tokens; null where the registry does not say. */
export interface ModelTokenPrices {
  input: number;
  output: number;
  cacheRead: number | null;
  cacheWrite: number | null;
  cacheWriteHour: number | null;
}

/** Prices of a model; a tier holds for all tokens of a request with more than `overTokens` of input. */
export interface ModelPrices extends ModelTokenPrices {
  tiers: (ModelTokenPrices & { overTokens: number })[];
}

export interface Model {
  /** As requests name it. */
  id: string;
  name: string;
  provider: string;
  /** Context window, in tokens; null where the registry does not say. */
  window: number | null;
  /** Dollars for a million tokens at the lowest tier, null where they are not known. */
  inputPrice: number | null;
  outputPrice: number | null;
  /** The provider as the registry names it: `anthropic`. */
  providerId: string;
  /** All prices by tier; null where input or output has none. */
  prices: ModelPrices | null;
}

/** A model whose window is known: one of those that a window can be chosen from. */
export interface WindowModel extends Model {
  window: number;
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
  /embed|whisper|transcribe|\btts\b|moderation|image|audio|realtime|\bocr\b|voxtral|rerank|computer-use|voice|sonic|\blive\b/i;
/** Windows under this are of models from before there was anything to manage. */
const LEAST_WINDOW = 4000;

type Price = number | { base: number; tiers?: readonly { start: number; price: number }[] } | undefined;

function dollars(price: Price): number | null {
  if (typeof price === 'number') return price;
  return price && typeof price.base === 'number' ? price.base : null;
}

/** The price of a request with more than so many input tokens. */
function dollarsOver(price: Price, tokens: number): number | null {
  let found = dollars(price);
  if (typeof price === 'object') {
    for (const tier of price.tiers ?? []) if (tier.start <= tokens) found = tier.price;
  }
  return found;
}

function tokenPrices(prices: { [unit: string]: Price }, over: number): ModelTokenPrices | null {
  const input = dollarsOver(prices.input_mtok, over);
  const output = dollarsOver(prices.output_mtok, over);
  if (input === null || output === null) return null;
  return {
    input,
    output,
    cacheRead: dollarsOver(prices.cache_read_mtok, over),
    cacheWrite: dollarsOver(prices.cache_write_mtok, over),
    cacheWriteHour: dollarsOver(prices.cache_write_1h_mtok, over),
  };
}

function tieredPrices(prices: { [unit: string]: Price }): ModelPrices | null {
  const base = tokenPrices(prices, 0);
  if (base === null) return null;
  const starts = new Set<number>();
  for (const price of Object.values(prices)) {
    if (typeof price === 'object') for (const { start } of price.tiers ?? []) starts.add(start);
  }
  const tiers = [...starts]
    .sort((one, other) => one - other)
    .map((overTokens) => ({ ...(tokenPrices(prices, overTokens) ?? base), overTokens }));
  return { ...base, tiers };
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

/**
 * Every model that has a price or a window, by provider and name: many that have prices are there without a window. The
 * registry is loaded at the first request.
 */
export async function loadModels(): Promise<Model[]> {
  const { findProvider } = await import('@pydantic/genai-prices');
  const models: Model[] = [];
  for (const providerId of PROVIDER_IDS) {
    const provider = findProvider({ providerId });
    // Ids are in order of the alphabet, which mostly is that of age: the newest come first.
    for (const { id, name, context_window: window, prices } of [...(provider?.models ?? [])].reverse()) {
      if (OTHER_KINDS.test(id)) continue;
      const known = pricesOf(prices as readonly Priced[] | { [unit: string]: Price });
      const tiers = tieredPrices(known);
      if (window === undefined && tiers === null) continue;
      models.push({
        id,
        name: name ?? id,
        provider: provider?.name ?? providerId,
        window: window ?? null,
        inputPrice: dollars(known.input_mtok),
        outputPrice: dollars(known.output_mtok),
        providerId,
        prices: tiers,
      });
    }
  }
  return models;
}

/** Those of the models that a window can be chosen from. */
export async function loadWindowModels(): Promise<WindowModel[]> {
  const models = await loadModels();
  return models.filter((model): model is WindowModel => model.window !== null && model.window >= LEAST_WINDOW);
}

/**
 * The model that a provider and a model name: by id first, else the only one, or the first, whose name or id begins with the
 * text. Without a provider, in the order of the providers. Undefined where there is none.
 */
export function findModel(models: readonly Model[], model: string, provider?: string): Model | undefined {
  const wanted = model.toLowerCase();
  const among = models.filter(
    (one) =>
      provider === undefined ||
      one.providerId === provider.toLowerCase() ||
      one.provider.toLowerCase() === provider.toLowerCase(),
  );
  const exact = (one: Model) => one.id.toLowerCase() === wanted || one.name.toLowerCase() === wanted;
  const begins = (one: Model) => one.id.toLowerCase().startsWith(wanted) || one.name.toLowerCase().startsWith(wanted);
  return among.find(exact) ?? among.find(begins);
}

/** Models that fit every word of a search, in the registry's order; those whose provider, name or id begins with it first. */
export function searchModels<Kind extends Model>(models: readonly Kind[], search: string, most: number): Kind[] {
  const words = search
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  const found: Kind[] = [];
  const starting: Kind[] = [];
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
