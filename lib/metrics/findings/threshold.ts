/** What must stay is already over a threshold: every call sets off work that cannot get under it. */

import { decimal, whole } from '../../engine/figures';
import { windowAt } from '../../engine/ledger';
import type { Examined, Finding } from './finding';

/** Policy tokens (or messages) at a call of everything that cannot be taken, tool schemas included where they count. */
function heldAt({ run, index, system, config, guards, counts }: Examined, call: number): number {
  const window = windowAt(run, call);
  const pins = system.pins(window, call, run, index, config, guards);
  let held = system.countsTools ? counts.tools : 0;
  for (const [position, item] of window.entries()) {
    if (!pins[position]) continue;
    if (system.unit === 'messages') held++;
    else held += item >= 0 ? (run.arrivals.cost[item] as number) : (run.inserts[~item]?.tokens ?? 0);
  }
  return held;
}

/** Looks at the last call, where pins have come together. Said only where there is no floor yet: that is graver. */
export function thresholdFinding(examined: Examined, floor: Finding | null): Finding | null {
  const { run, system, config } = examined;
  if (floor) return null;
  const lowest = system.thresholds(config).sort((one, other) => one.pressure - other.pressure)[0];
  if (!lowest || run.decisions.kind.length === 0) return null;
  const call = run.calls.before.length - 1;
  const line = lowest.pressure * run.limit;
  const held = heldAt(examined, call);
  if (held <= line) return null;
  return {
    id: 'floor-over-threshold',
    severity: 'warning',
    title: 'What must stay is over a threshold',
    sentence: `At the last call ${whole(held)} ${system.unit} cannot be taken (pins, the newest, tool schemas), and “${lowest.label}” is at ${whole(line)} (pressure ${decimal(lowest.pressure)}): whatever is taken, the window stays above it, and every call tries again.`,
    calls: Int32Array.of(call),
  };
}
