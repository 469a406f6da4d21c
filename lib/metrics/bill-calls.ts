/** What a bill needs of each call beside its window: the answer's tokens, the time, and the summarizer's work there. */

import { MESSAGE_OVERHEAD, memoise, type TokenCounts, type TranscriptIndex } from '../engine/accounting';
import { DECISIONS, type Run } from '../engine/run';

/**
 * Yardstick tokens that the model wrote at each call: contents, call names and arguments, 8 a call, without the message's
 * own overhead; 0 at the next call, whose answer nobody knows.
 */
export function outputTokens(run: Run, counts: TokenCounts): Int32Array {
  return Int32Array.from(run.calls.before, (message) =>
    message < 0 ? 0 : Math.max(0, (counts.message[message] as number) - MESSAGE_OVERHEAD),
  );
}

/** A time with its date; the zone may be missing. */
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
/** Seconds since 1970 have fewer digits than this; what has more is milliseconds. */
const SECONDS_BELOW = 1e11;

/** Milliseconds since 1970 of a recorded time; NaN where it cannot be read. A time without a zone is taken as UTC, everywhere. */
export function timeOf(timestamp: string | undefined): number {
  if (timestamp === undefined) return Number.NaN;
  const text = timestamp.trim();
  if (/^\d{9,16}(\.\d+)?$/.test(text)) {
    const value = Number(text);
    return value < SECONDS_BELOW ? value * 1000 : value;
  }
  const parts = ISO.exec(text);
  if (!parts) return Number.NaN;
  const normal = text.replace(' ', 'T').replace(',', '.').replace(/\s+/g, '');
  return Date.parse(parts[3] === undefined ? `${normal}Z` : normal);
}

/**
 * When each call was made, in milliseconds since 1970: the time of the last message before it, else that of its answer; NaN
 * where neither says.
 */
export function callTimes(run: Run, index: TranscriptIndex): Float64Array {
  const times = memoise(index.memo, 'message times', () =>
    Float64Array.from(index.transcript.messages, ({ timestamp }) => timeOf(timestamp)),
  );
  return Float64Array.from(run.calls.before, (before) => {
    const asked = times[before < 0 ? run.messageCount - 1 : before - 1] ?? Number.NaN;
    return Number.isNaN(asked) && before >= 0 ? (times[before] as number) : asked;
  });
}

const ANSWERED = new Set(
  (['compacted', 'summary-refused', 'summary-failed'] as const).map((kind) => DECISIONS.indexOf(kind)),
);

/**
 * The call before which each request of the summarizer was made. Every request ends in one of these decisions before the
 * next is made, and nothing else makes them: the first request belongs to the first, and so on.
 */
export function exchangeCalls(run: Run, exchanges: readonly unknown[]): Int32Array {
  const { kind, call } = run.decisions;
  return call.filter((_call, decision) => ANSWERED.has(kind[decision] as number)).slice(0, exchanges.length);
}
