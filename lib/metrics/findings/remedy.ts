/** A remedy: changes of a lane's settings that may do away with a finding, as plain data with what to call them. */

import { counted, whole } from '../../engine/figures';
import { PIN_RULES, type PinRule } from '../../engine/pin-rule';
import type { Config, Guards, Parameter } from '../../engine/system';
import type { Examined, Finding } from './finding';

/** What to change, by name; everything else stays. */
export interface Remedy {
  /** What a button says: "Set “Compact at” to 0.80". */
  label: string;
  config: Config;
  guards: Guards;
}

/** A remedy that may help a finding of this run, or null where there is nothing to change. */
export type Candidate = (examined: Examined, finding: Finding) => Remedy | null;

/** Settings of a lane with a remedy applied. Neither is changed. */
export function remedied(lane: { config: Config; guards: Guards }, remedy: Remedy): { config: Config; guards: Guards } {
  return { config: { ...lane.config, ...remedy.config }, guards: { ...lane.guards, ...remedy.guards } };
}

/**
 * Parameters set to values, numbers brought to their step (upwards) and range. Null where the system has none of these
 * parameters, where nothing would change, or where the settings could not run.
 */
export function setting({ system, config }: Examined, wanted: Config): Remedy | null {
  const changes: Config = {};
  const words: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const parameter = system.parameters.find((one) => one.name === name);
    if (!parameter) return null;
    const next = typeof value === 'number' ? inRange(parameter, value) : value;
    if (next === config[name]) continue;
    changes[name] = next;
    words.push(inWords(parameter, next));
  }
  if (words.length === 0) return null;
  const problems = system.validate({ ...config, ...changes });
  if (problems.some(({ severity }) => severity === 'error')) return null;
  return { label: joined(words), config: changes, guards: {} };
}

function inRange(parameter: Parameter, value: number): number {
  if (parameter.type !== 'integer' && parameter.type !== 'number') return value;
  const { min, max, step } = parameter;
  // Steps count from zero as people read them; 1e-9 keeps 0.8 from becoming 0.81.
  const stepped = Math.ceil(value / step - 1e-9) * step;
  const rounded = parameter.type === 'integer' ? Math.ceil(stepped) : Number(stepped.toFixed(6));
  return Math.min(max, Math.max(min, rounded));
}

function inWords(parameter: Parameter, value: unknown): string {
  const name = `“${parameter.label}”`;
  if (parameter.type === 'boolean') return `Switch ${value ? 'on' : 'off'} ${name}`;
  if (typeof value === 'number') {
    return `Set ${name} to ${parameter.type === 'integer' ? whole(value) : value.toFixed(2)}`;
  }
  if (parameter.type === 'choice') {
    return `Set ${name} to ${parameter.choices.find((choice) => choice.value === value)?.label ?? String(value)}`;
  }
  return `Change ${name}`;
}

/** "Set A to 1, B to 2 and switch on C". */
function joined(words: readonly string[]): string {
  const parts = words.map((one, place) => {
    if (place === 0) return one;
    const said = one.startsWith('Set ') && words[place - 1]?.startsWith('Set ') ? one.slice(4) : one;
    return said.charAt(0).toLowerCase() + said.slice(1);
  });
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** One guard switched on. Null where the system has no such guard or it is on. */
export function guarding({ system, guards }: Examined, name: string): Remedy | null {
  const guard = system.guards.find((one) => one.name === name);
  if (!guard || guards[name]) return null;
  return { label: `Switch on the guard “${guard.label}”`, config: {}, guards: { [name]: true } };
}

/** Messages pinned by hand, or by a rule each where the system has no pins by hand. Null where it has neither. */
export function pinning({ system, config }: Examined, messages: readonly number[], name: string): Remedy | null {
  const has = (parameter: string) => system.parameters.some((one) => one.name === parameter);
  const label = messages.length === 1 ? `Pin message ${messages[0]}` : `Pin ${counted(messages.length, name)}`;
  if (has('explicit') && Array.isArray(config.explicit)) {
    const pinned = new Set(config.explicit as number[]);
    const added = messages.filter((message) => !pinned.has(message));
    if (added.length === 0) return null;
    const explicit = [...pinned, ...added].sort((a, b) => a - b);
    return { label, config: { explicit }, guards: {} };
  }
  const rules = config[PIN_RULES];
  if (!has(PIN_RULES) || !Array.isArray(rules)) return null;
  const known = new Set((rules as PinRule[]).filter(({ on }) => on).map(({ match }) => match.message));
  const added = messages
    .filter((message) => !known.has(message))
    .map((message): PinRule => ({ id: `message-${message}`, on: true, match: { message }, keep: 'all' }));
  return added.length === 0 ? null : { label, config: { [PIN_RULES]: [...rules, ...added] }, guards: {} };
}
