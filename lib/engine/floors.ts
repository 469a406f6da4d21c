/** Where nothing is left to take and the window is still too large: every such call of a run, and the least setting that would do. */

import { DECISIONS, type Run } from './run';
import type { Config, SystemDescription } from './system';

interface FloorPeak {
  call: number;
  /** Policy tokens, or messages where the system counts messages. */
  amount: number;
  reason: number;
}

export interface Floors {
  /** Calls that are sent although they are too large, ascending. */
  calls: Int32Array;
  /** How often that begins: the decisions that say so. */
  begins: number;
  /** The largest of them. */
  peak: FloorPeak;
  /** The least value of a parameter under which none of them would be too large for this reason; null where there is none. */
  roomFor(reason: number): { parameter: string; value: number } | null;
}

/** A run is made under one configuration. */
const known = new WeakMap<Run, Floors | null>();

/** Null where there is none. Linear in calls and decisions, once a run. */
export function floorsOf(run: Run, system: Pick<SystemDescription, 'roomFor'>, config: Config): Floors | null {
  let floors = known.get(run);
  if (floors === undefined) {
    floors = findFloors(run, system, config);
    known.set(run, floors);
  }
  return floors;
}

/** The least setting that would do for every call that is too large for a reason, and never less than one of them needs. */
export type RoomFor = (reason: number, needed: number) => number;

/** The room that a run's explanations name. */
export function roomIn(run: Run, system: Pick<SystemDescription, 'roomFor'>, config: Config): RoomFor {
  return (reason, needed) => Math.max(floorsOf(run, system, config)?.roomFor(reason)?.value ?? 0, needed);
}

function findFloors(run: Run, system: Pick<SystemDescription, 'roomFor'>, config: Config): Floors | null {
  const code = DECISIONS.indexOf('floor');
  const { kind, call: calledAt, before, reason: reasons } = run.decisions;
  const calls: number[] = [];
  const peaks = new Map<number, FloorPeak>();
  let begins = 0;
  let decision = 0;
  let isOpen = false;
  let reason = 0;
  for (let call = 0; call < run.calls.before.length; call++) {
    let amount = run.calls.tokens[call] as number;
    for (; decision < calledAt.length && (calledAt[decision] as number) <= call; decision++) {
      if (kind[decision] !== code) continue;
      begins++;
      isOpen = true;
      reason = reasons[decision] as number;
      amount = Math.max(amount, before[decision] as number);
    }
    if (!isOpen) continue;
    const room = system.roomFor?.(amount, config, reason);
    const fits = room !== undefined && room.value <= (config[room.parameter] as number);
    if (fits) isOpen = false;
    if (fits || (!room && amount <= run.limit)) continue;
    calls.push(call);
    if (amount > (peaks.get(reason)?.amount ?? -1)) peaks.set(reason, { call, amount, reason });
  }
  let peak: FloorPeak | undefined;
  for (const one of peaks.values()) if (one.amount > (peak?.amount ?? -1)) peak = one;
  if (!peak) return null;
  return {
    calls: Int32Array.from(calls),
    begins,
    peak,
    roomFor(wanted) {
      const amount = peaks.get(wanted)?.amount;
      return amount === undefined ? null : (system.roomFor?.(amount, config, wanted) ?? null);
    },
  };
}
