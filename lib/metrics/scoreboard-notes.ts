/** What stands behind the numbers of a scoreboard, the yardstick and the prices of the bill, in a sentence and as fields. */

import { whole } from '../engine/figures';
import type { Bill } from './bill';
import type { BillOptions } from './bill-prices';
import { dollars, seconds } from './changed-prices';

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
  /** Whether prices are given beside the model's own. */
  hasOwnPrices: boolean;
  /** Settings that are not the model's and the cache's own: `changedSettings`. */
  changed: readonly string[];
  /** Null before anything is billed. */
  gaps: CallGaps | null;
  registry: PriceRegistry;
}

/** How many gaps between calls there are, and how many of unknown length. Transcript alone decides: every lane has the same. */
export interface CallGaps {
  all: number;
  unknown: number;
}

export function callGaps(bill: Pick<Bill, 'cost' | 'unknownGaps'> | undefined): CallGaps | null {
  return bill ? { all: Math.max(0, bill.cost.length - 1), unknown: bill.unknownGaps } : null;
}

/** What stands for the times that the transcript does not say; the empty text where it says all, or where no cache asks. */
export function gapsText({ gaps, options: { profile, assumedGapSeconds } }: BoardNotes): string {
  if (!gaps || gaps.unknown === 0 || profile.matching === 'off') return '';
  const assumed = `taken as ${seconds(assumedGapSeconds)}`;
  if (gaps.unknown < gaps.all) {
    return `The time between calls is unknown at ${whole(gaps.unknown)} of ${whole(gaps.all)} gaps and ${assumed}.`;
  }
  return `The transcript does not say when its calls were made: every gap between them is ${assumed}.`;
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
  const { options, model, summarizer, unknown, changed, registry } = notes;
  const { prices, profile } = options;
  const parts = [
    source(notes),
    `${dollars(prices.input)} a million input tokens`,
    `${dollars(prices.output)} output`,
    ...(prices.tiers.length > 0 ? ['more for long requests'] : []),
    ...(summarizer ? [`summarizer ${named(summarizer)}`] : []),
    ...(model || summarizer ? [`${registry.name} ${registry.version} of ${registry.date}`] : []),
  ];
  const set = changed.length === 0 ? '' : ` Changed here: ${changed.join(', ')}.`;
  const missing = unknown.map((name) => ` No prices are known of "${name}": others stand in.`).join('');
  return `${parts.join(', ')}. Cache: ${profile.label}.${set}${missing}`;
}

/** Prices, and what is assumed beside them. */
export function billText(notes: BoardNotes): string {
  const gaps = gapsText(notes);
  return `${pricesText(notes)}${gaps === '' ? '' : ` ${gaps}`}`;
}

/** Yardstick, prices and what is assumed, a sentence or two each. */
export function notesText(notes: BoardNotes): string {
  return `Tokens in ${notes.yardstick}. Bill: ${billText(notes)}`;
}

/** The same for programs: prices in dollars a million tokens, times in seconds. */
export function notesFields(notes: BoardNotes): { yardstick: string; prices: object } {
  const { yardstick, options, model, summarizer, unknown, registry, changed, gaps } = notes;
  const { prices, profile, summarizerPrices, assumedGapSeconds } = options;
  return {
    yardstick,
    prices: {
      text: billText(notes),
      model,
      ...prices,
      summarizer: summarizerPrices === null ? null : { model: summarizer, ...summarizerPrices },
      cache: profile,
      assumedGapSeconds,
      gaps,
      changed,
      registry: model || summarizer ? registry : null,
      unknown,
    },
  };
}
