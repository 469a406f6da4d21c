/** The lane that is tuned: its defaults, changes to it, and what is wrong with it. */

import { PIN_RULES } from '../engine/pin-rule';
import type { ConfigProblem } from '../engine/system';
import { SUMMARIZERS, type SummarizerSpec } from '../summarizers/descriptions';
import { checkConfig, completeConfig, completeGuards, SYSTEMS, systemById } from '../systems/descriptions';
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

const problemsOf = new WeakMap<LaneSpec, ConfigProblem[]>();

/** What is wrong with a lane's settings: the same list for the same lane, so that nobody draws it anew. */
export function laneProblems(lane: LaneSpec): ConfigProblem[] {
  const known = problemsOf.get(lane);
  if (known) return known;
  const problems = checkConfig(systemById(lane.system), lane.config);
  problemsOf.set(lane, problems);
  return problems;
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

/** All guards of the lane's system on, or all off: as its document published it. */
export function guardsOf(lane: LaneSpec, on: boolean): LaneSpec['guards'] {
  return completeGuards(systemById(lane.system), on);
}

/** The same settings under another system where it has them, its defaults elsewhere. */
export function withSystem(lane: LaneSpec, system: string): LaneSpec {
  const next = defaultLane(system);
  const chosen = systemById(system);
  for (const { name } of chosen.parameters) {
    if (name === 'window' && typeof lane.config[name] === 'number') next.config[name] = lane.config[name];
    if (name === PIN_RULES && Array.isArray(lane.config[name])) next.config[name] = lane.config[name];
  }
  return { ...next, summarizer: lane.summarizer };
}

/** Whether what is pinned keeps its whole tool group: calls and results stay together. */
export function holdsGroups({ guards }: Pick<LaneSpec, 'guards'>): boolean {
  return guards.toolGroups === true;
}

/** Pins a message by hand, or unpins it. */
export function togglePin(lane: LaneSpec, message: number): LaneSpec {
  const pinned = (lane.config.explicit as readonly number[] | undefined) ?? [];
  const explicit = pinned.includes(message)
    ? pinned.filter((one) => one !== message)
    : [...pinned, message].sort((a, b) => a - b);
  return withParameter(lane, 'explicit', explicit);
}

interface HandLabel {
  message?: number;
  priority?: string;
}

/** The priority that a message was given by hand, where the system goes by priorities; undefined where it does not. */
export function handPriority(lane: LaneSpec, message: number): string | undefined {
  const rules = lane.config.priorityRules;
  if (!Array.isArray(rules)) return undefined;
  return (rules as HandLabel[]).find((rule) => rule.message === message)?.priority ?? '';
}

/** Labels a message by hand; the empty text takes the label away. */
export function withHandPriority(lane: LaneSpec, message: number, priority: string): LaneSpec {
  const rules = (Array.isArray(lane.config.priorityRules) ? lane.config.priorityRules : []) as HandLabel[];
  const others = rules.filter((rule) => rule.message !== message);
  return withParameter(lane, 'priorityRules', priority === '' ? others : [{ message, priority }, ...others]);
}
