/** Reads one lane of a scenario: its system, settings checked by kind, guards and summarizer, all of them completed. */

import type { Config, Guards, SystemDescription } from '../engine/system';
import { SUMMARIZERS, type SummarizerSpec } from '../summarizers/descriptions';
import { checkConfig, completeConfig, completeGuards, SYSTEMS } from '../systems/descriptions';
import { field, isRecord, type JsonObject, looks } from './json';
import type { Findings } from './scenario-error';
import { suggestion } from './suggestion';

/** One memory system with everything that decides its outcome. Configuration and guards are complete. */
export interface Lane {
  name: string;
  system: string;
  config: Config;
  guards: Guards;
  summarizer: SummarizerSpec;
}

export const DEFAULT_SUMMARIZER: SummarizerSpec = { kind: 'extractive' };

const KIND_NAMES = SUMMARIZERS.map((entry) => entry.kind);

const FIELDS = ['name', 'system', 'config', 'guards', 'summarizer'];

/** The lane, or undefined where it has problems; they are in the findings. */
export function readLane(value: JsonObject, path: string, findings: Findings): Lane | undefined {
  const before = findings.errors.length;
  warnOfOthers(value, FIELDS, path, 'field', findings);
  const id = field(value, 'system');
  const system = SYSTEMS.find((one) => one.id === id);
  if (!system) {
    const known = SYSTEMS.map((one) => one.id);
    const remedy = typeof id === 'string' ? suggestion(id, known) : `Use one of ${known.join(', ')}.`;
    findings.error(`${path}.system`, `It is ${looks(id)}, which is no memory system.`, remedy);
    return undefined;
  }
  const name = field(value, 'name') ?? system.id;
  if (typeof name !== 'string')
    findings.error(`${path}.name`, `It is ${looks(name)}, not a text.`, 'Write it as text.');
  const config = readConfig(field(value, 'config'), system, `${path}.config`, findings);
  const guards = readGuards(field(value, 'guards'), system, `${path}.guards`, findings);
  const summarizer = readSummarizer(field(value, 'summarizer'), `${path}.summarizer`, findings);
  if (findings.errors.length > before || typeof name !== 'string') return undefined;
  return { name, system: system.id, config, guards, summarizer };
}

function warnOfOthers(
  value: JsonObject,
  known: readonly string[],
  path: string,
  what: 'field' | 'parameter' | 'guard',
  findings: Findings,
): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    findings.warn(`${path}.${name}`, `The ${what} is not known and is left out.`, suggestion(name, known));
  }
}

function readConfig(value: unknown, system: SystemDescription, path: string, findings: Findings): Lane['config'] {
  if (value === undefined) return completeConfig(system);
  if (!isRecord(value)) {
    findings.error(path, `It is ${looks(value)}, not an object.`, 'Give the parameters by name, or leave it out.');
    return {};
  }
  const known = system.parameters.map((parameter) => parameter.name);
  warnOfOthers(value, known, path, 'parameter', findings);
  const given: Lane['config'] = {};
  for (const name of known) if (Object.hasOwn(value, name)) given[name] = value[name];
  const config = completeConfig(system, given);
  // Kinds of values only: whether the settings work together is for whoever runs or shows the lane to say.
  for (const problem of checkConfig({ ...system, validate: () => [] }, config)) {
    findings.error(`${path}.${problem.parameter}`, problem.message, problem.remedy);
  }
  return config;
}

function readGuards(value: unknown, system: SystemDescription, path: string, findings: Findings): Lane['guards'] {
  if (value === undefined || typeof value === 'boolean') return completeGuards(system, value ?? true);
  if (!isRecord(value)) {
    findings.error(path, `It is ${looks(value)}.`, 'Use true, false, or an object that names each guard.');
    return {};
  }
  const known = system.guards.map((guard) => guard.name);
  warnOfOthers(value, known, path, 'guard', findings);
  const given: { [name: string]: boolean } = {};
  for (const name of known) {
    const on = field(value, name);
    if (typeof on === 'boolean') given[name] = on;
    else if (on !== undefined) {
      findings.error(`${path}.${name}`, `It is ${looks(on)}, not true or false.`, 'Use true or false.');
    }
  }
  return completeGuards(system, given);
}

function readSummarizer(value: unknown, path: string, findings: Findings): SummarizerSpec {
  if (value === undefined) return DEFAULT_SUMMARIZER;
  if (!isRecord(value)) {
    findings.error(path, `It is ${looks(value)}, not an object.`, 'Use {"kind": "extractive"} or leave it out.');
    return DEFAULT_SUMMARIZER;
  }
  warnOfOthers(value, ['kind', 'text'], path, 'field', findings);
  const kind = KIND_NAMES.find((one) => one === field(value, 'kind'));
  if (kind === undefined) {
    const given = field(value, 'kind');
    const remedy = typeof given === 'string' ? suggestion(given, KIND_NAMES) : `Use one of ${KIND_NAMES.join(', ')}.`;
    findings.error(`${path}.kind`, `It is ${looks(given)}, which is no summarizer.`, remedy);
    return DEFAULT_SUMMARIZER;
  }
  if (kind !== 'fixed') return { kind };
  const text = Object.hasOwn(value, 'text') ? value.text : undefined;
  if (typeof text === 'string' || text === null) return { kind, text };
  findings.error(
    `${path}.text`,
    `It is ${looks(text)}, not a text or null.`,
    'Give the template; null answers NOTHING.',
  );
  return DEFAULT_SUMMARIZER;
}
