/** Notes from tool results: errors word for word, values of small records, lines that state something. */

import { Cue, cuesOf } from './cues';
import { characterStart, type Note, noteOf, shortened } from './notes';
import { bare, signalsOf } from './sentences';

/** Most notes from one result: an error has a first line and a last one; facts beyond a few are data. */
const MOST_FAILURES = 2;
const MOST_FACTS = 3;
/** Fields of a record that one note names. */
const MOST_FIELDS = 8;
const LONGEST_VALUE = 60;
/** A line that an error message starts with, or a result so short that the error is all of it. */
const STARTS_WITH_ERROR = /^(?:\w*(?:error|exception)\b|error|fatal|failed|fail\b|panic|traceback|e:|✗|×)/i;
const BRIEF_RESULT = 400;
/** Lines of source code, listings and markup: they hold names but state nothing. */
const CODE_LINE =
  /^(?:\d+\s*[\t→|:]|[-dl]?(?:[r-][w-][xst-]){3}|total \d+$|\+|diff |import |from \S+ import|export |def |class |return\b|if |for |while |else|const |let |var |function |public |private |async |await |\/\/|\/\*|\*|#|@|<|\{|\}|\(|\))|[{;,([]$/;
const STATES = /^[\p{L}\p{N}_ ./-]{2,40}(?:: |=)\S/u;

export function resultNotes(text: string): Note[] {
  const trimmed = unquoted(text.trim());
  if (trimmed === '') return [];
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const record = recordOf(trimmed);
    if (record) return recordNotes(record);
  }
  const failures: Note[] = [];
  const facts: Note[] = [];
  const isBrief = trimmed.length <= BRIEF_RESULT;
  let atStart = true;
  for (const raw of trimmed.split('\n')) {
    const line = bare(raw.length > 1000 ? raw.slice(0, characterStart(raw, 1000)) : raw);
    if (line.length < 3) continue;
    const isError = STARTS_WITH_ERROR.test(line);
    const plain = isBrief || (atStart && isError);
    atStart = false;
    if (!isError && CODE_LINE.test(line)) continue;
    if (cuesOf(line) & Cue.failure) {
      if (!line.startsWith('Traceback')) failures.push(noteOf('Failed', line, isError ? 5 : 3, plain));
      continue;
    }
    const score = Math.min(signalsOf(line), 6) + (STATES.test(line) ? 2 : 0);
    if (score >= 3) facts.push(noteOf('Facts', line, score));
  }
  return [...endsOf(failures), ...bestFacts(facts)];
}

/** A text that came as a JSON string, with its line breaks and quotes as they were. */
function unquoted(text: string): string {
  if (!text.startsWith('"') || !text.includes('\\n')) return text;
  return text.slice(1).replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
}

/** The first failure and the last one that starts like an error: what went wrong, and how it ended. */
function endsOf(failures: readonly Note[]): Note[] {
  const first = failures[0];
  if (!first || failures.length <= MOST_FAILURES) return [...failures];
  const last = failures.findLast((note) => note.score === 5) ?? failures[failures.length - 1];
  return last && last !== first ? [first, last] : [first];
}

function bestFacts(facts: readonly Note[]): Note[] {
  if (facts.length <= MOST_FACTS) return [...facts];
  const best = new Set([...facts].sort((a, b) => b.score - a.score).slice(0, MOST_FACTS));
  return facts.filter((note) => best.has(note));
}

type JsonRecord = { [key: string]: unknown };

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The record that a JSON result is, or the list of records; null where the text is no JSON. */
function recordOf(text: string): JsonRecord | JsonRecord[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.filter(isRecord);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function recordNotes(value: JsonRecord | JsonRecord[]): Note[] {
  if (Array.isArray(value)) {
    const notes: Note[] = [];
    for (const record of value.slice(0, MOST_FACTS)) {
      const fields = fieldsOf(record);
      if (fields !== '') notes.push(noteOf('Facts', fields, 3));
    }
    return notes;
  }
  const failure = value.error ?? value.errors ?? value.exception;
  if (failure !== undefined && failure !== null && failure !== false && failure !== '') {
    const text = typeof failure === 'string' ? failure : (messageOf(failure) ?? JSON.stringify(failure));
    return [noteOf('Failed', text, 5, true)];
  }
  const fields = fieldsOf(value);
  return fields === '' ? [] : [noteOf('Facts', fields, 4)];
}

function messageOf(value: unknown): string | null {
  return isRecord(value) && typeof value.message === 'string' ? value.message : null;
}

/** "status: shipped, total: 12.3": the plain values of a record and of the records in it, names as they stand. */
function fieldsOf(record: JsonRecord): string {
  const fields: string[] = [];
  // A record of zeros is a search that found nothing.
  let hasValue = false;
  const add = (name: string, value: unknown): void => {
    if (fields.length >= MOST_FIELDS || value === '' || value === null) return;
    if (typeof value === 'object' || (typeof value === 'string' && value.includes('\n'))) return;
    if (value !== 0 && value !== false) hasValue = true;
    fields.push(`${name}: ${shortened(String(value), LONGEST_VALUE)}`);
  };
  for (const [name, value] of Object.entries(record)) add(name, value);
  for (const [name, value] of Object.entries(record)) {
    if (isRecord(value)) for (const [inner, one] of Object.entries(value)) add(`${name}.${inner}`, one);
    else if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')) {
      add(name, value.slice(0, 5).join(' '));
    }
  }
  return hasValue ? fields.join(', ') : '';
}
