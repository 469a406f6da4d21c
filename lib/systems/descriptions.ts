/** The memory systems as the page knows them: what can be set, drawn and explained, without the code that runs them. */

import type { Config, ConfigProblem, Guards, SystemDescription } from '../engine/system';
import { contextManager } from './context-manager';
import { managedWindow } from './managed-window';
import { messageCap } from './message-cap';
import { none } from './none';
import { rollingSummary } from './rolling-summary';
import { threePhase } from './three-phase';

export const SYSTEMS: readonly SystemDescription[] = [
  managedWindow,
  threePhase,
  rollingSummary,
  contextManager,
  messageCap,
  none,
];

export class UnknownSystemError extends Error {
  override name = 'UnknownSystemError';
}

/** Throws UnknownSystemError with the names there are. */
export function systemById(id: string): SystemDescription {
  const system = SYSTEMS.find((one) => one.id === id);
  if (system) return system;
  throw new UnknownSystemError(`There is no memory system "${id}". Known: ${SYSTEMS.map((one) => one.id).join(', ')}.`);
}

/** A configuration with every parameter: what is given, and the defaults for the rest. */
export function completeConfig(system: SystemDescription, given: Config = {}): Config {
  const config: Config = {};
  for (const parameter of system.parameters) {
    const value = givenValue(given, parameter.name) ?? parameter.default;
    const aliases = new Map(parameter.type === 'choice' ? Object.entries(parameter.aliases ?? {}) : []);
    config[parameter.name] = aliases.get(value as string) ?? value;
  }
  return config;
}

/** A parameter by its name. One named `a.b` may also stand as `b` in an object named `a`. */
function givenValue(given: Config, name: string): unknown {
  const dot = name.indexOf('.');
  if (dot < 0 || Object.hasOwn(given, name)) return given[name];
  const outer = given[name.slice(0, dot)];
  if (typeof outer !== 'object' || outer === null) return undefined;
  const inner = outer as Config;
  return Object.hasOwn(inner, name.slice(dot + 1)) ? inner[name.slice(dot + 1)] : undefined;
}

/** Every guard named: all on for true, all off for false, on unless switched off for an object. */
export function completeGuards(system: SystemDescription, given: boolean | { [name: string]: boolean } = true): Guards {
  const guards: Guards = {};
  for (const guard of system.guards)
    guards[guard.name] = typeof given === 'boolean' ? given : (given[guard.name] ?? true);
  return guards;
}

/** What is wrong with a complete configuration: types and ranges first, then what the system says of the whole. */
export function checkConfig(system: SystemDescription, config: Config): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const parameter of system.parameters) {
    const problem = typeProblem(parameter, config[parameter.name]);
    if (problem) problems.push({ parameter: parameter.name, severity: 'error', ...problem });
  }
  return problems.length > 0 ? problems : system.validate(config);
}

function typeProblem(
  parameter: SystemDescription['parameters'][number],
  value: unknown,
): { message: string; remedy: string } | null {
  const wrong = (expected: string) => ({
    message: `${parameter.label} (${parameter.name}) is ${JSON.stringify(value) ?? 'missing'}, not ${expected}.`,
    remedy: `Use ${expected}, or leave it out for the default.`,
  });
  switch (parameter.type) {
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= Math.min(0, parameter.min)
        ? null
        : wrong('a whole number, 0 or more');
    case 'number':
      return Number.isFinite(value) && (value as number) >= 0 ? null : wrong('a number, 0 or more');
    case 'boolean':
      return typeof value === 'boolean' ? null : wrong('true or false');
    case 'choice':
      return parameter.choices.some((choice) => choice.value === value)
        ? null
        : wrong(`one of ${parameter.choices.map((choice) => choice.value).join(', ')}`);
    case 'text':
      return typeof value === 'string' ? null : wrong('a text');
    case 'list':
      return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : wrong('a list of texts');
    case 'indices':
      return Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0)
        ? null
        : wrong('a list of message numbers from 0');
    default:
      return null;
  }
}
