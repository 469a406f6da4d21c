/** Stepping through calls by key: one, ten, first and last, previous and next event. */

import { lowerBound } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';

/** The nearest call after (1) or before (-1) `call` at which something was decided, or null. */
export function eventCall(run: Run, call: number, direction: 1 | -1): number | null {
  const { call: calls } = run.decisions;
  const position = direction === 1 ? lowerBound(calls, call + 1) : lowerBound(calls, call) - 1;
  return calls[position] ?? null;
}

interface Key {
  key: string;
  shiftKey: boolean;
}

/** The call that a key leads to from `call`; null for a key that is none of these, or leads nowhere. */
export function callForKey({ key, shiftKey }: Key, call: number, run: Run): number | null {
  const last = run.calls.tokens.length - 1;
  const step = shiftKey ? 10 : 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, call - step);
    case 'ArrowRight':
      return Math.min(last, call + step);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case '[':
      return eventCall(run, call, -1);
    case ']':
      return eventCall(run, call, 1);
    default:
      return null;
  }
}

/** The scrubber's own range takes the keys as the page does. */
export const SCRUBBER_RANGE = 'data-scrubber-range';
