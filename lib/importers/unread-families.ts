/** Names the known transcript families that no importer reads yet, so that a near miss is called by its name. */

import type { Sample } from './importer';
import { isRecord, type JsonRecord, own, ownRecord } from './json-values';

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
    label: 'Gemini CLI session',
    reason: 'it has `sessionId` and `projectHash`',
    test: (record) => 'projectHash' in record && 'sessionId' in record,
  },
  {
    label: 'Qwen Code session',
    reason: 'lines have `parentUuid`, and Gemini parts in their messages',
    test: (record) => 'parentUuid' in record && Array.isArray(ownRecord(record, 'message')?.parts),
  },
  {
    label: 'pi session',
    reason: 'the first line is a session record',
    test: (record) =>
      (record.type === 'session' && 'cwd' in record) ||
      (record.type === 'message' && 'role' in (ownRecord(record, 'message') ?? {}) && !('uuid' in record)),
  },
  {
    label: 'Copilot CLI session',
    reason: 'the first line is `session.start`',
    test: (record) => record.type === 'session.start',
  },
  {
    label: 'Cursor agent transcript',
    reason: 'lines hold `role` and `message.content`',
    test: (record) => typeof record.role === 'string' && 'content' in (ownRecord(record, 'message') ?? {}),
  },
  {
    label: 'Langfuse export',
    reason: 'it has `trace` and `observations`',
    test: (record) => 'trace' in record && 'observations' in record,
  },
  {
    label: 'Gemini API contents',
    reason: 'it has `contents` or `candidates`',
    test: (record) => Array.isArray(own(record, 'contents')) || Array.isArray(own(record, 'candidates')),
  },
  {
    label: 'Gemini contents',
    reason: 'messages are made of parts',
    test: (record, inArray) => inArray && typeof record.role === 'string' && Array.isArray(own(record, 'parts')),
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
