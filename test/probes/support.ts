/** What tests of probes share: a transcript drawn as text, replayed, and its probes asked. */

import type { StateCode } from '@/lib/engine/run';
import { compileProbes } from '@/lib/probes/compile';
import { evaluateProbes, type Present, type ProbeResult } from '@/lib/probes/evaluate';
import type { Probe } from '@/lib/probes/probe';
import type { Replayed } from '../systems/support';

/** A probe; without a time it is asked at the end. */
export function probe(fields: Omit<Probe, 'id' | 'at'> & { id?: string; at?: Probe['at'] }): Probe {
  return { id: 'p1', at: 'end', ...fields };
}

export function presentOf({ run, index, system, config, guards }: Replayed): Present {
  return (item: number, _state: StateCode) => system.present(item, run, index, config, guards);
}

export async function asked(outcome: Replayed, ...probes: readonly Probe[]): Promise<ProbeResult[]> {
  return evaluateProbes(await compileProbes(probes), outcome.run, outcome.index, presentOf(outcome));
}
