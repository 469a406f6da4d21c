/** Small, safe readers of parsed JSON: own fields only, iterative walks, and values as people see them. */

/** A JSON object; nothing is known of its values. */
export type JsonObject = { readonly [key: string]: unknown };

/** Levels of nesting that tool schemas and settings may have: far more than any has, far less than breaks a walk. */
export const DEPTH_LIMIT = 200;

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own field; what only the prototype has counts as missing, and so does null. */
export function field(record: JsonObject, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? undefined) : undefined;
}

/** How a value looks to people: `"big"`, `a list`, `an object`. */
export function looks(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** Whether a JSON value nests deeper than scenarios may. Iterative. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}
