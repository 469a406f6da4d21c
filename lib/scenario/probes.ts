/** Reads the probes of a scenario: each fault by its place, unknown fields left out with a warning, ids given where they are missing. */

import { freeProbeId, type Probe } from '../probes/probe';
import { MOST_PROBES, PROBE_FIELDS, RANGE_FIELDS, readProbe } from '../probes/read';
import { field, type JsonObject } from './json';
import type { Findings } from './scenario-error';
import { suggestion } from './suggestion';

/** Every id that the probes give themselves: those that are numbered here must not take one of them. */
function givenIds(list: readonly JsonObject[]): Set<string> {
  const ids = new Set<string>();
  for (const one of list) {
    const id = field(one, 'id');
    if (typeof id === 'string') ids.add(id);
  }
  return ids;
}

function warnOfUnknown(names: readonly string[], path: string, findings: Findings): void {
  for (const name of names) {
    const inRange = name.startsWith('at.');
    const remedy = inRange ? suggestion(name.slice('at.'.length), RANGE_FIELDS) : suggestion(name, PROBE_FIELDS);
    findings.warn(`${path}.${name}`, 'The field is not known and is left out.', remedy);
  }
}

/** Whether an expression can be read is told when probes are compiled. */
export function readProbes(list: readonly JsonObject[], findings: Findings): Probe[] {
  if (list.length > MOST_PROBES) {
    findings.error('probes', `There are ${list.length} of them.`, `Use at most ${MOST_PROBES}.`);
    return [];
  }
  const reserved = givenIds(list);
  const ids = new Set<string>();
  const probes: Probe[] = [];
  for (const [position, value] of list.entries()) {
    const path = `probes[${position}]`;
    const { probe, faults, unknown } = readProbe(value, ids);
    warnOfUnknown(unknown, path, findings);
    for (const fault of faults) {
      findings.error(fault.field === '' ? path : `${path}.${fault.field}`, fault.message, fault.remedy);
    }
    if (!probe) continue;
    const id = probe.id === '' ? freeProbeId(reserved) : probe.id;
    reserved.add(id);
    ids.add(id);
    probes.push({ ...probe, id });
  }
  return probes;
}
