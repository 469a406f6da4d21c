/** Records as JSON text for a file and back: columns as base64, and the parts that a history shares written once. */

import { base64Of, bytesOfBase64 } from './base64';
import type { LaneEntryRecord, ScenarioEdits, ScenarioRecord, ScenarioStep, ScenarioWork } from './records';

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
interface WireWork extends Omit<ScenarioWork, 'lanes' | 'edits'> {
  lanes: number[];
  edits: number[];
}
interface WireEdits {
  edits: number[];
  past: { name: string; before: number; after: number }[];
  future: { name: string; before: number; after: number }[];
}
interface WireEdited {
  patches: unknown[];
  lanes: unknown[];
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
  const patches = numbering((patch: ScenarioWork['edits'][number]) => patch);
  const lanes = numbering((lane: LaneEntryRecord) => lane);
  const works = numbering(
    (work: ScenarioWork): WireWork => ({
      ...work,
      lanes: work.lanes.map(lanes.of),
      edits: work.edits.map(patches.of),
    }),
  );
  const steps = (list: readonly ScenarioStep[]) =>
    list.map(({ name, before, after }) => ({ name, before: works.of(before), after: works.of(after) }));
  const conversations = Object.entries(edited).map(([id, { edits, past, future }]): [string, WireEdits] => [
    id,
    { edits: edits.map(patches.of), past: steps(past), future: steps(future) },
  ]);
  const wire: WireEdited = { patches: patches.list, lanes: lanes.list, works: works.list, conversations };
  return toJson(wire);
}

/** Throws where it is not what `editedToJson` writes. What comes out is still to be checked against the schema. */
export function editedFromJson(text: string): Edited {
  const { patches, lanes, works: wireWorks, conversations } = fromJson(text) as WireEdited;
  const pick = (list: unknown[], at: number): never => {
    if (!Array.isArray(list) || !Object.hasOwn(list, at)) throw new RangeError(`No part number ${at}.`);
    return list[at] as never;
  };
  const works = wireWorks.map(
    (work): ScenarioWork => ({
      ...work,
      lanes: work.lanes.map((at) => pick(lanes, at)),
      edits: work.edits.map((at) => pick(patches, at)),
    }),
  );
  const steps = (list: WireEdits['past']): ScenarioStep[] =>
    list.map(({ name, before, after }) => ({ name, before: pick(works, before), after: pick(works, after) }));
  return Object.fromEntries(
    conversations.map(([id, { edits, past, future }]): [string, ScenarioEdits] => [
      id,
      { edits: edits.map((at) => pick(patches, at)), past: steps(past), future: steps(future) },
    ]),
  );
}
