/** The lane that is tuned: its defaults, changes to it, and what is wrong with it. */

import type { ConfigProblem } from '../engine/system';
import { SUMMARIZERS, type SummarizerSpec } from '../summarizers/registry';
import { checkConfig, completeConfig, completeGuards, SYSTEMS, systemById } from '../systems/registry';
import type { LaneSpec } from '../worker/protocol';

export function defaultLane(system = 'managed-window'): LaneSpec {
  const chosen = systemById(system);
  return {
    system,
    config: completeConfig(chosen),
    guards: completeGuards(chosen, true),
    summarizer: { kind: 'extractive' },
  };
}

/** A stored lane brought to today's parameters; the default lane where it is not one. */
export function restoreLane(stored: unknown): LaneSpec {
  const lane = stored as Partial<LaneSpec> | null;
  const system = SYSTEMS.find((one) => one.id === lane?.system);
  if (!lane || !system) return defaultLane();
  const config = completeConfig(system, typeof lane.config === 'object' && lane.config ? lane.config : {});
  // A value that cannot work is kept, to be explained where it stands; only one of another kind cannot even be shown.
  for (const parameter of system.parameters) {
    const value = config[parameter.name];
    const same = typeof value === typeof parameter.default && Array.isArray(value) === Array.isArray(parameter.default);
    if (!same && parameter.type !== 'json') config[parameter.name] = parameter.default;
  }
  const guards = completeGuards(system, typeof lane.guards === 'object' && lane.guards ? lane.guards : true);
  const kind = (lane.summarizer as { kind?: unknown } | undefined)?.kind;
  const known = SUMMARIZERS.some((one) => one.kind === kind);
  return {
    system: system.id,
    config,
    guards,
    summarizer: known ? (lane.summarizer as SummarizerSpec) : { kind: 'extractive' },
  };
}

export function laneProblems(lane: LaneSpec): ConfigProblem[] {
  return checkConfig(systemById(lane.system), lane.config);
}

export function hasErrors(problems: readonly ConfigProblem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

export function withParameter(lane: LaneSpec, name: string, value: unknown): LaneSpec {
  return { ...lane, config: { ...lane.config, [name]: value } };
}

export function withGuard(lane: LaneSpec, name: string, on: boolean): LaneSpec {
  return { ...lane, guards: { ...lane.guards, [name]: on } };
}

/** The same settings under another system where it has them, its defaults elsewhere. */
export function withSystem(lane: LaneSpec, system: string): LaneSpec {
  const next = defaultLane(system);
  const chosen = systemById(system);
  for (const { name } of chosen.parameters) {
    if (name === 'window' && typeof lane.config[name] === 'number') next.config[name] = lane.config[name];
  }
  return { ...next, summarizer: lane.summarizer };
}

/** Pins a message by hand, or unpins it. */
export function togglePin(lane: LaneSpec, message: number): LaneSpec {
  const pinned = (lane.config.explicit as readonly number[] | undefined) ?? [];
  const explicit = pinned.includes(message)
    ? pinned.filter((one) => one !== message)
    : [...pinned, message].sort((a, b) => a - b);
  return withParameter(lane, 'explicit', explicit);
}
