/** Figures that compare lanes: tokens sent, lost and spent on summaries, all under the scenario's one yardstick counter. */

import { MESSAGE_OVERHEAD, type TokenCounter, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import type { SyncSummarizer } from '../engine/replay';
import { type Run, State } from '../engine/run';
import type { SummaryRequest } from '../engine/system';
import { endStates } from './ends';
import { rememberedCost } from './sent-tokens';

/** One request made of a summarizer, and what came back. */
export interface SummaryExchange {
  /** Yardstick tokens of the items as they stood, and of the summary to be merged where there was one. */
  inputTokens: number;
  /** What was answered; null for NOTHING, undefined where the summarizer failed. */
  answer: string | null | undefined;
  /** Yardstick tokens of the answer. */
  outputTokens: number;
}

/** Yardstick tokens throughout. */
export interface YardstickMetrics {
  /** Sum over the calls: what the provider would bill as input. */
  sentTokens: number;
  /** The largest call. */
  sentPeak: number;
  /** Of messages that neither the last window nor a summary in it carries. */
  lostSentTokens: number;
  /** What the summarizer was given: spans at 4 a message and 8 a call, without its own instructions. */
  summarizerInputTokens: number;
  /** What the summarizer wrote. */
  summarizerOutputTokens: number;
}

/** What a summarizer was asked and answered in a replay. */
export interface NotedSummarizer {
  /** The same summarizer, with every request noted. */
  summarizer: SyncSummarizer;
  /**
   * What was noted, counted: once the replay is over, so that it waits for none of it. `counts` and `counter` are the
   * yardstick's.
   */
  exchanges(index: TranscriptIndex, counts: TokenCounts, counter: TokenCounter): SummaryExchange[];
}

export function notedSummarizer(summarizer: SyncSummarizer): NotedSummarizer {
  const noted: { request: SummaryRequest; answer: string | null | undefined }[] = [];
  return {
    summarizer(request) {
      const one: (typeof noted)[number] = { request, answer: undefined };
      noted.push(one);
      one.answer = summarizer(request);
      return one.answer;
    },
    exchanges: (index, counts, counter) =>
      noted.map(({ request, answer }) => ({
        inputTokens: inputTokens(request, index, counts, counter),
        answer,
        outputTokens: typeof answer === 'string' ? counter.count(answer) : 0,
      })),
  };
}

function inputTokens(
  request: SummaryRequest,
  index: TranscriptIndex,
  counts: TokenCounts,
  counter: TokenCounter,
): number {
  const { items, previous } = request;
  let tokens = previous === null ? 0 : counter.count(previous) + MESSAGE_OVERHEAD;
  for (const [position, message] of request.messages().entries()) {
    const item = items[position] ?? -1;
    const unchanged = item >= 0 && message === index.transcript.messages[item];
    tokens += unchanged ? (counts.message[item] as number) : rememberedCost(message, counter);
  }
  return tokens;
}

export function yardstickMetrics(
  run: Run,
  counts: TokenCounts,
  sent: Int32Array,
  exchanges: readonly SummaryExchange[],
): YardstickMetrics {
  let total = 0;
  let peak = 0;
  for (const tokens of sent) {
    total += tokens;
    if (tokens > peak) peak = tokens;
  }
  const ends = endStates(run);
  let lost = 0;
  for (let message = 0; message < ends.length; message++) {
    const end = ends[message];
    if (end === State.evicted || end === State.refused) lost += counts.message[message] as number;
  }
  let input = 0;
  let output = 0;
  for (const exchange of exchanges) {
    input += exchange.inputTokens;
    output += exchange.outputTokens;
  }
  return {
    sentTokens: total,
    sentPeak: peak,
    lostSentTokens: lost,
    summarizerInputTokens: input,
    summarizerOutputTokens: output,
  };
}
