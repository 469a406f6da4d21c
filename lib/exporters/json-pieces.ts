/** JSON files with a value a line, written piece by piece, and arguments put into them as they were written. */

/** `{"messages": [ … ]}` as pieces: fields in order, lists with a line for each value. Values are JSON already. */
export function* jsonFile(
  fields: readonly (readonly [name: string, value: string | Iterable<string>])[],
): Generator<string> {
  let start = '{';
  for (const [name, value] of fields) {
    yield `${start}\n${JSON.stringify(name)}: `;
    start = ',';
    if (typeof value === 'string') yield value;
    else yield* jsonList(value);
  }
  yield `${start === '{' ? '{' : '\n'}}\n`;
}

export function* jsonList(values: Iterable<string>): Generator<string> {
  let start = '[\n';
  for (const value of values) {
    yield start + value;
    start = ',\n';
  }
  yield start === '[\n' ? '[]' : '\n]';
}

/** Every value as JSON. */
export function* asJson(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield JSON.stringify(value);
}

/** Half a surrogate pair cannot be written as UTF-8; in valid JSON it stands in a string, where an escape means the same. */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The arguments of a call where they are a JSON object, letter for letter; `{}` where there are none; null for other text. */
export function argumentsObject(text: string): string | null {
  if (text.trim() === '') return '{}';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return text.replace(LONE, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
  } catch {
    return null;
  }
}

/** The same as an object always: other text goes under `arguments`. */
export function argumentsJson(text: string): string {
  return argumentsObject(text) ?? JSON.stringify({ arguments: text });
}

/** An object with one more field at its end, whose value is JSON already. */
export function withField(object: object, name: string, json: string): string {
  return `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${json}}`;
}

/** Pieces joined to ones of about so many characters, so that whoever takes them is not called for every word. */
export function* batched(pieces: Iterable<string>, characters: number): Generator<string> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < characters) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}
