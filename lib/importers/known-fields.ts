/** Filled fields that an importer does not know, or finds in a form that it cannot mean: their names, for the report. */

import type { Collector } from './collector';
import { isRecord, type JsonRecord, own, ownArray } from './json-values';
import { shortTitle } from './titles';

/** Fields that are a number or a word wherever agents write them. */
const PLAIN = [
  'id',
  'sessionID',
  'messageID',
  'role',
  'title',
  'time',
  'timestamp',
  'type',
  'text',
  'name',
  'callID',
  'toolCallId',
  'tool_call_id',
  'tool',
  'status',
  'auto',
  'url',
];
const PART = knownFields(
  'type text think thinking source data mimeType mediaType url image image_url imageUrl videoUrl id name detail annotations file_id encrypted encrypted_content',
);
const NONE: ReadonlySet<string> = new Set();

export function knownFields(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Unknown fields, and plain ones that hold lists or objects. */
export function unreadBeside(collector: Collector, owner: JsonRecord, known: ReadonlySet<string>): void {
  collector.unreadFields(owner, known);
  for (const key of PLAIN) {
    const value = own(owner, key);
    if (typeof value !== 'object' || value === null) continue;
    // Times are objects of numbers in some formats.
    const inner = key === 'time' && isRecord(value) ? value : { [key]: value };
    for (const [name, member] of Object.entries(inner))
      if (typeof member === 'object') collector.unreadFields({ [name]: member }, NONE);
  }
}

/** The same for the parts of a content, where it has parts. */
export function unreadInParts(collector: Collector, owner: JsonRecord, key: string): void {
  for (const part of ownArray(owner, key) ?? []) if (isRecord(part)) unreadBeside(collector, part, PART);
}

/** The fields of a block or an item. */
export interface BlockFields {
  /** A text, a number or nothing. */
  plain: ReadonlySet<string>;
  /** Anything: what is in them is read or reported where it stands. */
  rich: ReadonlySet<string>;
}

const LISTED = 4;

export function blockFields(plain: string, rich: string): BlockFields {
  return { plain: new Set(plain.split(' ')), rich: new Set(rich.split(' ')) };
}

/** "status, extra", or undefined where every filled field was read. */
export function unreadNames(owner: JsonRecord, known: BlockFields): string | undefined {
  const names: string[] = [];
  for (const [key, value] of Object.entries(owner)) {
    if (value === null || value === '' || value === undefined || known.rich.has(key)) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    if (known.plain.has(key) && typeof value !== 'object') continue;
    names.push(shortTitle(key));
  }
  if (names.length === 0) return undefined;
  const more = names.length - LISTED;
  return `${names.slice(0, LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
