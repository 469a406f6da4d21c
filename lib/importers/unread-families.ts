/** Names the known transcript families that no importer reads yet, so that a near miss is called by its name. */

import type { Sample } from './importer';
import { isRecord, type JsonRecord } from './json-values';

/** So many records, and elements or messages in each, are looked at. */
const LOOKED_AT = 30;

interface Family {
  label: string;
  reason: string;
}

interface FamilyTest extends Family {
  /** Looks at one record, or at the elements of a record that is an array. */
  test(record: JsonRecord, inArray: boolean): boolean;
}

/** In order: the first match wins. */
const FAMILIES: readonly FamilyTest[] = [
  {
    label: 'Langfuse export',
    reason: 'it has `trace` and `observations`',
    test: (record) => 'trace' in record && 'observations' in record,
  },
];

/** The unread family that the sample belongs to, if any. */
export function unreadFamily(sample: Sample): Family | undefined {
  for (const family of FAMILIES) {
    for (const { value } of sample.records.slice(0, LOOKED_AT)) {
      const list = Array.isArray(value) ? value.slice(0, LOOKED_AT) : [value];
      for (const entry of list) {
        if (isRecord(entry) && family.test(entry, Array.isArray(value))) return family;
      }
    }
  }
  return undefined;
}
