/** The JSON inside a link, version 1: written from contents, and read back with every field checked and nothing else let in. */

import { whole } from '../engine/figures';
import { encodeScenario } from '../scenario/encode';
import { field, isRecord, type JsonObject, looks } from '../scenario/json';
import { DEFAULT_SUMMARIZER, type Lane } from '../scenario/lane';
import { parseScenario } from '../scenario/scenario';
import { ScenarioError, type ScenarioProblem } from '../scenario/scenario-error';
import { LINK_KINDS, type LinkContents, type MeantTranscript, MOST_LANES } from './contents';
import { FINGERPRINT } from './fingerprint';
import { LinkError } from './link-error';

/** Summarizers that answer by themselves. One that calls a model has an address and a key: it never travels in a link. */
const OFFLINE = ['extractive', 'fixed', 'drop'];
const FIELDS = ['kind', 'scenario', 'fingerprint', 'messages', 'pins'];
const NEW_LINK = 'Ask for a new link.';

/** The lane with a summarizer that may travel, and of it only what it needs. */
export function travellingLane(lane: Lane): Lane {
  const { summarizer } = lane;
  if (!OFFLINE.includes(summarizer.kind)) return { ...lane, summarizer: DEFAULT_SUMMARIZER };
  const { kind } = summarizer;
  return { ...lane, summarizer: kind === 'fixed' ? { kind, text: summarizer.text } : { kind } };
}

export function writePayload({ kind, scenario, meant }: LinkContents): JsonObject {
  const { transcript, ...settings } = encodeScenario({ ...scenario, lanes: scenario.lanes.map(travellingLane) });
  if (kind !== 'settings') return { kind, scenario: { ...settings, transcript } };
  if (!meant) return { kind, scenario: settings };
  const { fingerprint, messages, pins } = meant;
  return { kind, fingerprint, messages, ...(pins.length > 0 ? { pins } : {}), scenario: settings };
}

/** Throws LinkError with the first thing that is wrong. What is left out is in the warnings. */
export function readPayload(payload: JsonObject): { contents: LinkContents; warnings: ScenarioProblem[] } {
  const warnings: ScenarioProblem[] = [];
  for (const name of Object.keys(payload)) {
    if (!FIELDS.includes(name)) warnings.push(leftOut(name));
  }
  const kind = LINK_KINDS.find((one) => one === field(payload, 'kind'));
  if (kind === undefined) {
    throw new LinkError('kind', `It is ${looks(field(payload, 'kind'))}, no kind of link.`, NEW_LINK);
  }
  const given = field(payload, 'scenario');
  if (!isRecord(given)) throw new LinkError('scenario', `It is ${looks(given)}, not a scenario.`, NEW_LINK);
  const { transcript, ...settings } = given;
  if (kind === 'settings' && transcript !== undefined) warnings.push(leftOut('transcript'));
  const json = { ...settings, transcript: kind === 'settings' ? { messages: [] } : transcript };
  const read = parsed(withOfflineSummarizers(json, warnings));
  for (const warning of read.warnings) warnings.push(warning);
  const meant = kind === 'settings' ? readMeant(payload) : undefined;
  return { contents: { kind, scenario: read.scenario, ...(meant ? { meant } : {}) }, warnings: told(warnings) };
}

/** Warnings that are told, and code units of a text in one. A stranger writes the names and values, as many and as long as they like. */
const MOST_WARNINGS = 20;
const LONGEST = 200;

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function shortProblem({ path, message, remedy }: ScenarioProblem): ScenarioProblem {
  return { path: short(path), message: short(message), remedy: short(remedy) };
}

function told(warnings: readonly ScenarioProblem[]): ScenarioProblem[] {
  const first = warnings.slice(0, MOST_WARNINGS).map(shortProblem);
  const more = warnings.length - first.length;
  if (more > 0) {
    const message = `${whole(more)} more things are left out or surprising.`;
    first.push({ path: 'the link', message, remedy: 'Trust the sender before you open it.' });
  }
  return first;
}

function leftOut(path: string): ScenarioProblem {
  return { path, message: 'The field does not belong in a link and is left out.', remedy: 'Nothing needs to be done.' };
}

function withOfflineSummarizers(scenario: JsonObject, warnings: ScenarioProblem[]): JsonObject {
  const lanes = field(scenario, 'lanes');
  if (!Array.isArray(lanes)) return scenario;
  if (lanes.length > MOST_LANES) {
    throw new LinkError('lanes', `There are ${lanes.length}; a link has ${MOST_LANES} at most.`, NEW_LINK);
  }
  const kept = lanes.map((lane: unknown, position) => {
    const summarizer = isRecord(lane) ? field(lane, 'summarizer') : undefined;
    const kind = isRecord(summarizer) ? field(summarizer, 'kind') : undefined;
    if (!isRecord(lane) || typeof kind !== 'string' || OFFLINE.includes(kind)) return lane;
    const message = `A summarizer of kind ${looks(kind)} does not travel in links and is left out; the extractive one stands in.`;
    warnings.push({ path: `lanes[${position}].summarizer`, message, remedy: 'Choose a summarizer of your own.' });
    const { summarizer: _, ...rest } = lane;
    return rest;
  });
  return { ...scenario, lanes: kept };
}

function parsed(json: JsonObject): ReturnType<typeof parseScenario> {
  try {
    return parseScenario(json, { file: 'the link' });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const [problem = { path: '', message: 'It is no scenario.', remedy: NEW_LINK }] = error.problems;
    const { path, message, remedy } = shortProblem(problem);
    const more = error.problems.length - 1;
    const others = more > 0 ? ` There are ${whole(more)} more such problems.` : '';
    throw new LinkError(path === '' ? 'the link' : path, `${message}${others}`, remedy, { cause: error });
  }
}

function readMeant(payload: JsonObject): MeantTranscript | undefined {
  const fingerprint = field(payload, 'fingerprint');
  if (fingerprint === undefined) return undefined;
  if (typeof fingerprint !== 'string' || !FINGERPRINT.test(fingerprint)) {
    throw new LinkError('fingerprint', `It is ${looks(fingerprint)}, no fingerprint.`, NEW_LINK);
  }
  const messages = field(payload, 'messages');
  if (!isCount(messages)) {
    throw new LinkError('messages', `It is ${looks(messages)}, not a number of messages.`, NEW_LINK);
  }
  const pins = field(payload, 'pins') ?? [];
  if (!Array.isArray(pins)) throw new LinkError('pins', `It is ${looks(pins)}, not a list.`, NEW_LINK);
  let last = -1;
  for (const pin of pins) {
    if (!isCount(pin) || pin <= last || pin >= messages) {
      const what = `${looks(pin)} is no message that could be pinned here.`;
      throw new LinkError('pins', what, NEW_LINK);
    }
    last = pin;
  }
  return { fingerprint, messages, pins };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
