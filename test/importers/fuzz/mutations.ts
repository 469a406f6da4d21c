/** What is done to a fixture: to the values it holds, to the order of its units, and to its bytes. */

import { gzipSync } from 'node:zlib';
import { pick, type Random } from './random';
import { type Subject, textOf } from './subjects';

type Holder = { [key: string]: unknown };

const NAMES = [
  'role',
  'content',
  'type',
  'id',
  'text',
  'parts',
  'messages',
  'name',
  'message',
  'payload',
  'input',
  'output',
];
const WORDS = [
  'user',
  'assistant',
  'tool',
  'system',
  'model',
  'narrator',
  '',
  'text',
  'image',
  'tool_result',
  'x',
  'null',
];
const EVIL = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length'];
const VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  'x',
  [],
  {},
  [null],
  [[]],
  { role: 'user' },
  '[{"a":1}]',
];
const NOISE = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '\n',
  ',',
  '\0',
  '\uFEFF',
  'ÿ',
  '{"__proto__":1}',
  '"role":',
  '1e999',
  '[[[[',
];

/** A random container inside the value, and a key of it; undefined where there is none. */
function place(root: unknown, next: Random): { holder: Holder; key: string } | undefined {
  let found: { holder: Holder; key: string } | undefined;
  let value = root;
  for (let depth = 0; depth < 12 && typeof value === 'object' && value !== null; depth++) {
    const holder = value as Holder;
    const keys = Object.keys(holder);
    if (keys.length === 0) break;
    const key = pick(next, keys);
    found = { holder, key };
    if (next(5) === 0) break;
    value = holder[key];
  }
  return found;
}

function define(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function remove(holder: Holder, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function nested(value: unknown, levels: number): unknown {
  let result = value;
  for (let level = 0; level < levels; level++) result = level % 2 === 0 ? [result] : { content: result };
  return result;
}

/** What may stand in the place of a value. */
const REPLACEMENTS: readonly ((value: unknown, next: Random, root: unknown) => unknown)[] = [
  (_value, next) => structuredClone(pick(next, VALUES)),
  (_value, next) => structuredClone(pick(next, VALUES)),
  (value) => [value],
  (value, next) => ({ [pick(next, NAMES)]: value }),
  (value) => JSON.stringify(value) ?? '',
  (value, next) => nested(value, pick(next, [3, 50, 1200])),
  (_value, next) => pick(next, ['word ', '\u0000', '\ud83d', '"\\', 'é世']).repeat(pick(next, [10, 20_000])),
  (value, next) => (typeof value === 'string' ? pick(next, WORDS) : String(value)),
  (_value, next, root) => {
    const other = place(root, next);
    return other ? structuredClone(other.holder[other.key]) : null;
  },
];

/** What may be done to the container around a value. */
const CHANGES: readonly ((holder: Holder, key: string, next: Random) => void)[] = [
  remove,
  remove,
  (holder, key) => {
    const copy = structuredClone(holder[key]);
    if (Array.isArray(holder)) holder.splice(Number(key), 0, copy);
    else define(holder, `${key}2`, copy);
  },
  (holder, key, next) => {
    if (Array.isArray(holder)) holder.reverse();
    else {
      const value = holder[key];
      remove(holder, key);
      define(holder, next(2) === 0 ? pick(next, NAMES) : `${key}_`, value);
    }
  },
  (holder, _key, next) => {
    const value = structuredClone(pick(next, VALUES));
    if (Array.isArray(holder)) holder.push(value);
    else define(holder, next(2) === 0 ? pick(next, EVIL) : pick(next, NAMES), value);
  },
];

/** Changes one place of a value. */
function changeValue(root: unknown, next: Random): void {
  const found = place(root, next);
  if (!found) return;
  const { holder, key } = found;
  if (next(5) < 2) pick(next, CHANGES)(holder, key, next);
  else define(holder, key, pick(next, REPLACEMENTS)(holder[key], next, root));
}

/** Changes the units of a file: what is in them, which there are, and in what order. */
export function mutateStructure(subject: Subject, next: Random): string {
  const units = subject.units.map((unit) => structuredClone(unit));
  for (let step = next(4) + 1; step > 0; step--) {
    const at = next(Math.max(1, units.length));
    const choice = subject.kind === 'json' ? 9 : next(12);
    if (choice === 0) units.splice(at, 1);
    else if (choice === 1) units.splice(at, 0, structuredClone(units[at]));
    else if (choice === 2) units.splice(next(units.length + 1), 0, ...units.splice(at, 1));
    else if (choice === 3) units.splice(at, 0, pick(next, VALUES));
    else if (choice === 4 && subject.kind === 'text')
      units[at] = `${pick(next, ['#### ', '> ', '# ', ''])}${units[at]}`;
    // The whole list as the holder: a change may take a unit itself.
    else changeValue(subject.kind === 'json' || next(6) > 0 ? (units[at] ?? units) : units, next);
  }
  const text = textOf(subject, units);
  return subject.kind === 'json' && next(4) === 0 ? JSON.stringify(units[0] ?? null, null, 2) : text;
}

export function mutateBytes(bytes: Uint8Array, next: Random): Uint8Array {
  let all = bytes;
  const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts).subarray(0, 300_000);
  for (let step = next(3) + 1; step > 0; step--) {
    const at = next(all.length + 1);
    switch (next(5)) {
      case 0:
        all = joined(all.subarray(0, at), Uint8Array.of(next(256)), all.subarray(at + 1));
        break;
      case 1:
        all = joined(all.subarray(0, at), all.subarray(at + next(200)));
        break;
      case 2:
        all = joined(all.subarray(0, at), new TextEncoder().encode(pick(next, NOISE)), all.subarray(at));
        break;
      case 3:
        all = joined(all.subarray(0, at), all.subarray(next(all.length + 1)), all.subarray(at));
        break;
      default:
        all = all.subarray(0, Math.max(1, at));
    }
  }
  return next(12) === 0 ? gzipSync(all).subarray(0, next(all.length + 1)) : all;
}
