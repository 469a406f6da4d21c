/** The bill of a run: what every call costs with a simulated prompt cache, what each compaction costs, and when it pays back. */

import type { TokenCounts, TranscriptIndex } from '../engine/accounting';
import type { Run } from '../engine/run';
import { type CachedRequest, PromptCache, type Split } from './bill-cache';
import { callTimes, exchangeCalls, outputTokens } from './bill-calls';
import { type CompactionBill, compactionBills } from './bill-compactions';
import { type BillOptions, inputRates, pricesAt } from './bill-prices';
import { type SlidingWindow, slidingWindow } from './bill-sliding';
import { callsOf } from './findings/finding';
import { passesOf } from './findings/passes';
import type { WindowTrace } from './window-trace';
import type { SummaryExchange } from './yardstick-metrics';

/** What of a run is billed. It does not depend on prices or profile: made once a run, billed anew at every change of those. */
export interface Billed {
  trace: WindowTrace;
  /** Tokens written at each call. */
  output: Int32Array;
  /** When each call was made, in milliseconds since 1970; NaN where it is unknown. */
  times: Float64Array;
  /** What the summarizer was given and wrote before each call, in tokens. */
  summarizerInput: Int32Array;
  summarizerOutput: Int32Array;
  /** Calls before which a span was compacted, ascending, each once. */
  compactions: Int32Array;
}

export interface BillTotals {
  /** Input tokens: read from the cache, written to it, neither. Together they are the sent tokens. */
  read: number;
  written: number;
  uncached: number;
  output: number;
  summarizerInput: number;
  summarizerOutput: number;
  /** Dollars. */
  inputCost: number;
  outputCost: number;
  summarizerCost: number;
  cost: number;
  /** Share of the input tokens that was read from the cache; 0 where nothing was sent. */
  readShare: number;
}

/** Columns have a number a call. Tokens are the yardstick's, costs are in dollars. */
export interface Bill {
  read: Int32Array;
  written: Int32Array;
  uncached: Int32Array;
  output: Int32Array;
  inputCost: Float64Array;
  outputCost: Float64Array;
  summarizerCost: Float64Array;
  /** Input, output and summarizer together. */
  cost: Float64Array;
  /** Of all calls up to and with this one. */
  cumulative: Float64Array;
  /** Calls whose window does not begin with the whole window before: the cache broke there. */
  breaks: Int32Array;
  /** Calls that came after the cache had run out of time. */
  expired: Int32Array;
  /** Gaps between calls whose length is unknown, for which the assumed one stands. */
  unknownGaps: number;
  compactions: CompactionBill[];
  /** The window that slides call after call and hardly ever hits the cache; null where it does not. */
  sliding: SlidingWindow | null;
  totals: BillTotals;
}

/** What of a run is billed, from its trace and the exchanges with its summarizer. `counts` are the yardstick's. */
export function billed(
  run: Run,
  index: TranscriptIndex,
  counts: TokenCounts,
  trace: WindowTrace,
  exchanges: readonly SummaryExchange[],
): Billed {
  const calls = trace.sent.length;
  const summarizerInput = new Int32Array(calls);
  const summarizerOutput = new Int32Array(calls);
  const callOf = exchangeCalls(run, exchanges);
  for (const [number, { inputTokens, outputTokens: written }] of exchanges.entries()) {
    const at = callOf[number] as number;
    summarizerInput[at] = (summarizerInput[at] as number) + inputTokens;
    summarizerOutput[at] = (summarizerOutput[at] as number) + written;
  }
  const compactions = callsOf(passesOf(run).map(({ call }) => call));
  const output = outputTokens(run, counts);
  return { trace, output, times: callTimes(run, index), summarizerInput, summarizerOutput, compactions };
}

function splitCost({ read, written, uncached }: Split, options: BillOptions): number {
  const rates = inputRates(pricesAt(options.prices, read + written + uncached), options.profile);
  return read * rates.read + written * rates.write + uncached * rates.plain;
}

