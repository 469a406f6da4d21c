/** Says in words what a JSON value looks like, for files that hold no transcript and for near misses. */

import type { FileRecord } from './importer';
import { formatNumber, isRecord, type JsonRecord, own, ownArray, ownRecord, ownString } from './json-values';

const SHOWN_KEYS = 6;

/** "a package.json", "an array of 200 objects with keys id, name", "an object with keys a, b and c". */
function describeJson(value: unknown): string {
  if (value === null) return 'the value null';
  if (Array.isArray(value)) return describeArray(value);
  if (isRecord(value)) return knownDocument(value) ?? `an object with ${describeKeys(value)}`;
  if (typeof value === 'string') return 'a single text';
  return `a single ${typeof value}`;
}

/** The same for a whole file, which may hold many records. */
export function describeRecords(records: readonly FileRecord[], complete: boolean): string {
  const first = records[0];
  if (!first) return 'a file without JSON values';
  if (records.length === 1 && complete) return describeJson(first.value);
  const objects = records.filter(({ value }) => isRecord(value));
  const sample = objects[0]?.value;
  const many = complete ? formatNumber(records.length) : `more than ${formatNumber(records.length)}`;
  if (isRecord(sample) && objects.length >= records.length / 2) {
    return `${many} lines of JSON, objects with ${describeKeys(sample)}`;
  }
  return `${many} lines of JSON, the first ${describeJson(first.value)}`;
}

function describeArray(value: readonly unknown[]): string {
  if (value.length === 0) return 'an empty array';
  const count = formatNumber(value.length);
  const sample = value[0];
  if (isRecord(sample))
    return `an array of ${count} ${value.length === 1 ? 'object' : 'objects'} with ${describeKeys(sample)}`;
  const kind = Array.isArray(sample) ? 'array' : sample === null ? 'null' : typeof sample;
  return `an array of ${count} ${kind}${value.length === 1 ? '' : 's'}`;
}

function describeKeys(record: JsonRecord): string {
  const keys = Object.keys(record);
  if (keys.length === 0) return 'no keys';
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => [...key].slice(0, 40).join(''));
  const more = keys.length - shown.length;
  return `${keys.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

const DOCUMENTS: readonly (readonly [string, (value: JsonRecord) => boolean])[] = [
  ['a package-lock.json', (value) => 'lockfileVersion' in value],
  [
    'a package.json',
    (value) =>
      typeof value.name === 'string' && ('dependencies' in value || 'scripts' in value || 'devDependencies' in value),
  ],
  ['a tsconfig.json', (value) => isRecord(own(value, 'compilerOptions'))],
  ['an OpenAPI schema', (value) => ('openapi' in value || 'swagger' in value) && 'paths' in value],
  [
    'a JSON schema',
    (value) => '$schema' in value && ('properties' in value || '$defs' in value || 'definitions' in value),
  ],
  ['a Jupyter notebook', (value) => 'cells' in value && 'nbformat' in value],
  ['a HAR file of recorded web requests', (value) => ownArray(ownRecord(value, 'log') ?? {}, 'entries') !== undefined],
  ['GeoJSON', (value) => value.type === 'FeatureCollection'],
  ['an error reply of an API', (value) => 'error' in value && Object.keys(value).length <= 3],
  ['a list of tool schemas', (value) => ownArray(value, 'tools') !== undefined && Object.keys(value).length <= 2],
];

function knownDocument(value: JsonRecord): string | undefined {
  return DOCUMENTS.find(([, test]) => test(value))?.[0];
}

const TEXT_KEYS = ['text', 'message', 'body', 'value', 'msg'];
const ROLE_KEYS = ['from', 'speaker', 'author', 'sender', 'type'];

/** Advice for records that are nearly messages, with the key that stands in the way; undefined where nothing comes near. */
export function nearMessage(records: readonly FileRecord[]): string | undefined {
  for (const { value } of records.slice(0, 20)) {
    for (const candidate of candidates(value)) {
      const role = ownString(candidate, 'role');
      if (role !== undefined && !('content' in candidate)) {
        const key = TEXT_KEYS.find((name) => typeof own(candidate, name) === 'string');
        if (key)
          return `Messages have \`${key}\` instead of \`content\`: rename it to \`content\` and load the file again.`;
      }
      if (role === undefined && 'content' in candidate) {
        const key = ROLE_KEYS.find((name) => typeof own(candidate, name) === 'string');
        if (key)
          return `Messages have \`${key}\` instead of \`role\`: rename it to \`role\` (user, assistant, tool, system) and load the file again.`;
        return 'Messages have `content` and no `role`: add `role` (user, assistant, tool, system) to each and load the file again.';
      }
    }
  }
  return undefined;
}

/** The objects that would be messages: the value itself, the elements of an array, or of the first array in an object. */
function candidates(value: unknown): JsonRecord[] {
  if (Array.isArray(value)) return value.slice(0, 5).filter(isRecord);
  if (!isRecord(value)) return [];
  const list = Object.values(value).find((entry) => Array.isArray(entry) && entry.some(isRecord));
  return Array.isArray(list) ? [...list.slice(0, 5).filter(isRecord), value] : [value];
}
