/** Whether what is shown is of the result that stands now, or still of an earlier one. */

import type { State } from './state';

/** The version of the result that something is of, or where the state says it; undefined where there is nothing yet. */
export type VersionOf = number | undefined | ((state: State) => number | undefined);

/** Never that of now: what is put together from two results, or is of another call than it stands for. */
export const LATE = -1;

export const shownVersion = ({ shown }: State): number | undefined => shown?.result.version;
export const examinedVersion = ({ examination }: State): number | undefined => examination?.version;
export const recalledVersion = ({ recall }: State): number | undefined => recall?.version;
export const sentVersion = ({ sent }: State): number | undefined => sent?.version;

/** The version of what is made of both; a part that is not there yet does not count. */
export function versionOfBoth(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one === other ? one : LATE;
}

/** Whether it is of another result than the one that stands now. */
export function isOfOther(state: State, version: VersionOf): boolean {
  const of = typeof version === 'function' ? version(state) : version;
  return of !== undefined && of !== state.result?.version;
}