/** Bills every call. Linear in calls. */
export function bill(of: Billed, options: BillOptions): Bill {
  const { trace, output } = of;
  const calls = trace.sent.length;
  const whole = () => new Int32Array(calls);
  const dollars = () => new Float64Array(calls);
  const columns = { read: whole(), written: whole(), uncached: whole(), output };
  const costs = { inputCost: dollars(), outputCost: dollars(), summarizerCost: dollars(), cost: dollars() };
  const cumulative = dollars();
  /** Input cost of each call, had its window only grown since the call before. */
  const grown = dollars();
  const breaks: number[] = [];
  const expired: number[] = [];
  const cache = new PromptCache(options.profile);
  const clock = new Clock(of.times, options);
  let sum = 0;
  for (let call = 0; call < calls; call++) {
    const request = requestAt(trace, call);
    const before = call === 0 ? 0 : (trace.sent[call - 1] as number);
    if (call > 0 && request.kept < before) breaks.push(call);
    if (clock.runsOutBefore(call)) {
      expired.push(call);
      cache.expire();
    }
    grown[call] = splitCost(cache.split(grownAt(trace, call)), options);
    const split = cache.request(request);
    columns.read[call] = split.read;
    columns.written[call] = split.written;
    columns.uncached[call] = split.uncached;
    const prices = pricesAt(options.prices, request.total);
    costs.inputCost[call] = splitCost(split, options);
    costs.outputCost[call] = ((output[call] as number) * prices.output) / 1e6;
    costs.summarizerCost[call] = summarizerCostAt(of, call, options);
    const cost = (costs.inputCost[call] as number) + (costs.outputCost[call] as number);
    costs.cost[call] = cost + (costs.summarizerCost[call] as number);
    sum += costs.cost[call] as number;
    cumulative[call] = sum;
  }
  const found = {
    ...columns,
    ...costs,
    cumulative,
    expired: Int32Array.from(expired),
    breaks: Int32Array.from(breaks),
  };
  return {
    ...found,
    unknownGaps: clock.unknown,
    compactions: compactionBills(of.compactions, trace, found, grown, options),
    sliding: slidingWindow(trace, found),
    totals: totalsOf(of, found),
  };
}

function requestAt({ tools, sent, kept, head, headBlocks, blocks }: WindowTrace, call: number): CachedRequest {
  return {
    total: sent[call] as number,
    kept: kept[call] as number,
    tools,
    head: head[call] as number,
    headBlocks: headBlocks[call] as number,
    blocks: blocks[call] as number,
  };
}

/** The request that a call would make, had the window of the call before only grown by what came. */
function grownAt(trace: WindowTrace, call: number): CachedRequest {
  const added = trace.added[call] as number;
  const addedBlocks = trace.addedBlocks[call] as number;
  if (call === 0) return { ...requestAt(trace, call), total: trace.tools + added, blocks: addedBlocks };
  const before = requestAt(trace, call - 1);
  return { ...before, kept: before.total, total: before.total + added, blocks: before.blocks + addedBlocks };
}

/** A summarizer's request is plain input: it shares no prefix with the agent's. */
function summarizerCostAt(of: Billed, call: number, { prices, summarizerPrices }: BillOptions): number {
  const input = of.summarizerInput[call] as number;
  const rates = pricesAt(summarizerPrices ?? prices, input);
  return (input * rates.input + (of.summarizerOutput[call] as number) * rates.output) / 1e6;
}

/** The time between calls: as recorded, or the assumed one where it is unknown or goes backwards. */
class Clock {
  unknown = 0;

  constructor(
    private readonly times: Float64Array,
    private readonly options: BillOptions,
  ) {}

  /** Whether more than the cache's lifetime lies between a call and the one before. Asked once a call. */
  runsOutBefore(call: number): boolean {
    if (call === 0) return false;
    const gap = ((this.times[call] as number) - (this.times[call - 1] as number)) / 1000;
    const isKnown = gap >= 0;
    if (!isKnown) this.unknown++;
    return (isKnown ? gap : this.options.assumedGapSeconds) > this.options.profile.lifetimeSeconds;
  }
}

function totalsOf(
  of: Billed,
  columns: Pick<
    Bill,
    'read' | 'written' | 'uncached' | 'output' | 'inputCost' | 'outputCost' | 'summarizerCost' | 'cost'
  >,
): BillTotals {
  const read = total(columns.read);
  const written = total(columns.written);
  const uncached = total(columns.uncached);
  const input = read + written + uncached;
  return {
    read,
    written,
    uncached,
    output: total(columns.output),
    summarizerInput: total(of.summarizerInput),
    summarizerOutput: total(of.summarizerOutput),
    inputCost: total(columns.inputCost),
    outputCost: total(columns.outputCost),
    summarizerCost: total(columns.summarizerCost),
    cost: total(columns.cost),
    readShare: input === 0 ? 0 : read / input,
  };
}

function total(column: Int32Array | Float64Array): number {
  let sum = 0;
  for (const value of column) sum += value;
  return sum;
}
