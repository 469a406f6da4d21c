/** What lanes are judged by: probes, and the prices of the bill. Every change is a named step. */

import type { ScenarioPrices } from '../metrics/bill-prices';
import { freeProbeId, type Probe, probeName } from '../probes/probe';
import { readProbe } from '../probes/read';
import { readPrices } from '../scenario/prices';
import { Findings } from '../scenario/scenario-error';
import type { Cell, State, Work } from './state';

/** Stored probes and prices as today's program reads them; what it cannot read is left out. */
export function restoreJudging(probes: unknown, prices: unknown): Pick<Work, 'probes' | 'prices'> {
  const known = new Map<string, Probe>();
  for (const one of Array.isArray(probes) ? probes : []) {
    const { probe } = readProbe(one, new Set(known.keys()));
    if (!probe) continue;
    const id = probe.id || freeProbeId(known.keys());
    known.set(id, { ...probe, id });
  }
  const isObject = typeof prices === 'object' && prices !== null && !Array.isArray(prices);
  return {
    probes: [...known.values()],
    prices: isObject ? readPrices(prices as { [name: string]: unknown }, new Findings()) : {},
  };
}

export interface Judging {
  /** Adds a probe under an id of its own and returns that. */
  addProbe(probe: Omit<Probe, 'id'>): string;
  /** Puts a probe in the place of the one with its id. */
  changeProbe(probe: Probe): void;
  removeProbe(id: string): void;
  /** Puts these in the place of the scenario's prices. `what` names the value that changed, for the history. */
  setPrices(prices: ScenarioPrices, what: string): void;
}

export interface JudgingHooks {
  record(name: string, change: Partial<Work>, key?: string): void;
  changed(): void;
}

export function createJudging(state: Cell<State>, { record, changed }: JudgingHooks): Judging {
  const take = (name: string, change: Partial<Pick<Work, 'probes' | 'prices'>>, key = ''): void => {
    record(name, change, key);
    state.set(change);
    changed();
  };
  const probes = (): readonly Probe[] => state.get().probes;
  return {
    addProbe(probe) {
      const id = freeProbeId(probes().map((one) => one.id));
      const added = { ...probe, id };
      take(`Add probe ${probeName(added)}`, { probes: [...probes(), added] });
      return id;
    },
    changeProbe(probe) {
      const next = probes().map((one) => (one.id === probe.id ? probe : one));
      take(`Probe ${probeName(probe)}`, { probes: next }, `probe ${probe.id}`);
    },
    removeProbe(id) {
      const gone = probes().find((one) => one.id === id);
      if (!gone) return;
      take(`Remove probe ${probeName(gone)}`, { probes: probes().filter((one) => one !== gone) });
    },
    setPrices: (prices, what) => take(`Prices: ${what}`, { prices }, `prices ${what}`),
  };
}
