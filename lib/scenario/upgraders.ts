/** Scenario versions: every older one is brought up step by step, and a missing step fails when the program starts. */

import { ScenarioError, type ScenarioPlace } from './scenario-error';

/** The version that is written, and that everything after `upgrade` reads. */
export const CURRENT_VERSION = 1;

type JsonRecord = { readonly [key: string]: unknown };

/** Turns a scenario of one version into the next version's form. Must not change what it is given. */
export type Upgrader = (scenario: JsonRecord) => JsonRecord;

/** By the version that a step starts from. Version 1 is the first, so there is none yet. */
export const UPGRADERS: { readonly [from: number]: Upgrader } = {};

/** A version that could never be brought up to the current one: a mistake in the program. */
export class MissingUpgraderError extends Error {
  override readonly name = 'MissingUpgraderError';

  constructor(readonly from: number) {
    super(`There is no upgrader from scenario version ${from} to ${from + 1}. Add one to UPGRADERS.`);
  }
}

/** Throws MissingUpgraderError where a step between 1 and the current version is missing. */
export function checkUpgraders(upgraders: { readonly [from: number]: Upgrader }, current: number): void {
  for (let version = 1; version < current; version++) {
    if (!Object.hasOwn(upgraders, version)) throw new MissingUpgraderError(version);
  }
}

checkUpgraders(UPGRADERS, CURRENT_VERSION);

/** A scenario of any known version in the current version's form. Throws ScenarioError for a version that is none. */
export function upgrade(
  scenario: JsonRecord,
  place: ScenarioPlace,
  upgraders: { readonly [from: number]: Upgrader } = UPGRADERS,
  current: number = CURRENT_VERSION,
): JsonRecord {
  const version = Object.hasOwn(scenario, 'palimpsest') ? scenario.palimpsest : undefined;
  const wrong = (message: string, remedy: string) =>
    new ScenarioError(place, [{ path: 'palimpsest', message, remedy }]);
  if (version === undefined) {
    throw wrong('The scenario does not say its version.', `Add "palimpsest": ${current}.`);
  }
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) {
    throw wrong(`${JSON.stringify(version)} is no version.`, `Use "palimpsest": ${current}.`);
  }
  if (version > current) {
    throw wrong(
      `The scenario is of version ${version}; this program reads up to version ${current}.`,
      'Open it with a newer Palimpsest.',
    );
  }
  let upgraded = scenario;
  for (let from = version; from < current; from++) {
    const step = upgraders[from];
    if (!step) throw new MissingUpgraderError(from);
    upgraded = { ...step(upgraded), palimpsest: from + 1 };
  }
  return upgraded;
}
