/** Which calls a table shows: those at which something was decided, and evenly spread ones between them. */

import { lowerBound } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';

/** At most `most` calls of `first…last`, ascending: both ends, event calls (evenly thinned where there are too many), then even steps. */
export function sampleCalls(run: Run, most: number, first = 0, last = run.calls.tokens.length - 1): number[] {
  const count = last - first + 1;
  if (count <= most) return Array.from({ length: Math.max(0, count) }, (_, place) => first + place);
  const chosen = new Set([first, last]);
  const events: number[] = [];
  const { call: calls } = run.decisions;
  const end = lowerBound(calls, last + 1);
  for (let decision = lowerBound(calls, first); decision < end; decision++) {
    const call = calls[decision] as number;
    if (events[events.length - 1] !== call) events.push(call);
  }
  const room = most - 2;
  const taken = Math.min(events.length, room);
  for (let place = 0; place < taken; place++) chosen.add(events[Math.floor((place * events.length) / taken)] as number);
  const steps = most - chosen.size;
  for (let step = 1; step <= steps; step++) chosen.add(first + Math.floor((step * (count - 1)) / (steps + 1)));
  return [...chosen].sort((a, b) => a - b);
}
