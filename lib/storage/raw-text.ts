/** Any stored value as JSON text, broken ones above all: of any depth, with cycles, and with kinds that JSON has not. */

import { base64Of } from './base64';

/** Linear in the value. Iterative. What stands there a second time is named by its number among the objects. */
export function rawText(value: unknown): string {
  const pieces: string[] = [];
  const numbers = new Map<object, number>();
  /** Texts are written, values are looked at. */
  const waiting: ({ text: string } | { value: unknown })[] = [{ value }];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (!next) break;
    if ('text' in next) {
      pieces.push(next.text);
      continue;
    }
    const one = next.value;
    if (typeof one !== 'object' || one === null) {
      pieces.push(plainText(one));
      continue;
    }
    const known = numbers.get(one);
    if (known !== undefined) {
      pieces.push(`{"$repeated":${known}}`);
      continue;
    }
    numbers.set(one, numbers.size);
    const leaf = leafText(one);
    if (leaf !== undefined) {
      pieces.push(leaf);
      continue;
    }
    const list = Array.isArray(one);
    pieces.push(list ? '[' : '{');
    waiting.push({ text: list ? ']' : '}' });
    const entries: [string, unknown][] = list ? one.map((inner, at) => [String(at), inner]) : Object.entries(one);
    for (let at = entries.length - 1; at >= 0; at--) {
      const [name, inner] = entries[at] as [string, unknown];
      waiting.push({ value: inner }, { text: `${at > 0 ? ',' : ''}${list ? '' : `${JSON.stringify(name)}:`}` });
    }
  }
  return pieces.join('');
}

function plainText(value: unknown): string {
  if (typeof value === 'bigint' || value === undefined)
    return JSON.stringify({ $kind: typeof value, text: `${value}` });
  if (typeof value === 'number' && !Number.isFinite(value))
    return JSON.stringify({ $kind: 'number', text: `${value}` });
  return JSON.stringify(value) ?? 'null';
}

/** Of objects that have no fields to go into. */
function leafText(value: object): string | undefined {
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return JSON.stringify({ $kind: value.constructor.name, base64: base64Of(bytes) });
  }
  if (value instanceof ArrayBuffer) {
    return JSON.stringify({ $kind: 'ArrayBuffer', base64: base64Of(new Uint8Array(value)) });
  }
  if (value instanceof Blob) return JSON.stringify({ $kind: 'Blob', bytes: value.size, type: value.type });
  if (value instanceof Date || value instanceof RegExp || value instanceof Error) {
    return JSON.stringify({ $kind: value.constructor.name, text: String(value) });
  }
  if (value instanceof Map || value instanceof Set)
    return JSON.stringify({ $kind: value.constructor.name, size: value.size });
  return undefined;
}
