/** The scenario, version 1: a transcript with the lanes that replay it, read from JSON with every fault named by its place. */

import * as v from 'valibot';
import type { Transcript } from '../engine/transcript';
import type { ScenarioPrices } from '../metrics/bill-prices';
import type { Probe } from '../probes/probe';
import type { CounterId } from '../tokenizers/counter';
import { isRecord, isTooDeep, type JsonObject, looks } from './json';
import { type Lane, readLane } from './lane';
import { readTranscript } from './messages';
import { readPrices } from './prices';
import { readProbes } from './probes';
import { Findings, ScenarioError, type ScenarioPlace, type ScenarioProblem } from './scenario-error';
import { suggestion } from './suggestion';
import { type CURRENT_VERSION, upgrade } from './upgraders';

export interface Scenario {
  palimpsest: typeof CURRENT_VERSION;
  /** The empty text where it has none. */
  title: string;
  /** The yardstick: sent tokens of every lane are counted with it. */
  counter: CounterId;
  transcript: Transcript;
  lanes: Lane[];
  probes: Probe[];
  /** What the bill is reckoned with beside the prices of the model. */
  prices: ScenarioPrices;
}

/** A scenario that was read, and what in it will not do what its author may expect. */
export interface ReadScenario {
  scenario: Scenario;
  warnings: ScenarioProblem[];
}

export const DEFAULT_COUNTER: CounterId = 'o200k_base';
/** The lanes of a scenario that names none: the managed window, and what it would have cost to forget nothing. */
const DEFAULT_LANES = [{ system: 'managed-window' }, { system: 'none' }];

/** Every counter there is; a missing one does not compile. */
const COUNTERS: Readonly<Record<CounterId, true>> = {
  chars4: true,
  words: true,
  utf8: true,
  o200k_base: true,
  o200k_harmony: true,
  cl100k_base: true,
  p50k_base: true,
  p50k_edit: true,
  r50k_base: true,
  gpt2: true,
};
const COUNTER_IDS = Object.keys(COUNTERS) as CounterId[];

const record = v.custom<JsonObject>(isRecord, 'an object');
/** Messages are the phrase after "not": the place and what stands there are put before it. */
const Skeleton = v.object({
  title: v.nullish(v.string('a text'), ''),
  counter: v.nullish(v.picklist(COUNTER_IDS, `one of ${COUNTER_IDS.join(', ')}`), DEFAULT_COUNTER),
  lanes: v.nullish(
    v.pipe(v.array(record, 'a list of lanes'), v.minLength(1, 'a list with a lane in it')),
    DEFAULT_LANES,
  ),
  probes: v.nullish(v.array(record, 'a list of probes'), []),
  prices: v.nullish(record, {}),
});
const FIELDS = ['palimpsest', 'title', 'counter', 'transcript', 'lanes', 'probes', 'prices'];

/** `lanes[1].config` from the parts that valibot gives. */
function pathOf(issue: v.BaseIssue<unknown>): string {
  let path = '';
  for (const { key } of issue.path ?? []) {
    path += typeof key === 'number' ? `[${key}]` : `${path === '' ? '' : '.'}${String(key)}`;
  }
  return path;
}

/** Whether a value was meant as a scenario: it says its version, or has a transcript beside lanes. */
export function isScenario(value: unknown): value is JsonObject {
  if (!isRecord(value)) return false;
  if (Object.hasOwn(value, 'palimpsest')) return true;
  return Object.hasOwn(value, 'transcript') && Object.hasOwn(value, 'lanes');
}

/**
 * Reads a scenario out of parsed JSON. Omitted values take the defaults; unknown fields are left out and reported.
 * Throws ScenarioError with every problem found. Settings of the right kind that cannot work together are not
 * problems of the file: ask `validate` of the lane's system.
 */
export function parseScenario(value: unknown, place: ScenarioPlace): ReadScenario {
  const findings = new Findings();
  if (!isRecord(value)) {
    findings.error('', `It is ${looks(value)}, not a scenario.`, 'A scenario is an object with "palimpsest": 1.');
    throw new ScenarioError(place, findings.errors);
  }
  const { transcript: rawTranscript, ...skeleton } = upgrade(value, place);
  if (isTooDeep(skeleton)) {
    findings.error('', 'It nests too deep.', 'Settings are never deeper than a few levels.');
    throw new ScenarioError(place, findings.errors);
  }
  for (const name of Object.keys(skeleton)) {
    if (!FIELDS.includes(name)) {
      findings.warn(name, 'The field is not known and is left out.', suggestion(name, FIELDS));
    }
  }
  const parsed = v.safeParse(Skeleton, skeleton);
  for (const issue of parsed.issues ?? []) {
    findings.error(pathOf(issue), `It is ${looks(issue.input)}, not ${issue.message}.`, 'Correct it or leave it out.');
  }
  const lanes: Lane[] = [];
  if (parsed.success) {
    for (const [position, one] of parsed.output.lanes.entries()) {
      const lane = readLane(one, `lanes[${position}]`, findings);
      if (lane) lanes.push(lane);
    }
  }
  const probes = parsed.success ? readProbes(parsed.output.probes, findings) : [];
  const prices = parsed.success ? readPrices(parsed.output.prices, findings) : {};
  const transcript = readTranscript(rawTranscript, findings);
  if (!parsed.success || findings.errors.length > 0) throw new ScenarioError(place, findings.errors);
  const { title, counter } = parsed.output;
  return {
    scenario: { palimpsest: 1, title, counter, transcript, lanes, probes, prices },
    warnings: findings.warnings,
  };
}
