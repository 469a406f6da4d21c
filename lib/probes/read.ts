/** Reads probes out of parsed JSON or a form: every fault by its field, and the probe in its one canonical form. */

import { type Probe, type ProbeAt, type ProbeWhere, whereOf } from './probe';

/** What is wrong with a probe at one of its fields (`at.from`); the empty text for the whole. */
export interface ProbeFault {
  field: string;
  /** What is wrong, as a sentence. */
  message: string;
  /** What to do about it, as a sentence. */
  remedy: string;
}

export interface ProbeReading {
  /** Undefined where it has faults. */
  probe: Probe | undefined;
  faults: ProbeFault[];
  /** Fields that are not known and were left out: `at.until`. */
  unknown: string[];
}

export const PROBE_FIELDS = ['id', 'name', 'at', 'text', 'case', 'regex', 'message', 'where'] as const;
export const RANGE_FIELDS = ['from', 'to'] as const;
/** More probes than a person reads. */
export const MOST_PROBES = 500;
/** Code units. */
const LONGEST_NAME = 200;
const LONGEST_TEXT = 10_000;
const LONGEST_REGEX = 2_000;
/** More calls and messages than any transcript has. */
const MOST_NUMBERED = 10_000_000;

type JsonRecord = { readonly [field: string]: unknown };

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own fields only, and null is the same as missing. */
function own(record: JsonRecord, field: string): unknown {
  return Object.hasOwn(record, field) ? (record[field] ?? undefined) : undefined;
}

function looks(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= MOST_NUMBERED;
}

const CALL_REMEDY = 'Give the number of a call, from 1, "end", or a range {"from": 12, "to": 40}.';

class Reader {
  readonly faults: ProbeFault[] = [];
  readonly unknown: string[] = [];

  constructor(private readonly record: JsonRecord) {}

  fault(field: string, message: string, remedy: string): undefined {
    this.faults.push({ field, message, remedy });
    return undefined;
  }

  value(field: string): unknown {
    return own(this.record, field);
  }

  /** A text that says something, of a length that can be handled. */
  text(field: string, longest: number): string | undefined {
    const value = own(this.record, field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.fault(field, `It is ${looks(value)}, not a text.`, 'Write it as text.');
    if (value.trim() === '') return this.fault(field, 'It is empty.', 'Write something, or leave it out.');
    if (value.length <= longest) return value;
    const length = value.length.toLocaleString('en');
    return this.fault(field, `It has ${length} characters.`, `Use at most ${longest.toLocaleString('en')}.`);
  }

  at(): ProbeAt | undefined {
    const value = this.value('at');
    if (value === undefined || value === 'end') return 'end';
    if (isWhole(value, 1)) return value;
    if (!isRecord(value)) return this.fault('at', `It is ${looks(value)}, which is no call.`, CALL_REMEDY);
    for (const name of Object.keys(value)) {
      if (!RANGE_FIELDS.some((known) => known === name)) this.unknown.push(`at.${name}`);
    }
    const from = own(value, 'from');
    const to = own(value, 'to') ?? 'end';
    if (!isWhole(from, 1)) return this.fault('at.from', `It is ${looks(from)}, which is no call.`, CALL_REMEDY);
    if (to !== 'end' && !isWhole(to, 1))
      return this.fault('at.to', `It is ${looks(to)}, which is no call.`, CALL_REMEDY);
    if (to !== 'end' && to < from)
      return this.fault('at.to', `It is ${to}, before the start at ${from}.`, 'Let the range end after it starts.');
    return { from, to };
  }

  flag(): boolean | undefined {
    const value = this.value('case');
    if (value === undefined || typeof value === 'boolean') return value;
    return this.fault('case', `It is ${looks(value)}, not true or false.`, 'Use true, or leave it out.');
  }

  message(): number | undefined {
    const value = this.value('message');
    if (value === undefined) return undefined;
    // A negative zero is written as 0.
    if (isWhole(value, 0)) return value + 0;
    return this.fault('message', `It is ${looks(value)}, which is no message.`, 'Give its number, from 0.');
  }

  where(): ProbeWhere | undefined {
    const value = this.value('where');
    if (value === undefined || value === 'anywhere' || value === 'verbatim') return value;
    return this.fault('where', `It is ${looks(value)}.`, 'Use "anywhere" or "verbatim", or leave it out.');
  }
}

/** One probe. `ids` are those of the probes before it. An id that is left out stays empty: give it one of its own. */
export function readProbe(value: unknown, ids: ReadonlySet<string>): ProbeReading {
  if (!isRecord(value)) {
    const remedy = 'A probe looks like {"id": "staging", "at": 40, "text": "staging"}.';
    const fault = { field: '', message: `It is ${looks(value)}, not a probe.`, remedy };
    return { probe: undefined, faults: [fault], unknown: [] };
  }
  const reader = new Reader(value);
  for (const name of Object.keys(value)) {
    if (!PROBE_FIELDS.some((known) => known === name)) reader.unknown.push(name);
  }
  const id = reader.text('id', LONGEST_NAME) ?? '';
  if (id !== '' && ids.has(id)) reader.fault('id', `"${id}" is the id of another probe.`, 'Give it one of its own.');
  const name = reader.value('name') === '' ? undefined : reader.text('name', LONGEST_NAME);
  const at = reader.at();
  const flag = reader.flag();
  const text = reader.text('text', LONGEST_TEXT);
  const regex = reader.text('regex', LONGEST_REGEX);
  const message = reader.message();
  const where = reader.where();
  const given = ['text', 'regex', 'message'].filter((field) => reader.value(field) !== undefined);
  if (given.length !== 1) {
    const said = given.length === 0 ? 'It says nothing to look for.' : `It says ${given.join(' and ')} at once.`;
    reader.fault(given[1] ?? '', said, 'Give one of text, regex and message.');
  }
  if (flag && given[0] !== 'text') {
    reader.fault('case', 'It belongs to text.', 'Expressions tell capitals apart; (?i) at their start changes that.');
  }
  const { faults, unknown } = reader;
  if (faults.length > 0 || at === undefined) return { probe: undefined, faults, unknown };
  const target = message === undefined ? {} : { message };
  const probe: Probe = {
    id,
    ...(name === undefined ? {} : { name }),
    at,
    ...(text === undefined ? {} : { text }),
    ...(flag ? { case: true as const } : {}),
    ...(regex === undefined ? {} : { regex }),
    ...target,
    ...(where === undefined || where === whereOf(target) ? {} : { where }),
  };
  return { probe, faults, unknown };
}
