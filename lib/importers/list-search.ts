/** Finds the lists of messages in a JSON value, wherever they stand: breadth first, without recursion. */

import { isRecord, type JsonRecord } from './json-values';

export interface FoundList {
  list: readonly unknown[];
  /** The object that holds the list, where one does. */
  owner: JsonRecord | undefined;
  /** Its key there, or '' where the list is the value itself. */
  key: string;
}

/** So many elements say what a list holds. */
const LOOKED_AT = 50;
/** Detection looks at so many values; reading looks at all. */
export const VALUES_SAMPLED = 50_000;
const DEEPEST = 24;

/** Whether at least half of the first elements fit. */
export function mostlyFits(list: readonly unknown[], fits: (element: unknown) => boolean): boolean {
  const looked = Math.min(list.length, LOOKED_AT);
  let fitting = 0;
  for (let index = 0; index < looked; index++) if (fits(list[index])) fitting++;
  return fitting > 0 && fitting * 2 >= looked;
}

/** Every list whose elements mostly fit, outermost first; inside such a list nothing more is looked for. */
export function findLists(
  value: unknown,
  fits: (element: unknown) => boolean,
  most = Number.POSITIVE_INFINITY,
): FoundList[] {
  const found: FoundList[] = [];
  const queue: { value: unknown; owner: JsonRecord | undefined; key: string; depth: number }[] = [
    { value, owner: undefined, key: '', depth: 0 },
  ];
  for (let at = 0; at < queue.length; at++) {
    const entry = queue[at];
    if (!entry) break;
    const { value: here, owner, key, depth } = entry;
    if (Array.isArray(here)) {
      if (mostlyFits(here, fits)) {
        found.push({ list: here, owner, key });
        continue;
      }
    } else if (!isRecord(here)) continue;
    if (depth >= DEEPEST) continue;
    const children = Array.isArray(here) ? here.map((child) => ['', child] as const) : Object.entries(here);
    for (const [name, child] of children) {
      if (queue.length >= most) break;
      if (typeof child !== 'object' || child === null) continue;
      queue.push({ value: child, owner: isRecord(here) ? here : owner, key: name, depth: depth + 1 });
    }
  }
  return found;
}
