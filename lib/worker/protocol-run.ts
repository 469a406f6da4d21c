/**
 * Runs on their way between the page and the worker. A run's inserts are thousands of small objects with texts, which take
 * longer to hand over one by one than to make again: they go as columns, and their texts as one.
 */

import type { Insert, InsertKind, Run } from '../engine/run';
import type { Message } from '../engine/transcript';

const KINDS: readonly InsertKind[] = ['summary', 'state', 'instructions', 'reference'];
/** Figures of an insert, in this order. */
const FIGURES = ['anchor', 'call', 'covers', 'count', 'generation', 'tokens'] as const;
/** Code units of all texts that are joined; with more the run goes as it is. */
const LONGEST = 100_000_000;

interface WireInserts {
  kind: Uint8Array;
  /** FIGURES of every insert in a row. */
  figures: Int32Array;
  roles: Message['role'][];
  lengths: Int32Array;
  texts: string;
  /** Messages that are more than a role and a text, by insert. */
  whole: [number, Message][];
}

type WireRun = Omit<Run, 'inserts'> & { wireInserts: WireInserts };

function isPlain(message: Message): boolean {
  for (const key in message) if (key !== 'role' && key !== 'content') return false;
  return message.content !== null;
}

function packedInserts(inserts: readonly Insert[]): WireInserts | null {
  const { length } = inserts;
  const kind = new Uint8Array(length);
  const figures = new Int32Array(length * FIGURES.length);
  const lengths = new Int32Array(length);
  const roles: Message['role'][] = [];
  const whole: [number, Message][] = [];
  const texts: string[] = [];
  let units = 0;
  for (const [at, insert] of inserts.entries()) {
    kind[at] = KINDS.indexOf(insert.kind);
    for (const [place, figure] of FIGURES.entries()) figures[at * FIGURES.length + place] = insert[figure];
    const { message } = insert;
    roles.push(message.role);
    if (!isPlain(message)) whole.push([at, message]);
    else {
      const text = message.content as string;
      lengths[at] = text.length;
      units += text.length;
      texts.push(text);
    }
  }
  return units > LONGEST ? null : { kind, figures, roles, lengths, texts: texts.join(''), whole };
}

function unpackedInserts({ kind, figures, roles, lengths, texts, whole }: WireInserts): Insert[] {
  const inserts: Insert[] = [];
  const others = new Map(whole);
  let from = 0;
  for (let at = 0; at < kind.length; at++) {
    const to = from + (lengths[at] as number);
    const message = others.get(at) ?? { role: roles[at] as Message['role'], content: texts.slice(from, to) };
    from = to;
    const first = at * FIGURES.length;
    inserts.push({
      message,
      kind: KINDS[kind[at] as number] as InsertKind,
      anchor: figures[first] as number,
      call: figures[first + 1] as number,
      covers: figures[first + 2] as number,
      count: figures[first + 3] as number,
      generation: figures[first + 4] as number,
      tokens: figures[first + 5] as number,
    });
  }
  return inserts;
}

/** An answer with its run packed, where it has one. */
export function packed(output: unknown): unknown {
  const run = (output as { run?: Run } | null)?.run;
  if (!run || !Array.isArray(run.inserts)) return output;
  const { inserts, ...rest } = run;
  const wireInserts = packedInserts(inserts);
  return wireInserts ? { ...(output as object), run: { ...rest, wireInserts } satisfies WireRun } : output;
}

/** The answer as it was before it was packed. */
export function unpacked(output: unknown): unknown {
  const run = (output as { run?: WireRun } | null)?.run;
  if (!run?.wireInserts) return output;
  const { wireInserts, ...rest } = run;
  return { ...(output as object), run: { ...rest, inserts: unpackedInserts(wireInserts) } satisfies Run };
}
