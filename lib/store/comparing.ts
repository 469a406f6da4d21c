/** Starts the comparison with its workers; fetched when lanes are looked at side by side for the first time. */

import { systemById } from '../systems/descriptions';
import { createEngineClient, type EngineClient } from '../worker/client';
import { type Comparison, followComparison } from './comparison';
import { createLanePool } from './lane-pool';
import { createLaneWatch } from './lane-watch';
import type { Cell, State } from './state';

export interface ComparingHooks {
  /** The worker that has the conversation. */
  engine(): EngineClient;
  count(counter: string): Promise<void> | null;
}

export function startComparing(state: Cell<State>, { engine, count }: ComparingHooks): Comparison {
  const watch = createLaneWatch(createEngineClient);
  const pool = createLanePool({
    engine,
    start: watch.begin,
    // One processor is left to the page; it waits while lanes are replayed, so that two workers are never too many.
    size: Math.min(4, Math.max(2, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1)),
  });
  const counterOf: Parameters<typeof followComparison>[1]['counterOf'] = ({ system, config }) =>
    systemById(system).counterOf(config);
  return followComparison(state, { pool, watch, count, counterOf });
}
