/** Records as JSON text for a file and back: columns as base64, and the parts that a history shares written once. */

import { isTooDeep } from '../scenario/json';
import { base64Of, bytesOfBase64 } from './base64';
import type { ScenarioEdits, ScenarioRecord, ScenarioStep, ScenarioWork } from './records';

const ARRAYS = { Int32Array, Uint8Array, Float32Array, Uint32Array, Float64Array } as const;

/** JSON text in which typed arrays and figures that JSON has not are written as `{"$": KIND, …}`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) => {
    if (typeof one === 'number' && !Number.isFinite(one)) return { $: 'number', text: String(one) };
    if (!ArrayBuffer.isView(one)) return one;
    return { $: one.constructor.name, base64: base64Of(new Uint8Array(one.buffer, one.byteOffset, one.byteLength)) };
  });
}

/** Throws SyntaxError, and RangeError where it nests too deep. */
export function fromJson(text: string): unknown {
  return JSON.parse(text, (_name, one: unknown) => {
    if (typeof one !== 'object' || one === null || !Object.hasOwn(one, '$')) return one;
    const { $: kind, base64, text: figure } = one as { $: unknown; base64?: unknown; text?: unknown };
    if (kind === 'number' && typeof figure === 'string') return Number(figure);
    if (typeof kind !== 'string' || typeof base64 !== 'string' || !Object.hasOwn(ARRAYS, kind)) return one;
    return new ARRAYS[kind as keyof typeof ARRAYS](bytesOfBase64(base64).buffer);
  });
}

type Edited = ScenarioRecord['edited'];

/** Numbers are places in the lists of the whole. */
interface WireWork extends Omit<ScenarioWork, 'lanes' | 'edits' | 'probes' | 'prices'> {
  lanes: number;
  edits: number;
  probes: number;
  prices: number;
}
interface WireEdits {
  edits: number;
  past: { name: string; before: number; after: number }[];
  future: { name: string; before: number; after: number }[];
}
interface WireEdited {
  /** Changes, lanes, probes and prices. */
  parts: unknown[];
  /** Lists of parts. */
  lists: number[][];
  works: WireWork[];
  conversations: [string, WireEdits][];
}

/** Gives each object a number, by identity. */
function numbering<Kept, Written>(write: (one: Kept) => Written) {
  const numbers = new Map<Kept, number>();
  const list: Written[] = [];
  const of = (one: Kept): number => {
    const known = numbers.get(one);
    if (known !== undefined) return known;
    const written = write(one);
    numbers.set(one, list.length);
    list.push(written);
    return list.length - 1;
  };
  return { list, of };
}

export function editedToJson(edited: Edited): string {
  const parts = numbering((part: unknown) => part);
  const lists = numbering((list: readonly unknown[]) => list.map(parts.of));
  const works = numbering(
    (work: ScenarioWork): WireWork => ({
      ...work,
      lanes: lists.of(work.lanes),
      edits: lists.of(work.edits),
      probes: parts.of(work.probes),
      prices: parts.of(work.prices),
    }),
  );
  const steps = (list: readonly ScenarioStep[]) =>
    list.map(({ name, before, after }) => ({ name, before: works.of(before), after: works.of(after) }));
  const conversations = Object.entries(edited).map(([id, { edits, past, future }]): [string, WireEdits] => [
    id,
    { edits: lists.of(edits), past: steps(past), future: steps(future) },
  ]);
  const wire: WireEdited = { parts: parts.list, lists: lists.list, works: works.list, conversations };
  return toJson(wire);
}

/**
 * Throws where it is not what `editedToJson` writes, or where it would be far larger as a whole than as text. What comes
 * out is still to be checked against the schema.
 */
export function editedFromJson(text: string): Edited {
  const wire = fromJson(text) as WireEdited;
  if (isTooDeep(wire)) throw new RangeError('Its changes nest too deep.');
  const { parts, lists: numbers, works: wireWorks, conversations } = wire;
  const changes = conversations.flatMap(([, { edits }]) => numbers[edits] ?? []);
  if (new Set(changes).size !== changes.length) throw new RangeError('A change stands in it more than once.');
  const pick = (list: unknown[], at: number): never => {
    if (!Array.isArray(list) || !Number.isSafeInteger(at) || !Object.hasOwn(list, at)) {
      throw new RangeError('Its history refers to a part that is not there.');
    }
    return list[at] as never;
  };
  const lists = numbers.map((list) => list.map((at) => pick(parts, at)));
  const works = wireWorks.map(
    (work): ScenarioWork => ({
      ...work,
      lanes: pick(lists, work.lanes),
      edits: pick(lists, work.edits),
      probes: pick(parts, work.probes),
      prices: pick(parts, work.prices),
    }),
  );
  const steps = (list: WireEdits['past']): ScenarioStep[] =>
    list.map(({ name, before, after }) => ({ name, before: pick(works, before), after: pick(works, after) }));
  return Object.fromEntries(
    conversations.map(([id, { edits, past, future }]): [string, ScenarioEdits] => [
      id,
      { edits: pick(lists, edits), past: steps(past), future: steps(future) },
    ]),
  );
}
