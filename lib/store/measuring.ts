/** What the judgements of a comparison ask of the worker beside the lanes' own scores: suggested probes, and counters held against each other. */

import { DECISIONS, type DecisionKind } from '../engine/run';
import type { Probe } from '../probes/probe';
import type { ProbeSuggestion } from '../probes/suggest';
import { systemById } from '../systems/descriptions';
import { COUNTERS } from '../tokenizers/descriptions';
import type { EngineClient, RequestOptions } from '../worker/client';
import type { DocumentInfo, LaneSpec } from '../worker/protocol';
import type { CounterRunView, CounterView } from '../worker/protocol-counters';
import type { Cell, State } from './state';

export type { Deviation } from '../metrics/estimators';
export type { ProbeSuggestion } from '../probes/suggest';
export type { CounterRunView, CounterView } from '../worker/protocol-counters';

/** How a question can be followed and given up. */
export type MeasureOptions = Pick<RequestOptions, 'signal' | 'onProgress'>;

export interface Measuring {
  suggestions(probes: readonly Probe[], signal: AbortSignal): Promise<ProbeSuggestion[]>;
  /** A counter against the yardstick. What was asked of the open transcript before is answered at once. */
  report(exact: string, counter: string, options: MeasureOptions): Promise<CounterView>;
  /** The lane under another counter, kept as well. */
  run(lane: LaneSpec, counter: string, options: MeasureOptions): Promise<CounterRunView>;
}

/** Counters as they are held against each other: the estimates first, the quickest to make. */
export const MEASURED_COUNTERS = [...COUNTERS].sort((one, other) => Number(one.exact) - Number(other.exact));

/** Whether the lane's system lets its counter be chosen; where not, the counter is a part of the system. */
export function hasOwnChoice({ system }: LaneSpec): boolean {
  return systemById(system).parameters.some(({ name, type }) => name === 'counter' && type === 'choice');
}

/** The counter that a lane decides by. */
export function policyCounter({ system, config }: LaneSpec): string {
  return systemById(system).counterOf(config);
}

/** What other counters are held against: the yardstick, or an exact counter where that is an estimate itself. */
export function exactCounter(yardstick: string): string {
  return COUNTERS.find(({ id }) => id === yardstick)?.exact ? yardstick : 'o200k_base';
}

export function decisionKind(code: number): DecisionKind {
  return DECISIONS[code] ?? 'reported';
}

export function createMeasuring(state: Cell<State>, client: () => EngineClient): Measuring {
  let of: DocumentInfo | undefined;
  let reports = new Map<string, CounterView>();
  let runs = new WeakMap<LaneSpec, Map<string, CounterRunView>>();

  /** Answers are of one transcript. */
  const renewed = (): void => {
    const info = state.get().document?.info;
    if (info === of) return;
    of = info;
    reports = new Map();
    runs = new WeakMap();
  };

  return {
    suggestions: (probes, signal) => client().request('probeSuggestions', { probes }, { signal }),
    async report(exact, counter, options) {
      renewed();
      const kept = reports;
      const known = kept.get(`${exact} ${counter}`);
      if (known) return known;
      const view = await client().request('counterReport', { exact, counter }, options);
      kept.set(`${exact} ${counter}`, view);
      return view;
    },
    async run(lane, counter, options) {
      renewed();
      const kept = runs;
      const known = kept.get(lane)?.get(counter);
      if (known) return known;
      const view = await client().request('counterRun', { lane, counter }, options);
      kept.set(lane, (kept.get(lane) ?? new Map<string, CounterRunView>()).set(counter, view));
      return view;
    },
  };
}
