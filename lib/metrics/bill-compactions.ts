/** What each compaction costs on the bill (the summarizer and the cache that is written anew), and after how many calls it pays back. */

import { type BillOptions, inputRates, pricesAt } from './bill-prices';
import type { WindowTrace } from './window-trace';

/** One call before which the memory compacted. Costs in dollars, tokens the yardstick's. */
export interface CompactionBill {
  call: number;
  /** Tokens by which the window is shorter than it would be had it only grown since the call before. */
  freedTokens: number;
  summarizerCost: number;
  /** Input at this call − input at this call had the window only grown. Under 0 where sending less saves more than that. */
  rewriteCost: number;
  /** summarizerCost + rewriteCost. */
  cost: number;
  /** What the next call saves: freedTokens at the price of reading them from the cache (of input, where there is none). */
  savingPerCall: number;
  /** Calls after this one until the savings make up for the cost; 0 where it pays at once, null for never. */
  paysBackAfter: number | null;
  /** Calls of the run that follow. A compaction that needs more than these does not pay back within the run. */
  callsLeft: number;
}

/** Less than this is what rounding leaves, in dollars. */
const NOTHING = 1e-12;

interface Columns {
  inputCost: Float64Array;
  summarizerCost: Float64Array;
  expired: Int32Array;
}

/**
 * `grown` has the input cost of each call had its window only grown since the call before. The freed tokens would have
 * stood in the prefix of every later call: read from the cache, or written again where it had run out. Calls beyond the
 * end of the run are taken to read. A few steps a compaction.
 */
export function compactionBills(
  compactions: Int32Array,
  trace: WindowTrace,
  columns: Columns,
  grown: Float64Array,
  options: BillOptions,
): CompactionBill[] {
  const rates = summedRates(trace, columns.expired, options);
  const last = trace.sent.length - 1;
  return Array.from(compactions, (call) => {
    const before = call === 0 ? trace.tools : (trace.sent[call - 1] as number);
    const freedTokens = before + (trace.added[call] as number) - (trace.sent[call] as number);
    const summarizerCost = columns.summarizerCost[call] as number;
    const rewriteCost = (columns.inputCost[call] as number) - (grown[call] as number);
    const cost = summarizerCost + rewriteCost;
    const next = rateAt(trace, Math.min(call + 1, last), false, options);
    return {
      call,
      freedTokens,
      summarizerCost,
      rewriteCost,
      cost,
      savingPerCall: Math.max(0, freedTokens) * next,
      paysBackAfter: paysBack(cost, freedTokens, rates, call, next),
      callsLeft: last - call,
    };
  });
}

/** Dollars for a token of the prefix at a call. */
function rateAt(trace: WindowTrace, call: number, isExpired: boolean, { prices, profile }: BillOptions): number {
  const rates = inputRates(pricesAt(prices, trace.sent[call] as number), profile);
  if (profile.matching === 'off') return rates.plain;
  return isExpired ? rates.write : rates.read;
}

/** `[call]`: the rates of all calls up to and with it. */
function summedRates(trace: WindowTrace, expired: Int32Array, options: BillOptions): Float64Array {
  const sums = new Float64Array(trace.sent.length);
  let next = 0;
  let sum = 0;
  for (let call = 0; call < sums.length; call++) {
    const isExpired = expired[next] === call;
    if (isExpired) next++;
    sum += rateAt(trace, call, isExpired, options);
    sums[call] = sum;
  }
  return sums;
}

function paysBack(cost: number, freed: number, sums: Float64Array, call: number, beyond: number): number | null {
  if (cost <= NOTHING) return 0;
  if (freed <= 0) return null;
  const needed = (sums[call] as number) + cost / freed;
  const last = sums.length - 1;
  const atEnd = sums[last] as number;
  if (needed > atEnd) return beyond > 0 ? last - call + Math.ceil((needed - atEnd) / beyond) : null;
  let low = call;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] as number) < needed) low = middle + 1;
    else high = middle;
  }
  return low - call;
}
