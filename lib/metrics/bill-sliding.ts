/** The case that hurts: a window that slides call after call, so that next to nothing of it is ever read from the cache. */

import { decimal, whole } from '../engine/figures';
import type { WindowTrace } from './window-trace';

/** Calls that must break, and share of the calls from the first of them on, before it is worth a word. */
const FEWEST = 8;
const SHARE = 0.5;
/** Share of the tokens at those calls that the cache may still give. */
const READ = 0.5;

export interface SlidingWindow {
  /** The calls at which the cache broke; the first and the last of them bound the slide. */
  calls: Int32Array;
  /** Input tokens at those calls, how many of them were read from the cache, and the share. */
  sentTokens: number;
  readTokens: number;
  readShare: number;
  /** One sentence with the numbers. */
  sentence: string;
}

/** Null where fewer than eight calls break, fewer than half from the first on, or the cache still gives half of the tokens there. */
export function slidingWindow(
  trace: WindowTrace,
  { breaks, read }: { breaks: Int32Array; read: Int32Array },
): SlidingWindow | null {
  const first = breaks[0] ?? 0;
  const from = trace.sent.length - first;
  if (breaks.length < FEWEST || breaks.length / from < SHARE) return null;
  let sentTokens = 0;
  let readTokens = 0;
  for (const call of breaks) {
    sentTokens += trace.sent[call] as number;
    readTokens += read[call] as number;
  }
  const readShare = sentTokens === 0 ? 0 : readTokens / sentTokens;
  if (readShare >= READ) return null;
  const sentence = `From call ${first + 1} on the window slides: at ${whole(breaks.length)} of ${whole(from)} calls it no longer begins as the one before, and only ${decimal(readShare * 100, 0)} % of the ${whole(sentTokens)} tokens sent there are read from the cache. Taking more at a time, less often, would keep the prefix.`;
  return { calls: breaks, sentTokens, readTokens, readShare, sentence };
}
