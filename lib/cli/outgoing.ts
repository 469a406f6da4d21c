/** What goes out of a transcript: all of it or the window at a call, with secrets replaced or without any content. */

import { counted } from '../engine/figures';
import type { Config } from '../engine/system';
import { callCount, type Transcript } from '../engine/transcript';
import { windowTranscript } from '../exporters/window';
import { prepareLink } from '../links/prepare';
import { matcherOf, RedactionRuleError } from '../redaction/own-rules';
import { redact } from '../redaction/redact';
import { REDACTION_KINDS } from '../redaction/registry';
import type { Matcher, RedactionRules, Replacement } from '../redaction/secrets';
import { structureOnly } from '../redaction/structure';
import { type Lane, readLane } from '../scenario/lane';
import { DEFAULT_COUNTER, type Scenario } from '../scenario/scenario';
import { Findings } from '../scenario/scenario-error';
import { CURRENT_VERSION } from '../scenario/upgraders';
import { checkConfig, completeConfig, systemById } from '../systems/registry';
import { loadCounter } from '../tokenizers/registry';
import { type Arguments, type OptionSpec, UsageError, wholeNumber } from './command';
import type { CommandIo } from './io';
import { ScenarioReplay } from './replay-lane';
import { oneLine } from './table';

export const OUTGOING_OPTIONS: { readonly [name: string]: OptionSpec } = {
  call: { value: 'N', help: 'Write the window at this model call, from 1, as the model would get it.' },
  system: { value: 'NAME', help: 'With --call: the memory system. Default managed-window.' },
  config: { value: 'JSON', help: 'With --call: its settings, \'{"window": 8000}\'. Defaults for the rest.' },
  redact: { help: 'Replace keys, passwords, e-mail addresses, user names and hosts by placeholders.' },
  hide: { value: 'TEXT', help: 'Replace this text as well, in any case.' },
  'hide-matching': { value: 'EXPRESSION', help: 'Replace what this expression (RE2) matches as well.' },
  'structure-only': { help: 'Replace every word by filler of as many characters and o200k_base tokens.' },
};

export interface Outgoing {
  transcript: Transcript;
  title: string;
}

/** The transcript as the options want it to go out. What was replaced is said on standard error. */
export async function outgoing(
  transcript: Transcript,
  title: string,
  given: Arguments,
  io: CommandIo,
): Promise<Outgoing> {
  const redaction = await redactionOf(given);
  const lane = laneOf(given);
  const chosen = lane ? await windowOf(transcript, lane, given, io) : transcript;
  if (given.options.has('structure-only')) return filler(chosen, lane?.config ?? {}, io);
  if (!redaction) return { transcript: chosen, title };
  const { replacements, ...redacted } = redact(chosen, title, redaction);
  for (const line of replaced(replacements)) io.error(line);
  return redacted;
}

/** A whole scenario as the options want it to go out, put together as for a link. */
export async function outgoingScenario(scenario: Scenario, given: Arguments, io: CommandIo): Promise<Scenario> {
  const redaction = await redactionOf(given);
  const isFiller = given.options.has('structure-only');
  const { contents, replacements, notes } = prepareLink(
    scenario,
    isFiller
      ? { kind: 'structure', counter: await loadCounter(scenario.counter) }
      : { kind: 'transcript', ...(redaction ? { redaction } : {}) },
  );
  if (isFiller) io.error(FILLER);
  if (redaction) for (const line of replaced(replacements)) io.error(line);
  for (const note of notes) io.error(`note: ${oneLine(note)}`);
  return contents.scenario;
}

/** What the options want replaced; null where nothing is. */
async function redactionOf(given: Arguments): Promise<RedactionRules | null> {
  const { options } = given;
  const isHiding = ['redact', 'hide', 'hide-matching'].some((name) => options.has(name));
  if (!isHiding) return null;
  if (options.has('structure-only')) {
    throw wrong('--structure-only leaves nothing to redact.', 'Give one of the two.');
  }
  const hide = options.get('hide');
  return {
    kinds: new Set(options.has('redact') ? REDACTION_KINDS.map(({ kind }) => kind) : []),
    texts: typeof hide === 'string' ? [hide] : [],
    matchers: await matchersOf(given),
  };
}

