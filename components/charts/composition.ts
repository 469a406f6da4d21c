/** What fills the window at every call, by role: areas that add up to the curve of policy tokens. */

import { ASSISTANT, TOOL, USER } from '@/lib/engine/accounting';
import { lifeOf } from '@/lib/engine/ledger';
import { type Run, State } from '@/lib/engine/run';
import { PARTS } from './composition-parts';
import { decimate } from './decimate';

const SUMMARIES = 4;
const REST = 5;

function partOf(role: number | undefined): number {
  if (role === USER) return 1;
  if (role === ASSISTANT) return 2;
  return role === TOOL ? 3 : 0;
}

function stands(state: number, into: number): boolean {
  return into < 0 && (state === State.verbatim || state === State.truncated);
}

/** Policy tokens by part and call: `parts[part][call]`. Linear in items, their changes of state, and calls. */
export function compositionOf(run: Run, roles: Uint8Array): Int32Array[] {
  const calls = run.calls.tokens.length;
  const parts = PARTS.map(() => new Int32Array(calls + 1));
  const add = (part: number, cost: number, from: number, to: number) => {
    const column = parts[part] as Int32Array;
    if (from >= to) return;
    (column[from] as number) += cost;
    (column[to] as number) -= cost;
  };
  const trace = (item: number, part: number, cost: number, arrived: number, state: number) => {
    let from = stands(state, -1) ? arrived : -1;
    for (const entry of lifeOf(run, item)) {
      const call = Math.min(calls, run.transitions.call[entry] as number);
      const there = stands(run.transitions.state[entry] as number, run.transitions.into[entry] as number);
      if (!there && from >= 0) {
        add(part, cost, from, call);
        from = -1;
      } else if (there && from < 0) from = call;
    }
    if (from >= 0) add(part, cost, from, calls);
  };
  for (let message = 0; message < run.messageCount; message++) {
    const arrived = Math.min(calls, run.arrivals.call[message] as number);
    const cost = run.arrivals.cost[message] as number;
    trace(message, partOf(roles[message]), cost, arrived, run.arrivals.state[message] as number);
  }
  run.inserts.forEach((insert, number) => {
    trace(~number, SUMMARIES, insert.tokens, Math.min(calls, insert.call), State.verbatim);
  });
  for (const column of parts)
    for (let call = 1; call <= calls; call++) (column[call] as number) += column[call - 1] as number;
  // What the whole has beside its messages; where a system counts less for a message than it came with, nothing is below zero.
  const rest = parts[REST] as Int32Array;
  for (let call = 0; call < calls; call++) {
    let sum = 0;
    for (let part = 0; part < REST; part++) sum += (parts[part] as Int32Array)[call] as number;
    rest[call] = Math.max(0, (run.calls.tokens[call] as number) - sum);
  }
  return parts.map((column) => column.subarray(0, calls));
}

/** Points of areas that are drawn. */
const MOST_POINTS = 320;

/** The upper edges of the areas from one call to another, stacked; every edge has the same calls. */
export function stackedEdges(
  parts: readonly Int32Array[],
  from: number,
  to: number,
): { calls: Int32Array; edges: Float64Array[] } {
  const length = to - from + 1;
  const total = new Float64Array(length);
  for (const column of parts) for (let at = 0; at < length; at++) (total[at] as number) += column[from + at] as number;
  const kept = decimate(total, MOST_POINTS);
  const sum = new Float64Array(kept.length);
  const edges = parts.map((column) => {
    kept.forEach((at, position) => {
      (sum[position] as number) += column[from + at] as number;
    });
    return sum.slice();
  });
  return { calls: kept.map((at) => from + at), edges };
}
