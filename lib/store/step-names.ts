/** What a change of settings is called in the history: the one setting that moved, with its values. */

import { SUMMARIZERS } from '../summarizers/descriptions';
import { systemById } from '../systems/descriptions';
import type { LaneSpec } from './state';

function shown(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? value.toLocaleString('en') : String(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return value.length > 24 ? `${[...value].slice(0, 22).join('')}…` : value;
  return '';
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The name of the step from one lane to another, and the key under which such steps join while a hand moves. */
export function laneStep(before: LaneSpec, after: LaneSpec): { name: string; key: string } | null {
  if (before.system !== after.system) return { name: `System: ${systemById(after.system).label}`, key: '' };
  const system = systemById(after.system);
  const parameters = system.parameters.filter(({ name }) => !same(before.config[name], after.config[name]));
  const guards = system.guards.filter(({ name }) => before.guards[name] !== after.guards[name]);
  const summarizer = !same(before.summarizer, after.summarizer);
  const changes = parameters.length + guards.length + (summarizer ? 1 : 0);
  if (changes === 0) return null;
  const [parameter] = parameters;
  if (changes === 1 && parameter) {
    const from = shown(before.config[parameter.name]);
    const to = shown(after.config[parameter.name]);
    const values = from === '' || to === '' ? '' : `: ${from} → ${to}`;
    return { name: `${parameter.label}${values}`, key: parameter.name };
  }
  const [guard] = guards;
  if (changes === 1 && guard) return { name: `${guard.label} ${after.guards[guard.name] ? 'on' : 'off'}`, key: '' };
  if (changes === 1) {
    const label = SUMMARIZERS.find(({ kind }) => kind === after.summarizer.kind)?.label ?? after.summarizer.kind;
    const edited = before.summarizer.kind === after.summarizer.kind;
    return { name: `Summarizer: ${label}`, key: edited ? 'summarizer' : '' };
  }
  if (guards.length === changes) return { name: `${changes} guards`, key: '' };
  return { name: `${changes} settings`, key: parameters.map(({ name }) => name).join(' ') };
}
