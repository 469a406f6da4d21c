/** Writes a scenario as JSON: only what differs from the defaults, so that files and links stay small and readable. */

import { counted } from '../engine/figures';
import type { SystemDescription } from '../engine/system';
import { encodeProbe } from '../probes/probe';
import { completeConfig, completeGuards, systemById } from '../systems/descriptions';
import type { JsonObject } from './json';
import { DEFAULT_SUMMARIZER, type Lane } from './lane';
import { DEFAULT_COUNTER, type Scenario } from './scenario';
import { CURRENT_VERSION } from './upgraders';

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function encodeConfig(lane: Lane, system: SystemDescription): JsonObject {
  const defaults = completeConfig(system);
  return Object.fromEntries(
    Object.keys(defaults)
      .filter((name) => !sameJson(lane.config[name], defaults[name]))
      .map((name) => [name, lane.config[name]]),
  );
}

/** True where all are on (the default), false where all are off, else the names of those that are off. */
function encodeGuards(lane: Lane, system: SystemDescription): boolean | JsonObject {
  const guards = completeGuards(system, lane.guards);
  const off = Object.keys(guards).filter((name) => !guards[name]);
  if (off.length === 0) return true;
  if (off.length === Object.keys(guards).length) return false;
  return Object.fromEntries(off.map((name) => [name, false]));
}

function encodeLane(lane: Lane): JsonObject {
  const system = systemById(lane.system);
  const config = encodeConfig(lane, system);
  const guards = encodeGuards(lane, system);
  return {
    ...(lane.name === system.id ? {} : { name: lane.name }),
    system: system.id,
    ...(Object.keys(config).length === 0 ? {} : { config }),
    ...(guards === true ? {} : { guards }),
    ...(sameJson(lane.summarizer, DEFAULT_SUMMARIZER) ? {} : { summarizer: lane.summarizer }),
  };
}

type Settings = Omit<Scenario, 'palimpsest' | 'title' | 'transcript'>;

/** What a scenario says beside its title and its transcript, as JSON by field. */
export function encodeSettings({ counter, lanes, probes, prices }: Settings): JsonObject {
  return {
    ...(counter === DEFAULT_COUNTER ? {} : { counter }),
    lanes: lanes.map(encodeLane),
    ...(probes.length === 0 ? {} : { probes: probes.map(encodeProbe) }),
    ...(Object.keys(prices).length === 0 ? {} : { prices }),
  };
}

/** The same in words: "2 lanes", "3 probes", "the prices", "the counter chars4". */
export function settingsWords({ counter, lanes, probes, prices }: Settings): string[] {
  return [
    counted(lanes.length, 'lane'),
    ...(probes.length === 0 ? [] : [counted(probes.length, 'probe')]),
    ...(Object.keys(prices).length === 0 ? [] : ['the prices']),
    `the counter ${counter}`,
  ];
}

/** The scenario as the JSON object that `parseScenario` reads back to the same. */
export function encodeScenario(scenario: Scenario): JsonObject {
  return {
    palimpsest: CURRENT_VERSION,
    ...(scenario.title === '' ? {} : { title: scenario.title }),
    ...encodeSettings(scenario),
    transcript: scenario.transcript,
  };
}

/** The text of a scenario file. */
export function scenarioJson(scenario: Scenario): string {
  return `${JSON.stringify(encodeScenario(scenario), null, 2)}\n`;
}
