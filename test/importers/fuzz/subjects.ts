/** Fixtures taken apart into units (lines of JSON, one JSON value, or lines of text), with a mark in every text that is a message's. */

import type { ImportReport } from '@/lib/importers/importer';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { RecordReader } from '@/lib/importers/records';
import { fixture, sourceOf } from '../support';

export interface Subject {
  name: string;
  kind: 'json' | 'lines' | 'text';
  units: readonly unknown[];
  /** Marks that come out of a clean import in some message. */
  marks: readonly string[];
  /** What the report of a clean import says beside the messages. */
  said: ReadonlyMap<string, number>;
  format: string;
}

const MARK = /⟦\d+⟧/g;

export function marksIn(text: string): Set<string> {
  return new Set(text.match(MARK) ?? []);
}

/** Everything that an import shows: contents, reasoning, calls, names and tools of every conversation. */
export function shownBy({ conversations }: ImportReport): string {
  const parts: string[] = [];
  for (const { messages, tools, title } of conversations) {
    parts.push(title, JSON.stringify(tools ?? []));
    for (const message of messages) {
      parts.push(message.content ?? '', message.reasoning ?? '', message.name ?? '');
      for (const call of message.tool_calls ?? []) parts.push(call.function.name, call.function.arguments);
    }
  }
  return parts.join('\n');
}

/**
 * What a report says was skipped, repaired or noted, and how often. Numbers of lines differ once lines move, so that
 * in a file of many lines the line itself goes with the words.
 */
export function saidBy(
  { skipped, repaired, notes }: ImportReport,
  text: string,
  kind: Subject['kind'],
): Map<string, number> {
  const lines = kind === 'json' ? [] : text.split('\n');
  const places = [...skipped, ...repaired].map(({ line, reason }) => `${reason} @ ${lines[line - 1] ?? ''}`);
  const said = new Map<string, number>();
  for (const words of [...places, ...notes]) said.set(words, (said.get(words) ?? 0) + 1);
  return said;
}

export function textOf({ kind }: Pick<Subject, 'kind'>, units: readonly unknown[]): string {
  if (kind === 'json') return JSON.stringify(units[0] ?? null);
  return units.map((unit) => (typeof unit === 'string' && kind === 'text' ? unit : JSON.stringify(unit))).join('\n');
}

/** Puts a new mark behind every text that stands in some message, and nowhere else: ids and JSON texts stay as they are. */
function plant(units: readonly unknown[], contents: string): unknown[] {
  let count = 0;
  const marked = (text: string): string => {
    if (text.trim().length < 2 || /^\s*[[{"]/.test(text) || !/\p{L}{2}/u.test(text)) return text;
    return contents.includes(text.trim()) ? `${text} ⟦${++count}⟧` : text;
  };
  const result = units.map((unit) => (typeof unit === 'string' ? unit : structuredClone(unit)));
  const open: unknown[] = [result];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const holder = value as { [key: string]: unknown };
    for (const key of Object.keys(holder)) {
      const member = holder[key];
      if (typeof member === 'string' && KEPT_KEYS.has(key)) continue;
      if (typeof member === 'string') holder[key] = marked(member);
      else if (typeof member === 'object' && member !== null) open.push(member);
    }
  }
  return result;
}

/** Texts that decide how a file is read, or that pair: a mark would change what the file is. */
const KEPT_KEYS = new Set([
  'role',
  'type',
  'id',
  'name',
  'from',
  'source',
  'tool',
  'status',
  'author',
  'action',
  'state',
]);

function takeApart(bytes: Uint8Array): Pick<Subject, 'kind' | 'units'> {
  const text = new TextDecoder().decode(bytes);
  try {
    return { kind: 'json', units: [JSON.parse(text)] };
  } catch {
    const reader = new RecordReader();
    reader.write(text);
    reader.end();
    if (reader.asText || reader.structured === 0) return { kind: 'text', units: text.split('\n') };
    return { kind: 'lines', units: reader.records.map(({ value }) => value) };
  }
}

export async function subjectOf(name: string): Promise<Subject> {
  const parts = takeApart(fixture(name));
  const plain = await readTranscriptFile(sourceOf(textOf(parts, parts.units), name));
  const contents = plain.conversations.flatMap(({ messages }) => messages.map(({ content }) => content ?? ''));
  const units = plant(parts.units, contents.join('\n'));
  const text = textOf(parts, units);
  const report = await readTranscriptFile(sourceOf(text, name), { format: plain.format });
  return {
    ...parts,
    name,
    units,
    marks: [...marksIn(shownBy(report))],
    said: saidBy(report, text, parts.kind),
    format: plain.format,
  };
}