function wrong(problem: string, remedy: string): UsageError {
  return new UsageError('convert', problem, remedy);
}

/** Counts by kind: what was found is not said, for standard error is kept in logs. */
function replaced(replacements: readonly Replacement[]): string[] {
  if (replacements.length === 0) return ['Nothing was found to replace.'];
  const labels = new Map(REDACTION_KINDS.map(({ kind, label }) => [kind, label]));
  const lines = [...labels.keys(), 'own' as const].flatMap((kind) => {
    const found = replacements.filter((one) => one.kind === kind);
    const places = found.reduce((sum, { count }) => sum + count, 0);
    const label = labels.get(kind) ?? 'What you asked to hide';
    return found.length === 0 ? [] : [`  ${label}: ${found.length} in ${counted(places, 'place')}`];
  });
  return ['Replaced by placeholders:', ...lines];
}

async function matchersOf({ options }: Arguments): Promise<Matcher[]> {
  const expression = options.get('hide-matching');
  if (typeof expression !== 'string') return [];
  try {
    return [await matcherOf(expression)];
  } catch (error) {
    if (!(error instanceof RedactionRuleError)) throw error;
    throw wrong(`--hide-matching: ${error.message}`, error.remedy);
  }
}

const FILLER = 'Every word is replaced by filler. What marks corrections and failures stays as it was.';

async function filler(transcript: Transcript, config: Config, io: CommandIo): Promise<Outgoing> {
  const counter = await loadCounter(DEFAULT_COUNTER);
  const known = completeConfig(systemById('managed-window'), config).correctionMarkers as readonly string[];
  const markers = known.map((marker) => marker.toLowerCase());
  io.error(FILLER);
  return { transcript: structureOnly(transcript, { counter, markers, contained: [] }), title: 'Structure' };
}

/** The lane whose window is asked for; null where the whole transcript is. */
function laneOf({ options }: Arguments): Lane | null {
  if (!options.has('call')) {
    const idle = ['system', 'config'].find((name) => options.has(name));
    if (idle) throw wrong(`--${idle} changes nothing here.`, 'Give --call N as well, or leave it out.');
    return null;
  }
  const findings = new Findings();
  const lane = readLane({ system: options.get('system') ?? 'managed-window', config: parsed(options) }, '', findings);
  const [first] = findings.errors;
  if (first || !lane) {
    const where = (first?.path ?? '').replace(/^\./, '');
    throw wrong(`--${where}: ${oneLine(first?.message ?? '')}`, first?.remedy ?? '');
  }
  const problem = checkConfig(systemById(lane.system), lane.config).find(({ severity }) => severity === 'error');
  if (problem) throw wrong(`--config: ${problem.message}`, problem.remedy);
  return lane;
}

function parsed(options: Arguments['options']): unknown {
  const text = options.get('config');
  if (typeof text !== 'string') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    const remedy = 'Give the settings as a JSON object, in single quotes so that the shell leaves it alone.';
    throw wrong(`--config is no JSON: ${(error as Error).message}.`, remedy);
  }
}

async function windowOf(transcript: Transcript, lane: Lane, given: Arguments, io: CommandIo): Promise<Transcript> {
  const number = wholeNumber('convert', given, 'call', 1, 1);
  const calls = callCount(transcript.messages);
  if (number > calls) throw wrong(`--call is ${number}.`, `There are ${counted(calls, 'call')}.`);
  const scenario: Scenario = {
    palimpsest: CURRENT_VERSION,
    title: '',
    counter: DEFAULT_COUNTER,
    transcript,
    lanes: [lane],
    probes: [],
    prices: {},
  };
  const replay = new ScenarioReplay(scenario, (line) => io.error(`warning: ${line}`));
  const { run, index, system } = await replay.lane(lane);
  return windowTranscript({ run, index, system, config: lane.config, guards: lane.guards }, number - 1);
}
