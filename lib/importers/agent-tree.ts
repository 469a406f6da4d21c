/** Entries that name their parent: the path to the newest one, and what was left behind where somebody went back. */

import { MOST_BRANCHES, type Step } from './agent-steps';

export interface TreeEntry {
  id: string | undefined;
  /** null where the entry says that it begins a path, undefined where it says nothing. */
  parent: string | null | undefined;
  /** Whether it is something said: results and bookkeeping alone make no branch. */
  speaks: boolean;
}

export interface Threads<T> {
  main: T[];
  /** Whole paths from the beginning, in the order of their last entry. */
  branches: T[][];
  /** How many more branches there are. */
  unlisted: number;
}

/**
 * The newest path and the branches. A parent that is not in the file, or comes after its child, is replaced by the
 * entry before: resumed sessions name parents that never reached the disk.
 */
export function threadsOf<T extends TreeEntry>(entries: readonly T[]): Threads<T> {
  const parents = parentsOf(entries);
  const isParent = new Uint8Array(entries.length);
  for (const parent of parents) if (parent >= 0) isParent[parent] = 1;
  const onMain = new Uint8Array(entries.length);
  for (let at = entries.length - 1; at >= 0; at = parents[at] as number) onMain[at] = 1;
  const tips: number[] = [];
  const seen = new Uint8Array(entries.length);
  for (let tip = 0; tip < entries.length; tip++) {
    if (isParent[tip] || onMain[tip]) continue;
    const side: number[] = [];
    let speaks = false;
    for (let at = tip; at >= 0 && !onMain[at] && !seen[at]; at = parents[at] as number) {
      side.push(at);
      speaks ||= (entries[at] as T).speaks;
      seen[at] = 1;
    }
    // Parallel results hang beside the path: they belong to it.
    if (speaks) tips.push(tip);
    else for (const at of side) onMain[at] = 1;
  }
  const pick = (marks: Uint8Array): T[] => entries.filter((_, index) => marks[index] === 1);
  const branches = tips.slice(-MOST_BRANCHES).map((tip) => {
    const path = new Uint8Array(entries.length);
    for (let at = tip; at >= 0; at = parents[at] as number) path[at] = 1;
    return pick(path);
  });
  return { main: pick(onMain), branches, unlisted: tips.length - branches.length };
}

/** Each entry's parent by position, always an earlier one, or -1. */
function parentsOf(entries: readonly TreeEntry[]): Int32Array {
  const parents = new Int32Array(entries.length).fill(-1);
  const byId = new Map<string, number>();
  const claimed: (number | null | undefined)[] = [];
  let linked = 0;
  entries.forEach(({ id, parent }, index) => {
    const at = typeof parent === 'string' ? byId.get(parent) : undefined;
    if (at !== undefined) linked++;
    claimed.push(at ?? (parent === null ? null : undefined));
    if (id !== undefined && !byId.has(id)) byId.set(id, index);
  });
  // Where hardly any entry names a parent, `null` is only an empty field.
  const rootsCount = linked * 2 >= entries.length - 1;
  entries.forEach((_, index) => {
    const parent = claimed[index];
    parents[index] = parent === null && rootsCount ? -1 : (parent ?? index - 1);
  });
  return parents;
}

/** The steps of entries, one after another. */
export function stepsOf(entries: readonly { readonly steps: readonly Step[] }[]): Step[] {
  const steps: Step[] = [];
  for (const entry of entries) for (const step of entry.steps) steps.push(step);
  return steps;
}
