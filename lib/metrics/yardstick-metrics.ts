/** Figures that compare lanes: tokens sent, lost and spent on summaries, all under the scenario's one yardstick counter. */

import {
  MESSAGE_OVERHEAD,
  messageCost,
  type TokenCounter,
  type TokenCounts,
  type TranscriptIndex,
} from '../engine/accounting';
import type { SyncSummarizer } from '../engine/replay';
import { type Run, State } from '../engine/run';
import { endStates } from './ends';

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

/** The same summarizer, with every request noted. `counts` and `counter` are the yardstick's. */
export function notedSummarizer(
  summarizer: SyncSummarizer,
  index: TranscriptIndex,
  counts: TokenCounts,
  counter: TokenCounter,
): { summarizer: SyncSummarizer; exchanges: SummaryExchange[] } {
  const exchanges: SummaryExchange[] = [];
  return {
    exchanges,
    summarizer: (request) => {
      const { items, previous } = request;
      let inputTokens = previous === null ? 0 : counter.count(previous) + MESSAGE_OVERHEAD;
      for (const [position, message] of request.messages().entries()) {
        const item = items[position] ?? -1;
        const unchanged = item >= 0 && message === index.transcript.messages[item];
        inputTokens += unchanged ? (counts.message[item] as number) : messageCost(message, counter);
      }
      const exchange: SummaryExchange = { inputTokens, answer: undefined, outputTokens: 0 };
      exchanges.push(exchange);
      const answer = summarizer(request);
      exchange.answer = answer;
      exchange.outputTokens = answer === null ? 0 : counter.count(answer);
      return answer;
    },
  };
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
