/** Names of filled fields that an importer does not read: unknown ones, and plain ones that hold a list or an object. */

import type { JsonRecord } from './json-values';
import { shortTitle } from './titles';

export interface KnownFields {
  /** A text, a number or nothing. */
  plain: ReadonlySet<string>;
  /** Anything: what is in them is read or reported where it stands. */
  rich: ReadonlySet<string>;
}

const LISTED = 4;

export function knownFields(plain: string, rich: string): KnownFields {
  return { plain: new Set(plain.split(' ')), rich: new Set(rich.split(' ')) };
}

/** "status, extra", or undefined where every filled field was read. */
export function unreadNames(owner: JsonRecord, known: KnownFields): string | undefined {
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
