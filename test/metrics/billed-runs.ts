/** Runs of every system with what is billed of them, and the same read plainly: every window written out, call by call. */

import fc from 'fast-check';
import { countTranscript, indexTranscript, messageCost } from '@/lib/engine/accounting';
import { windowAt } from '@/lib/engine/ledger';
import type { Config } from '@/lib/engine/system';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { type Billed, billed } from '@/lib/metrics/bill';
import { traceWindows } from '@/lib/metrics/window-trace';
import { notedSummarizer, type SummaryExchange } from '@/lib/metrics/yardstick-metrics';
import { words } from '@/lib/tokenizers/words';
import { SUMMARIZERS } from '../fixtures/arbitrary-lane';
import { arbitraryTranscript } from '../fixtures/arbitrary-transcript';
import { CONFIGS } from '../systems/arbitrary-configs';
import { type Replayed, replayed } from '../systems/support';

export interface BilledCase {
  system: string;
  config: Config;
  guards: boolean;
  summarizer: string;
  transcript: Transcript;
}

const managed: fc.Arbitrary<Config> = fc.record({
  ratio: fc.constant(1),
  reserveCompletion: fc.constant(0),
  window: fc.integer({ min: 60, max: 900 }),
  maxToolTokens: fc.integer({ min: 5, max: 60 }),
});

/** Minutes between messages, -1 where the time is not told. */
const timed: fc.Arbitrary<Transcript> = fc
  .tuple(arbitraryTranscript, fc.array(fc.constantFrom(-1, 0, 1, 4, 9, 70), { minLength: 1, maxLength: 12 }))
  .map(([transcript, gaps]) => {
    let minutes = 0;
    return {
      ...transcript,
      messages: transcript.messages.map((message, at): Message => {
        const gap = gaps[at % gaps.length] as number;
        minutes += Math.max(0, gap);
        return gap < 0 ? message : { ...message, timestamp: new Date(1.7e12 + minutes * 60_000).toISOString() };
      }),
    };
  });

export const billedCases: fc.Arbitrary<BilledCase> = fc
  .constantFrom('managed-window', 'none', ...Object.keys(CONFIGS))
  .chain((system) =>
    fc.record({
      system: fc.constant(system),
      config: system === 'managed-window' ? managed : (CONFIGS[system] ?? fc.constant({})),
      guards: fc.boolean(),
      summarizer: fc.constantFrom(...Object.keys(SUMMARIZERS)),
      transcript: timed,
    }),
  );

export interface BilledRun extends Replayed {
  of: Billed;
  exchanges: SummaryExchange[];
  /** Each window as a list of pieces: what is sent, its tokens and its blocks. The tool schemas are the first, of no block. */
  windows: Piece[][];
}

export interface Piece {
  key: string;
  tokens: number;
  blocks: number;
  isInstruction: boolean;
}

function plainBlocks({ content, tool_calls }: Message): number {
  const blocks = (content === null || content === '' ? 0 : 1) + (tool_calls ?? []).length;
  return blocks === 0 ? 1 : blocks;
}

export function billedRun({ system: id, config, guards, summarizer, transcript }: BilledCase): BilledRun {
  const index = indexTranscript(transcript);
  const counts = countTranscript(transcript, words);
  const noted = notedSummarizer(SUMMARIZERS[summarizer] as never);
  const outcome = replayed(id, transcript, { config, guards, summarizer: noted.summarizer });
  const { run, system } = outcome;
  const present = (item: number) => system.present(item, run, outcome.index, outcome.config, outcome.guards);
  const trace = traceWindows(run, outcome.index, counts, words, present);
  const schemas: Piece = { key: 'schemas', tokens: counts.tools, blocks: 0, isInstruction: true };
  const windows = Array.from(run.calls.before, (_before, call) => [
    schemas,
    ...Array.from(windowAt(run, call), (item): Piece => {
      const message = present(item);
      const isInstruction = message.role === 'system' || message.role === 'developer';
      const key = `${item} ${JSON.stringify(message)}`;
      return { key, tokens: messageCost(message, words), blocks: plainBlocks(message), isInstruction };
    }),
  ]);
  const exchanges = noted.exchanges(index, counts, words);
  const of = billed(run, outcome.index, counts, trace, exchanges);
  return { ...outcome, of, exchanges, windows };
}

export function sumOf(pieces: readonly Piece[], figure: 'tokens' | 'blocks'): number {
  return pieces.reduce((sum, piece) => sum + piece[figure], 0);
}

/** Pieces at the start that two windows share. */
export function shared(one: readonly Piece[], other: readonly Piece[]): Piece[] {
  const end = one.findIndex((piece, at) => piece.key !== other[at]?.key);
  return one.slice(0, end < 0 ? one.length : end);
}

export function headOf(window: readonly Piece[]): Piece[] {
  const end = window.findIndex(({ isInstruction }) => !isInstruction);
  return window.slice(0, end < 0 ? window.length : end);
}
