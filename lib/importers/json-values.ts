/** Small, total readers of unknown JSON values that every importer shares: none of them throws or recurses. */

export type JsonRecord = { readonly [key: string]: unknown };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at an own key; a key that only the prototype has counts as missing. */
export function own(record: JsonRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

export function ownString(record: JsonRecord, key: string): string | undefined {
  const value = own(record, key);
  return typeof value === 'string' ? value : undefined;
}

/** A string that says something: empty ones count as missing. */
export function ownWord(record: JsonRecord, key: string): string | undefined {
  const value = own(record, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function ownArray(record: JsonRecord, key: string): readonly unknown[] | undefined {
  const value = own(record, key);
  return Array.isArray(value) ? value : undefined;
}

export function ownRecord(record: JsonRecord, key: string): JsonRecord | undefined {
  const value = own(record, key);
  return isRecord(value) ? value : undefined;
}

/** A finite number that is not negative, as token counts are. */
export function ownCount(record: JsonRecord, key: string): number | undefined {
  const value = own(record, key);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const numberFormat = new Intl.NumberFormat('en-US');

/** 12345 as "12,345": one way of writing numbers in reports, whatever the locale. */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** "1 line", "38 lines". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/**
 * A recorded time as ISO 8601. Strings stay as they were recorded where they are dates at all; numbers are seconds or
 * milliseconds since 1970, told apart by their size (seconds reach 10^11 in the year 5138).
 */
export function isoTime(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value === '') return undefined;
    if (/^\d{9,13}(\.\d+)?$/.test(value)) return isoTime(Number(value));
    const time = Date.parse(value);
    if (Number.isNaN(time)) return undefined;
    if (/^\d{4}-\d{2}/.test(value)) return value;
    // Other notations are read only with a zone: without one the answer would depend on where it is asked.
    return /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})\)?$/.test(value) ? new Date(time).toISOString() : undefined;
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  const milliseconds = value < 1e11 ? value * 1000 : value;
  return milliseconds <= 8.64e15 ? new Date(Math.round(milliseconds)).toISOString() : undefined;
}

/** A text, or as JSON what stands where a text should; undefined where nothing does. */
export function ownText(record: JsonRecord, key: string): string | undefined {
  const value = own(record, key);
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : jsonText(value);
}

/** JSON text of a value that came out of JSON.parse within the nesting limit. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
