/** What `compare` replays: a transcript or a scenario, with the lanes of another file put in their place where one is given. */

import { isRecord } from '../scenario/json';
import type { Lane } from '../scenario/lane';
import { laneTitle } from '../scenario/lane-name';
import { parseScenario, type ReadScenario, type Scenario } from '../scenario/scenario';
import { problemLine, ScenarioError } from '../scenario/scenario-error';
import { checkLanes, placeOf } from './check-settings';
import { type Arguments, UsageError, wholeNumber } from './command';
import { InputError, type NamedScenario, readScenarios, readText } from './input';
import type { CommandIo } from './io';
import { oneLine } from './table';

/** As many as the page compares: more cannot be told apart. */
const MOST_LANES = 8;

export interface ComparedScenario extends NamedScenario {
  /** Lanes whose settings cannot run, by position, each with the reason. */
  impossible: ReadonlyMap<number, string>;
}

/** Lanes, and the yardstick, probes and prices that come with them where the file is a scenario that names some. */
async function readLanes(path: string, io: CommandIo): Promise<ReadScenario & { hasCounter: boolean }> {
  const text = await readText(path, io);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const remedy = 'Give a scenario, or a JSON list of lanes: [{"system": "managed-window"}, {"system": "none"}].';
    throw new InputError([`${path}: It is no JSON (${(error as Error).message}). ${remedy}`], { cause: error });
  }
  const bare = { palimpsest: 1, transcript: { messages: [] } };
  if (Array.isArray(value)) return { ...parseScenario({ ...bare, lanes: value }, { file: path }), hasCounter: false };
  if (!isRecord(value) || !Object.hasOwn(value, 'lanes')) {
    const place = { path: '', message: 'It has no lanes.', remedy: 'Give a scenario, or a JSON list of lanes.' };
    throw new ScenarioError({ file: path }, [place]);
  }
  const read = parseScenario({ ...bare, ...value, transcript: bare.transcript }, { file: path });
  return { ...read, hasCounter: Object.hasOwn(value, 'counter') };
}

/**
 * The scenario to compare, checked, with all of its lanes or the first alone. Warnings go to standard error, and why a lane
 * cannot run; throws for what cannot be used, and where no lane can run.
 */
export async function comparedScenario(
  command: string,
  given: Arguments,
  io: CommandIo,
  taken: 'all' | 'first' = 'all',
): Promise<ComparedScenario> {
  const [file] = given.files as [string];
  const lanesFile = given.options.get('lanes');
  if (file === '-' && lanesFile === '-') {
    throw new UsageError(command, 'both files are -.', 'Standard input can be read once: name one of them.');
  }
  const scenarios = await readScenarios(file, io);
  const number = wholeNumber(command, given, 'conversation', 1, 1);
  const chosen = scenarios[number - 1];
  if (!chosen) throw new UsageError(command, `--conversation is ${number}.`, `${file} has ${scenarios.length}.`);
  if (scenarios.length > 1 && !given.options.has('conversation')) {
    io.error(`note: ${file} has ${scenarios.length} conversations; this is the first. --conversation N takes another.`);
  }
  const named =
    typeof lanesFile === 'string' ? withLanes(chosen, await readLanes(lanesFile, io), lanesFile, io) : chosen;
  const lanes = taken === 'first' ? named.scenario.lanes.slice(0, 1) : named.scenario.lanes;
  if (lanes.length > MOST_LANES) {
    const remedy = `Compare ${MOST_LANES} at the most: leave ${lanes.length - MOST_LANES} out, or give them in another --lanes file.`;
    throw new InputError([`${named.file}: It has ${lanes.length} lanes. ${remedy}`]);
  }
  const scenario = { ...named.scenario, lanes: distinct(lanes) };
  const impossible = await impossibleLanes({ ...named, scenario }, io);
  return { ...named, scenario, impossible };
}

/** Says what is wrong with the settings of lanes; throws where none can run. */
async function impossibleLanes(named: NamedScenario, io: CommandIo): Promise<Map<number, string>> {
  const place = placeOf(named);
  const checked = await checkLanes(named);
  const warnings = [...named.warnings, ...checked.flatMap((found) => found.warnings)];
  for (const warning of warnings) io.error(`warning: ${problemLine(place, warning)}`);
  const errors = checked.flatMap((found) => found.errors);
  if (checked.every((found) => found.errors.length > 0)) {
    throw new InputError(errors.map((problem) => problemLine(place, problem)));
  }
  const reasons = new Map<number, string>();
  for (const [position, found] of checked.entries()) {
    if (found.errors.length === 0) continue;
    const name = oneLine(named.scenario.lanes[position]?.name ?? '');
    for (const problem of found.errors) io.error(`cannot run: ${name}: ${problemLine(place, problem)}`);
    reasons.set(position, found.errors.map(({ message, remedy }) => `${message} ${remedy}`).join(' '));
  }
  return reasons;
}

/** The transcript's own scenario with lanes from elsewhere; probes and prices that stand beside those come along. */
function withLanes(
  chosen: NamedScenario,
  lanes: ReadScenario & { hasCounter: boolean },
  file: string,
  io: CommandIo,
): NamedScenario {
  for (const warning of chosen.warnings) {
    io.error(`warning: ${problemLine({ file: chosen.file }, warning)}`);
  }
  const own = lanes.scenario;
  const scenario: Scenario = {
    ...chosen.scenario,
    lanes: own.lanes,
    counter: lanes.hasCounter ? own.counter : chosen.scenario.counter,
    probes: own.probes.length > 0 ? own.probes : chosen.scenario.probes,
    prices: Object.keys(own.prices).length > 0 ? own.prices : chosen.scenario.prices,
  };
  return { name: chosen.name, scenario, warnings: lanes.warnings, file };
}

/** Lanes by the names that the page gives them; the same ones are numbered, so that a bound that breaks says which. */
function distinct(lanes: readonly Lane[]): Lane[] {
  const seen = new Map<string, number>();
  return lanes.map((lane) => {
    const name = laneTitle(lane);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { ...lane, name: before === 0 ? name : `${name} (${before + 1})` };
  });
}
