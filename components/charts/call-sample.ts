/** Which calls a table shows: those at which something was decided, and evenly spread ones between them. */

import type { Run } from '@/lib/engine/run';

/** At most `most` calls, ascending: first and last, event calls (evenly thinned where there are too many), then even steps. */
export function sampleCalls(run: Run, most: number): number[] {
  const count = run.calls.tokens.length;
  if (count <= most) return Array.from({ length: count }, (_, call) => call);
  const chosen = new Set([0, count - 1]);
  const events: number[] = [];
  for (const call of run.decisions.call) if (events[events.length - 1] !== call) events.push(call);
  const room = most - 2;
  const taken = Math.min(events.length, room);
  for (let place = 0; place < taken; place++) chosen.add(events[Math.floor((place * events.length) / taken)] as number);
  const steps = most - chosen.size;
  for (let step = 1; step <= steps; step++) chosen.add(Math.floor((step * (count - 1)) / (steps + 1)));
  return [...chosen].sort((a, b) => a - b);
}
