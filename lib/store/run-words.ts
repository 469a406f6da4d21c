/** What is different between an old run and the present one, with settings called as the page calls them. */

import type { RunRecord } from '../storage/records';
import { runDifferences } from '../storage/run-differences';
import { SYSTEMS } from '../systems/descriptions';
import { type LaneEntry, laneName } from './lanes';

type RunMaker = Pick<RunRecord, 'engine' | 'fingerprint' | 'settings'>;

/** A sentence for each difference: engine, transcript, settings. Empty where nothing is different. */
export function runWords(old: RunMaker, now: RunMaker): string[] {
  const systemOf = (id: string) => SYSTEMS.find((one) => one.id === id);
  const found = runDifferences(old, now, {
    lane: (entry) => (systemOf(entry.lane.system) ? laneName(entry as LaneEntry) : entry.lane.system),
    parameter: (system, name) => systemOf(system)?.parameters.find((one) => one.name === name)?.label ?? name,
    guard: (system, name) => systemOf(system)?.guards.find((one) => one.name === name)?.label ?? name,
  });
  return found.map(({ text }) => text);
}
