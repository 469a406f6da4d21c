/** What a stored record must look like to be used, as schemas; what does not fit is told by its field. */

import * as v from 'valibot';
import { isRun } from './run-shape';

/** Ids go into keys and file lines: long enough for any, short enough for both. */
const ID_LENGTH = 400;
const TEXT_LENGTH = 100_000;

/** A plain object: no list, no map, no date, no bytes. */
function isPlain(value: unknown): value is { [name: string]: unknown } {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** Messages are the phrase after "not": the place and what stands there are put before it. */
const plain = v.custom<{ [name: string]: unknown }>(isPlain, 'an object');
const id = v.pipe(v.string('a text'), v.minLength(1, 'an id'), v.maxLength(ID_LENGTH, 'an id'));
const text = v.pipe(v.string('a text'), v.maxLength(TEXT_LENGTH, 'a text of that length'));
const time = v.pipe(v.number('a time'), v.finite('a time'));
const whole = v.pipe(v.number('a whole number'), v.safeInteger('a whole number'), v.minValue(0, 'a whole number'));
const tags = v.pipe(v.array(text, 'a list of tags'), v.maxLength(1000, 'a list of tags'));
const run = v.custom<object>(isRun, 'a run');
const blob = v.custom<Blob>((value) => value instanceof Blob, 'the bytes of a file');
const curve = v.custom<Uint8Array | Float32Array>(
  (value) => (value instanceof Uint8Array || value instanceof Float32Array) && value.length <= 65_536,
  'a small curve',
);
const booleans = v.pipe(
  plain,
  v.check((value) => Object.values(value).every((one) => typeof one === 'boolean'), 'switches'),
);

function object<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(plain, v.object(entries, 'an object'));
}

/**
 * Parts that a history shares by the hundred are looked at once, and lists of them without the library's own walk, which
 * takes a second for 200 steps. Nothing of the page changes an object that it handed over.
 */
function once(schema: v.GenericSchema, expected: string) {
  const known = new WeakSet<object>();
  return v.custom<object>((value) => {
    if (typeof value !== 'object' || value === null) return false;
    if (known.has(value)) return true;
    if (!v.is(schema, value)) return false;
    known.add(value);
    return true;
  }, expected);
}

/** A list of which every part fits, looked at once. */
function listOf(part: v.GenericSchema, expected: string) {
  return once(
    v.custom((value) => Array.isArray(value) && value.every((one) => v.is(part, one))),
    expected,
  );
}

const lane = object({
  system: text,
  config: plain,
  guards: booleans,
  summarizer: v.pipe(
    plain,
    v.check((value) => typeof value.kind === 'string', 'a summarizer with its kind'),
  ),
});

const laneEntry = object({ id, name: text, colour: v.number('a number'), hidden: v.boolean('yes or no'), lane });

const message = v.pipe(
  plain,
  v.check((value) => typeof value.role === 'string', 'a message with its role'),
  v.check((value) => value.content === null || typeof value.content === 'string', 'a message with its content'),
);
const patch = object({
  id,
  splices: v.array(object({ at: whole, remove: whole, insert: v.array(message, 'messages') }), 'a list of splices'),
  tools: v.optional(v.array(plain, 'a list of tools')),
});
const patches = listOf(once(patch, 'a change'), 'a list of changes');

function steps(work: v.GenericSchema) {
  const one = once(work, 'work');
  return listOf(once(object({ name: text, before: one, after: one }), 'a step'), 'a list of steps');
}

function editsOf(work: v.GenericSchema) {
  const list = steps(work);
  const one = object({ edits: patches, past: list, future: list });
  return v.pipe(plain, v.record(v.string(), one, 'changes by conversation'));
}

const lanes = v.pipe(v.array(laneEntry, 'a list of lanes'), v.minLength(1, 'a list with a lane in it'));
const knownLanes = once(lanes, 'a list of lanes');
const settings = { lanes, yardstick: text, probes: v.array(v.unknown(), 'a list of probes'), prices: plain };

export const TRANSCRIPT = object({
  id,
  name: text,
  title: text,
  format: text,
  formatLabel: text,
  bytes: whole,
  messages: whole,
  calls: whole,
  conversation: text,
  override: v.optional(text),
  openedAt: time,
  original: blob,
  renamed: v.optional(v.boolean('yes or no')),
  tags: v.optional(tags),
  fingerprint: v.optional(text),
  deletedAt: v.optional(time),
});

/** All of a scenario but its changes to the transcript, which have a store of their own. */
export const SCENARIO = v.pipe(
  object({
    id,
    transcript: id,
    conversation: text,
    title: text,
    tags,
    ...settings,
    active: id,
    cursor: whole,
    view: plain,
    thumbnail: v.optional(curve),
    createdAt: time,
    changedAt: time,
    bytes: whole,
    revision: whole,
    conflictOf: v.optional(id),
    deletedAt: v.optional(time),
  }),
  v.check(({ active, lanes }) => lanes.some((one) => one.id === active), 'a scenario whose active lane exists'),
);

const SCENARIO_EDITED = editsOf(object({ ...settings, lanes: knownLanes, active: id, edits: patches }));

export const EDITS = object({ scenario: id, edited: SCENARIO_EDITED });

export const RUN = object({
  id,
  scenario: id,
  transcript: id,
  conversation: text,
  title: text,
  tags,
  engine: text,
  settings: object({ ...settings, edits: v.optional(patches) }),
  fingerprint: text,
  rows: v.array(plain, 'rows of a scoreboard'),
  createdAt: time,
  bytes: whole,
  pinned: v.boolean('yes or no'),
  deletedAt: v.optional(time),
});

export const PACK = object({ run: id, packed: v.array(v.nullable(run), 'a list of runs') });

const ints = v.instance(Int32Array, 'a column of numbers');

export const COUNTS = object({
  key: v.string('a text'),
  transcript: id,
  counts: v.pipe(
    object({ counter: text, content: ints, message: ints, tools: whole }),
    v.check(({ content, message }) => content.length === message.length, 'counts of the same messages'),
  ),
});

export const RESULT = object({ transcript: id, conversation: text, engine: text, lane, run });

/** Version 1 of the database. */
export const WORKSPACE = object({
  transcript: id,
  lane,
  lanes: v.optional(lanes),
  active: v.optional(id),
  cursor: v.number('a number'),
  yardstick: text,
  showSent: v.boolean('yes or no'),
  edited: v.optional(
    editsOf(
      object({
        lane: v.optional(lane),
        lanes: v.optional(knownLanes),
        active: v.optional(id),
        yardstick: text,
        edits: patches,
      }),
    ),
  ),
});

/**
 * What is wrong with a value, or null where it fits. The value itself is what is used then, not a copy: its parts may be
 * shared, as the steps of a history share their changes.
 */
export function faultOf(schema: v.GenericSchema, value: unknown): string | null {
  const result = v.safeParse(schema, value, { abortEarly: true });
  const [issue] = result.issues ?? [];
  if (!issue) return null;
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return `${path === '' ? 'The record' : path} is ${looks(issue.input)}, not ${issue.message}.`;
}

function looks(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const said = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return said.length > 60 ? `${said.slice(0, 57)}…` : said;
}
